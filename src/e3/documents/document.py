"""A document: its text, and where each word of it stands in the original (provenance).

The text is written as a rule text is: "# " before titles, "* " before bullets, a blank line between
paragraphs. All other characters are the original's own, and a piece says of each where it stands.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from e3.policy.rule_text import RuleText
from e3.text import Span

Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in points from the lower left corner of a page."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where words stand in the original; what its format does not have is left out."""

    page: int | None = None
    """Of a PDF, from 1."""
    box: Box | None = None
    line: int | None = None
    """Of a text, from 1."""
    element: str = ""
    """Of a page its XPath, of a DOCX the number of the paragraph."""

    def __str__(self) -> str:
        if self.page is not None:
            return f"page {self.page}"
        return self.element if self.line is None else f"line {self.line}"


def where(places: Iterable[Place]) -> str:
    """Places as a person says them, each once."""
    return ", ".join(dict.fromkeys(map(str, places)))


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters of the text that are the original's, and where they stand there."""

    span: Span
    place: Place


@dataclass(frozen=True)
class Document:
    """A text from a file or an address."""

    title: str
    format: str
    """Such as "pdf"; `e3.documents.formats` has them all."""
    text: str
    pieces: tuple[Piece, ...]
    """In order; none overlaps another."""
    notes: tuple[str, ...] = ()
    """What a reader should know of it, such as pages without text; a sentence each."""

    @cached_property
    def rule_text(self) -> RuleText:
        """The text with the blocks it is made of."""
        return RuleText(self.text)

    def quoted(self, span: Span) -> str:
        """The original's characters within a span: what stands there but for our own signs."""
        return " ".join(part.of(self.text) for part, _ in self._within(span))

    def places(self, span: Span) -> tuple[Place, ...]:
        """Where a span stands in the original; words of one line are one box."""
        found: list[Place] = []
        for _, place in self._within(span):
            last = found[-1] if found else None
            if last is not None and (joined := _joined(last, place)) is not None:
                found[-1] = joined
            else:
                found.append(place)
        return tuple(found)

    def pages(self, span: Span) -> tuple[int, ...]:
        """The pages of the original that a span stands on; none where it has no pages."""
        pages = (place.page for _, place in self._within(span))
        return tuple(dict.fromkeys(page for page in pages if page is not None))

    @cached_property
    def _starts(self) -> list[int]:
        return [piece.span.start for piece in self.pieces]

    def _within(self, span: Span) -> Iterator[tuple[Span, Place]]:
        first = max(0, bisect_right(self._starts, span.start) - 1)
        behind = bisect_left(self._starts, span.end)
        for piece in self.pieces[first:behind]:
            start, end = max(piece.span.start, span.start), min(piece.span.end, span.end)
            if start < end:
                yield Span(start, end), piece.place


def _joined(one: Place, other: Place) -> Place | None:
    """One place for both, where they are neighbours in a line or the same."""
    if one == other:
        return one
    if one.box is None or other.box is None or one.page != other.page:
        return None
    left, bottom, right, top = one.box
    next_left, next_bottom, next_right, next_top = other.box
    middle = (next_bottom + next_top) / 2
    if not (bottom < middle < top and next_left >= left):
        return None
    box = (left, min(bottom, next_bottom), max(right, next_right), max(top, next_top))
    return replace(one, box=box)
