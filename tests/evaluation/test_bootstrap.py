"""Intervals: what they cover, what they resample, and that they stay the same."""

from collections.abc import Mapping

import numpy as np
import pytest
from numpy.typing import NDArray

from e3.evaluation.bootstrap import intervals

Array = NDArray[np.float64]


def accuracy(statistics: Array) -> Mapping[str, Array]:
    return {"accuracy": statistics[..., 0] / statistics[..., 1]}


def hits(*right: int) -> Array:
    return np.array([[hit, 1.0] for hit in right])


def numbered(count: int) -> list[str]:
    return [str(number) for number in range(count)]


def test_matches_the_normal_approximation_on_independent_rows() -> None:
    statistics = hits(*[1, 0] * 200)
    low, high = intervals(statistics, numbered(400), accuracy)["accuracy"]
    margin = 1.96 * np.sqrt(0.25 / 400)
    assert low == pytest.approx(0.5 - margin, abs=0.01)
    assert high == pytest.approx(0.5 + margin, abs=0.01)


def test_resamples_groups_whole() -> None:
    """Ten trees, each wholly right or wholly wrong, tell as little as ten rows do."""
    small = intervals(hits(*[1, 0] * 5), numbered(10), accuracy)
    groups = [name for name in numbered(10) for _ in range(50)]
    large = intervals(np.repeat(hits(*[1, 0] * 5), 50, axis=0), groups, accuracy)
    assert large == small


def test_groups_of_different_size_change_the_number_of_rows_drawn() -> None:
    rows = intervals(hits(1, 1, 1, 0), ["a", "a", "a", "b"], lambda s: {"rows": s[..., 1]})
    assert rows["rows"] == (2.0, 6.0)


def test_a_single_row_has_no_spread() -> None:
    assert intervals(hits(1), ["a"], accuracy)["accuracy"] == (1.0, 1.0)


def test_is_the_same_every_time_and_in_any_order() -> None:
    statistics, groups = hits(1, 0, 0, 1, 1, 0), ["b", "a", "a", "c", "b", "d"]
    first = intervals(statistics, groups, accuracy)
    assert intervals(statistics, groups, accuracy) == first
    assert intervals(statistics[::-1], groups[::-1], accuracy) == first
