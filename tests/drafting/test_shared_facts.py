"""Which rules share a fact: the same thing measured, in whatever words."""

import pytest

from e3.drafting.facts import with_facts
from e3.policy.parsing import parse_policy
from e3.policy.policy import Policy


def drafted(*questions: str) -> Policy:
    names = "abcdefgh"[: len(questions)]
    fields = {
        "title": "Baths",
        "rule_text": " ".join(f"rule {name}." for name in names),
        "rules": [
            {"id": name, "span": f"rule {name}", "question": question}
            for name, question in zip(names, questions, strict=True)
        ],
        "questions": [{"question": "Is it free?", "yes_when": " and ".join(names)}],
    }
    return with_facts(parse_policy(fields))


def facts(*questions: str) -> list[str | None]:
    return [None if rule.value is None else rule.value.fact for rule in drafted(*questions).rules]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Are you under 16?", "Are you still 60 or over?"),
        ("Are you 1.20 m tall or taller?", "Is your height between 1.05 m and 1.20 m?"),
        ("Was the file deleted no more than 90 days ago?", "Was it deleted over 30 days ago?"),
        (
            "Are you telling us at least seven days before departure?",
            "Are you cancelling more than 56 days before departure?",
        ),
        ("Is the woman rated at 70% or more?", "Is the woman’s injury rated between 30% and 69%?"),
        ("Do five or more people live in the property?", "Is the property let to 3 or 4 people?"),
        ("Is the guest a child under 16?", "Is the guest 67 or older?"),
        ("Do you earn £90 a week or more?", "Is your income below £50 a week?"),
        ("Was the car built before 1 January 1999?", "Was the car built before 2004?"),
    ],
)
def test_other_words_for_one_thing(one: str, other: str) -> None:
    first, second = facts(one, other)
    assert first is not None
    assert first == second
    first, second = facts(other, one)
    assert first == second


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Is the child under 18?", "Are you older than 75?"),
        ("Is your income below £9,000?", "Is your partner’s income £9,000 or more?"),
        ("Is your income below £9,000?", "Was your investment income £5,000 or less?"),
        ("Is a person in your home 62 or older?", "Is a person in your home under 2?"),
        ("Is your boat shorter than 3 metres?", "Is the boat you are in under 6 metres?"),
        ("Is the patient under 19?", "Is the escort 19 or older?"),
        ("Is the tree no taller than 3 m?", "Does the tree stand more than 10 m from the line?"),
        ("Are you over 60?", "Have you lived here for two years?"),
    ],
)
def test_two_things(one: str, other: str) -> None:
    first, second = facts(one, other)
    assert first is not None
    assert second is not None
    assert first != second


@pytest.mark.parametrize(
    ("plain", "beside", "test"),
    [
        ("Have you had 2 doses for measles?", "Have you had 3 doses or more for measles?", ">= 2"),
        ("Is the apprentice 17?", "Is the apprentice 18 or over?", "== 17"),
        ("Is the guest two years old?", "Is the guest three or four?", "== 2"),
    ],
)
def test_a_plain_amount_is_compared_beside_one_that_is(plain: str, beside: str, test: str) -> None:
    alone = drafted(plain).rules[0]
    one, other = drafted(plain, beside).rules
    assert alone.value is None
    assert one.value is not None
    assert other.value is not None
    assert (one.value.fact, one.value.test) == (other.value.fact, test)


def test_what_is_not_so_is_no_amount() -> None:
    rules = drafted("Have you not had 2 doses?", "Have you had 3 doses or more?").rules
    assert rules[0].value is None


def test_a_year_is_compared_as_days_where_a_rule_of_its_fact_does() -> None:
    rules = drafted("Was the car built before 1 May 1999?", "Was the car built after 2004?").rules
    assert [rule.value and (rule.value.kind, rule.value.test) for rule in rules] == [
        ("date", "< 1999-05-01"),
        ("date", ">= 2005-01-01"),
    ]
