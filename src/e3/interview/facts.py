"""What the events tell: the facts, in the order in which they were told (a projection)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from e3.errors import BadInput
from e3.interview.events import (
    Answered,
    Changed,
    ChangedValue,
    Confirmed,
    ConfirmedValue,
    Event,
    GaveValue,
    Started,
    WentBack,
)
from e3.policy.answers import Answer
from e3.policy.facts import Value
from e3.text import Span

SAME_SPAN = 0.5
"""The share of what two spans cover together that both must cover to be one rule."""


def same_rule(one: Span | None, other: Span | None) -> bool:
    """Whether two spans are so much alike that they are one rule; what has no span is like none."""
    if one is None or other is None:
        return False
    shared = min(one.end, other.end) - max(one.start, other.start)
    return shared > 0 and shared >= SAME_SPAN * (len(one) + len(other) - shared)


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known: what a person answered, or what they confirmed of their scenario.

    It is about a rule, or about a fact of the policy that several rules may compare.
    """

    question: str
    answer: Answer
    """Unknown where a value was told."""
    rule: Span | None = None
    words: Span | None = None
    """Of the scenario, where they told it."""
    understood: Answer | None = None
    """What these words were taken to say, before the person was asked."""
    of: str | None = None
    """The id of the policy's fact, where a value was asked for."""
    value: Value | None = None
    understood_value: Value | None = None


@dataclass(frozen=True, slots=True)
class Testimony:
    """All that has been told, and the turn that a person went back to."""

    facts: tuple[Fact, ...] = ()
    reopened: int | None = None
    """Is asked again; the facts after it stay."""


def testimony_of(events: Sequence[Event]) -> Testimony:
    """What the events of an interview tell; raises BadInput for what can't be its record."""
    if not events or not isinstance(events[0], Started):
        raise BadInput("an interview begins with the event that starts it")
    so_far = Testimony()
    for event in events[1:]:
        so_far = _after(so_far, event)
    return so_far


def _after(so_far: Testimony, event: Event) -> Testimony:
    facts = so_far.facts
    match event:
        case Started():
            raise BadInput("an interview is started only once")
        case WentBack(turn=turn):
            _check_turn(turn, facts)
            return replace(so_far, reopened=turn)
        case Changed(turn=turn, answer=answer):
            _check_turn(turn, facts)
            fact = replace(facts[turn], answer=answer)
        case ChangedValue(turn=turn, value=value):
            _check_turn(turn, facts)
            fact = replace(facts[turn], answer=Answer.UNKNOWN, value=value)
        case GaveValue():
            turn = _turn(so_far)
            fact = Fact(
                event.question,
                Answer.UNKNOWN,
                event.rule,
                of=event.fact,
                value=event.value,
            )
        case ConfirmedValue():
            turn = _turn(so_far)
            fact = Fact(
                event.question,
                Answer.UNKNOWN,
                event.rule,
                event.words,
                of=event.fact,
                value=event.value,
                understood_value=event.understood,
            )
        case Answered():
            turn = _turn(so_far)
            fact = Fact(event.question, event.answer, event.rule)
        case Confirmed():
            turn = _turn(so_far)
            fact = Fact(event.question, event.answer, event.rule, event.words, event.understood)
    return Testimony((*facts[:turn], fact, *facts[turn + 1 :]))


def _turn(so_far: Testimony) -> int:
    """Where what is said now belongs: to the turn that was gone back to, else behind the last."""
    return len(so_far.facts) if so_far.reopened is None else so_far.reopened


def _check_turn(turn: int, facts: Sequence[Fact]) -> None:
    if not 0 <= turn < len(facts):
        raise BadInput(f"there is no turn {turn}: {len(facts)} have been told, counted from 0")
