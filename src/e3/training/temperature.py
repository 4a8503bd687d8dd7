"""Temperature scaling: so that the probabilities of a trained model mean what they say."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

COLDEST, HOTTEST = 0.05, 20.0
"""The temperatures that are looked at; rows that are all right or all wrong ask for 0 or more."""

_HALVINGS = 60


def fit_temperature(logits: NDArray[Any], labels: NDArray[Any]) -> float:
    """The temperature that logits (rows x classes) are divided by so that labels are likeliest.

    The rows must be others than those that a model learnt from or is measured on. The slope of the
    likelihood rises with the inverse of the temperature, so halving finds where it is zero.
    """
    scores = np.asarray(logits, dtype=np.float64)
    if scores.ndim != 2 or scores.shape[:1] != np.shape(labels) or not len(scores):
        raise ValueError("a temperature is fitted on rows x classes and a label for every row")
    given = scores[np.arange(len(scores)), labels]
    low, high = np.log([1 / HOTTEST, 1 / COLDEST])
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _slope(scores, given, np.exp(middle)) < 0:
            low = middle
        else:
            high = middle
    return float(np.exp(-(low + high) / 2))


def _slope(scores: NDArray[np.float64], given: NDArray[np.float64], inverse: float) -> float:
    """How fast the mean negative log-likelihood rises with the inverse temperature."""
    weights = np.exp(inverse * (scores - scores.max(axis=1, keepdims=True)))
    expected = (weights * scores).sum(axis=1) / weights.sum(axis=1)
    return float((expected - given).mean())


def fit_logistic(scores: NDArray[Any], shares: NDArray[Any]) -> tuple[float, float]:
    """Where the logistic of a score starts and by how much it rises so that it meets shares.

    (Platt scaling, by Newton's method.)
    """
    x = np.asarray(scores, dtype=np.float64)
    y = np.asarray(shares, dtype=np.float64)
    if x.shape != y.shape or not len(x):
        raise ValueError("a logistic is fitted on scores and a share for every one")
    design = np.stack([np.ones_like(x), x], axis=1)
    found = np.zeros(2)
    for _ in range(_HALVINGS):
        likely = 1 / (1 + np.exp(-np.clip(design @ found, -30, 30)))
        slope = design.T @ (likely - y) + 1e-3 * found
        curve = (design * (likely * (1 - likely))[:, None]).T @ design + 1e-3 * np.eye(2)
        found = found - np.linalg.solve(curve, slope)
    return float(found[0]), float(found[1])
