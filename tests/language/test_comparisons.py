"""What questions compare, and how that is asked for."""

from datetime import date

import pytest

from e3.language.en.comparisons import compared
from e3.language.en.told_values import told_values
from e3.language.en.value_questions import value_question
from e3.policy.units import unit_of


@pytest.mark.parametrize(
    ("question", "kind", "unit", "test"),
    [
        ("Are you over 60?", "number", "years", "> 60"),
        ("Is the wind above force 7?", "number", "force", "> 7"),
        ("Have you reached day 4 of your illness?", "number", "days", ">= 4"),
        ("Did you cancel at least a working day ahead?", "duration", "working days", ">= 1"),
        ("Can you show funds of $1,500?", "money", "dollars", ">= 1500"),
        ("Does the dam hold 20,000 cubic metres?", "number", "cubic metres", ">= 20000"),
        ("Do you have room for 4 bikes?", "count", "bikes", ">= 4"),
        ("Does either of you earn more than £100,000?", "money", "GBP", "> 100000"),
        ("Are you a chain with more than five outlets?", "count", "outlets", "> 5"),
        ("Have you rowed here for two seasons?", "count", "seasons", ">= 2"),
        ("Have you used up your eight hours?", "duration", "hours", ">= 8"),
        ("Is it already a month overdue?", "duration", "months", ">= 1"),
        ("Is it valid for at least three more months?", "duration", "months", ">= 3"),
        ("Is your haemoglobin at least 125?", "number", "", ">= 125"),
        ("Are you 60 or over?", "number", "years", ">= 60"),
        ("Are you at least sixteen?", "number", "years", ">= 16"),
        ("Are you under 16?", "number", "years", "< 16"),
        ("Are you aged 18 to 75?", "number", "years", ">= 18 and <= 75"),
        ("Are you 16 or 17?", "number", "years", ">= 16 and <= 17"),
        ("Have you reached 66?", "number", "years", ">= 66"),
        ("Is your child under 5?", "number", "years", "< 5"),
        ("Is your income £125 a week or less?", "money", "GBP a week", "<= 125"),
        ("Do tickets cost more than $10?", "money", "dollars", "> 10"),
        ("Does it cost between £5 and £10?", "money", "GBP", ">= 5 and <= 10"),
        ("Do you weigh under 7 stone 12 pounds?", "weight", "lb", "< 110"),
        ("Is the school more than three miles from your home?", "distance", "miles", "> 3"),
        ("Is it within 14 days of booking?", "duration", "days", "<= 14"),
        ("Have you held a licence for two years?", "duration", "years", ">= 2"),
        ("Did you give two weeks' notice?", "duration", "weeks", ">= 2"),
        ("Are you in week 15 or later?", "number", "weeks", ">= 15"),
        ("Were you born before 1 April 1958?", "date", "", "< 1958-04-01"),
        ("Were you born before April 1, 1958?", "date", "", "< 1958-04-01"),
        ("Did it begin on or after 6 April 2006?", "date", "", ">= 2006-04-06"),
        ("Was your home built before 2005?", "number", "year", "< 2005"),
        ("Do you keep no more than six hens?", "count", "hens", "<= 6"),
        ("Do you keep three or more dogs?", "count", "dogs", ">= 3"),
        ("Was your pay cut by 20% or more?", "percentage", "%", ">= 20"),
        ("Do you get at least 4 but no more than 14 days?", "duration", "days", ">= 4 and <= 14"),
        ("Do you arrive later than 30 minutes before sailing?", "duration", "minutes", "< 30"),
        ("Do you work 20 hours or more a week?", "duration", "hours a week", ">= 20"),
        ("Is the air weapon stronger than 12 joules?", "number", "joules", "> 12"),
        ("Have you made 120 qualifying payments?", "count", "payments", ">= 120"),
        ("Have you given blood at least twice?", "count", "times", ">= 2"),
        ("Are you in the second year or above?", "number", "years", ">= 2"),
        ("Are you in your first 90 days?", "duration", "days", "<= 90"),
        ("Is your GPA 3.2 or higher?", "number", "", ">= 3.2"),
        ("Are your savings, leaving the home aside, below £900?", "money", "GBP", "< 900"),
        ("Were your earnings for that week under $504?", "money", "dollars", "< 504"),
        ("Will it be repaid over five years or less?", "duration", "years", "<= 5"),
        ("Is it between three months and two years?", "duration", "months", ">= 3 and <= 24"),
        ("Do three or more children under 19 live with you?", "count", "children", ">= 3"),
        ("Are you an adult of 18 or over?", "number", "years", ">= 18"),
        ("Are you 16, 17 or 18?", "number", "years", ">= 16 and <= 18"),
        ("Have you had your 16th birthday?", "number", "years", ">= 16"),
        ("Was the boiler serviced in the past 12 months?", "duration", "months", "<= 12"),
        ("Did you leave the forces within the past five years?", "duration", "years", "<= 5"),
        ("Do you have a notice dated within the last 30 days?", "duration", "days", "<= 30"),
        ("Is it in the last 15 minutes?", "duration", "minutes", "<= 15"),
        ("Have you completed your first 12 months?", "duration", "months", ">= 12"),
        ("Does every parent work at least 16 hours a week?", "duration", "hours a week", ">= 16"),
        ("Can you walk more than 50 metres?", "distance", "metres", "> 50"),
        ("Were you a member for less than two years?", "duration", "years", "< 2"),
        ("Is it within a year?", "duration", "years", "<= 1"),
        ("Are you in the 28th week or earlier?", "number", "weeks", "<= 28"),
        ("Are you past the 36th week?", "number", "weeks", "> 36"),
        ("Is the low 20°F or lower?", "number", "°F", "<= 20"),
        ("Is your income under Rs 1,00,000?", "money", "INR", "< 100000"),
        ("Is your attendance from 65% up to 75%?", "percentage", "%", ">= 65 and <= 75"),
        ("Is there no clinic within 30 miles?", "distance", "miles", "> 30"),
        ("Has your guest been in four times already?", "count", "times", ">= 4"),
        ("Are you unable to walk more than 50 metres?", "distance", "metres", "<= 50"),
        ("Is your child unable to swim 25 metres?", "distance", "metres", "< 25"),
        ("In the last tax year, did you earn less than £900?", "money", "GBP", "< 900"),
        ("Have you made fewer than four claims since 2020?", "count", "claims", "< 4"),
        ("Are at least five of the trustees local?", "count", "trustees", ">= 5"),
        ("Are your debts, not counting loans, under £30,000?", "money", "GBP", "< 30000"),
        ("Is your HbA1c 48 or above?", "number", "", ">= 48"),
        ("Were you born in or after 1990?", "number", "year", ">= 1990"),
        ("Were you here on 1 May 2020 or earlier?", "date", "", "<= 2020-05-01"),
        ("Is it a van over 2.5 tonnes?", "weight", "tonnes", "> 2.5"),
        ("Is the turnover of the club, shop or firm under €3,000?", "money", "EUR", "< 3000"),
        (
            "Does it take more than one third of its income from bets?",
            "percentage",
            "%",
            "> 33.333333",
        ),
        ("Is the price of the home 450,000 or less?", "money", "", "<= 450000"),
        ("Are your goods worth more than 300 tarns?", "money", "tarns", "> 300"),
        ("Have you been a Level 1 coach for two years?", "duration", "years", ">= 2"),
    ],
)
def test_what_is_compared(question: str, kind: str, unit: str, test: str) -> None:
    found = compared(question)
    assert found is not None
    assert (found.kind, found.unit, found.test) == (kind, unit, test)


