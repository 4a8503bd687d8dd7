"""Values of simulated people: amounts for which all that they answer with yes and no is true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import pairwise

from e3.language.en.whose_values import days_ago
from e3.policy.amounts import elapsed, whole_units, written
from e3.policy.answers import Answer
from e3.policy.comparing import Bound, Comparison, comparison
from e3.policy.facts import Kind, PolicyFact, RuleValue, Value
from e3.policy.policy import Policy
from e3.policy.units import are_alike, changed
from e3.text import question_key

_WHOLE = (Kind.COUNT, Kind.NUMBER)


def values_of(policy: Policy, answers: Mapping[str, Answer]) -> dict[str, Value] | None:
    """A value for each fact of a policy's rules, by the keys of their questions.

    None where no value agrees with all answers: nobody is over 60 and under 16.
    """
    groups: dict[str, list[tuple[RuleValue, str]]] = {}
    for rule in policy.rules:
        key = question_key(rule.question)
        if rule.value is not None and key in answers:
            groups.setdefault(rule.value.fact, []).append((rule.value, key))
    found: dict[str, Value] = {}
    for group in groups.values():
        value = _agreeing(group, answers)
        if value is None:
            return None
        found |= {key: value for _, key in group}
    return found


def _agreeing(
    group: Sequence[tuple[RuleValue, str]], answers: Mapping[str, Answer]
) -> Value | None:
    first = group[0][0]
    if any(not are_alike(value.unit, first.unit) for value, _ in group):
        return None
    tests = [
        (comparison(value.test, value.kind).in_unit(value.unit, first.unit), answers[key])
        for value, key in group
    ]
    for amount in _candidates([test for test, _ in tests], Kind(first.kind)):
        if all(test.holds(amount) is (said is Answer.YES) for test, said in tests):
            return Value(written(amount), "" if isinstance(amount, date) else first.unit)
    return None


def _candidates(tests: Sequence[Comparison], kind: Kind) -> Iterator[Fraction | date]:
    """Every bound, what lies beside it, and what lies between two."""
    edges = sorted({_number(bound) for test in tests for bound in test.bounds})
    near = [edge + step for edge in edges for step in (0, 1, -1)]
    between = [(one + other) / 2 for one, other in pairwise(edges)]
    small = [edge / 2 for edge in edges]
    for number in [*near, *between, *small]:
        if kind is Kind.DATE:
            yield date.fromordinal(int(number))
        elif number >= 0 and (kind not in _WHOLE or number.denominator == 1):
            yield number


def _number(bound: Bound) -> Fraction:
    return Fraction(bound.at.toordinal()) if isinstance(bound.at, date) else bound.at


def agrees(
    policy: Policy, answers: Mapping[str, Answer], key: str, value: Value, today: date
) -> bool:
    """Whether a value makes all answers true to rules with the fact of the question with a key."""
    compared = {question_key(rule.question): rule.value for rule in policy.rules if rule.value}
    of = compared.get(key)
    if of is None:
        return False
    group = [(each, key) for key, each in compared.items() if each.fact == of.fact]
    return all(
        (amount := _in_unit(value, each, today)) is not None
        and comparison(each.test, each.kind).holds(amount) is (answers[key] is Answer.YES)
        for each, key in group
        if key in answers
    )


def _in_unit(value: Value, of: RuleValue, today: date) -> Fraction | date | None:
    """A value as a rule compares it."""
    is_day = not value.unit and "-" in value.text[1:]
    try:
        if is_day:
            day = date.fromisoformat(value.text)
            count = elapsed if of.kind == Kind.DURATION else whole_units
            return day if of.kind == Kind.DATE else count(day, today, of.unit)
        if of.kind == Kind.DATE:
            return None
        if of.kind == Kind.MONEY or not are_alike(value.unit, of.unit):
            return Fraction(value.text)
        return changed(Fraction(value.text), unit=value.unit, to=of.unit)
    except ValueError:
        return None


def given_for(fact: PolicyFact, value: Value, today: date) -> Value | None:
    """What a person with a value says where a fact is asked for; None: they can't say that."""
    if fact.kind is Kind.DATE and value.unit:
        day = days_ago(Fraction(value.text), value.unit, today)
        return None if day is None else Value(day.isoformat())
    if (fact.kind is Kind.DATE) is not (not value.unit and "-" in value.text):
        return None
    if fact.kind is Kind.MONEY:  # the same money by other names
        return Value(value.text, fact.unit)
    if fact.kind is Kind.DATE or are_alike(value.unit, fact.unit):
        return value
    return Value(value.text, fact.unit) if fact.kind in _WHOLE else None
