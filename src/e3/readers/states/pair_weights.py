"""What joins each two rules, where the lay-out of a text says more than the network."""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np
from numpy.typing import NDArray


def alike_in_lists(
    weights: NDArray[np.float64], places: Sequence[int], lists: Sequence[Set[int]]
) -> NDArray[np.float64]:
    """The weights between some chunks, with one for all pairs that open the items of one list.

    A list has one “and” or one “or”, which its lead-in says or one of its items: where the network
    is unsure of some pairs, the others tell.
    """
    found = weights[np.ix_(places, places)]
    for items in lists:
        among = [number for number, place in enumerate(places) if place in items]
        pairs = [(one, other) for one in among for other in among if one != other]
        if pairs:
            rows, columns = map(list, zip(*pairs, strict=True))
            found[rows, columns] = found[rows, columns].mean()
    return found
