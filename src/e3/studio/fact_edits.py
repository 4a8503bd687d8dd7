"""Edits of facts: what rules compare, in what unit, and how people are asked for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from e3.policy.checking_facts import fact_of, value_of
from e3.policy.facts import PolicyFact, RuleValue, Value
from e3.policy.fields import MOST_FACTS, FactFields, Few, ValueFields
from e3.policy.policy import ExamplePerson, Policy, PolicyRule
from e3.policy.units import are_alike
from e3.studio.editing import EditRefused, looked_at, rule_of, with_rules_for
from e3.studio.rule_edits import RuleId

FactId = Annotated[str, Field(min_length=1, max_length=2_000)]


@dataclass(frozen=True)
class Compare:
    """What a rule compares, or that it compares nothing and is asked with yes and no."""

    rule: RuleId
    value: ValueFields | None = None
    facts: Annotated[tuple[FactFields, ...], Field(max_length=2), Few] = ()
    """Made with it: the one that it compares, and the date that this is computed from."""
    kind: Literal["compare"] = "compare"

    def made(self, policy: Policy) -> Policy:
        rule, value = rule_of(policy, self.rule), self.value
        for fact in self.facts:
            policy = AddFact(fact).made(policy)
        if value is None:
            return looked_at(policy, replace(rule, value=None))
        there = policy.fact(value.fact)
        if there is None and value.kind is None:
            raise EditRefused(f"there is no fact {value.fact[:80]!r}", "value.fact")
        if there is not None and value.kind not in (None, there.kind):
            why = f"{there.id!r} is a {there.kind.value}, not a {value.kind}"
            raise EditRefused(why, "value.kind")
        return looked_at(policy, replace(rule, value=value_of(value, policy.facts)))


@dataclass(frozen=True)
class AddFact:
    """A fact that rules can compare."""

    fact: FactFields
    kind: Literal["add fact"] = "add fact"

    def made(self, policy: Policy) -> Policy:
        if len(policy.facts) >= MOST_FACTS:
            raise EditRefused(f"a policy has {MOST_FACTS} facts at most", "fact")
        return replace(policy, facts=(*policy.facts, fact_of(self.fact)))


@dataclass(frozen=True)
class ChangeFact:
    """Another name, kind, unit or question for a fact, or that it is computed.

    A test in a unit that can be changed to the new one says the same as before; any other takes the
    new unit with its number.
    """

    id: FactId
    fact: FactFields
    kind: Literal["change fact"] = "change fact"

    def made(self, policy: Policy) -> Policy:
        before, after = _fact(policy, self.id), fact_of(self.fact)
        facts = (
            after
            if fact is before
            else replace(fact, since=after.id if fact.since == before.id else fact.since)
            for fact in policy.facts
        )
        rules = (_of_fact(rule, before, after) for rule in policy.rules)
        people = (_person(person, before, after) for person in policy.people)
        return replace(policy, facts=tuple(facts), rules=tuple(rules), people=tuple(people))


@dataclass(frozen=True)
class DeleteFact:
    """Takes a fact away: the rules that compared it are asked with yes and no."""

    id: FactId
    kind: Literal["delete fact"] = "delete fact"

    def made(self, policy: Policy) -> Policy:
        gone = _fact(policy, self.id)
        if counted := next((fact for fact in policy.facts if fact.since == gone.id), None):
            raise EditRefused(f"{counted.id!r} is computed from it: change that first", "id")
        compared = (rule for rule in policy.rules if policy.fact_of(rule) is gone)
        asked = {rule.id: (replace(rule, value=None),) for rule in compared}
        left = with_rules_for(policy, asked)
        return replace(left, facts=tuple(fact for fact in left.facts if fact is not gone))


FactEdit = Compare | AddFact | ChangeFact | DeleteFact


def _of_fact(rule: PolicyRule, before: PolicyFact, after: PolicyFact) -> PolicyRule:
    """A rule, with what it compares where that is the fact that was changed."""
    value = rule.value
    if value is None or value.fact != before.id:
        return rule
    unit = value.unit if are_alike(value.unit, after.unit) else after.unit
    return replace(rule, value=RuleValue(after.id, after.kind.value, unit, value.test))


def _person(person: ExamplePerson, before: PolicyFact, after: PolicyFact) -> ExamplePerson:
    """A person, with their value of the fact that was changed."""
    if before.id not in person.values:
        return person
    said = person.values[before.id]
    value = Value(said.text, said.unit if are_alike(said.unit, after.unit) else after.unit)
    others = {id: other for id, other in person.values.items() if id != before.id}
    return replace(person, values={**others, after.id: value})


def _fact(policy: Policy, id: str) -> PolicyFact:
    found = policy.fact(id)
    if found is None:
        raise EditRefused(f"there is no fact {id[:80]!r}", "id")
    return found
