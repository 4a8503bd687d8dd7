"""Spans and words of a text in any language, always as character offsets into it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise

from e3.memory import remembered

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

    def whole_words(self, text: str) -> Span:
        """The span with all of its first and its last word."""
        start, end = self.start, self.end
        while start > 0 and text[start - 1].isalnum() and text[start].isalnum():
            start -= 1
        while end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
            end += 1
        return Span(start, end)

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


def cut_at(spans: Sequence[Span], parts: Iterable[Span]) -> Iterator[list[tuple[Span, int | None]]]:
    """Each part cut where spans begin and end, every piece with the place of its span.

    Where spans overlap it is the first of them that has the piece. Parts are in order and do not
    overlap. No span is looked at anew for each part: a text may have thousands of both.
    """
    edges = sorted({edge for span in spans for edge in (span.start, span.end)})
    coming = sorted(range(len(spans)), key=lambda place: spans[place].start, reverse=True)
    begun: list[int] = []
    for part in parts:
        inside = edges[bisect_right(edges, part.start) : bisect_left(edges, part.end)]
        pieces: list[tuple[Span, int | None]] = []
        for start, end in pairwise(sorted({part.start, *inside, part.end})):
            while coming and spans[coming[-1]].start <= start:
                heappush(begun, coming.pop())
            while begun and spans[begun[0]].end <= start:
                heappop(begun)
            pieces.append((Span(start, end), begun[0] if begun else None))
        yield pieces


def token_f1(one: Iterable[str], other: Iterable[str]) -> float:
    """Harmonic mean of precision and recall over two bags of words (the paper's f1)."""
    a, b = Counter(one), Counter(other)
    shared = (a & b).total()
    return 2 * shared / (a.total() + b.total()) if shared else 0.0


@remembered
def question_key(text: str) -> str:
    """A key under which two spellings of one question are equal: letters and digits alone.

    ShARC writes the questions of one tree with and without a space, a question mark, a capital.
    """
    return "".join(filter(str.isalnum, text.casefold()))
