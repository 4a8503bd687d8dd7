"""Which passages are nearest to a question: by its words (BM25) and by its meaning (cosine).

Each score is standardised over all passages, and both are summed, so that neither has to be told
how loud it is. Of BM25 the square root is taken first: a few passages with many rare words would
else be so far from all others that the meaning has no say. Where there is a story, the question
alone counts half as much again. Both were chosen on OR-ShARC's development set
(`tools/measure_library.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from e3.language.en.content_words import EMPTY_WORDS

if TYPE_CHECKING:
    from e3.library.store import Tables

QUESTION_ALONE = 0.5
_WORD = re.compile(r"\w+")
_MOST_WORDS = 200
"""Of a question and its story that are looked up."""

Scores = NDArray[np.float32]
"""One for each passage of a shelf."""

ByWords = Callable[["Tables", Sequence[str]], Scores]
"""BM25 of words; 0 for a passage that has none of them."""
ByMeaning = Callable[["Tables", NDArray[np.float32]], Scores]
"""The cosine with a vector."""


@dataclass(frozen=True)
class Shelf:
    """The passages that are searched, and how: some of it may be held in memory."""

    changes: int
    """Of the library when this was taken from it."""
    ids: NDArray[np.int64]
    """In order."""
    documents: NDArray[np.int64]
    """The document of each."""
    by_words: ByWords
    by_meaning: ByMeaning | None
    """None where some passage has no vector of the encoder's."""


def changes(tables: Tables) -> int:
    """How often a library was changed."""
    (number,) = tables.execute("SELECT number FROM changes").fetchone()
    return int(number)


def scores(
    tables: Tables,
    shelf: Shelf,
    questions: Sequence[str],
    vectors: Sequence[NDArray[np.float32]],
    among: NDArray[np.bool_],
) -> Scores:
    """How near each passage is; `among` says which are compared.

    `questions` are the question with its story, and then the question alone.
    """
    total = np.zeros(len(shelf.ids), dtype=np.float32)
    for place, question in enumerate(questions):
        weight = 1.0 if place == 0 else QUESTION_ALONE
        if words := looked_up(question):
            found = np.sqrt(shelf.by_words(tables, words))
            total += weight * _standardised(found, among)
        if shelf.by_meaning is not None and vectors:
            total += weight * _standardised(shelf.by_meaning(tables, vectors[place]), among)
    total[~among] = -np.inf
    return total


def _standardised(scores: Scores, among: NDArray[np.bool_]) -> Scores:
    inside = scores[among]
    spread = float(inside.std()) if len(inside) else 0.0
    if spread < 1e-9:
        return np.zeros_like(scores)
    standard: Scores = (scores - inside.mean()) / spread
    return standard


def looked_up(question: str) -> list[str]:
    """The words of a question that are searched for; those of grammar where it has no other."""
    words = dict.fromkeys(_WORD.findall(question.casefold()))
    said = [word for word in words if word not in EMPTY_WORDS] or list(words)
    return said[:_MOST_WORDS]
