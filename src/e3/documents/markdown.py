"""Markdown, by markdown-it-py: it follows CommonMark and says of each block on which lines it is.

Links, emphasis and front matter are signs for a program; what a person reads is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from e3.documents.document import Document, Place
from e3.documents.manuscript import (
    BREAK,
    MOST_CHARACTERS,
    Manuscript,
    Run,
    is_short_title,
    row_of_cells,
    said,
    too_long,
)
from e3.documents.plain_text import decoded
from e3.policy.rule_text import BlockKind

_FRONT_MATTER = re.compile(r"---[ \t]*\r?\n(?P<inside>.*?\r?\n)??---[ \t]*(\r?\n|\Z)", re.DOTALL)
_TITLE = re.compile(r"^title:(?P<title>.*)$", re.MULTILINE)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_MOST_NESTED = 100
_MOST_LOOKED_AT = 10_000_000
"""Brackets of a paragraph times its characters: behind each the parser looks for its end, and what
has more is no text with links, but made to be slow."""
_BOLD_TITLE = 6


def read_markdown(data: bytes, *, title: str, source: str) -> Document:
    """The document in a Markdown file."""
    text = decoded(data, source)
    if front := _FRONT_MATTER.match(text):
        if (named := _TITLE.search(front["inside"] or "")) and (words := _unquoted(named["title"])):
            title = words
        # Lines keep their numbers.
        text = "\n" * front.group().count("\n") + text[front.end() :]
    if len(text) > MOST_CHARACTERS:
        raise too_long(source)
    writing = _Writing(Manuscript(source))
    for token in _parser().parse(text):
        writing.take(token)
    document = writing.manuscript.document(title=title, format="markdown")
    return document if front else _titled(document)


def _unquoted(words: str) -> str:
    words = words.strip()
    if len(words) > 2 and words[0] == words[-1] and words[0] in "\"'":
        return words[1:-1]
    return words


def _parser() -> MarkdownIt:
    options = {"maxNesting": _MOST_NESTED}
    parser = MarkdownIt("commonmark", options).enable("table")
    without_links = MarkdownIt("commonmark", options).disable(["link", "image"])

    def inline(state: StateCore) -> None:
        for token in state.tokens:
            if token.type == "inline":
                many = token.content.count("[") * len(token.content) > _MOST_LOOKED_AT
                one = without_links if many else state.md
                token.children = []
                one.inline.parse(token.content, one, state.env, token.children)

    parser.core.ruler.at("inline", inline)
    return parser


def _titled(document: Document) -> Document:
    """Named by its title of the first level, where it begins with one."""
    first = next(iter(document.rule_text.blocks), None)
    if first is None or first.kind is not BlockKind.TITLE:
        return document
    name = first.span.of(document.text)
    return Document(name, document.format, document.text, document.pieces, document.notes)


@dataclass
class _Writing:
    """Where in the document the tokens have led to."""

    manuscript: Manuscript
    lists: list[int | None] = field(default_factory=list)
    """For each list that is open the number of its next item; None without numbers."""
    is_first: bool = False
    """Whether the next paragraph is the first of its item."""
    title: int = 0
    cells: list[list[Run]] | None = None
    in_head: bool = False
    line: int = 0

    def take(self, token: Token) -> None:
        if token.map:
            self.line = token.map[0] + 1
        match token.type:
            case "bullet_list_open":
                self.lists.append(None)
            case "ordered_list_open":
                self.lists.append(int(token.attrGet("start") or 1))
            case "bullet_list_close" | "ordered_list_close":
                self.lists.pop()
            case "list_item_open":
                self.is_first = True
            case "heading_open":
                self.title = int(token.tag[1:])
            case "heading_close":
                self.title = 0
            case "thead_open" | "thead_close":
                self.in_head = token.type == "thead_open"
            case "tr_open":
                self.cells = []
            case "tr_close":
                self._row()
            case "inline":
                self._inline(token)
            case "fence" | "code_block" | "html_block":
                self._literal(token)

    def _inline(self, token: Token) -> None:
        runs = list(_runs(token, self.line))
        if self.cells is not None:
            self.cells.append(runs)
        elif self.title:
            self.manuscript.title(self.title, runs)
        elif not self.lists and _is_bold(token) and is_short_title(said(runs)):
            self.manuscript.title(_BOLD_TITLE, runs)
        else:
            self._flow(runs)

    def _flow(self, runs: list[Run]) -> None:
        """A paragraph, of an item where a list is open."""
        if not self.lists:
            self.manuscript.paragraph(runs)
        elif self.is_first:
            number = self.lists[-1]
            self.manuscript.bullet(len(self.lists), runs, number=number)
            self.lists[-1] = None if number is None else number + 1
            self.is_first = False
        else:
            self.manuscript.more_of_bullet(runs)

    def _literal(self, token: Token) -> None:
        """Code stays as it is; of HTML what is no tag."""
        first = self.line + (token.type == "fence")
        content = token.content
        if token.type == "html_block":
            content = _TAG.sub(lambda tag: "\n" * tag.group().count("\n"), _uncommented(content))
        runs: list[Run] = []
        for number, line in enumerate(content.split("\n")):
            runs += [(line, Place(line=first + number)), BREAK]
        self._flow(runs)

    def _row(self) -> None:
        cells, self.cells = self.cells or [], None
        runs = row_of_cells(cells)
        if self.in_head:
            self.manuscript.paragraph(runs)
        else:
            self.manuscript.bullet(1, runs)


def _uncommented(content: str) -> str:
    """HTML without its comments; lines keep their numbers."""
    parts: list[str] = []
    at = 0
    while (start := content.find("<!--", at)) >= 0 and (end := content.find("-->", start + 4)) >= 0:
        parts += [content[at:start], "\n" * content.count("\n", start, end)]
        at = end + 3
    return "".join([*parts, content[at:]])


def _is_bold(token: Token) -> bool:
    """Whether a paragraph is in bold type from its first word to its last."""
    children = [child for child in token.children or [] if child.content or child.nesting]
    inside = [child.type for child in children]
    return (
        len(inside) > 2
        and (inside[0], inside[-1]) == ("strong_open", "strong_close")
        and inside.count("strong_open") == 1
    )


def _runs(token: Token, first: int) -> Iterator[Run]:
    """What a person reads of a paragraph; each line of the source has its own place."""
    children: list[Any] = token.children or []
    breaks = sum(child.type in ("softbreak", "hardbreak") for child in children)
    lines = (token.map[1] - token.map[0] - 1) if token.map else 0
    line = first
    for child in children:
        match child.type:
            case "softbreak" | "hardbreak":
                # A sign that goes on in the next line hides a break: then the first line stands
                # for all.
                line += breaks == lines
                yield (" ", None) if child.type == "softbreak" else BREAK
            case "text" | "code_inline":
                yield child.content, Place(line=line)
            case "image":
                yield child.content, Place(line=line)
