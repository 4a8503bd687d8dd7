"""The nouns of the paper, in which everything else speaks.

Spans are character offsets (code points) into the rule text exactly as the user gave it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from hashlib import sha256

from e3.text import Span

_TITLE = re.compile(r"\s*(#+)[^\S\n]*")
_BULLET = re.compile(r"\s*(\*++|[-•–‣◦]|\d{1,2}[.)]|\(?[a-z][.)])(?=[^\S\n]|(?<=\*)\S)[^\S\n]*")


class Decision(StrEnum):
    """What a reply can be."""

    YES = "yes"
    NO = "no"
    IRRELEVANT = "irrelevant"
    INQUIRE = "inquire"


DECISIONS = tuple(Decision)
"""In the order in which models score them."""

CONCLUSIONS = {d.value: d for d in (Decision.YES, Decision.NO, Decision.IRRELEVANT)}
"""The decisions that end a conversation, by the word that says so."""


class Answer(StrEnum):
    """What a person can say to a follow-up question."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class State(StrEnum):
    """What is known of a rule."""

    MET = "met"
    NOT_MET = "not met"
    UNKNOWN = "unknown"
    NOT_NEEDED = "not needed"


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


def _blocks(text: str) -> list[Block]:
    blocks: list[Block] = []
    after_blank = True
    position = 0
    for line in text.splitlines(keepends=True):
        span = Span(position, position + len(line)).stripped(text)
        position += len(line)
        if not span:
            after_blank = True
            continue
        last = blocks[-1] if blocks and not after_blank else None
        after_blank = False
        if marker := _TITLE.match(line):
            kind, level = BlockKind.TITLE, len(marker.group(1))
        elif marker := _BULLET.match(line):
            kind, level = BlockKind.BULLET, max(1, marker.group(1).count("*"))
        elif last and (
            last.kind is BlockKind.PARAGRAPH
            or (last.kind is BlockKind.BULLET and line[0].isspace())
        ):
            # A hard-wrapped paragraph, or the indented second line of a bullet.
            blocks[-1] = Block(last.kind, Span(last.span.start, span.end), last.level)
            continue
        else:
            kind, level = BlockKind.PARAGRAPH, 0
        start = position - len(line) + marker.end() if marker else span.start
        if start < span.end:
            blocks.append(Block(kind, Span(start, span.end), level))
        else:
            after_blank = True  # a marker with nothing behind it ends a block as a blank line does
    return blocks


@dataclass(frozen=True, slots=True)
class Turn:
    """A follow-up question and what the person answered."""

    question: str
    answer: Answer


@dataclass(frozen=True)
class Conversation:
    """All that a reader is given for one turn (the paper's x_D, x_Q, x_S and x_H)."""

    rule_text: RuleText
    question: str
    scenario: str = ""
    history: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleScores:
    """The paper's scores of a rule: inquiry r, scenario entailment g, history entailment h."""

    inquiry: float
    scenario: float
    history: float


@dataclass(frozen=True, slots=True)
class Support:
    """What settles a rule: a turn of the history, by its place, or words of the scenario."""

    turn: int | None = None
    scenario: Span | None = None

    def __post_init__(self) -> None:
        if (self.turn is None) == (self.scenario is None):
            raise ValueError("a rule is settled by a turn or by words of the scenario")


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition found in the rule text."""

    span: Span
    state: State = State.UNKNOWN
    scores: RuleScores | None = None
    support: Support | None = None
    """By what its state is known, where the reader can tell."""
    question: str | None = None
    """How the reader asks about it, where it has put that into words; met means yes to it."""


@dataclass(frozen=True)
class Reply:
    """A reader's answer to one turn, with every rule it was drawn from."""

    decision: Decision
    confidence: float
    question: str | None = None
    rules: tuple[Rule, ...] = ()
    asked: int | None = None
    """Which of the rules the follow-up question is about."""
    probabilities: Mapping[Decision, float] = field(default_factory=dict, hash=False)
    """Of every decision, where the reader has them."""

    def __post_init__(self) -> None:
        if (self.decision is Decision.INQUIRE) != (self.question is not None):
            raise ValueError("a reply has a follow-up question if and only if it inquires")
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"confidence is a probability, got {self.confidence}")
        if self.asked is not None and not 0 <= self.asked < len(self.rules):
            raise ValueError(f"there is no rule {self.asked}")
