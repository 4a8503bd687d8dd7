"""Phrases that are looked for all at once: titles of sections, terms that have a meaning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from e3.text import Span, words

T = TypeVar("T")

_ENDINGS = ("ies", "es", "ed", "s", "y", "e", "d")
_MOST_WORDS = 12
"""Of a phrase; a longer one is a sentence."""
_MOST_ALIKE = 50
"""Phrases with one first word that are compared."""


class Phrases(Generic[T]):
    """What phrases stand for; one is found as one or as many, whatever its capitals."""

    def __init__(self) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], T]]] = {}

    def add(self, phrase: str, what: T) -> None:
        """A phrase more."""
        stems = tuple(_stem(word.text) for word in words(phrase))
        if 0 < len(stems) <= _MOST_WORDS:
            alike = self._by_first.setdefault(stems[0], [])
            if len(alike) < _MOST_ALIKE:
                alike.append((stems, what))

    def found_in(self, sentence: str) -> Iterator[tuple[T, Span]]:
        """What is in a sentence, and where."""
        if not self._by_first:
            return
        said = words(sentence)
        stems = [_stem(word.text) for word in said]
        for place, stem in enumerate(stems):
            for phrase, what in self._by_first.get(stem, ()):
                if tuple(stems[place : place + len(phrase)]) == phrase:
                    yield what, Span(said[place].span.start, said[place + len(phrase) - 1].span.end)


def _stem(word: str) -> str:
    """A word without what makes it one of many, or past; the same for all its forms."""
    while True:
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                word = word.removesuffix(ending)
                break
        else:
            return word
