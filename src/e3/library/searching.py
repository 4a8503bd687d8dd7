"""Which passages are nearest to a question: by its words (BM25) and by its meaning (cosine).

Each score is standardised over all passages, and both are summed, so that neither has to be told
how loud it is. Of BM25 the square root is taken first: a few passages with many rare words would
else be so far from all others that the meaning has no say. Where there is a story, the question
alone counts half as much again. Both were chosen on OR-ShARC's development set
(`tools/measure_library.py`).
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from e3.language.en.content_words import EMPTY_WORDS
from e3.library.encoder import PassageEncoder
from e3.library.packing import unpacked_vectors

QUESTION_ALONE = 0.5
_WORD = re.compile(r"\w+")
_MOST_WORDS = 200
"""Of a question and its story that are looked up."""

Scores = NDArray[np.float32]


@dataclass(frozen=True)
class Shelf:
    """The passages that are searched, and their vectors."""

    changes: int
    """Of the library when this was taken from it."""
    ids: NDArray[np.int64]
    """In order."""
    documents: NDArray[np.int64]
    """The document of each."""
    vectors: NDArray[np.float32] | None
    """None where some passage has none of the encoder's."""

    @classmethod
    def of(cls, connection: sqlite3.Connection, encoder: PassageEncoder | None) -> Shelf:
        """All passages of a library."""
        query = "SELECT id, document FROM passages ORDER BY id"
        rows = np.array(connection.execute(query).fetchall(), dtype=np.int64).reshape(-1, 2)
        vectors = None
        if encoder is not None:
            query = "SELECT vector FROM vectors WHERE encoder = ? ORDER BY passage"
            packed = [row[0] for row in connection.execute(query, (encoder.digest,))]
            vectors = unpacked_vectors(packed) if len(packed) == len(rows) > 0 else None
        return cls(changes(connection), rows[:, 0], rows[:, 1], vectors)


def changes(connection: sqlite3.Connection) -> int:
    """How often a library was changed."""
    (number,) = connection.execute("SELECT number FROM changes").fetchone()
    return int(number)


def scores(
    connection: sqlite3.Connection,
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
        total += weight * _standardised(_by_words(connection, shelf, question), among)
        if shelf.vectors is not None and vectors:
            total += weight * _standardised(shelf.vectors @ vectors[place], among)
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


def _by_words(connection: sqlite3.Connection, shelf: Shelf, question: str) -> Scores:
    found = np.zeros(len(shelf.ids), dtype=np.float32)
    if not (words := looked_up(question)):
        return found
    wanted = " OR ".join(f'"{word}"' for word in words)
    query = "SELECT rowid, -bm25(words) FROM words WHERE words MATCH ?"
    rows = connection.execute(query, (wanted,)).fetchall()
    if rows:
        ids, scored = zip(*rows, strict=True)
        found[np.searchsorted(shelf.ids, np.array(ids))] = np.sqrt(scored)
    return found
