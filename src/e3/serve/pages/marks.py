"""A text with marks in it, ready for a template: its blocks, and the pieces they are made of.

Nothing here is markup. Templates escape every piece, and every piece is harmless.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from e3.harmless import harmless
from e3.policy.rule_text import Block, BlockKind, RuleText
from e3.text import Span, cut_at

_SIGNS = frozenset("*-•–‣◦")


@dataclass(frozen=True, slots=True)
class Mark:
    """What is marked, and how: a class of the style sheet, and words for who can't see it."""

    span: Span
    kind: str
    words: str
    number: int | None = None
    name: str = ""
    """What is marked, for links that lead to it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text that is marked as a whole, or not."""

    text: str
    mark: Mark | None = None
    first: bool = False
    """Whether the mark begins here."""
    last: bool = False
    at: int = 0
    """Where it stands in the text."""


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
    [made] = _pieces(harmless(text), marks, [within or Span(0, len(text))])
    return made


def paragraphs(rule_text: RuleText, marks: Sequence[Mark]) -> list[list[Paragraph]]:
    """The blocks of a rule text; bullets that follow each other are together."""
    made = block_paragraphs(rule_text, marks)
    return [list(group) for _, group in groupby(made, key=_together)]


def block_paragraphs(rule_text: RuleText, marks: Sequence[Mark]) -> list[Paragraph]:
    """The same, one for each block."""
    blocks = rule_text.blocks
    cut = _pieces(harmless(rule_text.text), marks, [block.span for block in blocks])
    return [
        Paragraph(block.kind.value, block.level, _sign(block), pieces)
        for block, pieces in zip(blocks, cut, strict=True)
    ]


def _pieces(text: str, marks: Sequence[Mark], parts: Sequence[Span]) -> Iterator[tuple[Piece, ...]]:
    cut = cut_at([mark.span for mark in marks], parts)
    for part, pieces in zip(parts, cut, strict=True):
        yield tuple(
            _piece(text, span, None if place is None else marks[place], part)
            for span, place in pieces
        )


def _piece(text: str, span: Span, mark: Mark | None, part: Span) -> Piece:
    return Piece(
        span.of(text),
        mark,
        first=mark is not None and span.start in (mark.span.start, part.start),
        last=mark is not None and span.end in (mark.span.end, part.end),
        at=span.start,
    )


def _sign(block: Block) -> str:
    """The marker of a bullet as the text has it; signs of all kinds become one."""
    return "•" if block.marker and set(block.marker) <= _SIGNS else block.marker


def _together(paragraph: Paragraph) -> object:
    return "bullets" if paragraph.kind == BlockKind.BULLET else id(paragraph)
