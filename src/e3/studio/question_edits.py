"""Edits of the questions that a text answers, and of those that it does not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from e3.policy.fields import MOST_QUESTIONS
from e3.policy.policy import Policy, PolicyQuestion
from e3.studio.editing import EditRefused, readable
from e3.studio.logic_edits import Formula, Place, check_question, logic_of
from e3.text import question_key

Question = Annotated[str, Field(min_length=1, max_length=2_000)]


@dataclass(frozen=True)
class AddQuestion:
    """A question more, with its own logic over the rules."""

    question: Question
    formula: Formula
    kind: Literal["add question"] = "add question"

    def made(self, policy: Policy) -> Policy:
        if len(policy.questions) >= MOST_QUESTIONS:
            raise EditRefused(f"a policy answers {MOST_QUESTIONS} questions at most", "question")
        logic = logic_of(policy, self.formula)
        asked = PolicyQuestion(readable(policy, self.question), logic)
        return _answered(replace(policy, questions=(*policy.questions, asked)))


@dataclass(frozen=True)
class RewordQuestion:
    """Other words for a question; its logic stays."""

    number: Place
    question: Question
    kind: Literal["reword question"] = "reword question"

    def made(self, policy: Policy) -> Policy:
        check_question(policy, self.number, "number")
        asked = list(policy.questions)
        words = readable(policy, self.question)
        asked[self.number] = replace(asked[self.number], question=words)
        return _answered(replace(policy, questions=tuple(asked)))


@dataclass(frozen=True)
class DeleteQuestion:
    """Takes a question away, and the cases that ask it; the rules stay."""

    number: Place
    kind: Literal["delete question"] = "delete question"

    def made(self, policy: Policy) -> Policy:
        check_question(policy, self.number, "number")
        left = (q for place, q in enumerate(policy.questions) if place != self.number)
        people = (
            replace(person, question=person.question - (person.question > self.number))
            for person in policy.people
            if person.question != self.number
        )
        return replace(policy, questions=tuple(left), people=tuple(people))


@dataclass(frozen=True)
class AddIrrelevant:
    """A question that the text does not answer, so that nobody's words are taken for another."""

    question: Question
    kind: Literal["add irrelevant"] = "add irrelevant"

    def made(self, policy: Policy) -> Policy:
        words = readable(policy, self.question)
        if words in policy.irrelevant_questions:
            raise EditRefused(f"this question stands there already: {words!r}", "question")
        if len(policy.irrelevant_questions) >= _MOST_IRRELEVANT:
            raise EditRefused(f"{_MOST_IRRELEVANT} such questions are enough", "question")
        return replace(policy, irrelevant_questions=(*policy.irrelevant_questions, words))


@dataclass(frozen=True)
class DeleteIrrelevant:
    """Takes away a question that the text does not answer."""

    number: Place
    kind: Literal["delete irrelevant"] = "delete irrelevant"

    def made(self, policy: Policy) -> Policy:
        asked = policy.irrelevant_questions
        if self.number >= len(asked):
            raise EditRefused("there is no such question", "number")
        left = (*asked[: self.number], *asked[self.number + 1 :])
        return replace(policy, irrelevant_questions=left)


QuestionEdit = AddQuestion | RewordQuestion | DeleteQuestion | AddIrrelevant | DeleteIrrelevant


def _answered(policy: Policy) -> Policy:
    """The policy without what it answers among what it does not."""
    keys = {question_key(asked.question) for asked in policy.questions}
    left = (each for each in policy.irrelevant_questions if question_key(each) not in keys)
    return replace(policy, irrelevant_questions=tuple(left))


_MOST_IRRELEVANT = 1_000
