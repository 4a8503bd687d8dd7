"""A text as its lay-out shows it (document structure): sections, sentences, and lists as trees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from e3.language.en.sentences import sentences
from e3.policy.rule_text import Block, BlockKind, RuleText
from e3.text import Span


@dataclass
class Item:
    """A bullet, and the list below it."""

    span: Span
    below: list[Item] = field(default_factory=list)


@dataclass
class Passage:
    """A paragraph: its sentences, and the list that follows it."""

    heading: str
    """Of the section, and of the passage itself where it begins with one."""
    section: int
    sentences: list[Span] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)


@dataclass(frozen=True)
class _Open:
    """A bullet below which others may come."""

    indent: int
    style: str
    item: Item


_MARKS = " \t\r\n*_#"
_RUN_IN = re.compile(
    r"(?P<mark>\*{1,3}|_{1,2})(?P<bold>[^*_\n]{2,80}?)(?P=mark)[.:]?[^\S\n]*(?=\S)"
    r"|(?:§\s?\d+\s)(?P<caps>[A-Z][A-Z ,&’'-]{2,60})[.:]\s+"
)
_PLAIN_HEADING = re.compile(r"[A-Z0-9§][^.:;!\n]{1,70}(?<![,\s])")
_WHOLE_EMPHASIS = re.compile(r"(\*{1,3})([^*\n]{2,80})\1[.:]?$")
_MOST_HEADING_WORDS = 10
_LONGEST_HEADING = 60
_DEEPEST = 6
"""Lists within lists; what lies deeper counts as that deep."""


def outline(rule_text: RuleText) -> list[Passage]:
    """The passages of a text, in order."""
    text = rule_text.text
    passages: list[Passage] = []
    heading, section = "", 0
    stack: list[_Open] = []
    blocks = list(_split(text, rule_text.blocks))
    for place, block in enumerate(blocks):
        said = block.span.of(text)
        following = blocks[place + 1].kind if place + 1 < len(blocks) else None
        if block.kind is BlockKind.TITLE or _is_heading(block, said, following):
            heading, section = said.strip(_MARKS + ":"), section + 1
            passages.append(Passage(heading, section))
            stack = []
        elif block.kind is BlockKind.BULLET:
            if not passages:
                passages.append(Passage(heading, section))
            _put(stack, passages[-1].items, block, _indent(text, block))
        else:
            stack = []
            passages.append(_passage(text, block.span, heading, section))
    return [each for each in passages if each.sentences or each.items]


def _split(text: str, blocks: Sequence[Block]) -> Iterator[Block]:
    """Blocks; headings on the first line of a paragraph and rows of a table stand alone."""
    for block in blocks:
        first, *others = block.span.of(text).splitlines(keepends=True)
        if block.kind is not BlockKind.PARAGRAPH or not others:
            yield block
        elif first.lstrip().startswith("|"):
            yield from _rows(text, block.span)
        elif _heads(first.strip(), others[0]):
            end = block.span.start + len(first)
            yield Block(BlockKind.TITLE, Span(block.span.start, end).stripped(text))
            yield Block(BlockKind.PARAGRAPH, Span(end, block.span.end).stripped(text))
        else:
            yield block


def _rows(text: str, table: Span) -> Iterator[Block]:
    start = table.start
    for line in table.of(text).splitlines(keepends=True):
        row = Span(start, start + len(line)).stripped(text, " \t\r\n|")
        start += len(line)
        if row.of(text).strip("|-: "):
            yield Block(BlockKind.PARAGRAPH, row)


def _heads(line: str, following: str) -> bool:
    """Whether the first line of a paragraph is a heading."""
    return (
        bool(_PLAIN_HEADING.fullmatch(line.rstrip("?")))
        and len(line) < _LONGEST_HEADING
        and following.lstrip()[:1].isupper()
        and not line.endswith((" if", " who", " when", " and", " or", " you"))
    )


def _is_heading(block: Block, said: str, following: BlockKind | None) -> bool:
    if block.kind is BlockKind.BULLET:
        return bool(_WHOLE_EMPHASIS.match(said)) and following is not BlockKind.BULLET
    if following is None or following is BlockKind.BULLET:
        return False
    return (
        bool(_PLAIN_HEADING.fullmatch(said.rstrip("?")))
        and len(said.split()) <= _MOST_HEADING_WORDS
    )


def _passage(text: str, span: Span, heading: str, section: int) -> Passage:
    start = span.start
    if found := _RUN_IN.match(text, span.start, span.end):
        own = (found["bold"] or found["caps"]).strip(" .:")
        heading = own if not heading else f"{heading}. {own}"
        start = found.end()
    return Passage(heading, section, list(sentences(text, Span(start, span.end))))


def _indent(text: str, block: Block) -> int:
    line = block.line(text).start
    before = text[line : block.span.start].expandtabs(4)
    return len(before) - len(before.lstrip())


def _style(marker: str) -> str:
    """Which signs belong to one list: numbers, letters, Roman numbers, or the same sign."""
    core = marker.strip("().")
    if core.isdigit():
        return "1" + marker.replace(core, "")
    if core.isalpha():
        return "a" + marker.replace(core, "")
    return marker


def _put(stack: list[_Open], top: list[Item], block: Block, indent: int) -> None:
    """Puts a bullet into the list it belongs to: by its indentation, then by its sign."""
    style = _style(block.marker)
    while stack and stack[-1].indent > indent + 1:
        stack.pop()
    same = [n for n, o in enumerate(stack) if o.style == style and abs(o.indent - indent) <= 1]
    if same:
        del stack[same[-1] :]
    del stack[_DEEPEST:]
    item = Item(block.span)
    (stack[-1].item.below if stack else top).append(item)
    stack.append(_Open(indent, style, item))
