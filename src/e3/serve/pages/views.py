"""What the pages show of an interview."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from e3.interview.as_text import basis, by_what, heading, said
from e3.interview.explanation import ExplainedRule, Explanation, Outcome
from e3.interview.facts import Fact
from e3.interview.interview import Interview
from e3.interview.steps import Ask, Confirm, Step
from e3.language.en.said_values import value_in_words
from e3.policy.answers import Answer, State
from e3.policy.facts import PolicyFact, Value
from e3.serve.pages.marks import Mark, Paragraph, Piece, paragraphs, pieces
from e3.serve.service import KeptInterview
from e3.text import Span

_GROUPS = {
    "Still open": "",
    "What you were asked": "",
    "What you told in your story": "",
    "Not needed": "Whatever is said to these, it changes nothing.",
}
_SIGNS = {State.MET: "✓", State.NOT_MET: "✗", State.UNKNOWN: "?", State.NOT_NEEDED: "–"}


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


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule, its state in words and by a sign, and by what it is known."""

    number: int
    clause: str
    state: str
    kind: str
    sign: str
    by: str | None
    question: str
    place: int | None
    """Of what was told of it, to change that."""


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


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Rules that are known in the same way."""

    heading: str
    rules: tuple[RuleView, ...]
    note: str = ""


@dataclass(frozen=True)
class EndView:
    """How an interview ended, and on what that rests."""

    said: str
    outcome: str
    because: str | None
    would_change: tuple[str, ...]
    percent: int | None
    sure: bool | None
    groups: tuple[RuleGroup, ...]
    answers: tuple[str, ...]
    """What the policy answers, where it does not answer what was asked."""
    basis: list[str]


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
        text=paragraphs(text, _marks(step, interview.explain())),
        story=pieces(start.scenario, _story_marks(step)),
        is_draft=interview.policy.is_draft,
        unread=start.unread,
        clause=_clause(step, text.text),
        why=kept.why().text() if isinstance(step, Ask) else None,
    )


def end_view(interview: Interview) -> EndView:
    """How an interview ended, and every rule."""
    explanation = interview.explain()
    confidence = explanation.confidence
    answers = explanation.answers if explanation.outcome is Outcome.NOT_ANSWERED else ()
    return EndView(
        said=said(explanation),
        outcome=explanation.outcome.value.replace(" ", "-"),
        because=explanation.because,
        would_change=explanation.would_change,
        percent=None if confidence is None else round(100 * confidence),
        sure=explanation.sure,
        groups=tuple(_groups(explanation.rules, interview.facts)),
        answers=answers,
        basis=basis(explanation),
    )


def _groups(rules: Sequence[ExplainedRule], facts: Sequence[Fact]) -> Iterator[RuleGroup]:
    """The rules by how they are known; each has the number that its mark in the text has."""
    places = {fact.question: place for place, fact in enumerate(facts)}
    found: dict[str, list[RuleView]] = {name: [] for name in _GROUPS}
    for number, rule in enumerate(rules, start=1):
        place = None if rule.answer is None else places.get(rule.question or "")
        found[_group(rule)].append(_rule(number, rule, place))
    for name, views in found.items():
        if views:
            yield RuleGroup(name, tuple(views), _GROUPS[name])


def _group(rule: ExplainedRule) -> str:
    still_open, asked, told, not_needed = _GROUPS
    match rule.state:
        case State.NOT_NEEDED:
            return not_needed
        case State.UNKNOWN:
            return still_open
        case _:
            return asked if rule.scenario is None else told


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


def _marks(step: Step, explanation: Explanation) -> list[Mark]:
    match step:
        case Ask(rule=rule):
            return [] if rule is None else [_asked(rule)]
        case Confirm(facts=facts):
            return [_asked(fact.rule, number) for number, fact in _numbered(facts) if fact.rule]
        case _:
            return [
                Mark(rule.span, kind_of(rule.state), rule.state.value, number)
                for number, rule in enumerate(explanation.rules, start=1)
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


def _rule(number: int, rule: ExplainedRule, place: int | None) -> RuleView:
    return RuleView(
        number,
        heading(rule),
        rule.state.value,
        kind_of(rule.state),
        _SIGNS[rule.state],
        by_what(rule),
        rule.question or "",
        place,
    )


def kind_of(state: State) -> str:
    """The class that the style sheet has for a state."""
    return state.value.replace(" ", "-")
