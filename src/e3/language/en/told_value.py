"""A value that a story tells, and of whom."""

from __future__ import annotations

from dataclasses import dataclass

from e3.policy.amounts import Amount
from e3.policy.facts import Kind
from e3.text import Span


@dataclass(frozen=True, slots=True)
class ToldValue:
    """A value that a story tells."""

    amount: Amount
    kind: Kind
    unit: str
    whose: str
    """The teller (`YOU`), or the word for whom or what it is told of: "son", "car"."""
    words: Span
    """The clause that tells it."""
    is_age: bool = False
    is_ago: bool = False
    """Whether something happened that long ago."""
    is_since: bool = False
    """Whether something has been so since that day or year."""
    replaces: bool = False
    """Whether it is now so, and the value told before once was."""
    is_corrected: bool = False
    """Whether it is said in place of the value told before, which was a slip."""
    is_so: bool = True
    """Whether it is; "it isn't £1,450" says what another amount is of."""
