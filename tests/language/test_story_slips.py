"""Stories that correct themselves, and values that are none of what is asked for."""

from datetime import date
from fractions import Fraction

import pytest

from e3.language.en.told_values import told_values
from e3.language.en.whose_values import amount_in, tells
from e3.policy.facts import Kind

TODAY = date(2026, 11, 18)


@pytest.mark.parametrize(
    ("story", "amounts"),
    [
        ("I'm 63, no wait, 64.", ["64"]),
        ("I'm 62, sorry, 63.", ["63"]),
        ("I'm 63. Actually, no, I'll be 63 in January.", []),
        ("I have 3 kids, no wait, 4 kids.", ["4"]),
        ("I'm 63. Sorry, my English is bad. I have 3 cats.", ["63", "3"]),
        ("I'm 24+3 weeks pregnant.", []),
    ],
)
def test_a_slip_that_is_mended_is_no_value(story: str, amounts: list[str]) -> None:
    assert [str(each.amount) for each in told_values(story, TODAY)] == amounts


@pytest.mark.parametrize(
    ("story", "question", "kind", "unit"),
    [
        ("My wife and I earn £40,000 a year.", "How much do you earn a year?", "money", "GBP"),
        ("My neighbour's son is 17.", "How old is your child?", "number", "years"),
        ("It'll be delivered tomorrow.", "When was it delivered?", "date", ""),
        ("I was 24 weeks pregnant.", "How many weeks pregnant are you?", "duration", "weeks"),
        ("I had three dogs.", "How many dogs do you have?", "count", "dogs"),
        ("I have 250 staff.", "How many staff does your employer have?", "count", "staff"),
        ("The hedge is 30 feet long.", "How many metres high is the hedge?", "distance", "metres"),
        (
            "I live 3 miles from the hospital.",
            "How many miles from school do you live?",
            "distance",
            "miles",
        ),
        ("I work 4 hours a day.", "How many hours a week do you work?", "duration", "hours a week"),
        (
            "I want to work 20 hours a week.",
            "How many hours a week do you work?",
            "duration",
            "hours a week",
        ),
    ],
)
def test_another_value_than_is_asked_for(story: str, question: str, kind: str, unit: str) -> None:
    every = told_values(story, TODAY)
    assert not any(tells(each, story, question, Kind(kind), unit) for each in every)


@pytest.mark.parametrize(
    ("story", "question", "kind", "unit", "amount"),
    [
        ("I was born on 18 November 2006.", "How old are you?", "number", "years", 20),
        ("I was born on 19 November 2006.", "How old are you?", "number", "years", 19),
        (
            "My employer has 250 staff.",
            "How many staff does your employer have?",
            "count",
            "staff",
            250,
        ),
        (
            "My wife and I earn £40,000 a year.",
            "How much is your household income a year?",
            "money",
            "GBP a year",
            40_000,
        ),
        ("The hedge is 3 m tall.", "How many metres high is the hedge?", "distance", "metres", 3),
        (
            "We live 3 miles from school.",
            "How many miles from school do you live?",
            "distance",
            "miles",
            3,
        ),
    ],
)
def test_the_value_that_is_asked_for(
    story: str, question: str, kind: str, unit: str, amount: int
) -> None:
    (told,) = told_values(story, TODAY)
    assert tells(told, story, question, Kind(kind), unit)
    assert amount_in(told, Kind(kind), unit, TODAY) == Fraction(amount)
