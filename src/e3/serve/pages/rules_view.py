"""The rules of a policy, for who wants to check them: the text, each rule, and the logic."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

from e3.interview.as_text import basis
from e3.interview.interview import Interview
from e3.language.en import proofs, stating
from e3.policy.policy import AnswerConfidence, Policy, PolicyQuestion, PolicyRule, RuleConfidence
from e3.serve.pages.marks import Mark, Paragraph, paragraphs

_SURE_OF = {
    "rule": "that this is a rule",
    "question": "that it is asked so",
    "polarity": "what a yes means",
    "answered": "that the text answers this",
    "logic": "how the rules hang together",
    "right": "that following it gives the right answer",
}


@dataclass(frozen=True, slots=True)
class Sure:
    """How sure a drafter is of a part."""

    of: str
    percent: int


@dataclass(frozen=True, slots=True)
class Part:
    """A line of an outline, and the lines below it."""

    words: str
    parts: list[Part] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class AnswerView:
    """When the answer to a question is yes."""

    question: str
    is_asked: bool
    sentence: str
    outline: list[Part]
    sure: tuple[Sure, ...]


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule of the policy."""

    number: int
    clause: str
    question: str
    yes_means: str
    sure: tuple[Sure, ...]


@dataclass(frozen=True)
class RulesView:
    """A policy, whole."""

    title: str
    is_draft: bool
    basis: list[str]
    answers: tuple[AnswerView, ...]
    rules: tuple[RuleLine, ...]
    text: list[list[Paragraph]]


def rules_view(interview: Interview) -> RulesView:
    """The rules that an interview follows."""
    policy, asked = interview.policy, interview.opening.asked
    marks = [
        Mark(rule.span, "asked", f"rule {number}", number)
        for number, rule in enumerate(policy.rules, start=1)
    ]
    answers = [
        _answer(policy, question, is_asked=place == asked)
        for place, question in enumerate(policy.questions)
    ]
    return RulesView(
        title=policy.title,
        is_draft=policy.is_draft,
        basis=basis(interview.explain()),
        answers=tuple(sorted(answers, key=lambda answer: not answer.is_asked)),
        rules=tuple(_rule(policy, n, rule) for n, rule in enumerate(policy.rules, start=1)),
        text=paragraphs(policy.rule_text, marks),
    )


def _answer(policy: Policy, question: PolicyQuestion, *, is_asked: bool) -> AnswerView:
    logic = question.yes_when
    return AnswerView(
        question=question.question,
        is_asked=is_asked,
        sentence=stating.yes_if(policy, logic),
        outline=_nested(proofs.outline(policy, logic)),
        sure=_sure(question.confidence),
    )


def _rule(policy: Policy, number: int, rule: PolicyRule) -> RuleLine:
    return RuleLine(
        number=number,
        clause=rule.span.of(policy.rule_text.text),
        question=rule.question,
        yes_means=rule.yes_means.value,
        sure=_sure(rule.confidence),
    )


def _sure(confidence: RuleConfidence | AnswerConfidence | None) -> tuple[Sure, ...]:
    parts = {} if confidence is None else asdict(confidence)
    return tuple(
        Sure(_SURE_OF[name], round(100 * share))
        for name, share in parts.items()
        if share is not None
    )


def _nested(lines: Iterable[tuple[int, str]]) -> list[Part]:
    """Lines with their depth as an outline."""
    whole: list[Part] = []
    open_lists = [whole]
    for depth, words in lines:
        part = Part(words)
        open_lists[depth].append(part)
        open_lists[depth + 1 :] = [part.parts]
    return whole
