"""Edits of the cases that are kept with a policy as its tests (its example people)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from pydantic import Field

from e3.policy.amounts import BadValue
from e3.policy.answers import Answer
from e3.policy.checking import MOST_RULES
from e3.policy.fields import MOST_EXAMPLES, MOST_FACTS, SaidValue, YesOrNo
from e3.policy.people import settled_by, values_read
from e3.policy.policy import ExamplePerson, Policy
from e3.studio.editing import EditRefused, check_question
from e3.studio.logic_edits import Place

Name = Annotated[str, Field(min_length=1, max_length=200)]
Answers = Annotated[Mapping[str, YesOrNo], Field(max_length=MOST_RULES)]
Values = Annotated[Mapping[str, SaidValue], Field(max_length=MOST_FACTS)]
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
    values: Values = field(default_factory=dict)
    """By the ids of facts, as "60" or "10 stone"; they settle the rules that compare them."""
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
    values: Values = field(default_factory=dict)
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


def person_of(policy: Policy, case: AddCase | ChangeCase) -> ExamplePerson:
    """The person that was described; EditRefused where nobody can be so by this policy."""
    check_question(policy, case.question)
    if unknown := case.answers.keys() - {rule.id for rule in policy.rules}:
        raise EditRefused(f"there is no rule {min(unknown)[:80]!r}", "answers")
    if unknown := case.values.keys() - {fact.id for fact in policy.facts}:
        raise EditRefused(f"there is no fact {min(unknown)[:80]!r}", "values")
    values = values_read(policy.facts, case.values)
    try:
        settled = settled_by(policy, values)
    except BadValue as error:
        raise EditRefused(str(error), "values") from None
    if twice := settled.keys() & case.answers.keys():
        raise EditRefused(f"a value settles the rule {min(twice)!r}", "answers")
    answers = {
        rule.id: Answer(case.answers[rule.id]) for rule in policy.rules if rule.id in case.answers
    }
    name = " ".join(case.name.split())
    return ExamplePerson(name, answers, Answer(case.gets), case.question, values)


def _person(policy: Policy, case: AddCase | ChangeCase) -> ExamplePerson:
    if not case.name.strip():
        raise EditRefused("the name is empty", "name")
    return person_of(policy, case)


def _around(
    policy: Policy, number: int
) -> tuple[tuple[ExamplePerson, ...], tuple[ExamplePerson, ...]]:
    if number >= len(policy.people):
        raise EditRefused("there is no such case", "number")
    return policy.people[:number], policy.people[number + 1 :]
