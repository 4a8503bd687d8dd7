"""What a reader can say of a text and of a story, once each: a draft, and what the story tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from e3.policy.answers import Answer
from e3.policy.logic import Expression
from e3.policy.rule_text import RuleText
from e3.text import Span


@dataclass(frozen=True, slots=True)
class FoundRule:
    """A clause that bears on a question."""

    span: Span
    speaks_for: bool
    """Whether it speaks for a yes if it holds."""
    sure: float
    """How likely it is to bear on the question."""
    side_sure: float
    """How likely it is to speak for that side, if it does."""


@dataclass(frozen=True)
class FoundDraft:
    """The rules of a text that bear on a question, and how they hang together."""

    rules: tuple[FoundRule, ...]
    """In the order of the text."""
    holds_when: Expression | None
    """When the answer is yes: logic over "r0", "r1", ..., each that its clause holds.

    None where there is no rule.
    """
    answered: float
    """How likely it is that the text answers the question."""
    logic_sure: float
    """How likely the logic is, if the rules are right."""
    right: float
    """How likely somebody who follows the draft gets the right answer."""


@dataclass(frozen=True)
class Bearing:
    """What of a text bears on a question, before any rules are made of it."""

    answered: float
    """How likely it is that the text answers the question."""
    chunks: tuple[tuple[Span, float], ...]
    """The chunks of the text, each with how likely it is to be of a rule."""


@dataclass(frozen=True, slots=True)
class StoryRule:
    """A rule that a story is read beside."""

    question: str
    words: str
    """Of the text."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a story says to the question of a rule."""

    answer: Answer
    sure: float
    """How likely that is."""
    words: Span | None = None
    """Of the story, where something is told."""


@runtime_checkable
class StorySystem(Protocol):
    """A system that also reads stories."""

    def tell(self, question: str, story: str, rules: Sequence[StoryRule]) -> list[Told]:
        """What a story says to each rule, in their order."""


@runtime_checkable
class DraftingSystem(StorySystem, Protocol):
    """A system that also drafts and reads stories."""

    def draft(self, rule_text: RuleText, question: str) -> FoundDraft:
        """The rules that bear on a question."""


@runtime_checkable
class SiftingSystem(DraftingSystem, Protocol):
    """A drafting system that can also say what of a text to read, where it can't take it whole."""

    def bearing(self, rule_text: RuleText, question: str) -> Bearing:
        """What of a text bears on a question."""

    def pieces(self, text: str) -> int:
        """How many word pieces a text has."""

    def room(self, question: str) -> int:
        """How many word pieces and chunks together it can take beside a question."""


def stories_of(reader: object) -> StorySystem | None:
    """What of a reader reads stories; None where it can't."""
    found = getattr(reader, "drafting", None)
    return found if isinstance(found, StorySystem) else None


def drafting_of(reader: object) -> DraftingSystem | None:
    """What of a reader drafts and reads stories; None where it can't."""
    found = getattr(reader, "drafting", None)
    return found if isinstance(found, DraftingSystem) else None


def sifting_of(reader: object) -> SiftingSystem | None:
    """What of a reader says what to read of a long text; None where it can't."""
    found = getattr(reader, "drafting", None)
    return found if isinstance(found, SiftingSystem) else None
