"""The facts that the rules of a policy compare, found in their questions by grammar.

Every rule that compares something says so. A value is asked for where that helps: where several
rules compare it, and where it is an age or a day, since who knows when something was delivered need
not count the days. All else is easier, and tells less of a person, with yes and no.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from e3.language.en.compared_quantity import Compared
from e3.language.en.comparisons import compared
from e3.language.en.same_facts import YEAR, Measured, as_days, compared_like, measured
from e3.language.en.value_questions import AskedValue, asked_value
from e3.policy.facts import Kind, PolicyFact, RuleValue
from e3.policy.policy import Policy, PolicyRule
from e3.text import question_key

_AGE, _BIRTH = "your age", "date: you born"


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A fact that may be asked for, and the date that it is computed from, where it is."""

    fact: PolicyFact
    date: PolicyFact | None
    is_age: bool


@dataclass(frozen=True, slots=True)
class _Compares:
    """A rule that compares something."""

    rule: PolicyRule
    found: Compared
    candidate: _Candidate | None
    """None where there is no good question for it."""
    measured: Measured


def with_facts(policy: Policy) -> Policy:
    """The policy with all that its rules are found to compare, in place of what it had of that."""
    candidates: dict[str, _Candidate] = {}
    values: dict[str, RuleValue] = {}
    for group in _groups(policy):
        first = _asked_of(group)
        name = first.fact.id if first else _rest(group[0].rule.question, group[0].found)
        while name in candidates or any(value.fact == name for value in values.values()):
            first, name = None, f"{name} too"  # the same words for another thing: asked one by one
        if first is not None:
            candidates[name] = first
        in_days = any(each.found.kind is Kind.DATE for each in group)
        values |= {each.rule.id: _value(name, each.found, in_days=in_days) for each in group}
    rules = tuple(replace(rule, value=values.get(rule.id)) for rule in policy.rules)
    facts = _asked_for(candidates, values)
    questions = {question_key(rule.question) for rule in policy.rules}
    clear = tuple(fact for fact in facts if question_key(fact.question) not in questions)
    return replace(policy, rules=rules, facts=clear if len(clear) == len(facts) else ())


def _groups(policy: Policy) -> list[list[_Compares]]:
    """The rules that compare something, those of one fact together."""
    groups: list[list[_Compares]] = []
    read = [(rule, compared(rule.question)) for rule in policy.rules]
    clear = [(found, measured(rule.question, found)) for rule, found in read if found is not None]
    for rule, alone in read:
        found = alone or compared_like(rule.question, clear)
        if found is None:
            continue
        asked = asked_value(rule.question, found)
        candidate = None if asked is None else _candidate(asked, found)
        made = _Compares(rule, found, candidate, measured(rule.question, found))
        same = [g for g in groups if any(e.measured.is_same(made.measured) for e in g)]
        if same:
            same[0].append(made)
        else:
            groups.append([made])
    return groups


def _asked_of(group: Sequence[_Compares]) -> _Candidate | None:
    """The fact that a group is asked for: a day where one of its rules compares days."""
    days = [each for each in group if each.found.kind is Kind.DATE]
    return next((each.candidate for each in days or group if each.candidate), None)


def _value(name: str, found: Compared, *, in_days: bool) -> RuleValue:
    if in_days and found.unit == YEAR:
        return RuleValue(name, Kind.DATE.value, "", as_days(found.test))
    return RuleValue(name, found.kind.value, found.unit, found.test)


def suggested(question: str) -> tuple[tuple[PolicyFact, ...], RuleValue] | None:
    """What a question compares, with the facts that it needs; None where it is unsure."""
    found = compared(question)
    asked = None if found is None else asked_value(question, found)
    if found is None or asked is None:
        return None
    made = _candidate(asked, found)
    facts = (made.fact,) if made.date is None else (made.date, made.fact)
    return facts, RuleValue(made.fact.id, found.kind.value, found.unit, found.test)


def _candidate(asked: AskedValue, found: Compared) -> _Candidate:
    if asked.since:
        what = asked.since.removeprefix("date of ").removeprefix("date: ")
        fact = PolicyFact(f"{found.unit} since {what}", found.kind, found.unit, since=asked.since)
        return _Candidate(fact, PolicyFact(asked.since, Kind.DATE, "", asked.question), False)
    fact = PolicyFact(asked.name, found.kind, found.unit, asked.question)
    return _Candidate(fact, None, found.is_age)


def _asked_for(
    candidates: Mapping[str, _Candidate], values: Mapping[str, RuleValue]
) -> tuple[PolicyFact, ...]:
    """The facts for which it helps to be asked."""
    facts: dict[str, PolicyFact] = {}
    for name, each in candidates.items():
        shared = sum(value.fact == name for value in values.values()) > 1
        if each.date is not None:
            facts.setdefault(each.date.id, each.date)
        if shared or each.is_age or each.date is not None or each.fact.kind is Kind.DATE:
            facts[name] = each.fact
    if _AGE in facts and _BIRTH in facts:  # who says when they were born has said how old they are
        facts[_AGE] = replace(facts[_AGE], question="", since=_BIRTH)
    return tuple(facts.values())


def _rest(question: str, found: Compared) -> str:
    """What a question says beside the words that compare."""
    left = question[: found.phrase.start] + question[found.phrase.end :]
    return " ".join(left.strip("? ").split()).casefold() or "amount"
