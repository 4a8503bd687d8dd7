"""The facts that the rules of a policy compare, found in their questions by grammar.

Every rule that compares something says so. A value is asked for where that helps: where several
rules compare it, and where it is an age or a day, since who knows when something was delivered need
not count the days. All else is easier, and tells less of a person, with yes and no.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from e3.language.en.compared_quantity import Compared
from e3.language.en.comparisons import compared
from e3.language.en.content_words import stems
from e3.language.en.value_questions import AskedValue, asked_value
from e3.policy.facts import Kind, PolicyFact, RuleValue
from e3.policy.policy import Policy
from e3.policy.units import are_alike, unit_of
from e3.text import question_key

_AGE, _BIRTH = "your age", "date: you born"


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A fact that may be asked for, and the date that it is computed from, where it is."""

    fact: PolicyFact
    date: PolicyFact | None
    is_age: bool

    def joins(self, other: _Candidate) -> bool:
        """Whether two are the same but for their units."""
        return self.fact.kind is other.fact.kind and are_alike(self.fact.unit, other.fact.unit)


def with_facts(policy: Policy) -> Policy:
    """The policy with all that its rules are found to compare, in place of what it had of that."""
    candidates: dict[str, _Candidate] = {}
    values: dict[str, RuleValue] = {}
    named: dict[_Measured, str] = {}
    unasked: dict[_Measured, str] = {}
    for rule in policy.rules:
        found = compared(rule.question)
        if found is None:
            continue
        asked = asked_value(rule.question, found)
        name = _rest(rule.question, found)
        if asked is not None:
            made = _candidate(asked, found)
            same = named.setdefault(_measured(made.fact.id, found), made.fact.id)
            first = candidates.setdefault(same, made)
            name = same if first.joins(made) else name
        else:
            measured = _measured(name, found)
            name = named.get(measured) or unasked.setdefault(measured, name)
        values[rule.id] = RuleValue(name, found.kind.value, found.unit, found.test)
    rules = tuple(replace(rule, value=values.get(rule.id)) for rule in policy.rules)
    facts = _asked_for(candidates, values)
    questions = {question_key(rule.question) for rule in policy.rules}
    clear = tuple(fact for fact in facts if question_key(fact.question) not in questions)
    return replace(policy, rules=rules, facts=clear if len(clear) == len(facts) else ())


def suggested(question: str) -> tuple[tuple[PolicyFact, ...], RuleValue] | None:
    """What a question compares, with the facts that it needs; None where it is unsure."""
    found = compared(question)
    asked = None if found is None else asked_value(question, found)
    if found is None or asked is None:
        return None
    made = _candidate(asked, found)
    facts = (made.fact,) if made.date is None else (made.date, made.fact)
    return facts, RuleValue(made.fact.id, found.kind.value, found.unit, found.test)


_Measured = tuple[str, str, frozenset[str]]
"""What is measured, whatever words of grammar it is named with: "the value" is "your value"."""


def _measured(name: str, found: Compared) -> _Measured:
    return found.kind.value, unit_of(found.unit).measures, stems(name)


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
