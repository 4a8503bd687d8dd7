"""What rules ask of a fact: over, at least, under, at most, between, on a day, one of."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from operator import eq, ge, gt, le, lt

from e3.memory import remembered
from e3.policy.amounts import Amount, read_day, read_number
from e3.policy.facts import Kind
from e3.policy.units import changed

_BOUND = re.compile(r"(>=|<=|>|<|==) (-?\d[\d.-]*)", re.ASCII)
_ONE_OF = "one of "
_SIGNS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    ">": gt,
    ">=": ge,
    "<": lt,
    "<=": le,
    "==": eq,
}


@dataclass(frozen=True, slots=True)
class Bound:
    """Over, at least, under, at most or exactly an amount."""

    sign: str
    at: Fraction | date

    def holds(self, amount: Amount) -> bool:
        """Whether an amount passes; a day is never compared with a number."""
        if isinstance(amount, date) and isinstance(self.at, date):
            days = Fraction(amount.toordinal()), Fraction(self.at.toordinal())
            return _SIGNS[self.sign](*days)
        if isinstance(amount, Fraction) and isinstance(self.at, Fraction):
            return _SIGNS[self.sign](amount, self.at)
        return False


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a rule asks of a fact: bounds that all hold, or one of some choices."""

    bounds: tuple[Bound, ...] = ()
    choices: tuple[str, ...] = ()

    def holds(self, amount: Amount) -> bool:
        """Whether an amount passes."""
        if isinstance(amount, str):
            return amount in self.choices
        return bool(self.bounds) and all(bound.holds(amount) for bound in self.bounds)

    def is_empty(self) -> bool:
        """Whether nothing passes."""
        edges = [bound.at for bound in self.bounds]
        between = [_middle(edges[0], edges[-1])] if len(edges) > 1 else []
        return len(edges) > 1 and not any(self.holds(each) for each in [*edges, *between])

    def in_unit(self, unit: str, to: str) -> Comparison:
        """The same of amounts in another unit."""
        return Comparison(
            tuple(
                Bound(bound.sign, changed(bound.at, unit=unit, to=to))
                if isinstance(bound.at, Fraction)
                else bound
                for bound in self.bounds
            ),
            self.choices,
        )


def _middle(one: Fraction | date, other: Fraction | date) -> Fraction | date:
    if isinstance(one, date) and isinstance(other, date):
        return date.fromordinal((one.toordinal() + other.toordinal()) // 2)
    assert isinstance(one, Fraction)
    assert isinstance(other, Fraction)
    return (one + other) / 2


@remembered
def comparison(test: str, kind: str) -> Comparison:
    """What a test says, such as ">= 16 and < 19"; raises ValueError where the kind has no such."""
    if test.startswith(_ONE_OF):
        choices = tuple(part.strip() for part in test.removeprefix(_ONE_OF).split("|"))
        if kind != Kind.CHOICE or not all(choices):
            raise ValueError("'one of' is for choices, such as 'one of British | Irish'")
        return Comparison(choices=choices)
    parts = [_BOUND.fullmatch(part) for part in test.split(" and ")]
    if kind == Kind.CHOICE or not all(parts):
        raise ValueError(f"{test[:40]!r} is no test of a {kind}")
    read = read_day if kind == Kind.DATE else read_number
    return Comparison(tuple(Bound(part[1], read(part[2])) for part in parts if part))
