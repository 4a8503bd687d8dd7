"""The ranges of a fact that its rules tell apart (intervals), and where they do not fit together.

"Under 16" and "over 16" leave a gap at 16; "16 to 18" and "18 or over" both hold at 18. Ranges that
lie far apart, and one that lies in another, are meant: only what is missed or shared by one value,
where a range ends and another begins, was hardly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import pairwise

from e3.policy.amounts import is_whole, may_be_below_zero
from e3.policy.comparing import Bound, Comparison, comparison
from e3.policy.facts import Kind, PolicyFact
from e3.policy.policy import Policy


@dataclass(frozen=True, slots=True)
class Range:
    """Values of a fact for which the same rules hold. Days are numbered as Python numbers them."""

    low: Fraction | None
    """None where it has no end."""
    high: Fraction | None
    has_low: bool
    """Whether the end belongs to it."""
    has_high: bool
    rules: frozenset[str] = frozenset()
    """The ids of those that hold."""

    @property
    def inside(self) -> Fraction:
        """A value of it."""
        if self.low is None:
            assert self.high is not None, "all values together are no range"
            return self.high if self.has_high else self.high - 1
        if self.has_low or self.high is None:
            return self.low if self.has_low else self.low + 1
        return self.high if self.has_high else (self.low + self.high) / 2

    @property
    def is_narrow(self) -> bool:
        """Whether it is one value, or what lies between a whole number and the next."""
        if self.low is None or self.high is None:
            return False
        between = not self.has_low and not self.has_high and self.low.denominator == 1
        return self.low == self.high or (between and self.high == self.low + 1)

    def has(self, number: Fraction) -> bool:
        """Whether a value lies in it."""
        above = self.low is None or number > self.low or (self.has_low and number == self.low)
        below = self.high is None or number < self.high or (self.has_high and number == self.high)
        return above and below

    def test(self, fact: PolicyFact) -> Comparison:
        """What it asks of a fact."""
        if self.low is not None and self.low == self.high:
            return Comparison((Bound("==", _at(fact, self.low)),))
        ends = []
        if self.low is not None:
            ends.append(Bound(">=" if self.has_low else ">", _at(fact, self.low)))
        if self.high is not None:
            ends.append(Bound("<=" if self.has_high else "<", _at(fact, self.high)))
        return Comparison(tuple(ends))


@dataclass(frozen=True, slots=True)
class Seam:
    """A place where rules end and others begin, with a value that none or all of them have."""

    fact: PolicyFact
    at: Range
    before: tuple[str, ...]
    """The ids of the rules that end there, in the order of the text."""
    after: tuple[str, ...]
    is_gap: bool
    """Whether none of them holds there; otherwise all do."""


def number_of(amount: Fraction | date) -> Fraction:
    """An amount as the ends of ranges have it."""
    return Fraction(amount.toordinal()) if isinstance(amount, date) else amount


def compared_by(policy: Policy, fact: PolicyFact) -> dict[str, Comparison]:
    """What rules ask of a fact, in its unit, by their ids and in the order of the text."""
    return {
        rule.id: comparison(rule.value.test, fact.kind).in_unit(rule.value.unit, fact.unit)
        for rule in policy.rules
        if rule.value is not None and rule.value.fact == fact.id
    }


def ranges(policy: Policy, fact: PolicyFact) -> tuple[Range, ...]:
    """All values that a fact can have, from the lowest to the highest; none of a choice."""
    tests = {id: _in_numbers(test) for id, test in compared_by(policy, fact).items()}
    ends = {number_of(bound.at) for test in tests.values() for bound in test.bounds}
    if not ends:
        return ()
    lowest, highest = _limits(fact)
    edges = sorted({*ends, *(limit for limit in (lowest, highest) if limit is not None)})
    whole = fact.kind is Kind.DATE or is_whole(fact)
    found = [
        replace(piece, rules=_holding(tests, piece))
        for piece in (_of_whole_numbers(edges) if whole else _of_all_numbers(edges))
        if (lowest is None or piece.inside >= lowest)
        and (highest is None or piece.inside <= highest)
    ]
    found[0] = replace(found[0], low=None, has_low=False)
    found[-1] = replace(found[-1], high=None, has_high=False)
    return tuple(_joined(found))


def _limits(fact: PolicyFact) -> tuple[Fraction | None, Fraction | None]:
    """The lowest and the highest value that a fact can have."""
    if fact.kind is Kind.DATE:
        return number_of(date.min), number_of(date.max)
    return None if may_be_below_zero(fact) else Fraction(0), None


def seams(policy: Policy) -> Iterator[Seam]:
    """The gaps and overlaps between rules that share a fact."""

    def in_order(ids: frozenset[str]) -> tuple[str, ...]:
        return tuple(rule.id for rule in policy.rules if rule.id in ids)

    for fact in policy.facts:
        found = ranges(policy, fact)
        for before, here, after in zip(found, found[1:], found[2:], strict=False):
            # Marks and ratings are whole, though nobody says so.
            if not here.is_narrow or (here.low != here.high and fact.kind is Kind.NUMBER):
                continue
            ending, beginning = before.rules - after.rules, after.rules - before.rules
            last, first = ending & here.rules, beginning & here.rules
            if ending and beginning and here.rules <= before.rules & after.rules:
                yield Seam(fact, here, in_order(ending), in_order(beginning), is_gap=True)
            elif last and first and here.low == here.high:
                yield Seam(fact, here, in_order(last), in_order(first), is_gap=False)


def held_together(policy: Policy) -> Iterator[tuple[frozenset[str], frozenset[frozenset[str]]]]:
    """For each fact the rules that compare it, and which of these hold for somebody at once."""
    for fact in policy.facts:
        tests = compared_by(policy, fact)
        held = (
            (frozenset(id for id in tests if tests[id].holds(choice)) for choice in fact.choices)
            if fact.kind is Kind.CHOICE
            else (each.rules for each in ranges(policy, fact))
        )
        yield frozenset(tests), frozenset(held)


def _in_numbers(test: Comparison) -> Comparison:
    return replace(
        test, bounds=tuple(Bound(bound.sign, number_of(bound.at)) for bound in test.bounds)
    )


def _at(fact: PolicyFact, number: Fraction) -> Fraction | date:
    return date.fromordinal(int(number)) if fact.kind is Kind.DATE else number


def _of_whole_numbers(edges: Sequence[Fraction]) -> Iterator[Range]:
    """Each whole number beside an end, and what lies between those."""
    near = sorted(
        {Fraction(whole) for edge in edges for whole in (math.floor(edge), math.ceil(edge))}
    )
    yield Range(None, near[0] - 1, False, True)
    for number, following in pairwise([*near, None]):
        assert number is not None
        yield Range(number, number, True, True)
        if following is None:
            yield Range(number + 1, None, True, False)
        elif following - number > 1:
            yield Range(number + 1, following - 1, True, True)


def _of_all_numbers(edges: Sequence[Fraction]) -> Iterator[Range]:
    """Each end, and what lies between two."""
    yield Range(None, edges[0], False, False)
    for number, following in pairwise([*edges, None]):
        assert number is not None
        yield Range(number, number, True, True)
        yield Range(number, following, False, False)


def _holding(tests: Mapping[str, Comparison], piece: Range) -> frozenset[str]:
    return frozenset(id for id, test in tests.items() if test.holds(piece.inside))


def _joined(pieces: Iterable[Range]) -> Iterator[Range]:
    """Neighbours for which the same rules hold as one."""
    before: Range | None = None
    for piece in pieces:
        if before is not None and before.rules == piece.rules:
            before = replace(before, high=piece.high, has_high=piece.has_high)
            continue
        if before is not None:
            yield before
        before = piece
    if before is not None:
        yield before
