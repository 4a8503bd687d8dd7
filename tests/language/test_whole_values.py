"""Values that a story tells in people's own ways, read whole or not at all."""

from datetime import date

import pytest

from e3.language.en.quantities import quantities
from e3.language.en.story_people import YOU
from e3.language.en.told_values import told_values

TODAY = date(2026, 11, 18)


@pytest.mark.parametrize(
    ("text", "amount", "unit"),
    [
        ("half a million pounds", "500000", "GBP"),
        ("a quarter of a million pounds", "250000", "GBP"),
        ("one and a half million dollars", "1500000", "dollars"),
        ("₹50 lakh", "5000000", "INR"),
        ("7 pounds 9 ounces", "121", "oz"),
        ("11 stone 4", "158", "lb"),
        ("9lb 2", "146", "oz"),
        ("five foot two", "62", "inches"),
        ("5'10\"", "70", "inches"),
        ("1 metre 80", "180", "cm"),
        ("twelve pounds twenty-one an hour", "1221/100", "GBP an hour"),
        ("two quid fifty", "5/2", "GBP"),
        ("three grand", "3000", ""),
        ("£540pw", "540", "GBP a week"),
        ("£725 pcm", "725", "GBP a month"),
        ("$17/hr", "17", "dollars an hour"),
        ("an hour and a half", "3/2", "hours"),
        ("5 hours and 20 minutes", "320", "minutes"),
        ("two years and three months", "27", "months"),
        ("three quarters of an hour", "3/4", "hours"),
        ("2½ hours", "5/2", "hours"),
        ("25 km/h", "25", "km/h"),
    ],
)
def test_a_quantity_is_read_whole(text: str, amount: str, unit: str) -> None:
    [found] = quantities(text)
    assert (str(found.amount), found.unit) == (amount, unit)
    assert found.span.of(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "12 000 pounds",
        "a couple of hundred pounds",
        "30-odd years",
        "a year and a bit",
        "five foot twenty",
        "a tenth of a hectare",
        "the 21st century",
        "4/5/2021",
        "on a credit card",
    ],
)
def test_or_not_at_all(text: str) -> None:
    assert list(quantities(text)) == []


@pytest.mark.parametrize(
    ("story", "told"),
    [
        # ages
        ("I'm 34 and my lad is seven.", [("34", "years", "you"), ("7", "years", "lad")]),
        (
            "My partner (28) and I (31) foster.",
            [("28", "years", "partner"), ("31", "years", "you")],
        ),
        ("My wife and I are both 67.", [("67", "years", "wife"), ("67", "years", "you")]),
        ("My kids are 4 and 7.", [("4", "years", "kid"), ("7", "years", "kid")]),
        ("Our baby is ten months.", [("10", "months", "baby")]),
        ("Mum had her 80th birthday last month.", [("80", "years", "mum")]),
        ("My sister in Leeds is 44.", [("44", "years", "sister")]),
        ("She's three in January.", []),
        # days
        ("They sacked me yesterday.", [("2026-11-17", "", "you")]),
        ("I gave birth on 9 May last year.", [("2025-05-09", "", "you")]),
        ("I'm starting on 1 December.", [("2026-12-01", "", "you")]),
        ("My wife moved out a week last Sunday.", [("2026-11-08", "", "wife")]),
        ("We married on the twelfth of July 2003.", [("2003-07-12", "", "you")]),
        ("My DOB is 07/24/1990.", [("1990-07-24", "", "you")]),
        # money, with whose it is
        ("My dad left me eight grand.", [("8000", "", "you")]),
        ("They put my rent up by 12%.", [("12", "%", "you")]),
        ("Rent's gone up to £850.", [("850", "GBP", "you")]),
        ("The limit is £500 and I've got £450.", [("450", "GBP", "you")]),
        ("My wages go from £180 to £260 a week.", []),
        # how long, how much, how many
        ("We've lived here eleven years.", [("11", "years", "you")]),
        ("I look after my brother for 35 hours a week.", [("35", "hours a week", "you")]),
        ("I have 14 days to send my papers in.", []),
        ("It has a 2 year warranty.", []),
        ("My score is 612 and my partner's is 745.", [("612", "", "you"), ("745", "", "partner")]),
        ("My golf handicap is 18.", [("18", "", "you")]),
        ("The baby weighed 7 pounds 4.", []),
        ("My wife is 140 pounds.", [("140", "lb", "wife")]),
        ("My laptop died and it cost £649.", [("649", "GBP", "laptop")]),
        ("I've two girls and a boy.", [("3", "children", "you")]),
        ("I've no children.", [("0", "children", "you")]),
        ("There are five of us.", [("5", "people", "you")]),
    ],
)
def test_what_people_tell(story: str, told: list[tuple[str, str, str]]) -> None:
    found = [(str(each.amount), each.unit, each.whose) for each in told_values(story, TODAY)]
    assert found == told


@pytest.mark.parametrize(
    ("story", "told"),
    [
        ("The jacket was 59.99 euros.", [("5999/100", "EUR", "jacket")]),
        ("The train got in 75 minutes late.", [("75", "minutes", "train")]),
        ("My husband was 70 last week.", [("70", "years", "husband")]),
        ("My mum's friend is 68.", [("68", "years", "friend")]),
        ("I'm a nurse, 51, divorced.", [("51", "years", YOU)]),
        ("The tenant, a woman of 81, is cold.", [("81", "years", "tenant")]),
        ("My BMI's 31.", [("31", "", YOU)]),
        (
            "I've a GPA of 2.9 and my roommate has 3.7.",
            [("29/10", "", YOU), ("37/10", "", "roommate")],
        ),
        ("I was on £10 an hour, now it's £11.50.", [("23/2", "GBP an hour", YOU)]),
        ("My BMI used to be 35, it's 29 now.", [("29", "", YOU)]),
        ("He's 29, my brother.", [("29", "years", "brother")]),
        ("She lives in a bungalow worth £240,000.", [("240000", "GBP", "bungalow")]),
        ("I've been without hot water for six days.", [("6", "days", YOU)]),
        ("It's 16 days since I ordered the wardrobe.", [("16", "days", YOU)]),
        ("The fence he's put up is 2.3 metres high.", [("23/10", "metres", "fence")]),
        ("I do three night shifts a week.", [("3", "shifts", YOU)]),
        ("I said £900 on the form.", []),
        ("Is 20 kg the limit?", []),
        ("I might be here two years.", []),
        ("Grandad's 95 in a fortnight.", []),
    ],
)
def test_what_people_tell_in_other_ways(story: str, told: list[tuple[str, str, str]]) -> None:
    read = [(str(each.amount), each.unit, each.whose) for each in told_values(story, TODAY)]
    assert read == told
