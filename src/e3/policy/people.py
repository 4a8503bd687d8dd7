"""What example people say: yes and no to rules, and values that settle the rules that compare them.

A value of a fact that is computed is the count itself: a test may not come out otherwise tomorrow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from e3.policy.amounts import amount_of
from e3.policy.answers import Answer
from e3.policy.comparing import comparison
from e3.policy.facts import Kind, PolicyFact, Value
from e3.policy.policy import ExamplePerson, Policy


def said_by(policy: Policy, person: ExamplePerson) -> dict[str, Answer]:
    """What a person says to rules, in the order of the text."""
    settled = settled_by(policy, person.values)
    by_value = {id: Answer.YES if yes else Answer.NO for id, yes in settled.items()}
    said = {**person.answers, **by_value}
    return {rule.id: said[rule.id] for rule in policy.rules if rule.id in said}


def settled_by(policy: Policy, values: Mapping[str, Value]) -> dict[str, bool]:
    """What values say to the rules that compare them."""
    facts = {fact.id: fact for fact in policy.facts if fact.id in values}
    amounts = {id: amount_of(fact, values[id]) for id, fact in facts.items()}
    compared = [
        (rule.id, rule.value, facts[rule.value.fact])
        for rule in policy.rules
        if rule.value is not None and rule.value.fact in facts
    ]
    return {
        id: comparison(value.test, fact.kind).in_unit(value.unit, fact.unit).holds(amounts[fact.id])
        for id, value, fact in compared
    }


def value_written(fact: PolicyFact, value: Value) -> str:
    """A value as a file has it: "60", or with a unit that is not the fact's, "10 stone"."""
    return value.text if value.unit in ("", fact.unit) else f"{value.text} {value.unit}"


def value_read(fact: PolicyFact, text: str) -> Value:
    """The value that is written so."""
    if fact.kind in (Kind.DATE, Kind.CHOICE):
        return Value(text)
    number, _, unit = text.partition(" ")
    return Value(number, unit or fact.unit)


def values_read(facts: Iterable[PolicyFact], texts: Mapping[str, str]) -> dict[str, Value]:
    """The values of some facts, as they are written."""
    return {fact.id: value_read(fact, texts[fact.id]) for fact in facts if fact.id in texts}
