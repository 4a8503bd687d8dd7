"""The documents nearest to a question, and what speaks for the first of them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from e3.library.entries import DocumentEntry
from e3.library.records import entry
from e3.library.searching import Scores, Shelf, looked_up
from e3.library.store import Tables


@dataclass(frozen=True)
class Evidence:
    """What speaks for the nearest document."""

    meaning: float
    """The cosine of its passage with the question and the story; 0 where words alone tell."""
    question: float
    """The share of the question's words that the passage has, rare ones counted more."""
    words: float
    """The same of the question and the story."""
    margin: float
    """How much nearer it is than the next, in standard deviations; 0 where there is no other."""
    size: float
    """The logarithm of the number of documents."""


@dataclass(frozen=True)
class Nearest:
    """Documents, the nearest first; none in an empty library."""

    documents: tuple[DocumentEntry, ...]
    evidence: Evidence | None
    by_meaning: bool


def nearest(
    tables: Tables,
    shelf: Shelf,
    questions: list[str],
    total: Scores,
    meaning: NDArray[np.float32] | None,
    *,
    most: int,
) -> Nearest:
    """By the scores of all passages; `questions` are as for them."""
    order = np.argsort(-total, kind="stable")
    firsts: dict[int, int] = {}
    for at in order:
        firsts.setdefault(int(shelf.documents[at]), int(at))
        if len(firsts) == max(most, 2):
            break
    if not firsts:
        return Nearest((), None, by_meaning=meaning is not None)
    best, *others = firsts.values()
    evidence = Evidence(
        meaning=0.0 if meaning is None else float(meaning[best]),
        question=_share(tables, shelf, questions[-1], best),
        words=_share(tables, shelf, questions[0], best),
        margin=float(total[best] - total[others[0]]) if others else 0.0,
        size=math.log(len(set(shelf.documents.tolist()))),
    )
    entries = [entry(tables, "id = ?", id) for id in list(firsts)[:most]]
    found = tuple(each for each in entries if each is not None)
    return Nearest(found, evidence, by_meaning=meaning is not None)


def _share(tables: Tables, shelf: Shelf, question: str, at: int) -> float:
    """How much of a question a passage has words for (inverse document frequency)."""
    passage, count = int(shelf.ids[at]), len(shelf.ids)
    there, all_of_it = 0.0, 0.0
    for word in looked_up(question):
        having, has = tables.having(word, passage)
        weight = math.log(1 + count / max(having, 1))
        all_of_it += weight
        there += weight * has
    return there / all_of_it if all_of_it else 0.0
