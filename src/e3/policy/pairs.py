"""What each rule, and each pair of rules, is to a logic, read off its truth table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from e3.policy.logic import And, Expression, Name, Not, Or, names

MOST_RULES = 14
"""Beyond which a truth table is too large."""

Table = NDArray[np.bool_]


@dataclass(frozen=True)
class Pairs:
    """Of the rules that matter to a logic."""

    speaks_for: Mapping[str, bool]
    """Whether a yes to a rule speaks for a yes; where it may do either, what it does oftener."""
    together: Mapping[tuple[str, str], bool]
    """Whether both rules of a pair are needed together, or one of them will do.

    Pairs of which now the one and now the other holds are left out.
    """


@lru_cache(maxsize=2**14)
def pairs_of(logic: Expression) -> Pairs:
    """The parts that rules and pairs of them play; raises ValueError for too many rules."""
    rules = sorted(names(logic))
    if len(rules) > MOST_RULES:
        raise ValueError(f"a truth table of {len(rules)} rules is too large")
    axes = np.indices((2,) * len(rules)).astype(np.bool_)
    values = {rule: axes[place] for place, rule in enumerate(rules)}
    table = np.broadcast_to(_value(logic, values), (2,) * len(rules))
    speaks: dict[str, bool] = {}
    for place, rule in enumerate(rules):
        no, yes = np.take(table, 0, axis=place), np.take(table, 1, axis=place)
        raises, lowers = int((yes & ~no).sum()), int((no & ~yes).sum())
        if raises or lowers:
            speaks[rule] = raises >= lowers
    together: dict[tuple[str, str], bool] = {}
    for one, other in combinations(sorted(speaks), 2):
        ands, ors = _joined(table, rules.index(one), rules.index(other))
        if (ands > 0) is not (ors > 0):
            together[one, other] = ands > 0
    return Pairs(speaks, together)


def _joined(table: Table, one: int, other: int) -> tuple[int, int]:
    """In how many cases of the other rules a pair is joined by "and", and in how many by "or".

    Of the four values of a pair one differs from the other three: it is a yes under "and" and a no
    under "or".
    """
    four = np.moveaxis(table, (one, other), (0, 1)).reshape(4, -1)
    count = four.sum(axis=0)
    return int((count == 1).sum()), int((count == 3).sum())


def _value(logic: Expression, values: Mapping[str, Table]) -> Table:
    match logic:
        case Name(id=name):
            return values[name]
        case Not(of=inner):
            return ~_value(inner, values)
        case And(parts=parts):
            whole = np.ones((), dtype=np.bool_)
            for part in parts:
                whole = whole & _value(part, values)
            return whole
        case Or(parts=parts):
            whole = np.zeros((), dtype=np.bool_)
            for part in parts:
                whole = whole | _value(part, values)
            return whole
