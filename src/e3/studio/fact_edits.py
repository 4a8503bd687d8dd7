"""Edits of facts: what rules compare, in what unit, and how people are asked for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from e3.policy.checking_facts import fact_of, value_of
from e3.policy.facts import PolicyFact, RuleValue
from e3.policy.fields import MOST_FACTS, FactFields, ValueFields
from e3.policy.policy import Policy, PolicyRule
from e3.policy.units import are_alike
from e3.studio.editing import EditRefused, looked_at, rule_of
from e3.studio.rule_edits import RuleId

FactId = Annotated[str, Field(min_length=1, max_length=2_000)]


@dataclass(frozen=True)
class Compare:
    """What a rule compares, or that it compares nothing and is asked with yes and no."""

    rule: RuleId
    value: ValueFields | None = None
    facts: Annotated[tuple[FactFields, ...], Field(max_length=2)] = ()
    """Made with it: the one that it compares, and the date that this is computed from."""
    kind: Literal["compare"] = "compare"

    def made(self, policy: Policy) -> Policy:
        rule = rule_of(policy, self.rule)
        for fact in self.facts:
            policy = AddFact(fact).made(policy)
        value = None if self.value is None else value_of(self.value, policy.facts)
        return looked_at(policy, replace(rule, value=value))


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
        return replace(policy, facts=tuple(facts), rules=tuple(rules))


@dataclass(frozen=True)
class DeleteFact:
    """Takes a fact away: the rules that compared it are asked with yes and no."""

    id: FactId
    kind: Literal["delete fact"] = "delete fact"

    def made(self, policy: Policy) -> Policy:
        gone = _fact(policy, self.id)
        if counted := next((fact for fact in policy.facts if fact.since == gone.id), None):
            raise EditRefused(f"{counted.id!r} is computed from it: change that first", "id")
        rules = (
            replace(rule, value=None) if policy.fact_of(rule) is gone else rule
            for rule in policy.rules
        )
        left = tuple(fact for fact in policy.facts if fact is not gone)
        return replace(policy, facts=left, rules=tuple(rules))


FactEdit = Compare | AddFact | ChangeFact | DeleteFact


def _of_fact(rule: PolicyRule, before: PolicyFact, after: PolicyFact) -> PolicyRule:
    """A rule, with what it compares where that is the fact that was changed."""
    value = rule.value
    if value is None or value.fact != before.id:
        return rule
    unit = value.unit if are_alike(value.unit, after.unit) else after.unit
    return replace(rule, value=RuleValue(after.id, after.kind.value, unit, value.test))


def _fact(policy: Policy, id: str) -> PolicyFact:
    found = policy.fact(id)
    if found is None:
        raise EditRefused(f"there is no fact {id[:80]!r}", "id")
    return found
