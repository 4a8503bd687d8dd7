"""What a rule seems to compare by the words of its question, as an edit that can be made."""

from __future__ import annotations

from e3.drafting.facts import suggested
from e3.policy.facts import PolicyFact
from e3.policy.fields import FactFields, ValueFields
from e3.policy.policy import Policy
from e3.policy.units import are_alike
from e3.studio.editing import EditRefused
from e3.studio.edits import edited
from e3.studio.fact_edits import Compare


def suggestion(policy: Policy, rule: str) -> Compare | None:
    """What a rule seems to compare by the words of its question, where that can be made so."""
    found = suggested(policy.rule(rule).question)
    if found is None:
        return None
    facts, value = found
    new = tuple(_fields(fact) for fact in facts if policy.fact(fact.id) is None)
    there = policy.fact(value.fact)
    if there is not None and not (there.kind == value.kind and are_alike(there.unit, value.unit)):
        return None
    compared = ValueFields(fact=value.fact, unit=value.unit, test=value.test)
    wanted = Compare(rule, compared, new)
    try:
        edited(policy, wanted)
    except EditRefused:
        return None
    return wanted


def _fields(fact: PolicyFact) -> FactFields:
    return FactFields(
        id=fact.id,
        kind=fact.kind,
        unit=fact.unit,
        question=fact.question,
        choices=list(fact.choices),
        since=fact.since,
    )
