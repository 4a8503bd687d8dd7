"""What the pages show of an interview: where it stands, and what was told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from e3.interview.facts import Fact
from e3.interview.interview import Interview
from e3.interview.steps import Ask, Confirm, Step
from e3.language.en.said_values import value_in_words
from e3.policy.answers import Answer
from e3.policy.facts import PolicyFact, Value
from e3.serve.pages.end_view import kind_of
from e3.serve.pages.marks import Mark, Paragraph, Piece, paragraphs, pieces
from e3.serve.service import KeptInterview
from e3.text import Span


@dataclass(frozen=True, slots=True)
class ToldView:
    """Something that was told, by its place, to look at and to change."""

    place: int
    question: str
    answer: Answer
    clause: str | None
    words: str | None
    used: bool
    fact: str | None = None
    """Of the policy, where a value was told."""
    value: Value | None = None

    @property
    def said(self) -> str:
        """The answer in words."""
        if self.value is not None:
            return value_in_words(self.value)
        unknown = "Left out" if self.words else "Not said" if self.fact else "Don’t know"
        return {Answer.YES: "Yes", Answer.NO: "No"}.get(self.answer, unknown)


@dataclass(frozen=True)
class InterviewView:
    """An interview where it stands."""

    id: str
    turn: int
    number: int
    """Of the question, among those that were asked."""
    question: str
    scenario: str
    step: Step
    told: tuple[ToldView, ...]
    text: list[list[Paragraph]]
    story: tuple[Piece, ...]
    is_draft: bool
    """Whether a program made the rules and nobody has checked them."""
    unread: bool
    """Whether the story was too long to be read."""
    clause: str | None = None
    """Of the question that is asked."""
    why: str | None = None

    @property
    def kind(self) -> str:
        """What the page is about."""
        match self.step:
            case Ask(fact=PolicyFact()):
                return "value"
            case Ask():
                return "ask"
            case Confirm():
                return "confirm"
            case _:
                return "ended"


def interview_view(kept: KeptInterview) -> InterviewView:
    """The page of an interview."""
    interview = kept.interview
    start, step, text = interview.opening, interview.step, interview.rule_text
    before = interview.facts[: interview.testimony.reopened]
    return InterviewView(
        id=kept.id,
        turn=kept.turn,
        number=1 + sum(fact.words is None for fact in before),
        question=start.question,
        scenario=start.scenario,
        step=step,
        told=tuple(_told(place, fact, kept) for place, fact in enumerate(interview.facts)),
        text=paragraphs(text, step_marks(interview)),
        story=pieces(start.scenario, _story_marks(step)),
        is_draft=interview.policy.is_draft,
        unread=start.unread,
        clause=_clause(step, text.text),
        why=kept.why().text() if isinstance(step, Ask) else None,
    )


def told_view(kept: KeptInterview, place: int) -> ToldView | None:
    """Something that was told, if there is anything at that place."""
    facts = kept.interview.facts
    return _told(place, facts[place], kept) if 0 <= place < len(facts) else None


def clause_text(kept: KeptInterview, rule: Span | None) -> list[list[Paragraph]]:
    """The rule text with one clause marked."""
    marks = [] if rule is None else [_asked(rule)]
    return paragraphs(kept.interview.rule_text, marks)


def _told(place: int, fact: Fact, kept: KeptInterview) -> ToldView:
    interview = kept.interview
    return ToldView(
        place,
        fact.question,
        fact.answer,
        None if fact.rule is None else fact.rule.of(interview.rule_text.text),
        None if fact.words is None else fact.words.of(interview.opening.scenario),
        place not in interview.unused,
        fact.of,
        fact.value,
    )


def step_marks(interview: Interview) -> list[Mark]:
    """What is marked in the policy's text where an interview stands."""
    match interview.step:
        case Ask(rule=rule):
            return [] if rule is None else [_asked(rule)]
        case Confirm(facts=facts):
            return [_asked(fact.rule, number) for number, fact in _numbered(facts) if fact.rule]
        case _:
            return [
                Mark(rule.span, kind_of(rule.state), rule.state.value, number)
                for number, rule in enumerate(interview.explain().rules, start=1)
                if rule.span
            ]


def _clause(step: Step, text: str) -> str | None:
    return step.rule.of(text) if isinstance(step, Ask) and step.rule else None


def _asked(rule: Span, number: int | None = None) -> Mark:
    return Mark(rule, "asked", "asked about", number)


def _story_marks(step: Step) -> list[Mark]:
    facts = step.facts if isinstance(step, Confirm) else ()
    return [
        Mark(fact.words, "asked", "understood", number)
        for number, fact in _numbered(facts)
        if fact.words
    ]


def _numbered(facts: Sequence[Fact]) -> enumerate[Fact]:
    return enumerate(facts, start=1)
