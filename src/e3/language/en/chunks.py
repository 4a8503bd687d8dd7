"""Chunks of a rule text (discourse segmentation): clauses, cut again where one rule may end.

Smaller than rule units: "are over 18 and live in Ashby" is two. Most rules are one chunk, some are
several that follow each other.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

from e3.language.en.sentences import sentences
from e3.policy.rule_text import Block, BlockKind, RuleText, once_a_text
from e3.text import Span

_JOINS = (
    "and/or|and|or|but|nor|plus|if|unless|when|whenever|where|wherever|while|whilst|who|whose|whom"
    "|until|provided|providing|whether|except|excluding|save|as long as|so long as|either|neither"
    "|both|in case|as well as|other than|apart from|without|that (?:is|are|was|were|has|have)"
)
# "Two years or more" and "between 16 and 18" are one thing.
_ONE_THING = (
    r"(?!(?:or|and) (?:more|less|fewer|over|under|above|below|older|younger|longer|shorter|later"
    r"|earlier|after|before|both|so|\d)\b)"
)
# "Contractors | can't join": who is named may be a rule, but not "you" or "it".
_PRONOUNS = "you we they it he she i who which that there this these those and or not also".split()
_VERBS = (
    "must|mustn[’']t|can|can[’']t|cannot|could|may|will|won[’']t|needs?|should|shall|pays?|gets?"
    "|has to|have to|qualify|do not|don[’']t|does not|doesn[’']t|aren[’']t|isn[’']t|is not|are not"
)
_CUT = re.compile(
    rf"[,;:–—|]\s|\s[-–—/]\s|[()]|(?<=\s){_ONE_THING}(?:{_JOINS})(?=\s)"
    rf"|{''.join(rf'(?<!{chr(92)}b{word})' for word in _PRONOUNS)}\s(?=(?:{_VERBS})\s)",
    re.IGNORECASE,
)
# What opens a chunk and says nothing of it: the rule begins behind it.
_OPENING = re.compile(
    r"(?:[\s,;:.–—\-/()|*_]+"
    r"|(?:and/or|and|or|but|nor|plus|if|unless|when|whenever|whether|provided(?: that)?"
    r"|providing(?: that)?|because|although|though|as long as|so long as|even|either|neither|both"
    r"|also|then|in case|only|otherwise|except(?: that| when| if| for| where| to)?"
    r"|save(?: that| where| for)?)\b)*",
    re.IGNORECASE,
)
_EDGES = " \t\r\n,;:.–—-()|*_"
_BEFORE_NEXT = re.compile(r"(?:[,;]|(?<!\s))\s++(?:and/or|and|or|but)$", re.IGNORECASE)
_DEEPEST = 3


class Opens(IntEnum):
    """What a chunk is the first of."""

    BLOCK = 0
    SENTENCE = 1
    NOTHING = 2


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a text that is a rule, a part of one, or none."""

    span: Span
    """From its first sign on, with the words that join it to what stands before."""
    kind: BlockKind
    depth: int = 0
    """Of the bullet that it stands in, from 1 on."""
    opens: Opens = Opens.BLOCK

    def core(self, text: str) -> Span:
        """Without the words that only join it; all of it where nothing else is there."""
        said = self.span.of(text)
        opening = _OPENING.match(said)
        start = self.span.start + (opening.end() if opening else 0)
        found = Span(min(start, self.span.end), self.span.end).stripped(text, _EDGES)
        if joined := _BEFORE_NEXT.search(found.of(text)):
            found = Span(found.start, found.start + joined.start()).stripped(text, _EDGES)
        return found if len(found) else self.span.stripped(text, _EDGES)


@once_a_text
def chunks(rule_text: RuleText) -> tuple[Chunk, ...]:
    """The chunks of a text, in order, none without a letter or a digit."""
    text = rule_text.text
    indents: list[int] = []
    found: list[Chunk] = []
    for block in rule_text.blocks:
        depth = 0
        if block.kind is BlockKind.BULLET:
            depth = _depth(text, block, indents)
        else:
            indents = []
        opens = Opens.BLOCK
        for sentence in _sentences(text, block):
            for span in _pieces(text, block, sentence):
                found.append(Chunk(span, block.kind, depth, opens))
                opens = Opens.NOTHING
            opens = Opens.SENTENCE
    return tuple(found)


def lists_of(rule_text: RuleText) -> list[frozenset[int]]:
    """The chunks that open the items of each list, by their places; one item is no list."""
    lists: list[list[int]] = []
    open_lists: dict[int, list[int]] = {}
    leads = [b.span.start for b in rule_text.blocks if b.kind is not BlockKind.BULLET]
    led_by = 0
    for place, chunk in enumerate(chunks(rule_text)):
        before, led_by = led_by, bisect(leads, chunk.span.start)
        for depth in [depth for depth in open_lists if depth > chunk.depth or led_by != before]:
            lists.append(open_lists.pop(depth))
        if chunk.kind is BlockKind.BULLET and chunk.opens is Opens.BLOCK:
            open_lists.setdefault(chunk.depth, []).append(place)
    lists += open_lists.values()
    return [frozenset(items) for items in lists if len(items) > 1]


def _sentences(text: str, block: Block) -> Iterable[Span]:
    return [block.span] if block.kind is BlockKind.TITLE else sentences(text, block.span)


def _pieces(text: str, block: Block, sentence: Span) -> Iterator[Span]:
    if block.kind is BlockKind.TITLE:
        yield sentence
        return
    cuts = [found.start() for found in _CUT.finditer(text, sentence.start, sentence.end)]
    edges = sorted({sentence.start, *cuts, sentence.end})
    waiting: int | None = None
    for start, end in pairwise(edges):
        begin = start if waiting is None else waiting
        # What only joins ("and", "or if") goes with what follows it.
        if _says_something(text, Span(start, end)):
            yield Span(begin, end).stripped(text)
            waiting = None
        else:
            waiting = begin


def _says_something(text: str, span: Span) -> bool:
    said = span.of(text)
    opening = _OPENING.match(said)
    return any(letter.isalnum() for letter in said[opening.end() if opening else 0 :])


def _depth(text: str, block: Block, indents: list[int]) -> int:
    """How deep a bullet lies, by its indentation, or by its stars."""
    before = text[block.line(text).start : block.span.start].expandtabs(4)
    indent = len(before) - len(before.lstrip())
    while indents and indents[-1] > indent:
        indents.pop()
    if not indents or indents[-1] < indent:
        indents.append(indent)
    return min(max(len(indents), block.level), _DEEPEST)
