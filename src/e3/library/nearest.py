"""The documents nearest to a question, and what speaks for the first of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

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
    read: float = 0.0
    """What a reader makes of its passage, in log odds: whether it answers; 0 where none read it."""


@dataclass(frozen=True)
class Near:
    """A document, the passage of it that is nearest, and what speaks for it."""

    document: DocumentEntry
    text: str
    score: float
    """By words and meaning, in standard deviations."""
    meaning: float
    question: float
    words: float
    read: float = 0.0


@dataclass(frozen=True)
class Nearest:
    """Documents, the nearest first; none in an empty library."""

    near: tuple[Near, ...]
    count: int
    """Of all documents."""
    by_meaning: bool
    weight: float | None = None
    """What a log odd of a reader's counts in the order; None where none has read them."""

    @property
    def is_read(self) -> bool:
        return self.weight is not None

    @property
    def documents(self) -> tuple[DocumentEntry, ...]:
        return tuple(each.document for each in self.near)

    @property
    def evidence(self) -> Evidence | None:
        """What speaks for the first."""
        if not self.near:
            return None
        best = self.near[0]
        return Evidence(
            meaning=best.meaning,
            question=best.question,
            words=best.words,
            margin=self._score(best) - self._score(self.near[1]) if len(self.near) > 1 else 0.0,
            size=math.log(self.count),
            read=best.read,
        )

    def with_reading(self, read: Sequence[float], weight: float) -> Nearest:
        """In the order that they have once a reader has read each; `weight` of what it says."""
        told = [replace(each, read=said) for each, said in zip(self.near, read, strict=True)]
        again = replace(self, near=tuple(told), weight=weight)
        # Of equals, the one that the search found first stays first.
        return replace(again, near=tuple(sorted(told, key=again._score, reverse=True)))

    def _score(self, near: Near) -> float:
        return near.score + (self.weight or 0.0) * near.read


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
    asked = _shares(tables, shelf, questions[-1], list(firsts.values()))
    told = _shares(tables, shelf, questions[0], list(firsts.values()))
    near = []
    for id, at in firsts.items():
        found = entry(tables, "id = ?", id)
        query = "SELECT body FROM passages WHERE id = ?"
        body = tables.execute(query, (int(shelf.ids[at]),)).fetchone()
        if found is not None and body is not None:
            cosine = 0.0 if meaning is None else float(meaning[at])
            near.append(Near(found, body[0], float(total[at]), cosine, asked[at], told[at]))
    count = len(set(shelf.documents.tolist()))
    return Nearest(tuple(near), count, by_meaning=meaning is not None)


def _shares(tables: Tables, shelf: Shelf, question: str, places: Sequence[int]) -> dict[int, float]:
    """How much of a question each passage has words for (inverse document frequency)."""
    passages = {int(shelf.ids[at]): at for at in places}
    there, all_of_it = dict.fromkeys(places, 0.0), 0.0
    for word in looked_up(question) if places else ():
        count, having = tables.having(word, list(passages))
        weight = math.log(1 + len(shelf.ids) / max(count, 1))
        all_of_it += weight
        for passage in having:
            there[passages[passage]] += weight
    return {at: share / all_of_it if all_of_it else 0.0 for at, share in there.items()}
