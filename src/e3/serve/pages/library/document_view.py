"""A document as a page shows it: its contents, its pages, and what is marked in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from e3.documents.document import Document
from e3.documents.sections import sections
from e3.harmless import one_line
from e3.policy.rule_text import Block, BlockKind
from e3.serve.pages.marks import Mark, Paragraph, block_paragraphs
from e3.text import Span

MOST_SHOWN = 200_000
"""Characters that are shown beside an interview; of a longer document what was read of it is."""


@dataclass(frozen=True)
class Title:
    """A line of the contents."""

    level: int
    words: str
    anchor: str
    page: int | None


@dataclass(frozen=True)
class Part:
    """A title, a paragraph or a list."""

    paragraphs: tuple[Paragraph, ...]
    anchor: str = ""
    """Of a title."""
    page: int | None = None
    """Where a page of the original begins with it."""


@dataclass(frozen=True)
class DocumentView:
    """A document."""

    title: str
    contents: tuple[Title, ...]
    parts: tuple[Part, ...]


def document_view(document: Document, marks: Sequence[Mark] = ()) -> DocumentView:
    """The whole document; the first mark can be linked to."""
    blocks = document.rule_text.blocks
    shown = block_paragraphs(document.rule_text, marks)
    parts, before = [], None
    pairs = zip(blocks, shown, strict=True)
    for _, group in groupby(pairs, key=lambda pair: _together(pair[0])):
        some = list(group)
        first = some[0][0]
        page = next(iter(document.pages(first.span)), None)
        anchor = _anchor(first.span) if first.kind is BlockKind.TITLE else ""
        parts.append(Part(tuple(p for _, p in some), anchor, page if page != before else None))
        before = page if page is not None else before
    return DocumentView(document.title, _contents(document), tuple(parts))


def _contents(document: Document) -> tuple[Title, ...]:
    return tuple(
        Title(
            min(len(section.path), 3),
            one_line(section.path[-1]),
            _anchor(section.title.span),
            next(iter(document.pages(section.title.span)), None),
        )
        for section in sections(document.rule_text)
        if section.title is not None
    )


def _anchor(span: Span) -> str:
    return f"at-{span.start}"


def _together(block: Block) -> object:
    return "bullets" if block.kind is BlockKind.BULLET else id(block)
