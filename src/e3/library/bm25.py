"""BM25 as FTS5 of SQLite computes it, for a database that has words and no such score."""

from __future__ import annotations

import re
import unicodedata

import numpy as np
from numpy.typing import NDArray

_SATURATION, _LENGTH = 1.2, 0.75
_LEAST_WEIGHT = 1e-6
"""Of a word that more than half of all passages have."""

_WORD = re.compile(r"[^\W_]+")


def plain_words(text: str) -> list[str]:
    """The words of a text in lower case and without accents, as FTS5 takes them apart."""
    flat = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(sign for sign in flat if not unicodedata.combining(sign)))


def bm25_of_word(
    times: NDArray[np.float64], lengths: NDArray[np.float64], *, mean: float, passages: int
) -> NDArray[np.float64]:
    """What one word adds to the score of each passage that has it.

    `times` is how often each has it and `lengths` how many words each has, of `mean` on average.
    """
    having = len(times)
    weight = max(np.log((passages - having + 0.5) / (having + 0.5)), _LEAST_WEIGHT)
    long = _SATURATION * (1 - _LENGTH + _LENGTH * lengths / mean)
    found: NDArray[np.float64] = weight * times * (_SATURATION + 1) / (times + long)
    return found
