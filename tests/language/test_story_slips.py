"""Stories that correct themselves, and values that are none of what is asked for."""

from datetime import date
from fractions import Fraction

import pytest

from e3.drafting.facts import with_facts
from e3.interview.story_values import compared_in, understood_values
from e3.language.en.told_values import told_values
from e3.language.en.whose_values import amount_in, tells
from e3.policy.facts import Kind
from e3.policy.parsing import parse_policy

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
        ("I was born on 3rd May '62.", []),
    ],
)
def test_a_slip_that_is_mended_is_no_value(story: str, amounts: list[str]) -> None:
    assert [str(each.amount) for each in told_values(story, TODAY)] == amounts


@pytest.mark.parametrize(
    ("story", "question", "kind", "unit"),
    [
        (
            "My wife and I earn £40,000 a year.",
            "How much do you earn a year?",
            "money",
            "GBP a year",
        ),
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
        ("I weigh 80 kg.", "How much does your bag weigh?", "weight", "kg"),
        ("I'm 1.8 m tall.", "How many metres long is your boat?", "distance", "metres"),
        (
            "I lived in Leeds for five years.",
            "For how many years have you lived here?",
            "duration",
            "years",
        ),
        (
            "I borrowed £5,000 from my dad, who earns a lot.",
            "How much do you earn?",
            "money",
            "GBP",
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
        ("My bag weighs 22 lb.", "How much does your bag weigh?", "weight", "lb", 22),
        (
            "My house has 3 bedrooms.",
            "How many bedrooms does your house have?",
            "count",
            "bedrooms",
            3,
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


def told_of(story: str, question: str) -> list[str]:
    fact = {"id": "day", "kind": "date", "question": question}
    policy = parse_policy(
        {
            "title": "Passports",
            "rule_text": "You can go if it was issued by then.",
            "facts": [fact],
            "rules": [
                {
                    "id": "a",
                    "span": "it was issued by then",
                    "question": "Was it issued by then?",
                    "value": {"fact": "day", "test": "<= 2026-11-18"},
                }
            ],
            "questions": [{"question": "Can I go?", "yes_when": "a"}],
        }
    )
    return [each.value.text for each in understood_values(policy, story, TODAY)]


def test_no_day_to_come_is_when_something_was() -> None:
    question = "When was your passport issued?"
    assert told_of("My passport expires on 3 March 2030.", question) == []
    both = "My passport was issued on 3 March 2020 and expires on 3 March 2030."
    assert told_of(both, question) == ["2020-03-03"]


@pytest.mark.parametrize(
    ("question", "story", "answers"),
    [
        ("Have you worked here for more than two years?", "since 1 June 2024", ["yes"]),
        ("Have you worked here for more than two years?", "since 18 November 2024", ["no"]),
        ("Have you worked here for at least two years?", "since 18 November 2024", ["yes"]),
        ("Have you worked here for at least two years?", "since 19 November 2024", ["no"]),
        ("Have you worked here for at least two years?", "for a while", []),
    ],
)
def test_time_since_a_day_is_compared_to_the_day(
    question: str, story: str, answers: list[str]
) -> None:
    fields = {
        "title": "Leave",
        "rule_text": "You can go in time.",
        "rules": [{"id": "a", "span": "in time", "question": question}],
        "questions": [{"question": "Can I go?", "yes_when": "a"}],
    }
    policy = with_facts(parse_policy(fields))
    found = compared_in(policy, f"I've worked here {story}.", TODAY)
    assert [each.answer for each in found] == answers
