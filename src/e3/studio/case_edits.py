"""Edits of the cases that are kept with a policy as its tests (its example people)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from e3.policy.answers import Answer
from e3.policy.checking import MOST_RULES
from e3.policy.fields import MOST_EXAMPLES, YesOrNo
from e3.policy.policy import ExamplePerson, Policy
from e3.studio.editing import EditRefused
from e3.studio.logic_edits import Place, check_question

Name = Annotated[str, Field(min_length=1, max_length=200)]
Answers = Annotated[Mapping[str, YesOrNo], Field(max_length=MOST_RULES)]
Gets = Literal["yes", "no", "unknown"]


@dataclass(frozen=True)
class AddCase:
    """A person with a known answer."""

    name: Name
    answers: Answers
    """By the ids of rules; what is left out is not known."""
    gets: Gets
    """What they should get: it is said where the logic comes to something else."""
    question: Place = 0
    kind: Literal["add case"] = "add case"

    def made(self, policy: Policy) -> Policy:
        if len(policy.people) >= MOST_EXAMPLES:
            raise EditRefused(f"a policy has {MOST_EXAMPLES:,} cases at most", "name")
        return replace(policy, people=(*policy.people, _person(policy, self)))


@dataclass(frozen=True)
class ChangeCase:
    """Another person in the place of one."""

    number: Place
    name: Name
    answers: Answers
    gets: Gets
    question: Place = 0
    kind: Literal["change case"] = "change case"

    def made(self, policy: Policy) -> Policy:
        before, after = _around(policy, self.number)
        return replace(policy, people=(*before, _person(policy, self), *after))


@dataclass(frozen=True)
class DeleteCase:
    """Takes a case away."""

    number: Place
    kind: Literal["delete case"] = "delete case"

    def made(self, policy: Policy) -> Policy:
        before, after = _around(policy, self.number)
        return replace(policy, people=(*before, *after))


CaseEdit = AddCase | ChangeCase | DeleteCase


def person_of(
    policy: Policy, name: str, answers: Mapping[str, str], gets: str, question: int
) -> ExamplePerson:
    """The person that was described; EditRefused where the policy has no such rule or question."""
    check_question(policy, question)
    unknown = answers.keys() - {rule.id for rule in policy.rules}
    if unknown:
        raise EditRefused(f"there is no rule {min(unknown)[:80]!r}", "answers")
    said = {rule.id: Answer(answers[rule.id]) for rule in policy.rules if rule.id in answers}
    return ExamplePerson(" ".join(name.split()), said, Answer(gets), question)


def _person(policy: Policy, case: AddCase | ChangeCase) -> ExamplePerson:
    if not case.name.strip():
        raise EditRefused("the name is empty", "name")
    return person_of(policy, case.name, case.answers, case.gets, case.question)


def _around(
    policy: Policy, number: int
) -> tuple[tuple[ExamplePerson, ...], tuple[ExamplePerson, ...]]:
    if number >= len(policy.people):
        raise EditRefused("there is no such case", "number")
    return policy.people[:number], policy.people[number + 1 :]
