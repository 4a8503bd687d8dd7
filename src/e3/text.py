"""Spans and words of a text in any language, always as character offsets into it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of characters, counted in code points as Python does."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"a span needs 0 <= start <= end, got {self.start} and {self.end}")

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The characters of `text` that the span covers."""
        return text[self.start : self.end]

    def covers(self, other: Span) -> bool:
        """Whether `other` lies within this span."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Whether the two share at least one character."""
        return self.start < other.end and other.start < self.end

    def stripped(self, text: str, characters: str | None = None) -> Span:
        """The span without `characters` (white space by default) at either end."""
        inside = self.of(text)
        start = self.end - len(inside.lstrip(characters))
        return Span(start, max(start, self.start + len(inside.rstrip(characters))))


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it is compared (case-folded) and where it stands."""

    text: str
    span: Span


def words(text: str, within: Span | None = None) -> list[Word]:
    """The words of `text`, or of the part of it that lies in `within`."""
    start, end = (within.start, within.end) if within is not None else (0, len(text))
    return [
        Word(match.group().casefold(), Span(*match.span()))
        for match in _WORD.finditer(text, start, end)
    ]


def without_covered(spans: Sequence[Span]) -> list[Span]:
    """The spans in order, without any that lies within a longer one."""
    kept: list[Span] = []
    for span in sorted(set(spans), key=lambda span: (span.start, -span.end)):
        if not (kept and kept[-1].covers(span)):
            kept.append(span)
    return kept


def token_f1(one: Iterable[str], other: Iterable[str]) -> float:
    """Harmonic mean of precision and recall over two bags of words (the paper's f1)."""
    a, b = Counter(one), Counter(other)
    shared = (a & b).total()
    return 2 * shared / (a.total() + b.total()) if shared else 0.0


@lru_cache(maxsize=2**16)
def question_key(text: str) -> str:
    """A key under which two spellings of one question are equal: letters and digits alone.

    ShARC writes the questions of one tree with and without a space, a question mark, a capital.
    """
    return "".join(character for character in text.casefold() if character.isalnum())
