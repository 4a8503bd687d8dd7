"""Cases at the boundaries of facts: who is 59, 60 and 61, and what each of them gets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import islice, pairwise

from e3.interview.course import diagram_of
from e3.language.en.wording import told_value
from e3.policy.amounts import amount_of, computed, last_day, read_number, written
from e3.policy.answers import Answer
from e3.policy.apart import apart
from e3.policy.boundaries import boundary_values
from e3.policy.diagram import Diagram
from e3.policy.facts import PolicyFact, Value
from e3.policy.people import settled_by
from e3.policy.policy import ExamplePerson, Policy
from e3.policy.ranges import compared_by, held_together
from e3.studio.cases import CaseResult, tried

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
        _cases(policy, question, fact, found)
        for fact in policy.facts
        if (found := list(islice(_said(policy, fact, diagram, today), MOST_VALUES)))
    )


@dataclass(frozen=True, slots=True)
class _Said:
    value: Value
    told: Value
    values: Mapping[str, Value]
    """Of all facts that are known by what is told."""
    answers: Mapping[str, bool]
    """To the rules that these settle."""


def _said(policy: Policy, fact: PolicyFact, diagram: Diagram, today: date) -> Iterator[_Said]:
    """The values at the boundaries of a fact, where an answer depends on them."""
    compared = {rule.id for rule in policy.rules if policy.fact_of(rule) is fact}
    if not compared & diagram.matters:
        return
    for value in boundary_values(policy, fact):
        try:
            told = value if fact.since is None else _day(policy, fact, value, today)
        except ValueError:  # before there were calendars
            continue
        values = {**_known(policy, fact, told, today), fact.id: value}
        answers = settled_by(policy, values)
        yield _Said(
            value, told, values, {id: answers[id] for id in answers if id in diagram.matters}
        )


def _known(policy: Policy, fact: PolicyFact, told: Value, today: date) -> dict[str, Value]:
    """What is known of the facts that rules compare, when one is told."""
    facts = {each.id: each for each in policy.facts}
    asked = facts[fact.since or fact.id]
    amounts = computed(facts, asked.id, amount_of(asked, told), today)
    return {
        id: Value(written(amount), facts[id].unit)
        for id, amount in amounts.items()
        if compared_by(policy, facts[id])
    }


def _day(policy: Policy, fact: PolicyFact, value: Value, today: date) -> Value:
    """The day that a count is computed from: the one after which, or until which, rules turn."""
    count = int(read_number(value.text))
    here, below = (
        [test.holds(Fraction(number)) for test in compared_by(policy, fact).values()]
        for number in (count, count - 1)
    )
    until = last_day(count + 1, today, fact.unit) + timedelta(days=1)
    return Value(written(until if here == below else last_day(count, today, fact.unit)))


def _cases(policy: Policy, question: int, fact: PolicyFact, found: Sequence[_Said]) -> FactCases:
    diagram = diagram_of(policy.questions[question].yes_when)
    others = _otherwise(policy, diagram, [each.answers for each in found])
    others = {rule.id: others[rule.id] for rule in policy.rules if rule.id in others}
    said = {id: Answer.YES if yes else Answer.NO for id, yes in others.items()}
    cases = []
    for each in found:
        name = told_value(fact.id, each.value)
        person = ExamplePerson(name, said, Answer.UNKNOWN, question, each.values)
        result = tried(policy, person)
        got = replace(result, person=replace(person, gets=result.gets))
        cases.append(BoundaryCase(each.value, each.told, got))
    return FactCases(fact, said, tuple(cases))


def _otherwise(
    policy: Policy, diagram: Diagram, values: Sequence[Mapping[str, bool]]
) -> dict[str, bool]:
    """Answers to the other rules with which the verdict turns between as many values as can be."""
    plain = dict.fromkeys(diagram.matters.difference(*values), True)
    found = [plain]
    for one, other in pairwise(values):
        if one != other and (telling := apart(diagram, one, other)) is not None:
            found.append(plain | telling)

    def turns(others: Mapping[str, bool]) -> int:
        verdicts = [diagram.given({**others, **answers}).value for answers in values]
        return sum(one is not other for one, other in pairwise(verdicts))

    return max((_possible(policy, others, turns) for others in found), key=turns)


def _possible(
    policy: Policy, others: dict[str, bool], turns: Callable[[Mapping[str, bool]], int]
) -> dict[str, bool]:
    """Answers that somebody can give: of each fact such as hold together, the best of them."""
    for rules, held in held_together(policy):
        mine = rules & others.keys()
        ways = sorted({tuple(sorted(each & mine)) for each in held})
        if mine and tuple(sorted(id for id in mine if others[id])) not in ways:
            others = max(({**others, **{id: id in yes for id in mine}} for yes in ways), key=turns)
    return others
