"""What the pages show of how an interview ended, and of the rules that it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from e3.interview.as_text import basis, by_what, heading, said
from e3.interview.explanation import ExplainedRule, Outcome
from e3.interview.facts import Fact
from e3.interview.interview import Interview
from e3.policy.answers import State

_GROUPS = {
    "Still open": "",
    "What you were asked": "",
    "What you told in your story": "",
    "Not needed": "Whatever is said to these, it changes nothing.",
}
_SIGNS = {State.MET: "✓", State.NOT_MET: "✗", State.UNKNOWN: "?", State.NOT_NEEDED: "–"}


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
    again: str
    """The text, where a program alone says that it does not answer: to be asked in other words."""
    basis: list[str]


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
        again=interview.rule_text.text if _may_be_missed(interview, explanation.outcome) else "",
        basis=basis(explanation),
    )


def _may_be_missed(interview: Interview, outcome: Outcome) -> bool:
    """Whether a program alone has said that a text does not answer a question."""
    return outcome is Outcome.NOT_ANSWERED and interview.policy.is_draft


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
