"""A quantity that a question compares, and how."""

from __future__ import annotations

from dataclasses import dataclass

from e3.language.en.whole_quantities import Quantity
from e3.policy.facts import Kind
from e3.text import Span


@dataclass(frozen=True, slots=True)
class Compared:
    """A quantity that a question compares, and how."""

    kind: Kind
    unit: str
    test: str
    phrase: Span
    """The words of the question that compare: "60 or over"."""
    quantity: Quantity
    is_age: bool = False
    things: Span | None = None
    """What is counted: "short pieces"."""
    before: str = ""
    """The words that compare before the quantity, such as "within"."""


def made(quantity: Quantity, test: str, phrase: Span, before: str = "") -> Compared:
    """A comparison of a quantity in the words of a phrase."""
    kind = quantity.kind or Kind.COUNT
    return Compared(kind, quantity.unit, test, phrase, quantity, before=before.strip().casefold())
