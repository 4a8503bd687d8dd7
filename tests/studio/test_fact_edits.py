"""Edits of facts: compared, made, changed, shared and taken away."""

from __future__ import annotations

from typing import Any

import pytest
from tests.studio.passes import AGE, bus_pass

from e3 import Answer, Policy
from e3.language.en.said_tests import test_in_words as in_words
from e3.policy.facts import Kind, PolicyFact, RuleValue, Value
from e3.policy.parsing import parse_policy
from e3.policy.writing import as_json, policy_object
from e3.studio.cases import kept
from e3.studio.differences import differences
from e3.studio.drafted_question import with_drafted
from e3.studio.editing import EditRefused
from e3.studio.edits import edit_of, edited
from e3.studio.review import asked_otherwise, compares
from e3.studio.rule_edits import DeleteRule, RewordRule, TurnRule


def after(policy: Policy, **edit: Any) -> Policy:
    return edited(policy, edit_of(edit))


def compared(policy: Policy, rule: str) -> str | None:
    return compares(policy, policy.rule(rule))


def test_a_rule_says_what_it_compares() -> None:
    policy = bus_pass()
    said = [compares(policy, rule) for rule in policy.rules]
    assert said == [
        None,
        "Your age: over 60",
        "Your age: under 16",
        "Your age: 16 to 18",
        None,
        "Days since issue: 30 days or less",
    ]


@pytest.mark.parametrize(
    ("kind", "unit", "test", "words"),
    [
        ("number", "years", ">= 60", "60 or over"),
        ("number", "years", "<= 60", "60 or under"),
        ("number", "years", ">= 16 and < 19", "16 or over and under 19"),
        ("number", "", "== 3", "exactly 3"),
        ("money", "GBP a week", "> 125.50", "more than £125.50 a week"),
        ("date", "", "< 1959-09-22", "before 22 September 1959"),
        ("date", "", ">= 2020-01-01 and <= 2020-12-31", "from 1 January 2020 to 31 December 2020"),
        ("weight", "stone", "< 11", "less than 11 stone"),
        ("choice", "", "one of British | Irish | Manx", "British, Irish or Manx"),
    ],
)
def test_tests_in_words(kind: str, unit: str, test: str, words: str) -> None:
    fact = PolicyFact("x", Kind(kind), unit, "?")
    assert in_words(fact, RuleValue("x", kind, unit, test)) == words


def test_a_fact_is_shared_made_and_taken_away() -> None:
    policy = bus_pass()
    older = {"fact": "your age", "test": ">= 4"}
    shared = after(policy, kind="compare", rule="learns", value=older)
    assert compared(shared, "learns") == "Your age: 4 or over"
    income = {"id": "income", "kind": "money", "unit": "GBP a week", "question": "What is it?"}
    small = {"fact": "income", "test": "< 125"}
    made = after(policy, kind="compare", rule="learns", value=small, facts=[income])
    assert compared(made, "learns") == "Income: less than £125 a week"
    # What nothing compares any more goes with the last rule that did.
    assert after(made, kind="compare", rule="learns", value=None) == policy
    left = after(policy, kind="compare", rule="fresh", value=None)
    assert [fact.id for fact in left.facts] == ["your age"]
    assert left.rule("fresh").value is None
    assert [fact.id for fact in edited(policy, DeleteRule("fresh")).facts] == ["your age"]


def test_a_fact_that_is_added_waits_for_a_rule() -> None:
    birth = {"id": "birth", "kind": "date", "question": "When were you born?"}
    policy = after(bus_pass(), kind="add fact", fact=birth)
    counted = {**AGE, "question": "", "since": "birth"}
    policy = after(policy, kind="change fact", id="your age", fact=counted)
    age = policy.fact("your age")
    assert age is not None
    assert age.since == "birth"
    assert compared(policy, "old") == "Your age: over 60"
    with pytest.raises(EditRefused, match="'your age' is computed from it"):
        after(policy, kind="delete fact", id="birth")
    asked = after(policy, kind="delete fact", id="your age")
    assert [rule.value for rule in asked.rules[:4]] == [None] * 4
    assert [fact.id for fact in asked.facts] == ["date of issue", "days since issue"]


def test_another_unit_keeps_what_tests_say_where_it_can() -> None:
    policy = bus_pass()
    in_months = after(policy, kind="change fact", id="your age", fact={**AGE, "unit": "months"})
    value = in_months.rule("old").value
    assert value is not None
    assert (value.unit, value.test) == ("years", "> 60")
    assert parse_policy(policy_object(in_months)) == in_months
    named = after(policy, kind="change fact", id="your age", fact={**AGE, "id": "Age", "unit": "h"})
    value = named.rule("old").value
    assert value is not None
    assert (value.fact, value.unit, value.test) == ("Age", "h", "> 60")


def test_who_turns_a_rule_keeps_what_its_question_compares() -> None:
    turned = edited(bus_pass(), TurnRule("young"))
    assert compared(turned, "young") == "Your age: under 16"


