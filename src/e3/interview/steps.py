"""Where an interview stands: what comes next, or how it ended."""

from __future__ import annotations

from dataclasses import dataclass

from e3.interview.facts import Fact
from e3.policy.answers import Answer
from e3.policy.facts import PolicyFact, Value
from e3.reading.conversation import Decision
from e3.text import Span


@dataclass(frozen=True, slots=True)
class Confirm:
    """What the scenario seems to tell, for the person to confirm or correct, first things first."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A follow-up question, and the clause of the rule text that it is about."""

    question: str
    rule: Span | None
    before: Answer | None = None
    """What was answered, where the person went back to this question."""
    fact: PolicyFact | None = None
    """What is asked for, with its kind, unit and choices; None where it is yes or no."""
    value_before: Value | None = None


@dataclass(frozen=True, slots=True)
class Concluded:
    """The answer: yes or no, by the policy's logic."""

    decision: Decision
    confidence: float | None = None
    """Of the drafter in the rules it rests on; None where the policy is not a draft."""


@dataclass(frozen=True, slots=True)
class CannotTell:
    """What is not known decides: these questions are still open."""

    open: tuple[Ask, ...]


@dataclass(frozen=True, slots=True)
class NotAnswered:
    """The policy does not answer the question."""


Step = Confirm | Ask | Concluded | CannotTell | NotAnswered
