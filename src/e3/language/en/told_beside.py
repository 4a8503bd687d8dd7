"""Values that are told by those told before (ellipsis): "my wife has six", "two years older".

The story has said what is measured, and in what unit: it is left out the second time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from e3.language.en.comparing_words import either
from e3.language.en.numbers import NUMBER, number_in
from e3.language.en.story_people import RELATION, YOU
from e3.language.en.whole_quantities import Quantity
from e3.policy.facts import Kind
from e3.policy.units import are_alike, changed

_DOES = either(
    "has, have, had, got, gets, does, did, is on, are on, am on, was on, is at, puts in, put in,"
    " takes, took, pays, paid, earns, makes, owns, waited, waits, weighs, scored, managed, needs,"
    " used, came in at, served, works, worked, [’']s on, [’']s got, [’']ve got, [’']m on, [’']ve"
)
_SAYS = re.compile(
    rf"(?:^|\s|(?<=\w)(?=[’']))(?P<does>{_DOES})\s(?:only\s|just\s|already\s|an?\s)?$",
    re.IGNORECASE,
)
_IS = re.compile(r"(?:\b(?:is|was)|[’']s)\s(?:only\s|just\s)?$", re.IGNORECASE)
_NAMED = re.compile(
    rf"(?:^|,\s)(?:my|our|the)\s(?:\w+\s)?{RELATION}\s(?:only\s|just\s)?$", re.IGNORECASE
)
_ENDS = re.compile(
    r"$|[.,;!?)]|\s(?:in|at|on|there|and|but|for|from|of (?:them|those)|too|already|now|so)\b",
    re.IGNORECASE,
)
_MORE = either("older, taller, heavier, longer, more, higher, bigger, wider, deeper")
_THAN = re.compile(
    rf"\s(?:(?P<more>{_MORE})|younger|shorter|lighter|less|fewer|lower|smaller|narrower)\b"
    rf"(?:\sthan\s(?:(?P<me>me|i|us)\b|him|her|them|it|(?:my|our|the)\s(?P<who>{RELATION})))?"
    r"(?!\s(?:than|of|[a-z]+s)\b)",
    re.IGNORECASE,
)
_REST = re.compile(
    r"\b(?:owns?|have|has|gets?|got|[’']ve|holds?|keeps?)\s(?:got\s)?the (?:rest|remainder)\b",
    re.IGNORECASE,
)
_TIMES = {"the same": Fraction(1), "half": Fraction(1, 2), "twice": Fraction(2)}
_TIMES |= {"double": Fraction(2)}
_THAT = re.compile(
    rf"\b(?P<times>half|twice|double|(?P<number>{NUMBER})\stimes)\s(?:that|as much|as many)\b"
    r"(?!\s\w+s\b)"
    r"|\b(?:is|are|gets?|has|have|got|earns?|pays?|weighs?|does)\s(?:exactly\s)?(?P<same>the same)"
    r"(?=[.,;!?]|$)",
    re.IGNORECASE,
)
_SO_IS = re.compile(
    rf"\bso (?:is|am|are|does|do|has)\s(?:(?P<me>i)|(?:my|our|the)\s(?P<who>{RELATION}))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Known:
    """A value that a story has told, as far as another may be told by it."""

    amount: Fraction
    kind: Kind
    unit: str
    whose: str
    is_age: bool


def left_out(quantity: Quantity, before: str, after: str, *, is_thing: bool) -> bool:
    """Whether a bare number leaves out what it is of, and another has said it just before."""
    if quantity.kind is not None or not _ENDS.match(after):
        return False
    is_thing = is_thing and bool(_IS.search(before))
    return is_thing or bool(_SAYS.search(before) or _NAMED.search(before))


def further(
    quantity: Quantity, after: str, known: Sequence[Known], subject: str
) -> tuple[Fraction, str] | None:
    """How old or large somebody is who is so much more than another, and in what unit."""
    than = _THAN.match(after)
    if than is None or not isinstance(quantity.amount, Fraction):
        return None
    of_age = than[0].split()[0] in ("older", "younger")
    whom = YOU if than["me"] else than["who"] and than["who"].casefold()
    for one in reversed(known):
        alike = are_alike(one.unit, quantity.unit) and (one.is_age or not of_age)
        if not alike or one.whose == subject or (whom and one.whose != whom):
            continue
        by = changed(quantity.amount, unit=quantity.unit, to=one.unit)
        amount = one.amount + by if than["more"] else one.amount - by
        return (amount, one.unit) if amount > 0 else None
    return None


def is_further(after: str) -> bool:
    """Whether an amount before these words is a difference: "two years older"."""
    return bool(_THAN.match(after))


def is_times(after: str) -> bool:
    """Whether a number before these words says how many times another: "three times that"."""
    return bool(re.match(r"\stimes\s(?:that|as much|as many)\b", after, re.IGNORECASE))


@dataclass(frozen=True, slots=True)
class Said:
    """A value that is told without a number, where it stands, and of whom if that is said."""

    amount: Fraction
    at: int
    whose: str | None


def by_words(text: str, start: int, last: Known) -> Said | None:
    """What a clause says from a place on of the value told last: twice that, the rest, the same."""
    if (rest := _REST.search(text, start)) and last.kind is Kind.PERCENTAGE and last.amount < 100:
        return Said(100 - last.amount, rest.start(), None)
    if so := _SO_IS.search(text, start):
        return Said(last.amount, so.start(), YOU if so["me"] else so["who"].casefold())
    if that := _THAT.search(text, start):
        words = (that["times"] or that["same"]).casefold()
        times = number_in(that["number"]) if that["number"] else _TIMES[words]
        if times is not None and (that["same"] is None or last.kind is not Kind.DATE):
            return Said(times * last.amount, that.start(), None)
    return None
