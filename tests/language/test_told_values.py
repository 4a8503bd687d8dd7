"""Values that stories tell, and whose they are; values that people type."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3.language.en.dates import day_in, in_words
from e3.language.en.numbers import number_in
from e3.language.en.said_values import value_in_words
from e3.language.en.told_values import told_values
from e3.language.en.typed_values import is_hedged, typed_value
from e3.policy.amounts import BadValue, amount_of
from e3.policy.facts import Kind, PolicyFact, Value

TODAY = date(2026, 11, 18)


@pytest.mark.parametrize(
    ("story", "told"),
    [
        ("I turned 63 in May.", [("63", "years", "you")]),
        ("My son is seventeen.", [("17", "years", "son")]),
        ("my wife's 34", [("34", "years", "wife")]),
        ("I make 300 a week", [("300", "a week", "you")]),
        ("Bought it three weeks ago.", [("3", "weeks", "you")]),
        ("I've been here since 2019.", [("2019", "year", "you")]),
        ("My mum lives here, she's 71.", [("71", "years", "mum")]),
        (
            "I'm a 22-year-old student and my 5-year-old is at school.",
            [
                ("22", "years", "you"),
                ("5", "years", "child"),
            ],
        ),
        (
            "My husband earns £300 a week and I get £120 a week.",
            [
                ("300", "GBP a week", "husband"),
                ("120", "GBP a week", "you"),
            ],
        ),
        ("I was born on 3 May 1960.", [("1960-05-03", "", "you")]),
        ("I weigh 7 stone 12 pounds.", [("110", "lb", "you")]),
        ("I was 15 when we met.", []),
        ("I'm nearly 18.", []),
        ("I'm sixty-ish.", []),
        ("I'll be 66 in June.", []),
        ("I'm not 18.", []),
        ("I came at 9 on bus 12.", []),
    ],
)
def test_what_a_story_tells_and_of_whom(story: str, told: list[tuple[str, str, str]]) -> None:
    found = [(str(each.amount), each.unit, each.whose) for each in told_values(story, TODAY)]
    assert found == told


AGE = PolicyFact("age", Kind.NUMBER, "years", "How old are you?")
PAY = PolicyFact("pay", Kind.MONEY, "GBP", "How much do you earn?")
WEEKLY = PolicyFact("pay", Kind.MONEY, "GBP a week", "How much do you earn a week?")
WEIGHT = PolicyFact("weight", Kind.WEIGHT, "kg", "What do you weigh?")
SUM = PolicyFact("sum", Kind.MONEY, "", "How much?")
HENS = PolicyFact("hens", Kind.COUNT, "hens", "How many?")
BIRTH = PolicyFact("birth", Kind.DATE, "", "When were you born?")
POOL = PolicyFact("pool", Kind.CHOICE, "", "Which?", ("indoor", "sea"))


@pytest.mark.parametrize(
    ("fact", "typed", "value"),
    [
        (AGE, "63", Value("63")),
        (AGE, "sixty-three", Value("63")),
        (AGE, "I'm 63 years old", Value("63")),
        (PAY, "£1,250.50", Value("1250.5")),
        (PAY, "1.234,50", Value("1234.5")),
        (PAY, "12,5", Value("12.5")),
        (PAY, "1 234", Value("1234")),
        (PAY, "-20", Value("-20")),
        (WEIGHT, "7 stone 12 pounds", Value("110", "lb")),
        (WEIGHT, "170 pounds", Value("170", "lb")),
        (WEIGHT, "80 kilos", Value("80", "kg")),
        (WEIGHT, "63,5 kg", Value("63.5", "kg")),
        (WEIGHT, "10 kg 500 g", Value("10500", "g")),
        (PAY, "£ 1.234,50", Value("1234.5")),
        (SUM, "£400,000", Value("400000")),
        (PAY, "300£", Value("300")),
        (PAY, "nothing", Value("0")),
        (WEEKLY, "300pw", Value("300")),
        (WEEKLY, "£300 per week", Value("300")),
        (HENS, "none", Value("0")),
        (HENS, "six hens", Value("6")),
        (HENS, "1 hen", Value("1")),
        (BIRTH, "1 May 1960", Value("1960-05-01")),
        (BIRTH, "May 1, 1960", Value("1960-05-01")),
        (BIRTH, "31/12/1960", Value("1960-12-31")),
        (BIRTH, "12/31/1960", Value("1960-12-31")),
        (POOL, "Sea", Value("sea")),
        (POOL, "1", Value("indoor")),
    ],
)
def test_what_a_person_types(fact: PolicyFact, typed: str, value: Value) -> None:
    assert typed_value(typed, fact) == value
    amount_of(fact, value)


@pytest.mark.parametrize(
    ("fact", "typed", "says"),
    [
        (AGE, "old", "is no number in years"),
        (AGE, "1e400", "is no number"),
        (AGE, "63 or 64", "is no number"),
        (WEIGHT, "7 stone and 3 miles", "is no number in kg"),
        (AGE, "1960.", "is no number"),
        (WEEKLY, "1.234", "can be two amounts"),
        (WEEKLY, "£12.345", "can be two amounts"),
        (BIRTH, "31 February 1960", "there is no day 31 February 1960"),
        (BIRTH, "4/5/1960", "can be two days"),
        (BIRTH, "1960", "is no day"),
        (POOL, "lake", "type one of indoor, sea"),
    ],
)
def test_what_is_no_value_is_said_in_a_sentence(fact: PolicyFact, typed: str, says: str) -> None:
    with pytest.raises(BadValue, match=says):
        typed_value(typed, fact)


def test_a_number_of_no_choice_is_no_choice() -> None:
    fact = PolicyFact("which", Kind.CHOICE, "", "Which?", ("British", "Irish"))
    assert typed_value("2", fact) == typed_value("0002", fact) == Value("Irish")
    for typed in ("0", "3", "00011", "0001234567890", "1" * 150):
        with pytest.raises(BadValue, match="type one of British, Irish"):
            typed_value(typed, fact)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("unit", ["1", "1 ", " ", "£", "1/1/2020 "])
def test_what_is_too_long_is_no_value(kind: Kind, unit: str) -> None:
    fact = PolicyFact("which", kind, "", "Which?", ("British",) if kind is Kind.CHOICE else ())
    with pytest.raises(BadValue, match="too long"):
        typed_value(unit * 100_000, fact)


@pytest.mark.parametrize(
    "typed",
    [
        "about 60",
        "sixty-ish",
        "~60",
        "60 or so",
        "rather not say",
        "over 60",
        "60+",
        "60-65",
        "60 or 61",
        "sixty to seventy",
        "in my sixties",
        "early 60s",
    ],
)
def test_what_is_not_exact_is_no_value(typed: str) -> None:
    assert is_hedged(typed)


@pytest.mark.parametrize(
    "typed",
    ["Irish", "British", "Polish", "60", "radish", "sixty-three", "2020-02-03", "3-Sep-2020", "-5"],
)
def test_what_is_said_exactly_is_not_rough(typed: str) -> None:
    assert not is_hedged(typed)


@pytest.mark.parametrize(
    ("fact", "typed", "says"),
    [
        (AGE, "1960", "is a year and no age"),
        (WEIGHT, "£20", "GBP can't be changed to kg"),
        (
            PolicyFact("work", Kind.DURATION, "hours a week", "How long?"),
            "4 hours a day",
            "hours a day can't be changed to hours a week",
        ),
    ],
)
def test_what_would_be_another_amount_is_refused(fact: PolicyFact, typed: str, says: str) -> None:
    with pytest.raises(BadValue, match=says):
        amount_of(fact, typed_value(typed, fact))


@pytest.mark.parametrize("typed", ["$20", "€20", "£20 a month"])
def test_another_currency_is_no_answer(typed: str) -> None:
    with pytest.raises(BadValue, match="can't be changed"):
        amount_of(WEEKLY, typed_value(typed, WEEKLY))


@given(st.dates(min_value=date(1000, 1, 1)))
def test_a_day_is_the_same_however_it_is_written(day: date) -> None:
    month = f"{in_words(day).split()[1]}"
    british = f"{day.day} {month} {day.year:04}"
    american = f"{month} {day.day}, {day.year:04}"
    figures = f"{day.day}/{day.month}/{day.year:04}"
    turned = f"{day.month}/{day.day}/{day.year:04}"
    assert day_in(british) == day_in(american) == day_in(day.isoformat()) == day
    assert day_in(figures) == day_in(turned, month_first=True) == day


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("one hundred and twenty", 120),
        ("three thousand five hundred", 3500),
        ("1,20,000", 120_000),
        ("5 million", 5_000_000),
        ("twenty-five", 25),
        ("a dozen", 12),
        ("four and a half", Fraction(9, 2)),
        ("two three", None),
        ("the 15th", None),
        ("15th", 15),
    ],
)
def test_numbers_in_words(words: str, number: Fraction | None) -> None:
    assert number_in(words) == number


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (Value("1250.50", "GBP a week"), "£1,250.50 a week"),
        (Value("1250.5", "GBP"), "£1,250.50"),
        (Value("1", "years"), "1 year"),
        (Value("63", "years"), "63 years"),
        (Value("1960-05-01"), "1 May 1960"),
        (Value("12", "%"), "12%"),
        (Value("sea"), "sea"),
    ],
)
def test_values_in_words(value: Value, said: str) -> None:
    assert value_in_words(value) == said
