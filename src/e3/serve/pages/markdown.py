"""The few signs of Markdown that a publisher may use, ready for a template.

Nothing here is markup: a template writes every piece with autoescape. Pictures and HTML stay the
characters that they are, and a link leads nowhere but to the web, to mail or to a telephone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from e3.harmless import harmless

_BULLET = re.compile(r"\s{0,3}[*+-]\s+(.*)")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(.*)")
# No part of it can match what another part does: it takes a time that grows with the text.
_INLINE = re.compile(
    r"\*\*(?P<strong>[^*\n]+)\*\*"
    r"|\*(?P<em>[^*\n]+)\*"
    r"|\[(?P<text>[^\[\]\n]+)\]\((?P<to>[^()\s]+)\)"
    r"|(?P<bare>https?://[^\s<>()]*[^\s<>().,;:!?])"
)
_LEADS = re.compile(r"(https?://|mailto:|tel:)\S+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Run:
    """A part of a line: plain, `strong`, `em`, or a link that leads somewhere."""

    text: str
    kind: str = ""
    to: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph or a heading of one line, or a list of several."""

    kind: str
    lines: list[list[Run]] = field(default_factory=list)


def blocks(text: str) -> list[Block]:
    """The blocks of a text."""
    found: list[Block] = []
    for paragraph in re.split(r"\n[ \t]*\n", harmless(text).strip()):
        found += _blocks(paragraph.splitlines())
    return found


def _blocks(lines: list[str]) -> Iterator[Block]:
    now: Block | None = None
    for line in filter(str.strip, lines):
        if heading := _HEADING.fullmatch(line):
            kind, words = "heading", heading[1]
        elif bullet := _BULLET.fullmatch(line):
            kind, words = "list", bullet[1]
        else:
            kind, words = "paragraph", line.strip()
        if now is None or now.kind != kind or kind == "heading":
            if now is not None:
                yield now
            now = Block(kind)
        now.lines.append(list(_runs(words)))
    if now is not None:
        yield now


def _runs(line: str) -> Iterator[Run]:
    end = 0
    for found in _INLINE.finditer(line):
        if found.start() > end:
            yield Run(line[end : found.start()])
        end = found.end()
        match found.lastgroup:
            case "strong" | "em" as kind:
                yield Run(found[kind], kind)
            case "bare":
                yield Run(found["bare"], "link", found["bare"])
            case _ if _LEADS.fullmatch(found["to"]):
                yield Run(found["text"], "link", found["to"])
            case _:
                yield Run(found[0])
    if end < len(line):
        yield Run(line[end:])
