"""Which examples go together into a step (length-bucketed mini-batches)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def batches_by_length(
    lengths: NDArray[np.int64], size: int, rng: np.random.Generator
) -> list[NDArray[np.int64]]:
    """An epoch: rows of like length together, both in an order that the generator shuffles."""
    order = rng.permutation(len(lengths))
    # Sorting within chunks of many batches keeps epochs different from each other.
    chunk = size * 50
    batches: list[NDArray[np.int64]] = []
    for at in range(0, len(order), chunk):
        part = order[at : at + chunk]
        part = part[np.argsort(lengths[part], kind="stable")]
        batches += [part[i : i + size] for i in range(0, len(part), size)]
    return [batches[i] for i in rng.permutation(len(batches))]


def share_of(rows: NDArray[np.int64], process: int, processes: int) -> NDArray[np.int64]:
    """What one of several processes takes of a batch: none takes nothing, as all step together.

    Of a batch with fewer rows than there are processes some take the same.
    """
    return np.resize(rows, max(len(rows), processes))[process::processes]
