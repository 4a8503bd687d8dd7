"""What is counted of an interview: where it stands, and nothing that was told."""

from __future__ import annotations

from dataclasses import dataclass

from e3.interview.course import rule_of
from e3.interview.explanation import Outcome, outcome_of
from e3.interview.facts import Fact
from e3.interview.interview import Interview
from e3.interview.steps import Ask, Confirm
from e3.policy.answers import Answer


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an interview stands."""

    outcome: Outcome
    rule: str | None
    """That is asked for, or to be confirmed."""
    unknown: tuple[str, ...]
    """The rules that the person does not know."""


def standing(interview: Interview) -> Standing:
    """Where an interview stands now."""
    step = interview.step
    fact: Fact | None = None
    if isinstance(step, Ask):
        fact = Fact(step.question, Answer.UNKNOWN, step.rule)
    elif isinstance(step, Confirm):
        fact = step.facts[0]
    rule = None if fact is None else rule_of(interview.policy, fact)
    answers = interview.course.answers
    unknown = tuple(id for id, said in answers.items() if said is Answer.UNKNOWN)
    return Standing(outcome_of(step), None if rule is None else rule.id, unknown)
