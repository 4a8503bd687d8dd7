"""What the studio's API is sent, and checks (request schemas)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from e3.policy.checking import MOST_RULES, checked
from e3.policy.fields import (
    MOST_FACTS,
    MOST_QUESTIONS,
    Few,
    PolicyFields,
    SaidValue,
    YesOrNo,
)
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.serve.policies import PolicyRefused
from e3.serve.requests import Count, PolicyGiven, Question, Scenario, SentRequest
from e3.serve.service import Service
from e3.studio.edits import Edit
from e3.studio.publishing import Words

Base = Annotated[Count, Field(description="The revision that the change was made of.")]
QuestionNumber = Annotated[int, Field(ge=0, lt=MOST_QUESTIONS, description="Counted from 0.")]


class NewDraftRequest(SentRequest):
    """A text or a policy to work on."""

    policy: PolicyGiven
    questions: Annotated[
        tuple[Question, ...],
        Field(
            max_length=MOST_QUESTIONS,
            description="What a text shall answer; none for what it is found to.",
        ),
        Few,
    ] = ()

    def made(self, service: Service) -> Policy:
        """The policy, drafted where a text was given."""
        if isinstance(self.policy, str):
            return service.draft(RuleText(self.policy), self.questions)
        return _policy(self.policy)


def _policy(fields: PolicyFields) -> Policy:
    """Unlike one that is only followed, with its examples: they are its tests."""
    found = checked(fields)
    if found.policy is None:
        raise PolicyRefused(found.faults)
    return found.policy


class BaseRequest(SentRequest):
    """A change of what somebody saw."""

    base: Base


class EditRequest(BaseRequest):
    """An edit."""

    edit: Edit = Field(description="What is done; its kind says which fields it has.")


class DraftQuestionRequest(BaseRequest):
    """A question to be answered as a drafter would."""

    question: Question


class RestoreRequest(BaseRequest):
    """A revision to go back to."""

    revision: Count


class PublishRequest(BaseRequest):
    """What is published, and what people are told there."""

    words: Words


class CaseRequest(SentRequest):
    """A person to try."""

    question: QuestionNumber = 0
    answers: Annotated[
        dict[str, YesOrNo],
        Field(
            default_factory=dict,
            max_length=MOST_RULES,
            description="By the ids of rules; the rest is not known.",
        ),
        Few,
    ]
    values: Annotated[
        dict[str, SaidValue],
        Field(
            default_factory=dict,
            max_length=MOST_FACTS,
            description="By the ids of facts, as 60 or 10 stone.",
        ),
        Few,
    ]


class AskedRequest(SentRequest):
    """Words in which somebody might ask."""

    question: Question


class VisitRequest(SentRequest):
    """A new interview at a published address."""

    question: Question
    scenario: Scenario = ""
