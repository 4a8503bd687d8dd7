"""Corpus BLEU as ShARC's official evaluation computes it: one reference, add-one smoothing.

BLEU is a function of counts that add up over rows, so a corpus, or a resample of one, is scored
by summing the counts of its rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

MAX_ORDER = 4


def bleu_counts(hypothesis: Sequence[str], reference: Sequence[str]) -> Array:
    """The counts of one row: clipped matches by order, n-grams by order, the two lengths."""
    orders = range(1, MAX_ORDER + 1)
    matches = [(_ngrams(hypothesis, n) & _ngrams(reference, n)).total() for n in orders]
    totals = [max(len(hypothesis) - n + 1, 0) for n in orders]
    return np.array([*matches, *totals, len(hypothesis), len(reference)], dtype=np.float64)


def _ngrams(tokens: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def bleu(counts: Array, order: int) -> Array:
    """BLEU up to n-grams of `order`, from summed counts along the last axis."""
    matches, totals = counts[..., :order], counts[..., MAX_ORDER : MAX_ORDER + order]
    length, wanted = counts[..., -2], counts[..., -1]
    precision = np.exp(np.log((matches + 1) / (totals + 1)).mean(axis=-1))
    brevity = np.exp(np.minimum(0, 1 - wanted / np.maximum(length, 1)))
    return np.where(length > 0, precision * brevity, 0.0)
