"""Quantities as they are said whole: "five foot two", "7 pounds 9 ounces", "an hour and a half".

What stands beside a number or a unit that it has not taken in is no quantity: who reads "half a
million" as a million reads something else than was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from e3.language.en.unit_words import PERIOD, period_named
from e3.policy.amounts import Amount
from e3.policy.facts import Kind
from e3.text import Span


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount, of what kind and in what unit, and where it stands."""

    amount: Amount
    kind: Kind | None
    """None of a bare number: what it counts stands elsewhere."""
    unit: str
    span: Span
    period: str = ""
    """Such as "a week"; part of the unit."""
    is_genitive: bool = False
    """Whether it is like "two weeks'": two weeks' notice."""


_SMALLER = {
    "stone": ("lb", 14),
    "lb": ("oz", 16),
    "feet": ("inches", 12),
    "metres": ("cm", 100),
    "GBP": ("pence", 100),
    "EUR": ("cents", 100),
    "dollars": ("cents", 100),
    "kg": ("g", 1000),
    "tonnes": ("kg", 1000),
    "km": ("metres", 1000),
    "hours": ("minutes", 60),
    "minutes": ("seconds", 60),
    "weeks": ("days", 7),
    "years": ("months", 12),
}
"""The unit that may be said after another, and how many of it that is."""
_UNSAID = ("stone", "lb", "feet", "metres", "GBP", "EUR", "dollars", "hours")
"""After which the smaller unit need not be said: "eleven stone four"."""
_PERIOD = re.compile(PERIOD, re.IGNORECASE)
_GAP = re.compile(r"\s|,\s|\sand\s|,\sand\s|")
_PART_BEFORE = re.compile(
    r"\b(?:half|quarters?|thirds?|fifths?|sixths?|eighths?|tenths?|couple|few|several|dozens?|hundreds|thousands"
    r"|and a)"
    r"\s(?:of\s)?(?:an?\s)?$",
    re.IGNORECASE,
)
_PART_AFTER = re.compile(
    r"[\s-](?:and\s)?(?:an?\s)?"
    r"(?:half|quarters?|thirds?|bit|odd|something|hundreds?|thousands?|millions?|billions?|lakhs?|crores?|dozens?)\b"
    r"(?!-)",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\s(?:people|children|men|women|(?!is\b|was\b|as\b|has\b)[a-z]+s)\b")


def whole(text: str, found: Iterable[Quantity]) -> Iterator[Quantity]:
    """The quantities of a text, in order, with those joined that are said as one."""
    before: Quantity | None = None
    torn = False
    for each in found:
        if before is None:
            before = each
        elif each.span.start < before.span.end:  # a period that was taken in
            continue
        elif (both := _joined(text, before, each)) is not None:
            before = both
        else:
            tears = _tears(text, before, each)
            if not (torn or tears):
                yield from _if_whole(text, before)
            before, torn = each, tears
    if before is not None and not torn:
        yield from _if_whole(text, before)


def _if_whole(text: str, each: Quantity) -> Iterator[Quantity]:
    start, end = each.span.start, each.span.end
    near = text[max(0, start - 20) : start]
    said = each.kind is Kind.DATE or not (_PART_BEFORE.search(near) or _PART_AFTER.match(text, end))
    if said:
        yield each


def _joined(text: str, one: Quantity, other: Quantity) -> Quantity | None:
    """Two quantities as one, in the smaller unit; sums of money in the larger."""
    gap = text[one.span.end : other.span.start]
    if one.period or one.is_genitive or not _GAP.fullmatch(gap):
        return None
    unit = one.unit
    if unit == "GBP" and other.unit in ("oz", "ounces"):  # pounds of weight
        unit = "lb"
    small, times = _SMALLER.get(unit, ("", 0))
    if not isinstance(one.amount, Fraction) or not isinstance(other.amount, Fraction) or not small:
        return None
    # A fraction of the larger unit says that it is said whole: "1.5 hours 20 people".
    if one.amount.denominator != 1 or other.amount >= times:
        return None
    end, period = other.span.end, other.period
    if other.kind is None:
        said_in_words = text[one.span.start].isalnum() or one.kind is not Kind.MONEY
        if gap != " " or unit not in _UNSAID or not said_in_words or _counts(text, end):
            return None
        if said := _PERIOD.match(text, end):
            end, period = said.end(), period_named(said[0])
    elif other.unit.removesuffix(period) not in (small, "GBP" if small == "lb" else small):
        return None
    amount, to = times * one.amount + other.amount, small
    if one.kind is Kind.MONEY and unit == one.unit:
        amount, to = amount / times, unit
    kind = Kind.WEIGHT if unit == "lb" else one.kind
    return replace(
        other,
        amount=amount,
        kind=kind,
        unit=f"{to}{period}",
        span=Span(one.span.start, end),
        period=period,
    )


def _counts(text: str, end: int) -> bool:
    """Whether a number counts what follows: "ten pounds two friends gave me"."""
    return bool(_COUNTED.match(text, end))


def _tears(text: str, one: Quantity, other: Quantity) -> bool:
    """Whether two stand so near that neither is said whole: "12 000 pounds", "ten two"."""
    gap = text[one.span.end : other.span.start]
    if gap not in (" ", "-") or Kind.DATE in (one.kind, other.kind):
        return False
    if other.kind is None:
        return one.kind is not Kind.PERCENTAGE and not _counts(text, other.span.end)
    in_figures = text[other.span.start].isdigit() and text[one.span.end - 1].isdigit()
    return (one.kind is None and in_figures) or one.unit == other.unit
