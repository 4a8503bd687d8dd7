"""Cases at the boundaries of facts: who is 59, 60 and 61, and what each of them gets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import islice, pairwise

from e3.interview.course import diagram_of
from e3.interview.facts import Fact
from e3.interview.values import settled
from e3.language.en.wording import told_value
from e3.policy.amounts import last_day, read_number, written
from e3.policy.answers import Answer
from e3.policy.apart import apart
from e3.policy.boundaries import boundary_values
from e3.policy.diagram import Diagram
from e3.policy.facts import PolicyFact, Value
from e3.policy.policy import ExamplePerson, Policy
from e3.policy.ranges import compared_by
from e3.studio.cases import CaseResult, possible, tried

MOST_VALUES = 60
"""Of one fact that are tried."""


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
    return tuple(
        _cases(policy, question, fact, said)
        for fact in policy.facts
        if (said := list(islice(_said(policy, fact, diagram, today), MOST_VALUES)))
    )


@dataclass(frozen=True, slots=True)
class _Said:
    value: Value
    told: Value
    answers: Mapping[str, bool]
    """Of the rules that it settles."""


def _said(policy: Policy, fact: PolicyFact, diagram: Diagram, today: date) -> Iterator[_Said]:
    """The values at the boundaries of a fact, where an answer depends on them."""
    compared = {rule.id for rule in policy.rules if policy.fact_of(rule) is fact}
    if not compared & diagram.matters:
        return
    asked = policy.fact(fact.since) if fact.since else fact
    assert asked is not None
    for value in boundary_values(policy, fact):
        try:
            told = value if fact.since is None else _day(policy, fact, value, today)
        except ValueError:  # before there were calendars
            continue
        known = Fact(asked.question, Answer.UNKNOWN, of=asked.id, value=told)
        answers = {
            rule.id: answer is Answer.YES
            for rule, answer in settled(policy, known, today)
            if rule.id in diagram.matters
        }
        yield _Said(value, told, answers)


def _day(policy: Policy, fact: PolicyFact, value: Value, today: date) -> Value:
    """The day that a count is computed from: the one after which, or until which, rules turn."""
    count = int(read_number(value.text))
    here, below = (
        [test.holds(Fraction(number)) for test in compared_by(policy, fact).values()]
        for number in (count, count - 1)
    )
    until = last_day(count + 1, today, fact.unit) + timedelta(days=1)
    return Value(written(until if here == below else last_day(count, today, fact.unit)))


def _cases(policy: Policy, question: int, fact: PolicyFact, said: Sequence[_Said]) -> FactCases:
    diagram = diagram_of(policy.questions[question].yes_when)
    others = _otherwise(policy, diagram, [each.answers for each in said])
    cases = []
    for each in said:
        person = _person(policy, told_value(fact.id, each.value), {**others, **each.answers})
        result = tried(policy, replace(person, question=question))
        met = replace(result, person=replace(result.person, gets=result.gets))
        cases.append(BoundaryCase(each.value, each.told, met))
    return FactCases(fact, _person(policy, "", others).answers, tuple(cases))


def _otherwise(
    policy: Policy, diagram: Diagram, values: Sequence[Mapping[str, bool]]
) -> dict[str, bool]:
    """Answers to the other rules with which the verdict turns between as many values as can be."""
    settled_ids = set().union(*values)
    plain = {id: True for id in diagram.order if id in diagram.matters - settled_ids}
    found = [plain]
    for one, other in pairwise(values):
        if one != other and (telling := apart(diagram, one, other)) is not None:
            found.append(plain | telling)

    def turns(others: Mapping[str, bool]) -> tuple[bool, int]:
        verdicts = [diagram.given({**others, **answers}).value for answers in values]
        return bool(possible(policy, [dict(others)])), sum(
            a is not b for a, b in pairwise(verdicts)
        )

    return max(found, key=turns)


def _person(policy: Policy, name: str, known: Mapping[str, bool]) -> ExamplePerson:
    said = {rule.id: known[rule.id] for rule in policy.rules if rule.id in known}
    answers = {id: Answer.YES if yes else Answer.NO for id, yes in said.items()}
    return ExamplePerson(name, answers, Answer.UNKNOWN)
