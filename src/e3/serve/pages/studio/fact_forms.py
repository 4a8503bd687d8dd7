"""Forms about facts as edits: what a rule compares, and what people are asked for once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import ValidationError

from e3.language.en.typed_values import typed_value
from e3.policy.amounts import BadValue
from e3.policy.checking_facts import fact_of
from e3.policy.facts import Kind, PolicyFact
from e3.policy.fields import FactFields, ValueFields
from e3.policy.policy import Policy
from e3.serialise import sentence_of
from e3.serve.pages.studio.edit_forms import Fields, filled
from e3.studio.editing import EditRefused
from e3.studio.edits import Edit
from e3.studio.fact_edits import AddFact, ChangeFact, Compare, DeleteFact
from e3.studio.suggesting import suggestion

NEW = "new"
"""In the place of a fact's number: one that is still to be made."""

HOW: Mapping[str, tuple[str, ...]] = {
    "least": (">=",),
    "over": (">",),
    "most": ("<=",),
    "under": ("<",),
    "exactly": ("==",),
    "from-to": (">=", "<="),
    "from-under": (">=", "<"),
    "over-to": (">", "<="),
    "over-under": (">", "<"),
}
"""The tests that the form offers, and the signs of each."""

_CHOICE = "choice-"
_Made = TypeVar("_Made", FactFields, ValueFields)


def comparing_edit(policy: Policy, rule: str, fields: Fields) -> Edit | None:
    """What is wanted on the page of a rule, where that is about what it compares."""
    if "yes-or-no" in fields:
        return Compare(rule)
    return suggestion(policy, rule) if "compare" in fields else None


def compare_edit(policy: Policy, rule: str, place: str, fields: dict[str, str]) -> Edit:
    """What is wanted on the page of what a rule compares."""
    if place == NEW:
        made = _fact(policy, fields)
        return Compare(rule, _value(fact_of(made), fields), (made,))
    return Compare(rule, _value(fact_at(policy, place), fields))


def fact_edit(policy: Policy, place: str, fields: dict[str, str]) -> Edit:
    """What is wanted on the page of a fact."""
    if place == NEW:
        return AddFact(_fact(policy, fields))
    fact = fact_at(policy, place)
    return DeleteFact(fact.id) if "delete" in fields else ChangeFact(fact.id, _fact(policy, fields))


def fact_at(policy: Policy, place: str) -> PolicyFact:
    """The fact with a number, counted from 0."""
    number = int(place) if place.isascii() and place.isdecimal() and len(place) < 5 else -1
    if not 0 <= number < len(policy.facts):
        raise EditRefused("there is no such fact: it may have been taken away")
    return policy.facts[number]


def _fact(policy: Policy, fields: Fields) -> FactFields:
    """The fact that was filled in; what its kind has no use for is left out."""
    name = " ".join(filled(fields, "name", "write what it is called").split())
    kinds = {kind.value: kind for kind in Kind}
    kind = kinds.get(fields.get("measures", ""))
    if kind is None:
        raise EditRefused("say what it is: a number, a date, one of several…", "measures")
    has_unit = kind not in (Kind.DATE, Kind.CHOICE)
    since = fields.get("since", "") if has_unit else ""
    asked = fields.get("question", "").strip()
    if not since and not asked:
        raise EditRefused("write how people are asked for it", "question")
    return _made(
        FactFields,
        id=name,
        kind=kind,
        unit=" ".join(fields.get("unit", "").split()) if has_unit else "",
        question="" if since else asked,
        choices=_lines(fields, "choices") if kind is Kind.CHOICE else [],
        since=fact_at(policy, since).id if since else None,
    )


def _value(fact: PolicyFact, fields: Fields) -> ValueFields:
    """The test that was filled in."""
    if fact.kind is Kind.CHOICE:
        ticked = [
            choice for place, choice in enumerate(fact.choices) if f"{_CHOICE}{place}" in fields
        ]
        chosen = ticked or _lines(fields, "passing")
        if not chosen:
            raise EditRefused("say for which of them the answer is yes", "passing")
        return _made(ValueFields, fact=fact.id, test=f"one of {' | '.join(chosen)}")
    signs = HOW.get(fields.get("how", ""))
    if signs is None:
        raise EditRefused("say how it is compared", "how")
    parts, unit = [], fields.get("test-unit", fact.unit)
    for sign, name in zip(signs, ("amount", "to"), strict=False):
        said = filled(fields, name, "write what it is compared with")
        try:
            value = typed_value(said, fact)
        except BadValue as error:
            raise EditRefused(str(error), name) from None
        parts.append(f"{sign} {value.text}")
        unit = value.unit or unit
    of = None if fact.kind is Kind.DATE else unit
    return _made(ValueFields, fact=fact.id, unit=of, test=" and ".join(parts))


def _made(model: type[_Made], **values: Any) -> _Made:
    try:
        return model(**values)
    except ValidationError as error:
        raise EditRefused(sentence_of(error.errors(include_url=False)[0])) from None


def _lines(fields: Fields, name: str) -> list[str]:
    return [line for each in fields.get(name, "").splitlines() if (line := " ".join(each.split()))]
