"""Whole interviews with simulated people: how many end with the right answer, and how soon."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol, Self, TypeVar

from e3.evaluation.people import Person
from e3.interview.explanation import SURE
from e3.interview.steps import Ask, CannotTell, Concluded, Confirm, NotAnswered, Step
from e3.policy.amounts import BadValue
from e3.policy.answers import Answer
from e3.policy.facts import Value
from e3.reading.conversation import Decision
from e3.text import question_key


class Conducted(Protocol):
    """An interview, whoever leads it."""

    @property
    def step(self) -> Step:
        """What comes next, or how it ended."""

    @property
    def today(self) -> date:
        """The day on which it is held."""

    def answer(self, answer: Answer | Value) -> Self:
        """Answers the question that is asked."""

    def confirm(self, answer: Answer | Value) -> Self:
        """Says of the first fact to confirm what is so."""


C = TypeVar("C", bound=Conducted)

Begin = Callable[[Person], Conducted]
"""How the interview with a person begins."""


@dataclass(frozen=True, slots=True)
class HeldInterview:
    """An interview that was held, and what it was worth."""

    tree_id: str
    outcome: Decision | None
    """None: it can't tell."""
    is_sure: bool
    is_right: bool
    questions: int
    fewest: int
    redundant: int
    """Questions about what had been answered or told."""
    off_topic: int
    """Questions about nothing in the tree, to which a person says that they don't know."""
    confirmed: int
    corrected: int


def hold(interview: Conducted, person: Person) -> HeldInterview:
    """Goes through an interview that has begun with a person."""
    settled = set(person.told)
    redundant = off_topic = questions = confirmed = corrected = 0
    while True:
        match interview.step:
            case Ask(question=question, rule=rule, fact=fact):
                about = person.topics.about(question, rule)
                if fact is not None and not person.has_value(about):
                    # They are asked with yes and no instead, and that question counts.
                    interview = interview.answer(Answer.UNKNOWN)
                    continue
                questions += 1
                off_topic += about is None
                if about is not None:
                    redundant += question_key(about) in settled
                    settled.add(question_key(about))
                if fact is None:
                    interview = interview.answer(person.answer(question, about))
                else:
                    interview = _valued(interview, person.value(fact, about, interview.today))
            case Confirm(facts=(told, *_)):
                about = person.topics.about(told.question, told.rule)
                if told.value is not None and not person.has_value(about):
                    # Nobody knows better; where it is wrong, the interview ends so.
                    interview = interview.confirm(told.value)
                    continue
                confirmed += 1
                if told.value is not None:
                    agrees = person.is_like(told.value, about, interview.today)
                    corrected += not agrees
                    interview = interview.confirm(told.value if agrees else Answer.UNKNOWN)
                    continue
                answer = person.answer(told.question, about)
                corrected += answer is not told.answer
                if about is not None:
                    settled.add(question_key(about))
                interview = interview.confirm(answer)
            case Concluded() | CannotTell() | NotAnswered() as end:
                break
    decision = end.decision if isinstance(end, Concluded) else None
    return HeldInterview(
        tree_id=person.tree.tree_id,
        outcome=Decision.IRRELEVANT if isinstance(end, NotAnswered) else decision,
        is_sure=isinstance(end, Concluded) and (end.confidence is None or end.confidence >= SURE),
        is_right=decision is not None and decision.value == person.conclusion,
        questions=questions,
        fewest=person.fewest,
        redundant=redundant,
        off_topic=off_topic,
        confirmed=confirmed,
        corrected=corrected,
    )


def _valued(interview: C, value: Value | Answer) -> C:
    """After a value, or after "don't know" where the interview can't take it."""
    try:
        return interview.answer(value)
    except BadValue:
        return interview.answer(Answer.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Figures:
    """What interviews are worth together. Shares are of all interviews; means are per interview."""

    interviews: int
    trees: int
    right: float
    right_by_tree: float
    """The mean of the shares of the trees, so that those with many questions count no more."""
    sure: float
    """With a conclusion that no page calls unsure."""
    right_where_sure: float | None
    right_where_not_sure: float | None
    """Of the conclusions that are called unsure."""
    cannot_tell: float
    not_answered: float
    redundant: float
    """With at least one redundant question."""
    off_topic: float
    """With at least one question off the topic."""
    questions: float
    fewest: float
    times_fewest: float | None
    """Questions for each that is needed; where nothing is needed, none."""
    times_fewest_where_right: float | None
    """The same over interviews with the right answer: to stop too early is no merit."""
    confirmed: float
    """Facts of the scenario shown for confirmation."""
    corrected: float | None
    """The share of these that were wrong."""


def figures(held: Sequence[HeldInterview]) -> Figures:
    """The figures of at least one interview."""
    by_tree: dict[str, list[HeldInterview]] = {}
    for each in held:
        by_tree.setdefault(each.tree_id, []).append(each)
    concluded = [each for each in held if each.outcome in (Decision.YES, Decision.NO)]
    confirmed = sum(each.confirmed for each in held)
    corrected = sum(each.corrected for each in held)
    return Figures(
        interviews=len(held),
        trees=len(by_tree),
        right=_mean([each.is_right for each in held]),
        right_by_tree=_mean([_mean([e.is_right for e in of]) for of in by_tree.values()]),
        sure=_mean([each.is_sure for each in held]),
        right_where_sure=_right([each for each in concluded if each.is_sure]),
        right_where_not_sure=_right([each for each in concluded if not each.is_sure]),
        cannot_tell=_mean([each.outcome is None for each in held]),
        not_answered=_mean([each.outcome is Decision.IRRELEVANT for each in held]),
        redundant=_mean([each.redundant > 0 for each in held]),
        off_topic=_mean([each.off_topic > 0 for each in held]),
        questions=_mean([each.questions for each in held]),
        fewest=_mean([each.fewest for each in held]),
        times_fewest=_times_fewest(held),
        times_fewest_where_right=_times_fewest([each for each in held if each.is_right]),
        confirmed=confirmed / len(held),
        corrected=corrected / confirmed if confirmed else None,
    )


def _right(held: Sequence[HeldInterview]) -> float | None:
    return _mean([each.is_right for each in held]) if held else None


def _times_fewest(held: Sequence[HeldInterview]) -> float | None:
    fewest = sum(each.fewest for each in held)
    return sum(each.questions for each in held) / fewest if fewest else None


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def hold_all(
    begin: Begin, persons: Sequence[Person], progress: Callable[[int], object]
) -> list[HeldInterview]:
    """Interviews everybody."""
    held = []
    for person in persons:
        held.append(hold(begin(person), person))
        progress(1)
    return held
