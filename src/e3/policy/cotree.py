"""The logic of rules from what joins each two of them (decoding to the nearest cotree).

An and/or formula in which every rule stands once is fixed by one bit for each pair of rules:
whether the lowest operation that they are both below is "and". Bits that come from a network may
fit no formula; here is the formula whose bits are likeliest together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from e3.policy.logic import And, Expression, Or

_MOST_EXACT = 9
"""Rules up to which every way to part them is tried in a draft."""


def nearest_cotree(
    leaves: Sequence[Expression],
    weights: Sequence[Sequence[float]],
    *,
    most_exact: int = _MOST_EXACT,
) -> Expression:
    """The formula over the leaves whose pairs weigh most.

    `weights` of a pair is above zero where "and" is likelier, below where "or" is. Of more than
    `most_exact` rules only parts that lie side by side are tried.
    """
    if not leaves:
        raise ValueError("a formula has at least one leaf")
    count = len(leaves)
    everything = (1 << count) - 1
    cross = _crossing(weights, count)

    @cache
    def best(part: int) -> tuple[float, Expression]:
        if part & (part - 1) == 0:
            return 0.0, leaves[part.bit_length() - 1]
        found: tuple[float, int, bool] | None = None
        for one in _ways(part, count, most_exact):
            between = cross(one, part ^ one)
            weight = abs(between) + best(one)[0] + best(part ^ one)[0]
            if found is None or weight > found[0]:
                found = weight, one, between >= 0
        assert found is not None
        weight, one, is_and = found
        kind = And if is_and else Or
        return weight, _joined(kind, best(one)[1], best(part ^ one)[1])

    places = {leaf: place for place, leaf in enumerate(leaves)}
    return _in_order(best(everything)[1], places)[1]


def _in_order(logic: Expression, places: Mapping[Expression, int]) -> tuple[int, Expression]:
    """The formula with its parts in the order of the leaves, and the place of its first leaf."""
    if not isinstance(logic, And | Or):
        return places[logic], logic
    parts = sorted((_in_order(part, places) for part in logic.parts), key=lambda part: part[0])
    return parts[0][0], type(logic)(tuple(part for _, part in parts))


def _ways(part: int, count: int, most_exact: int) -> list[int]:
    """The first parts into which a part can be cut in two; each holds its first rule."""
    first = part & -part
    if count > most_exact:
        bits = [1 << place for place in range(count) if part >> place & 1]
        return [sum(bits[:cut]) for cut in range(1, len(bits))]
    rest = part ^ first
    found, sub = [], (rest - 1) & rest
    while True:
        found.append(first | sub)
        if sub == 0:
            return found
        sub = (sub - 1) & rest


def _crossing(weights: Sequence[Sequence[float]], count: int) -> Callable[[int, int], float]:
    """What the pairs between two parts weigh."""

    @cache
    def row(place: int, part: int) -> float:
        return sum(weights[place][other] for other in range(count) if part >> other & 1)

    def cross(one: int, other: int) -> float:
        return sum(row(place, other) for place in range(count) if one >> place & 1)

    return cross


def _joined(kind: type[And] | type[Or], one: Expression, other: Expression) -> Expression:
    parts: list[Expression] = []
    for each in (one, other):
        parts += each.parts if isinstance(each, kind) else [each]
    return kind(tuple(parts))
