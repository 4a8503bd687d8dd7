"""Percentile intervals (the bootstrap) of figures that are functions of sums over rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

RESAMPLES = 1_000
PERCENTILES = (2.5, 97.5)


def intervals(
    statistics: Array, groups: Sequence[str], figures: Callable[[Array], Mapping[str, Array]]
) -> dict[str, tuple[float, float]]:
    """The 95 % interval of each figure, from resampling whole groups of rows.

    `statistics` has one line a row, `groups` the group of each row, and `figures` works along the
    last axis of summed statistics. The same rows, in any order, give the same intervals.
    """
    place = {name: number for number, name in enumerate(sorted(set(groups)))}
    sums = np.zeros((len(place), statistics.shape[1]))
    np.add.at(sums, [place[name] for name in groups], statistics)
    chance = np.full(len(place), 1 / len(place))
    weights = np.random.default_rng(0).multinomial(len(place), chance, size=RESAMPLES)
    resampled = figures(weights.astype(np.float64) @ sums)
    return {name: _percentiles(values) for name, values in resampled.items()}


def _percentiles(values: Array) -> tuple[float, float]:
    low, high = np.percentile(values, PERCENTILES)
    return float(low), float(high)
