"""Values at which the rules of a fact turn, and what lies beside them (boundary values)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from e3.policy.amounts import BadValue, amount_of, is_whole, written
from e3.policy.comparing import comparison
from e3.policy.facts import Kind, PolicyFact, RuleValue, Value
from e3.policy.policy import Policy
from e3.policy.ranges import number_of, ranges
from e3.policy.units import changed

_PENNY = Fraction(1, 100)


def boundary_values(policy: Policy, fact: PolicyFact) -> tuple[Value, ...]:
    """Each end of a test with the values next to it, and one of every range, the lowest first.

    Of "60 or over" these are 59, 60 and 61; of a choice they are all that can be chosen.
    """
    if fact.kind is Kind.CHOICE:
        return tuple(map(Value, fact.choices))
    found: dict[Fraction, Value] = {}
    for test in _tests(policy, fact):
        for value in _around(fact, test):
            try:
                amount = amount_of(fact, value)
            except BadValue:  # nobody can say that, as nobody is -1
                continue
            assert not isinstance(amount, str)
            found.setdefault(number_of(amount), value)
    for each in ranges(policy, fact):
        if not any(each.has(number) for number in found):
            found[each.inside] = value_at(policy, fact, each.inside)
    return tuple(found[number] for number in sorted(found))


def value_at(policy: Policy, fact: PolicyFact, number: Fraction) -> Value:
    """An end of a range as a value, in the unit of the fact or of a rule that makes it shortest."""
    if fact.kind is Kind.DATE:
        return Value(written(date.fromordinal(int(number))))
    units = dict.fromkeys([fact.unit, *(test.unit for test in _tests(policy, fact))])
    amounts = {unit: changed(number, unit=fact.unit, to=unit) for unit in units}
    exact = [unit for unit in units if Fraction(written(amounts[unit])) == amounts[unit]]
    unit = min(exact, key=lambda unit: len(written(amounts[unit])), default=fact.unit)
    return Value(written(amounts[unit]), unit)


def _tests(policy: Policy, fact: PolicyFact) -> list[RuleValue]:
    values = (rule.value for rule in policy.rules)
    return [value for value in values if value is not None and value.fact == fact.id]


def _around(fact: PolicyFact, test: RuleValue) -> Iterator[Value]:
    """The ends of a test and the values next to them."""
    for bound in comparison(test.test, fact.kind).bounds:
        if isinstance(bound.at, date):
            days = (bound.at.toordinal() + step for step in (-1, 0, 1))
            inside = range(date.min.toordinal(), date.max.toordinal() + 1)
            yield from (Value(written(date.fromordinal(day))) for day in days if day in inside)
        elif is_whole(fact):
            at = changed(bound.at, unit=test.unit, to=fact.unit)
            whole = {math.floor(at), math.ceil(at)}
            near = whole if len(whole) > 1 else (int(at) - 1, int(at), int(at) + 1)
            yield from (Value(str(number), fact.unit) for number in near)
        else:
            step = _step(fact, bound.at)
            near_by = (bound.at - step, bound.at, bound.at + step)
            yield from (Value(written(amount), test.unit) for amount in near_by)


def _step(fact: PolicyFact, at: Fraction) -> Fraction:
    """One of the last figure that is written; of money a hundredth."""
    decimals = len(written(at).partition(".")[2])
    step = Fraction(1, 10**decimals)
    return min(step, _PENNY) if fact.kind is Kind.MONEY else step