@pytest.mark.parametrize(
    "question",
    [
        "Are you in the qualifying week?",
        "Do you start before 7 am?",
        "Did you sign up by 31 January?",
        "Is it form W3?",
        "Do you have a child under 18 living with you?",
        "Are you over 70 and living alone?",
        "Are both of you 18 or over?",
        "Are you on the roll of one of the five isles?",
        "Did you have a tattoo in the last four months?",
        "Are you unable to work for money at all?",
        "Are you 16, 18 or 21?",
        "Is your pulse outside 50–100?",
        "Was it done before you turned 18?",
        "Have you had surgery in the last six weeks?",
        "Did you or your wife give birth in the last six weeks?",
        "Does the shed have a flat roof and a height of at most 3 metres?",
        "Did you sign and return it within 21 days?",
        "Does a baby under six months sleep in the room?",
        "Has the farm been sold within six years?",
        "Are you giving two months' notice in writing?",
        "Is it a tenth of a hectare?",
        "Is the loan no more than three times your savings?",
        "Is the pupil in Years 7 to 9?",
        "Is it past eleven?",
        "Did you book between 15 and 20 March 2020?",
        "Do you have a day ticket?",
        "Are you a resident aged 75 or over?",
        "Do you have two references?",
        "Will you move within a year?",
        "Do you have a certificate that is no older than two years?",
        "Will you pay the £25 fee?",
        "Is the structure no larger than 2.4 by 1.8 metres?",
        "",
        "?",
        "9" * 5000,
    ],
)
def test_where_there_is_a_doubt_it_stays_yes_or_no(question: str) -> None:
    assert compared(question) is None


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Are you 60 or over?", "How old are you?"),
        ("Has your baby had a first birthday?", "How old is your baby?"),
        ("Was the boiler serviced in the past 12 months?", "When was the boiler serviced?"),
        ("Have you reached 66?", "How old are you?"),
        ("Is your youngest child under 5?", "How old is your youngest child?"),
        ("Will you be under 25 on 1 April?", "How old will you be on 1 April?"),
        ("Were you born before 1 April 1958?", "When were you born?"),
        ("Are you telling us within 7 days of delivery?", "When was it delivered?"),
        ("Was the car made more than 40 years ago?", "When was the car made?"),
        ("Is your income under $40,000?", "How much is your income?"),
        ("Do you earn more than £120 a week?", "How much do you earn a week?"),
        ("Do you keep more than six hens?", "How many hens do you keep?"),
        ("Do more than four pupils come at once?", "How many pupils come at once?"),
        ("Are there no more than two guests?", "How many guests are there?"),
        ("Have you held a licence for two years?", "For how many years have you held a licence?"),
        ("Is the school more than 3 miles from home?", "How many miles from home is the school?"),
        ("Did you give two weeks' notice?", "How many weeks’ notice did you give?"),
        ("Do you work more than 20 hours a week?", "How many hours a week do you work?"),
        ("Was your pay cut by 20% or more?", "By what percentage was your pay cut?"),
        ("Is it a van over 3.5 tonnes?", None),
        ("Are you an adult of 18 or over?", None),
        ("Are you asking within 90 days?", None),
        ("Is a person in your household 62 or older?", None),
    ],
)
def test_how_a_value_is_asked_for(question: str, asks: str | None) -> None:
    assert value_question(question) == asks


