"""What a value says of the rules that compare it (arithmetic), and which values a person can give.

One value settles every rule of its fact, and every rule of the facts that are computed from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from e3.interview.facts import Fact
from e3.policy.amounts import BadValue, amount_of, computed
from e3.policy.answers import Answer
from e3.policy.comparing import comparison
from e3.policy.facts import PolicyFact, Value
from e3.policy.policy import Policy, PolicyRule

Given = Value | str | int | Decimal | date
"""What a program can give as a value."""


def asked_fact(policy: Policy, rule: PolicyRule) -> PolicyFact | None:
    """The fact to ask for, to know of a rule; None where it is asked with yes and no."""
    fact = policy.fact_of(rule)
    if fact is not None and fact.since is not None:
        return policy.fact(fact.since)
    return fact


def rules_of(policy: Policy, fact: str) -> tuple[PolicyRule, ...]:
    """The rules that a value of the fact settles."""
    return tuple(
        rule for rule in policy.rules if (of := asked_fact(policy, rule)) and of.id == fact
    )


def settled(policy: Policy, told: Fact, today: date) -> Iterator[tuple[PolicyRule, Answer]]:
    """The rules that a value settles, and how."""
    asked = None if told.of is None else policy.fact(told.of)
    if asked is None or told.value is None:
        return
    facts = {fact.id: fact for fact in policy.facts}
    amounts = computed(facts, asked.id, amount_of(asked, told.value), today)
    for rule in policy.rules:
        if rule.value is None or rule.value.fact not in amounts:
            continue
        fact = facts[rule.value.fact]
        test = comparison(rule.value.test, fact.kind).in_unit(rule.value.unit, fact.unit)
        yield rule, Answer.YES if test.holds(amounts[fact.id]) else Answer.NO


def checked_value(policy: Policy, fact: PolicyFact, given: Given, today: date) -> Value:
    """A value that a fact can have; raises BadValue for another."""
    value = given if isinstance(given, Value) else Value(_written(given))
    amount = amount_of(fact, value)
    counted = any(other.since == fact.id for other in policy.facts)
    # Somewhere it is tomorrow already.
    if counted and isinstance(amount, date) and amount > today + timedelta(days=1):
        raise BadValue(f"{value.text} is still to come")
    return Value(value.text, value.unit or fact.unit)


def _written(given: str | int | Decimal | date) -> str:
    """As it is kept: without an exponent, however it was given."""
    match given:
        case bool():
            raise BadValue("a value is a number, a day or a choice, not yes or no")
        case date():
            return given.isoformat()[:10]
        case Decimal():
            return f"{given:f}" if given.is_finite() else str(given)
    return str(given).strip()
