"""What a rule seems to compare by the words of its question, as an edit that can be made."""

from __future__ import annotations

from dataclasses import asdict

from e3.drafting.facts import suggested
from e3.policy.facts import Kind
from e3.policy.fields import FactFields, ValueFields
from e3.policy.policy import Policy
from e3.studio.editing import EditRefused
from e3.studio.edits import edited
from e3.studio.fact_edits import Compare


def suggestion(policy: Policy, rule: str) -> Compare | None:
    """Has a rule compare what its question seems to; None where that can't be told, or made."""
    found = suggested(policy.rule(rule).question)
    if found is None:
        return None
    facts, value = found
    new = tuple(FactFields(**asdict(fact)) for fact in facts if policy.fact(fact.id) is None)
    compared = ValueFields(fact=value.fact, kind=Kind(value.kind), unit=value.unit, test=value.test)
    wanted = Compare(rule, compared, new)
    try:
        edited(policy, wanted)
    except EditRefused:  # such as a fact of that name that is another
        return None
    return wanted
