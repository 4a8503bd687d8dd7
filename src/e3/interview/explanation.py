"""Why an interview stands where it does: every rule, what is known of it, and the proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import TypeAdapter

from e3.interview import as_page, as_text
from e3.interview.course import Course, diagram_of, told_by
from e3.interview.events import Started
from e3.interview.facts import Fact
from e3.interview.steps import CannotTell, Concluded, NotAnswered, Step
from e3.language.en import proofs
from e3.policy.answers import Answer, State
from e3.policy.changes import changes
from e3.policy.facts import Value
from e3.policy.policy import Policy, PolicyRule
from e3.reading.conversation import Decision
from e3.serialise import to_json
from e3.text import Span

SURE = 0.9
"""The confidence of a draft below which a conclusion is called not sure.

From it on 96 of 100 simulated people get the right answer by drafts of our evaluation policies and
98 of our evaluation pages; of the conclusions below it 87 and 84. It was set after the figures of
drafts of both were seen, and before those of interviews.
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
    """Not needed only where no answer to it could change the outcome."""
    span: Span | None
    """Where it stands in the rule text; none where E3 0.1 did not say."""
    clause: str | None
    question: str | None = None
    """As it is asked."""
    answer: Answer | None = None
    understood: Answer | None = None
    """What the scenario was taken to say; another answer is the person's correction."""
    scenario: str | None = None
    """The words of the scenario that tell it."""
    id: str | None = None
    """Of the policy's rule."""
    value: Value | None = None
    """What was told of the fact that the rule compares; then `question` asks for that."""
    understood_value: Value | None = None


@dataclass(frozen=True, slots=True)
class Basis:
    """What an outcome rests on, beside the answers."""

    title: str
    version: str
    """Of the policy: a digest of its text, rules and logic."""
    is_draft: bool
    """Whether a program made the rules of the text and nobody has checked them."""
    drafted_by: str
    reviewed_by: str
    reviewed_on: str
    address: str
    """Of the text."""
    date: str
    contact: str
    """Whom to ask."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """An interview explained; every format has the same in it."""

    rule_text: str
    question: str
    scenario: str
    unread: bool
    """Whether the scenario was too long to be read."""
    outcome: Outcome
    because: str | None
    """The proof of a conclusion, as a sentence."""
    would_change: tuple[str, ...]
    """The smallest changes of answers that would turn it, each as a sentence."""
    confidence: float | None
    """Of the drafter in the rules that a conclusion rests on; none for a reviewed policy."""
    sure: bool | None
    """Whether that is high enough to rely on."""
    rules: tuple[ExplainedRule, ...]
    """In the order of the rule text."""
    answers: tuple[str, ...]
    """The questions that the policy answers."""
    basis: Basis

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
    policy: Policy, start: Started, facts: Sequence[Fact], course: Course, step: Step
) -> Explanation:
    """The explanation of an interview that stands at `step`."""
    confidence = step.confidence if isinstance(step, Concluded) else None
    ended = isinstance(step, Concluded | CannotTell)
    return Explanation(
        rule_text=policy.rule_text.text,
        question=start.question,
        scenario=start.scenario,
        unread=start.unread,
        outcome=outcome_of(step),
        because=_because(policy, course, step),
        would_change=_would_change(policy, start, course, step),
        confidence=confidence,
        sure=None if confidence is None else confidence >= SURE,
        rules=()
        if isinstance(step, NotAnswered)
        else _rules(policy, start, facts, course, ended=ended),
        answers=tuple(question.question for question in policy.questions),
        basis=_basis(policy),
    )


def _rules(
    policy: Policy, start: Started, facts: Sequence[Fact], course: Course, *, ended: bool
) -> tuple[ExplainedRule, ...]:
    """The rules of the question that is asked, and what was told of something else."""
    assert start.asked is not None
    asked = diagram_of(policy.questions[start.asked].yes_when).order
    found = []
    for rule in policy.rules:
        place = course.told.get(rule.id)
        if place is not None:
            [answer] = [a for r, a in told_by(policy, start, facts[place]) if r is rule]
            # Of the rules that one value settles, some may not be needed.
            needed = place in course.used and (facts[place].of is None or rule.id in asked)
            state = rule.state(answer) if needed else State.NOT_NEEDED
            found.append(_of_fact(facts[place], answer, state, policy, start, rule=rule))
        elif rule.id in asked:
            needed = not ended or rule.id in course.matters
            state = State.UNKNOWN if needed else State.NOT_NEEDED
            clause = rule.span.of(policy.rule_text.text)
            found.append(ExplainedRule(state, rule.span, clause, rule.question, id=rule.id))
    found += [
        _of_fact(fact, fact.answer, State.NOT_NEEDED, policy, start)
        for place, fact in enumerate(facts)
        # Who did not give a value is asked for its rules, which are there.
        if place not in course.told.values() and fact.of is None
    ]
    found.sort(key=lambda each: (each.span is None, each.span or Span(0, 0)))
    return tuple(found)


def _of_fact(
    fact: Fact,
    answer: Answer,
    state: State,
    policy: Policy,
    start: Started,
    *,
    rule: PolicyRule | None = None,
) -> ExplainedRule:
    span = fact.rule if rule is None else rule.span
    return ExplainedRule(
        state=state,
        span=span,
        clause=None if span is None else span.of(policy.rule_text.text),
        question=fact.question,
        answer=answer,
        understood=fact.understood,
        scenario=None if fact.words is None else fact.words.of(start.scenario),
        id=None if rule is None else rule.id,
        value=fact.value,
        understood_value=fact.understood_value,
    )


def _because(policy: Policy, course: Course, step: Step) -> str | None:
    if not isinstance(step, Concluded) or course.proof is None:
        return None
    return proofs.because(policy, step.decision is Decision.YES, course.proof)


def _would_change(policy: Policy, start: Started, course: Course, step: Step) -> tuple[str, ...]:
    if not isinstance(step, Concluded) or start.asked is None:
        return ()
    verdict = step.decision is Decision.YES
    diagram = diagram_of(policy.questions[start.asked].yes_when)
    found = changes(diagram, course.known, verdict=verdict)
    return tuple(proofs.would_change(policy, change, verdict) for change in found)


def _basis(policy: Policy) -> Basis:
    review = policy.review if policy.is_reviewed else None
    return Basis(
        title=policy.title,
        version=policy.version,
        is_draft=policy.is_draft,
        drafted_by=policy.drafted_by,
        reviewed_by=review.by if review else "",
        reviewed_on=review.on if review else "",
        address=policy.origin.address,
        date=policy.origin.date,
        contact=policy.origin.contact,
    )


def outcome_of(step: Step) -> Outcome:
    """How an interview ended that stands at a step, or that it goes on."""
    match step:
        case Concluded(decision=decision):
            return Outcome(decision.value)
        case CannotTell():
            return Outcome.CANNOT_TELL
        case NotAnswered():
            return Outcome.NOT_ANSWERED
        case _:
            return Outcome.OPEN
