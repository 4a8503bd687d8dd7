"""The text of a policy and the blocks it is made of (document structure).

Spans are character offsets (code points) into the text exactly as the user gave it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, wraps
from hashlib import sha256
from typing import TypeVar
from weakref import WeakKeyDictionary

from e3.text import Span

T = TypeVar("T")

_TITLE = re.compile(r"\s*(#+)[^\S\n]*")
_BULLET = re.compile(
    r"\s*(\*++|[-•–‣◦▪●○·✓✔✗✘☐]|\(?\d{1,2}[.)]|\(?[a-z][.)]|\(?[ivx]{2,4}[.)])"
    r"(?=[^\S\n]|(?<=\*)\S)[^\S\n]*"
)
# "**Who can apply**" is a title and "*Note:* ..." a paragraph: what is marked so is no bullet.
_EMPHASIS = re.compile(r"\s*(\*{1,3})(?=[^\s*])[^*\n]*[^\s*]\1(?!\*)(?P<rest>.*)")
_LINE_ENDS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""As `str.splitlines` has it."""
_EMPHASISED_TITLE = 6
"""The level of a title that is a line in bold type or in italics."""


class BlockKind(StrEnum):
    """What a part of a rule text is."""

    TITLE = "title"
    PARAGRAPH = "paragraph"
    BULLET = "bullet"


@dataclass(frozen=True, slots=True)
class Block:
    """A title, a paragraph or a bullet; its span leaves the marker and outer spaces out."""

    kind: BlockKind
    span: Span
    level: int = 0
    marker: str = ""
    """What stands before a bullet."""

    def line(self, text: str) -> Span:
        """The block with what stands before it on its line: its sign, and the blanks around it."""
        start = self.span.start
        while start > 0 and text[start - 1] not in _LINE_ENDS:
            start -= 1
        return Span(start, self.span.end)


@dataclass(frozen=True)
class RuleText:
    """A policy as the user gave it, and the blocks it is made of."""

    text: str

    @cached_property
    def version(self) -> str:
        """The SHA-256 of the text in UTF-8, in hexadecimal: another text has another version."""
        return sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Titles, paragraphs and bullets, in order; blank lines belong to none."""
        return tuple(_blocks(self.text))

    @property
    def title(self) -> Block | None:
        """The first title, where there is one."""
        return next((block for block in self.blocks if block.kind is BlockKind.TITLE), None)

    @property
    def paragraphs(self) -> tuple[Block, ...]:
        return tuple(block for block in self.blocks if block.kind is BlockKind.PARAGRAPH)

    @property
    def bullets(self) -> tuple[Block, ...]:
        return tuple(block for block in self.blocks if block.kind is BlockKind.BULLET)


def once_a_text(function: Callable[[RuleText], T]) -> Callable[[RuleText], T]:
    """A function of a rule text that is called once for it; what it made goes when the text does.

    It must not have the rule text in it.
    """
    made: WeakKeyDictionary[RuleText, T] = WeakKeyDictionary()

    @wraps(function)
    def made_once(rule_text: RuleText) -> T:
        found = made.get(rule_text)
        if found is None:
            found = made[rule_text] = function(rule_text)
        return found

    return made_once


def _blocks(text: str) -> list[Block]:
    blocks: list[Block] = []
    after_blank = True
    position = 0
    for line in text.splitlines(keepends=True):
        position += len(line)
        if line.isspace():
            after_blank = True
            continue
        span = Span(position - len(line), position).stripped(text)
        last = blocks[-1] if blocks and not after_blank else None
        after_blank = False
        emphasis = _EMPHASIS.match(line)
        if marker := _TITLE.match(line):
            kind, level = BlockKind.TITLE, len(marker.group(1))
        elif emphasis and not emphasis["rest"].strip(" \t\r\n.:"):
            kind, level = BlockKind.TITLE, _EMPHASISED_TITLE
            span = span.stripped(text, "*")
        elif emphasis and not line[0].isspace():
            kind, level = BlockKind.PARAGRAPH, 0
        elif marker := _BULLET.match(line):
            kind, level = BlockKind.BULLET, max(1, marker.group(1).count("*"))
        elif last and (
            last.kind is BlockKind.PARAGRAPH
            or (last.kind is BlockKind.BULLET and line[0].isspace())
        ):
            # A hard-wrapped paragraph, or the indented second line of a bullet.
            blocks[-1] = replace(last, span=Span(last.span.start, span.end))
            continue
        else:
            kind, level = BlockKind.PARAGRAPH, 0
        start = position - len(line) + marker.end() if marker else span.start
        if start < span.end:
            sign = marker.group(1) if marker and kind is BlockKind.BULLET else ""
            blocks.append(Block(kind, Span(start, span.end), level, sign))
        else:
            after_blank = True  # a marker with nothing behind it ends a block as a blank line does
    return blocks
