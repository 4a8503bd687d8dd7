"""A text with marks in it, ready for a template: its blocks, and the pieces they are made of.

Nothing here is markup. Templates escape every piece, and every piece is harmless.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from e3.harmless import harmless
from e3.policy.rule_text import Block, BlockKind, RuleText
from e3.text import Span

_SIGNS = frozenset("*-•–‣◦")


@dataclass(frozen=True, slots=True)
class Mark:
    """What is marked, and how: a class of the style sheet, and words for who can't see it."""

    span: Span
    kind: str
    words: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text that is marked as a whole, or not."""

    text: str
    mark: Mark | None = None
    first: bool = False
    """Whether the mark begins here."""
    last: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A title, a paragraph or a bullet."""

    kind: str
    level: int
    sign: str
    """What stands before a bullet."""
    pieces: tuple[Piece, ...]


def pieces(text: str, marks: Sequence[Mark], within: Span | None = None) -> tuple[Piece, ...]:
    """The text in pieces; where marks overlap, the first has the piece."""
    return tuple(_pieces(harmless(text), marks, within or Span(0, len(text))))


def paragraphs(rule_text: RuleText, marks: Sequence[Mark]) -> list[list[Paragraph]]:
    """The blocks of a rule text; bullets that follow each other are together."""
    text = harmless(rule_text.text)
    made = [
        Paragraph(
            block.kind.value,
            block.level,
            _sign(block, text),
            tuple(_pieces(text, marks, block.span)),
        )
        for block in rule_text.blocks
    ]
    return [list(group) for _, group in groupby(made, key=_together)]


def _pieces(text: str, marks: Sequence[Mark], within: Span) -> Iterator[Piece]:
    here = [mark for mark in marks if mark.span.overlaps(within)]
    inside = {edge for mark in here for edge in (mark.span.start, mark.span.end)}
    edges = {edge for edge in inside if within.start < edge < within.end}
    for start, end in pairwise(sorted({within.start, within.end, *edges})):
        span = Span(start, end)
        mark = next((mark for mark in here if mark.span.covers(span)), None)
        yield Piece(
            span.of(text),
            mark,
            first=mark is not None and start in (mark.span.start, within.start),
            last=mark is not None and end in (mark.span.end, within.end),
        )


def _sign(block: Block, text: str) -> str:
    """The marker of a bullet as the text has it; signs of all kinds become one."""
    if block.kind is not BlockKind.BULLET:
        return ""
    line = text.rfind("\n", 0, block.span.start) + 1
    sign = text[line : block.span.start].strip()
    return "•" if set(sign) <= _SIGNS else sign


def _together(paragraph: Paragraph) -> object:
    return "bullets" if paragraph.kind == BlockKind.BULLET else id(paragraph)
