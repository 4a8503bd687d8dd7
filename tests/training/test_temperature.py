"""The temperature that is fitted is the one that the data were made with."""

import numpy as np
import pytest
from numpy.typing import NDArray

from e3.training.temperature import COLDEST, HOTTEST, fit_temperature


def made(rows: int = 40_000) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Logits that mean what they say: labels are drawn from their softmax."""
    random = np.random.default_rng(7)
    logits = random.normal(0, 1.5, (rows, 4))
    weights = np.exp(logits)
    edges = (weights / weights.sum(axis=1, keepdims=True)).cumsum(axis=1)
    return logits, (random.random((rows, 1)) > edges).sum(axis=1).clip(max=3)


@pytest.mark.parametrize("temperature", [0.2, 1.0, 1.7, 6.0])
def test_it_finds_what_the_logits_were_multiplied_by(temperature: float) -> None:
    logits, labels = made()
    assert fit_temperature(temperature * logits, labels) == pytest.approx(temperature, rel=0.03)


def test_large_logits_in_single_precision() -> None:
    logits, labels = made(2_000)
    large = (1e3 + 2 * logits).astype(np.float32)
    assert fit_temperature(large, labels) == pytest.approx(
        2 * fit_temperature(logits, labels), rel=0.01
    )


def test_rows_that_are_all_right_or_all_wrong_have_a_limit() -> None:
    logits = np.array([[3.0, 0.0], [2.0, 0.0]])
    assert fit_temperature(logits, np.array([0, 0])) == pytest.approx(COLDEST, rel=0.1)
    assert fit_temperature(logits, np.array([1, 1])) == pytest.approx(HOTTEST)


@pytest.mark.parametrize(
    ("logits", "labels"),
    [
        (np.zeros((0, 4)), np.zeros(0, dtype=np.int64)),
        (np.zeros((2, 4)), np.zeros(3, dtype=np.int64)),
        (np.zeros(4), np.zeros(4, dtype=np.int64)),
    ],
)
def test_what_can_not_be_fitted(logits: NDArray[np.float64], labels: NDArray[np.int64]) -> None:
    with pytest.raises(ValueError, match="rows x classes"):
        fit_temperature(logits, labels)