def value(test: str, fact: str = "your age", **more: str) -> dict[str, Any]:
    return {"kind": "compare", "rule": "live", "value": {"fact": fact, "test": test, **more}}


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (value("> 1", fact="x"), "no fact 'x'"),
        (value("old"), "a test is like"),
        (value("> 1", unit="kg"), "can't be changed"),
        (value("> 1", kind="count"), "is a number, not a count"),
        (value("> 5 and < 3"), "nothing can pass"),
        ({"kind": "compare", "rule": "x"}, "there is no rule 'x'"),
        ({"kind": "delete fact", "id": "x"}, "there is no fact 'x'"),
        ({"kind": "add fact", "fact": AGE}, "two facts have the id"),
        ({"kind": "add fact", "fact": {"id": "b", "kind": "date"}}, "has no question"),
        ({"kind": "change fact", "id": "your age", "fact": {**AGE, "kind": "date"}}, "no day"),
        (
            {"kind": "change fact", "id": "your age", "fact": {**AGE, "since": "date of issue"}},
            "is computed",
        ),
    ],
)
def test_what_can_not_be_compared_is_said(edit: dict[str, Any], why: str) -> None:
    with pytest.raises(EditRefused, match=why):
        after(bus_pass(), **edit)


def test_what_differs_in_facts_is_said() -> None:
    policy = bus_pass()
    other = after(policy, kind="compare", rule="old", value={"fact": "your age", "test": ">= 60"})
    assert differences(policy, other) == (
        "The rule “you are over 60” was: Your age: over 60. It is: Your age: 60 or over.",
    )
    said = differences(policy, after(policy, kind="delete fact", id="your age"))
    assert said[0].endswith("was: Your age: over 60. It is: asked with yes and no.")
    assert "Your age is not asked for any more." in said
    asked = after(policy, kind="change fact", id="your age", fact={**AGE, "question": "Your age?"})
    assert differences(policy, asked) == ("Your age is asked for as “Your age?”, in years.",)


def test_a_question_that_says_another_number_is_seen() -> None:
    policy = bus_pass()
    assert list(asked_otherwise(policy)) == []
    reworded = edited(policy, RewordRule("old", "Are you 65 or over?"))
    assert list(asked_otherwise(reworded)) == [
        "Rule 2 asks “Are you 65 or over?”, and compares: over 60."
    ]


def test_people_with_values_are_tests_of_the_arithmetic() -> None:
    others = {"live": "yes", "learns": "no", "fresh": "yes"}
    ann = {"name": "Ann", "answers": others, "values": {"your age": "60"}, "gets": "no"}
    policy = bus_pass(people=[ann])
    assert policy.people[0].values == {"your age": Value("60", "years")}
    assert policy_object(policy)["people"] == [ann]
    assert [case.as_expected for case in kept(policy)] == [True]
    changed = after(policy, kind="compare", rule="old", value={"fact": "your age", "test": ">= 60"})
    assert [case.as_expected for case in kept(changed)] == [False]
    # Without the fact they say the same with yes and no.
    asked = after(policy, kind="delete fact", id="your age")
    assert (asked.people[0].values, asked.people[0].answers["old"]) == ({}, Answer.NO)
    named = after(policy, kind="change fact", id="your age", fact={**AGE, "id": "age"})
    assert named.people[0].values == {"age": Value("60", "years")}
    assert '"age": "60"' in as_json(named)
    bo: dict[str, Any] = {"kind": "add case", "name": "Bo", "answers": {}, "gets": "no"}
    for values, why in (
        ({"x": "1"}, "no fact 'x'"),
        ({"your age": "-1"}, "below zero"),
        ({"your age": "12 kg"}, "can't be changed"),
    ):
        with pytest.raises(EditRefused, match=why):
            after(policy, **bo, values=values)
    with pytest.raises(EditRefused, match="settles the rule 'old'"):
        after(policy, **{**bo, "answers": {"old": "yes"}}, values={"your age": 61})


def test_a_drafted_question_brings_its_facts() -> None:
    drafted = bus_pass()
    rules = [rule for rule in policy_object(drafted)["rules"] if "value" not in rule]
    asked = [{"question": "Is it Ashby?", "yes_when": "live and learns"}]
    both = with_question(bus_pass(facts=[], rules=rules, questions=asked), drafted)
    assert [fact.id for fact in both.facts] == ["your age", "date of issue", "days since issue"]
    # A fact that is called the same and is another is left alone.
    mine = {"id": "your age", "kind": "money", "unit": "GBP", "question": "What does it cost?"}
    other = with_question(bus_pass(facts=[mine], rules=rules, questions=asked), drafted)
    assert [fact.id for fact in other.facts] == ["your age", "date of issue", "days since issue"]
    assert [rule.value is None for rule in other.rules] == [True] * 5 + [False]


def with_question(policy: Policy, drafted: Policy) -> Policy:
    return parse_policy(policy_object(with_drafted(policy, drafted, "Do I travel free?")))
