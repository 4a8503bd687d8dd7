"""Which texts are near to what somebody says, by the words they share (sparse retrieval)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_LENGTH = 0.5
"""How much a long text has to have more words in common (BM25's b)."""
_WHOLE = 1000
"""Rarities are whole numbers, so that their sums are the same in any order."""

Words = Set[str]


@dataclass(frozen=True)
class NearTexts:
    """Texts by their words, so that only those are looked at that have one in common."""

    rarity: Mapping[str, int]
    """By word: how much it tells (inverse document frequency)."""
    postings: Mapping[str, NDArray[np.int64]]
    """By word: the places of the texts that have it."""
    weights: NDArray[np.float64]
    """By text: what a word in it counts; less in a long one."""

    @classmethod
    def of(cls, texts: Sequence[Words]) -> NearTexts:
        """What is needed to search in texts, each the set of its words."""
        having: dict[str, list[int]] = {}
        for place, words in enumerate(texts):
            for word in words:
                having.setdefault(word, []).append(place)
        lengths = np.array([len(words) for words in texts], dtype=np.float64)
        usual = max(1.0, float(lengths.mean())) if len(texts) else 1.0
        return cls(
            {word: _rarity(len(texts), len(places)) for word, places in having.items()},
            {word: np.array(places, dtype=np.int64) for word, places in having.items()},
            1 / (2 - _LENGTH + _LENGTH * lengths / usual),
        )

    def nearest(self, said: Mapping[str, int], most: int) -> list[int]:
        """The places of the texts nearest to words that count so much; of equals the first."""
        known = [word for word in said if word in self.postings]
        if not known:
            return []
        places = [self.postings[word] for word in known]
        counts = [self.rarity[word] * said[word] for word in known]
        each = np.repeat(np.array(counts, dtype=np.float64), [len(of) for of in places])
        scores = np.bincount(np.concatenate(places), each, len(self.weights)) * self.weights
        best = np.argsort(-scores, kind="stable")[:most]
        return [int(place) for place in best if scores[place] > 0]

    def shared(self, one: Words, other: Words) -> float:
        """The part of the words of both that both have (weighted Jaccard index)."""
        every = self._told(one | other)
        return self._told(one & other) / every if every else 1.0

    def part(self, one: Words, other: Words) -> float:
        """How much of what the words of the one tell the other has."""
        every = self._told(one)
        return self._told(one & other) / every if every else 1.0

    def _told(self, words: Words) -> int:
        most = _rarity(len(self.weights), 1)
        return sum(self.rarity.get(word, most) for word in words)


def _rarity(texts: int, having: int) -> int:
    return round(_WHOLE * math.log1p(texts / having))