def test_what_is_long_is_not_looked_at() -> None:
    long = "Are you " + "over 60 or 7 stone 12 pounds or " * 1_000 + "under 16?"
    assert compared(long) is None
    assert list(told_values(long * 5, date(2026, 11, 18))) == []
    assert unit_of("/".join("a" * 5_000)).size == 1


@pytest.mark.parametrize(
    "question",
    [
        "Did you get your pet from Nine Lives?",
        "Did the outage take out 000 calls?",
        "Is your licence a UK one from 1997 or later?",
    ],
)
def test_a_name_is_no_value(question: str) -> None:
    assert compared(question) is None


@pytest.mark.parametrize(
    ("question", "unit", "test"),
    [
        ("Are you two months behind with the rent?", "months", ">= 2"),
        ("Are you 28 weeks pregnant?", "weeks", ">= 28"),
        ("Was the train delayed by 30 minutes?", "minutes", ">= 30"),
        ("Did you have to wait four hours?", "hours", ">= 4"),
    ],
)
def test_an_extent_is_at_least_so_long(question: str, unit: str, test: str) -> None:
    found = compared(question)
    assert found is not None
    assert (found.unit, found.test) == (unit, test)


@pytest.mark.parametrize(
    ("question", "test"),
    [
        ("Do you have three children?", ">= 3"),
        ("Have you been self-employed for two tax years?", ">= 2"),
        ("Do you employ five or more?", ">= 5"),
        ("Does the room hold fewer than 60?", "< 60"),
        ("Is the pool shallower than a metre?", "< 1"),
        ("Is the oven 180 degrees or cooler?", "<= 180"),
    ],
)
def test_what_is_counted_and_which_way(question: str, test: str) -> None:
    found = compared(question)
    assert found is not None
    assert found.test == test


@pytest.mark.parametrize(
    ("question", "is_value"),
    [
        ("Did you join before 2022?", False),
        ("Were you trading there before 2019?", False),
        ("Were you born before 1957?", True),
        ("Was the house built before 1957?", True),
    ],
)
def test_a_year_is_compared_of_what_has_surely_happened(question: str, is_value: bool) -> None:
    assert (compared(question) is not None) is is_value


@pytest.mark.parametrize("asked", ["Are aged 16 or over?", "Is under 18?", "Have turned 21?"])
def test_a_question_about_nobody_has_no_value(asked: str) -> None:
    """A reader's own words can lack whoever they are about."""
    assert value_question(asked) is None
