"""Cases at the boundaries of facts: who is 59, 60 and 61, and what each of them gets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import islice, pairwise

from e3.interview.course import diagram_of
from e3.language.en.wording import told_value
from e3.policy.amounts import Amount, amount_of, computed, last_day, read_number, written
from e3.policy.answers import Answer
from e3.policy.apart import apart
from e3.policy.boundaries import boundary_values
from e3.policy.diagram import Diagram
from e3.policy.facts import Kind, PolicyFact, Value
from e3.policy.people import settled_by
from e3.policy.policy import ExamplePerson, Policy
from e3.policy.ranges import compared_by, held_together
from e3.studio.cases import CaseResult, tried

MOST_CASES = 60
"""That are tried for one question; nobody reads more."""
_MOST_STEPS = 6
"""From one value of a fact to the next, of which one should turn the verdict."""
_Together = tuple[frozenset[str], frozenset[frozenset[str]]]
"""The rules of a fact, and which of them hold at once."""


@dataclass(frozen=True, slots=True)
class BoundaryCase:
    """Somebody with a value at a boundary, or next to it."""

    value: Value
    told: Value
    """What they say: the day, where the value is computed from one."""
    result: CaseResult


@dataclass(frozen=True, slots=True)
class FactCases:
    """People who differ in one fact alone."""

    fact: PolicyFact
    otherwise: Mapping[str, Answer]
    """What all of them say to the other rules: answers with which the fact decides, if any do."""
    cases: tuple[BoundaryCase, ...]


def boundary_cases(policy: Policy, question: int, today: date) -> tuple[FactCases, ...]:
    """The people at the boundaries of each fact that an answer needs."""
    diagram = diagram_of(policy.questions[question].yes_when)
    matters, together = diagram.matters, tuple(held_together(policy))
    found: list[FactCases] = []
    left = MOST_CASES
    for fact in policy.facts:
        if said := list(islice(_said(policy, fact, matters, today), left)):
            others = _otherwise(diagram, together, [each.answers for each in said])
            found.append(_cases(policy, question, fact, said, others))
            left -= len(said)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Said:
    value: Value
    told: Value
    values: Mapping[str, Value]
    """Of all facts that are known by what is told."""
    answers: Mapping[str, bool]
    """To the rules that these settle."""


def _said(
    policy: Policy, fact: PolicyFact, matters: frozenset[str], today: date
) -> Iterator[_Said]:
    """The values at the boundaries of a fact, where an answer depends on them."""
    compared = {rule.id for rule in policy.rules if policy.fact_of(rule) is fact}
    if not compared & matters:
        return
    for value in boundary_values(policy, fact):
        try:
            told = value if fact.since is None else _day(policy, fact, value, today)
        except ValueError:  # before there were calendars
            continue
        values = {**_known(policy, fact, told, today), fact.id: value}
        answers = settled_by(policy, values)
        yield _Said(value, told, values, {id: answers[id] for id in answers if id in matters})


def _known(policy: Policy, fact: PolicyFact, told: Value, today: date) -> dict[str, Value]:
    """What is known of the facts that rules compare, when one is told."""
    facts = {each.id: each for each in policy.facts}
    asked = facts[fact.since or fact.id]
    amounts = computed(facts, asked.id, amount_of(asked, told), today)
    return {
        id: Value(written(_whole(facts[id], amount)), facts[id].unit)
        for id, amount in amounts.items()
        if compared_by(policy, facts[id])
    }


def _whole(fact: PolicyFact, amount: Amount) -> Amount:
    """A count as a person of the studio has it: without the days that are left over."""
    counted = fact.since is not None and isinstance(amount, Fraction)
    return Fraction(amount // 1) if counted else amount  # type: ignore[operator]


def _day(policy: Policy, fact: PolicyFact, value: Value, today: date) -> Value:
    """The day that a count is computed from: the one after which, or until which, rules turn."""
    count = int(read_number(value.text))
    if fact.kind is Kind.DURATION:  # a day more is already more
        return Value(written(last_day(count, today, fact.unit)))
    here, below = (
        [test.holds(Fraction(number)) for test in compared_by(policy, fact).values()]
        for number in (count, count - 1)
    )
    until = last_day(count + 1, today, fact.unit) + timedelta(days=1)
    return Value(written(until if here == below else last_day(count, today, fact.unit)))


def _cases(
    policy: Policy,
    question: int,
    fact: PolicyFact,
    found: Sequence[_Said],
    others: Mapping[str, bool],
) -> FactCases:
    otherwise = {
        rule.id: Answer.YES if others[rule.id] else Answer.NO
        for rule in policy.rules
        if rule.id in others
    }
    cases = []
    for each in found:
        name = told_value(fact.id, each.value)
        person = ExamplePerson(name, otherwise, Answer.UNKNOWN, question, each.values)
        result = tried(policy, person)
        got = replace(result, person=replace(person, gets=result.gets))
        cases.append(BoundaryCase(each.value, each.told, got))
    return FactCases(fact, otherwise, tuple(cases))


def _otherwise(
    diagram: Diagram, together: Sequence[_Together], values: Sequence[Mapping[str, bool]]
) -> dict[str, bool]:
    """Answers to the other rules with which the verdict turns between as many values as can be."""
    plain = dict.fromkeys(diagram.matters.difference(*values), True)
    steps = [(one, other) for one, other in pairwise(values) if one != other][:_MOST_STEPS]
    telling = [apart(diagram, one, other) or {} for one, other in steps]
    found = [_possible(plain | each, each, together) for each in ({}, *telling)]

    def turns(others: Mapping[str, bool]) -> int:
        verdicts = ([diagram.given({**others, **each}).value for each in step] for step in steps)
        return sum(one is not other for one, other in verdicts)

    return max(found, key=turns)


def _possible(
    others: dict[str, bool], needed: Mapping[str, bool], together: Sequence[_Together]
) -> dict[str, bool]:
    """Answers that somebody can give, as near to these as can be, and to what is needed first."""
    for rules, held in together:
        mine = rules & others.keys()
        ways = sorted(tuple(sorted(each & mine)) for each in held)
        others |= _nearest(others, needed, [{id: id in way for id in mine} for way in ways])
    return others


def _nearest(
    others: Mapping[str, bool], needed: Mapping[str, bool], ways: Sequence[dict[str, bool]]
) -> dict[str, bool]:
    def changed(way: Mapping[str, bool]) -> tuple[int, int]:
        other = [id for id, yes in way.items() if others[id] is not yes]
        return sum(id in needed for id in other), len(other)

    return min(ways, key=changed)
