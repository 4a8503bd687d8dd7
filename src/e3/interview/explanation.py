"""Why an interview stands where it does: every rule, what is known of it, and by what."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import TypeAdapter

from e3.interview import as_page, as_text
from e3.interview.course import Course
from e3.interview.facts import Fact, same_rule
from e3.interview.steps import Ask, CannotTell, Concluded, NotAnswered, Step
from e3.policy.answers import Answer, State
from e3.reading.conversation import Conversation
from e3.serialise import to_json
from e3.text import Span

SURE = 0.5
"""The confidence below which a conclusion is called not sure: something else is as likely.

With the Pipeline on ShARC's development set with scenarios 56 of 100 conclusions below it are
right, little more than by chance, and 74 of 100 above it (`e3 simulate`).
"""


class Outcome(StrEnum):
    """How an interview ended, or that it goes on."""

    YES = "yes"
    NO = "no"
    CANNOT_TELL = "cannot tell"
    NOT_ANSWERED = "not answered"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class ExplainedRule:
    """A rule, what is known of it, and by what."""

    state: State
    span: Span | None
    """Where it stands in the rule text; none where the reader did not say."""
    clause: str | None
    question: str | None = None
    """As it was asked, or understood from the scenario."""
    answer: Answer | None = None
    understood: Answer | None = None
    """What the scenario was taken to say; another answer is the person's correction."""
    scenario: str | None = None
    """The words of the scenario that tell it."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """An interview explained; every format has the same in it."""

    rule_text: str
    question: str
    scenario: str
    outcome: Outcome
    confidence: float | None
    """Of a conclusion, or that the text does not answer the question."""
    sure: bool | None
    """Whether the confidence is high enough to rely on."""
    rules: tuple[ExplainedRule, ...]
    """In the order of the rule text; those without a place in it come last."""

    def text(self) -> str:
        """As plain text."""
        return as_text.text(self)

    def markdown(self) -> str:
        """As Markdown."""
        return as_text.markdown(self)

    def html(self) -> str:
        """As a page to print, whole in itself."""
        return as_page.html(self)

    def json(self) -> str:
        """As JSON, in the form of docs/reference/interview-schema.json."""
        return to_json(self, indent=1)


def schema() -> dict[str, Any]:
    """The JSON schema of an explanation."""
    found = TypeAdapter(Explanation).json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}


def explain(
    start: Conversation, facts: Sequence[Fact], course: Course, step: Step, *, sure: float
) -> Explanation:
    """The explanation of an interview that stands at `step`."""
    text = start.rule_text.text
    told = [
        ExplainedRule(
            state=fact.state(text) if place in course.used else State.NOT_NEEDED,
            span=fact.rule,
            clause=None if fact.rule is None else fact.rule.of(text),
            question=fact.question,
            answer=fact.answer,
            understood=fact.understood,
            scenario=None if fact.words is None else fact.words.of(start.scenario),
        )
        for place, fact in enumerate(facts)
    ]
    # A reader that does not say what it takes from a scenario may have settled rules by it.
    shows = any(fact.words for fact in facts) or any(rule.support for rule in course.rules)
    read_silently = bool(start.scenario) and not shows
    may_matter = read_silently or not isinstance(step, Concluded | CannotTell)
    open_rules = sorted(_open(step))
    not_told = [
        ExplainedRule(_state_of_not_told(span, open_rules, may_matter), span, span.of(text))
        for span in _not_told(facts, course, step)
    ]
    rules = sorted(told + not_told, key=lambda rule: (rule.span is None, rule.span or Span(0, 0)))
    confidence = step.confidence if isinstance(step, Concluded | NotAnswered) else None
    return Explanation(
        rule_text=text,
        question=start.question,
        scenario=start.scenario,
        outcome=_outcome(step),
        confidence=confidence,
        sure=None if confidence is None else confidence >= sure,
        rules=tuple(rules),
    )


def _not_told(facts: Sequence[Fact], course: Course, step: Step) -> list[Span]:
    """The rules that nothing was told of; a question that the text does not answer has none."""
    if isinstance(step, NotAnswered):
        return []
    found: list[Span] = []
    known = sorted(fact.rule for fact in facts if fact.rule)
    for span in (*(rule.span for rule in course.rules), *_open(step)):
        if not _is_among(span, known):
            found.append(span)
            insort(known, span)
    return found


def _is_among(span: Span, known: Sequence[Span]) -> bool:
    """Whether a rule is one of those known, which are in order."""
    # The same rule is at most twice as long: those that begin elsewhere need no look.
    first = bisect_left(known, span.start - 2 * len(span), key=_start)
    last = bisect_left(known, span.end, key=_start)
    return any(same_rule(span, other) for other in known[first:last])


def _start(span: Span) -> int:
    return span.start


def _state_of_not_told(span: Span, open_rules: Sequence[Span], may_matter: bool) -> State:
    """Unknown as long as it may matter."""
    return State.UNKNOWN if may_matter or _is_among(span, open_rules) else State.NOT_NEEDED


def _open(step: Step) -> list[Span]:
    asks = step.open if isinstance(step, CannotTell) else (step,) if isinstance(step, Ask) else ()
    return [ask.rule for ask in asks if ask.rule is not None]


def _outcome(step: Step) -> Outcome:
    match step:
        case Concluded(decision=decision):
            return Outcome(decision.value)
        case CannotTell():
            return Outcome.CANNOT_TELL
        case NotAnswered():
            return Outcome.NOT_ANSWERED
        case _:
            return Outcome.OPEN
