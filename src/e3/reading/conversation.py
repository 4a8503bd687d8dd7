"""The nouns of the paper: what a reader is given, and what it replies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from e3.policy.answers import Answer, State
from e3.policy.rule_text import RuleText
from e3.text import Span


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
    confidence: float | None = None
    """How likely its state is, where the reader can tell."""


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
