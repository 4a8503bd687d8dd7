"""What is wrong with the facts of a policy, and with the rules that compare them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from e3.policy.amounts import BadValue, amount_of
from e3.policy.boundaries import value_at
from e3.policy.comparing import comparison
from e3.policy.facts import Kind, PolicyFact, RuleValue
from e3.policy.faults import Fault, Place
from e3.policy.fields import FactFields, PersonFields, PolicyFields, RuleFields, ValueFields
from e3.policy.people import value_read
from e3.policy.policy import Policy
from e3.policy.ranges import Seam, seams
from e3.policy.units import are_alike
from e3.text import question_key

_COUNTED = ("days", "weeks", "months", "years")
"""What time can be counted in since a day."""


def fact_faults(fields: PolicyFields) -> Iterator[Fault]:
    """What the policy can't be followed with."""
    asked = {question_key(rule.question) for rule in fields.rules}
    known: dict[str, FactFields] = {}
    for number, fact in enumerate(fields.facts):
        here: Place = ("facts", number)
        if fact.id in known:
            yield Fault((*here, "id"), f"two facts have the id {fact.id!r}")
        known[fact.id] = fact
        if fact.since is None and not fact.question.strip():
            yield Fault(here, f"the fact {fact.id!r} has no question that asks for it")
        if fact.question and question_key(fact.question) in asked:
            yield Fault((*here, "question"), f"another question is the same: {fact.question!r}")
        asked.add(question_key(fact.question))
        yield from _choice_faults(fact, here)
    for number, fact in enumerate(fields.facts):
        if fact.since is not None:
            yield from _since_faults(fact, known, ("facts", number))
    for number, rule in enumerate(fields.rules):
        if rule.value is not None:
            yield from _value_faults(rule, known, ("rules", number, "value"))


def _choice_faults(fact: FactFields, here: Place) -> Iterator[Fault]:
    if fact.kind is Kind.CHOICE and len(set(fact.choices)) < 2:
        yield Fault(here, f"the fact {fact.id!r} is a choice: give two or more `choices`")
    if fact.kind is not Kind.CHOICE and fact.choices:
        why = f"the fact {fact.id!r} is a {fact.kind.value}: only a choice has `choices`"
        yield Fault((*here, "choices"), why)
    for choice in fact.choices:
        if "|" in choice or choice != choice.strip():
            yield Fault((*here, "choices"), f"{choice!r} has a | in it, or a space at its end")


def _since_faults(fact: FactFields, known: dict[str, FactFields], here: Place) -> Iterator[Fault]:
    of = known.get(fact.since or "")
    if of is None or of.kind is not Kind.DATE or of.since is not None:
        why = f"{fact.since!r} is no fact that is a date and is asked for"
        yield Fault((*here, "since"), why)
    if fact.unit not in _COUNTED or fact.kind in (Kind.DATE, Kind.CHOICE):
        why = f"time since a day is a number or a duration in {', '.join(_COUNTED)}"
        yield Fault((*here, "unit"), why)
    if fact.question:
        why = f"the fact {fact.id!r} is computed: {fact.since!r} is asked for, not this"
        yield Fault((*here, "question"), why)


def _value_faults(rule: RuleFields, known: dict[str, FactFields], here: Place) -> Iterator[Fault]:
    value = rule.value
    assert value is not None
    fact = known.get(value.fact)
    if fact is None:
        if value.kind is None:
            why = f"there is no fact {value.fact!r}: put it among the `facts`, or say its kind"
            yield Fault((*here, "fact"), why)
        return
    if value.kind not in (None, fact.kind):
        why = f"{rule.id!r} compares a {value.kind}, and the fact is a {fact.kind.value}"
        yield Fault((*here, "kind"), why)
        return
    if value.unit is not None and not are_alike(value.unit, fact.unit):
        why = f"{value.unit!r} can't be changed to {fact.unit!r}, the unit of {fact.id!r}"
        yield Fault((*here, "unit"), why)
    try:
        found = comparison(value.test, fact.kind)
    except ValueError as error:
        yield Fault((*here, "test"), str(error))
        return
    if found.is_empty():
        yield Fault((*here, "test"), f"nothing can pass the test {value.test!r}")
    for choice in found.choices:
        if choice not in fact.choices:
            yield Fault((*here, "test"), f"{choice!r} is no choice of {fact.id!r}")


def person_faults(
    person: PersonFields,
    facts: Mapping[str, PolicyFact],
    rules: Iterable[RuleFields],
    here: Place,
) -> Iterator[Fault]:
    """What is wrong with the values of an example person."""
    for id, text in person.values.items():
        if id not in facts:
            yield Fault(here, f"there is no fact {id!r}")
            continue
        try:
            amount_of(facts[id], value_read(facts[id], text))
        except BadValue as error:
            yield Fault(here, f"{id!r} can't be {text!r}: {error}")
    for rule in rules:
        if rule.value and rule.value.fact in person.values and rule.id in person.answers:
            why = f"its value settles the rule {rule.id!r}: leave out the answer to that"
            yield Fault(here, why)


def fact_doubts(fields: PolicyFields) -> Iterator[Fault]:
    """What a policy can be followed with, but was hardly meant."""
    compared = {rule.value.fact for rule in fields.rules if rule.value is not None}
    used = compared | {fact.since for fact in fields.facts if fact.id in compared}
    for number, fact in enumerate(fields.facts):
        if fact.id not in used:
            why = f"no rule compares the fact {fact.id!r}: use it in a `value`, or take it out"
            yield Fault(("facts", number), why, is_fatal=False)


def range_doubts(fields: PolicyFields, policy: Policy) -> Iterator[Fault]:
    """Values at which rules that share a fact leave a gap, or overlap."""
    places = {rule.id: number for number, rule in enumerate(fields.rules)}
    for seam in seams(policy):
        ids = " and ".join(map(repr, (*seam.before, *seam.after)))
        where = f"where {seam.fact.id!r} is {_where(seam, policy)}"
        why = f"{ids} leave a gap: none holds {where}" if seam.is_gap else f"{ids} overlap {where}"
        place = ("rules", places[seam.after[0]], "value", "test")
        yield Fault(place, why, is_fatal=False, may_be_meant=True)


def _where(seam: Seam, policy: Policy) -> str:
    ends = [end for end in dict.fromkeys((seam.at.low, seam.at.high)) if end is not None]
    said = [value_at(policy, seam.fact, end) for end in ends]
    numbers = " and ".join(value.text for value in said)
    return f"{'between ' if said[1:] else ''}{numbers} {said[0].unit}".strip()


def fact_of(fields: FactFields) -> PolicyFact:
    """The fact that fields stand for."""
    choices = tuple(fields.choices)
    return PolicyFact(fields.id, fields.kind, fields.unit, fields.question, choices, fields.since)


def value_of(value: ValueFields, facts: Iterable[PolicyFact]) -> RuleValue:
    """What a rule compares, with what its fact says of that."""
    fact = next((fact for fact in facts if fact.id == value.fact), None)
    kind = value.kind or (fact.kind if fact else Kind.NUMBER)
    unit = value.unit if value.unit is not None else fact.unit if fact else ""
    return RuleValue(value.fact, kind.value, unit, value.test)
