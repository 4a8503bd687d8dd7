"""The fields of a policy in a file (a schema); docs/reference/formats.md describes them."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from e3.policy.facts import Kind

YesOrNo = Literal["yes", "no"]
Filled = Annotated[str, Field(min_length=1)]
MOST_QUESTIONS, MOST_EXAMPLES, MOST_LOGIC, MOST_OCCURRENCES = 50, 1_000, 10_000, 200_000
"""Questions of a policy, people or stories, characters of a logic, and places in the text that read
the same, of all rules together: more takes long to check."""
MOST_FACTS, MOST_CHOICES, MOST_TEST = 200, 100, 1_000
MOST_LISTED = 1_000
"""Of whatever else is listed. Of rules more can be listed than followed: that is said of them."""
MOST_MISTAKES = 1_000
"""Each that is told takes a line; a file of others may have millions."""
Probability = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


_AMOUNT = r"(\d{4}-\d\d-\d\d|-?\d+(\.\d+)?)"
_TEST = re.compile(
    rf"((>=|<=|>|<|==) {_AMOUNT}|[>]=? {_AMOUNT} and <=? {_AMOUNT}|one of [^|]+(\|[^|]+)*)",
    re.ASCII,
)


def _test(text: str) -> str:
    if not _TEST.fullmatch(text):
        raise ValueError(
            "a test is like '>= 60', '>= 16 and < 19', '< 1959-09-22' or 'one of British | Irish'"
        )
    return text


def _said(value: Any) -> Any:
    """A whole number of JSON is said as it is written."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


SaidValue = Annotated[str, Field(max_length=200), BeforeValidator(_said)]


def _few(value: Any) -> Any:
    # Looked at before what is in it: else each of millions would be a mistake of its own.
    if isinstance(value, list | dict) and len(value) > MOST_LISTED:
        raise ValueError(f"there are {len(value):,} of these, {MOST_LISTED:,} are taken")
    return value


Few = BeforeValidator(_few)


class Fields(BaseModel):
    """Fields of which none is unknown: one that is was misspelt."""

    model_config = ConfigDict(extra="forbid")


class RuleConfidenceFields(Fields):
    """How sure a drafter is of a rule."""

    rule: Probability
    question: Probability
    polarity: Probability


class ValueFields(Fields):
    """The quantity that a rule compares; kind and unit are those of its fact where left out."""

    fact: Filled
    kind: Kind | None = None
    unit: str | None = None
    test: Annotated[str, Field(max_length=MOST_TEST), AfterValidator(_test)]


class FactFields(Fields):
    """What is asked for once; `since` a fact that is a date, where it is computed from that."""

    id: Filled
    kind: Kind
    unit: str = ""
    question: str = ""
    choices: Annotated[list[Filled], Field(max_length=MOST_CHOICES)] = []
    since: str | None = None


class RuleFields(Fields):
    """A rule; its span is the text of it."""

    id: Filled
    span: Filled
    occurrence: Annotated[int, Field(ge=1, le=MOST_OCCURRENCES)] = 1
    """Which of several places with that text it is, counted from 1."""
    question: Filled
    yes_means: Literal["met", "not met"] = "met"
    yes: Annotated[list[str], Few] = []
    no: Annotated[list[str], Few] = []
    unclear: Annotated[list[str], Few] = []
    confidence: RuleConfidenceFields | None = None
    value: ValueFields | None = None


class AnswerConfidenceFields(Fields):
    """How sure a drafter is of an answer."""

    answered: Probability
    logic: Probability
    right: Probability | None = None


class QuestionFields(Fields):
    """A question that the text answers, and when with yes."""

    question: Filled
    yes_when: Annotated[str, Field(max_length=MOST_LOGIC)]
    confidence: AnswerConfidenceFields | None = None


class StoryFields(Fields):
    """A whole scenario."""

    text: str
    settles: Annotated[dict[str, YesOrNo], Few]


class PersonFields(Fields):
    """An example person; `question` is left out where they ask the first."""

    name: Filled
    answers: Annotated[dict[str, YesOrNo], Few] = {}
    values: Annotated[dict[str, SaidValue], Few] = {}
    """By the ids of facts: a number, a day or a choice; of another unit than the fact's with it."""
    gets: Literal["yes", "no", "unknown"]
    question: str | None = None


class OriginFields(Fields):
    """Where the text comes from."""

    address: str = ""
    date: str = ""
    contact: str = ""


class ReviewFields(Fields):
    """Who has checked it, and which version."""

    by: Filled
    on: date
    version: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class PolicyFields(Fields):
    """A policy."""

    title: Filled
    domain: str = ""
    source: OriginFields = OriginFields()
    drafted_by: str = ""
    review: ReviewFields | None = None
    rule_text: Filled
    facts: Annotated[list[FactFields], Field(max_length=MOST_FACTS)] = []
    rules: Annotated[list[RuleFields], Few] = []
    questions: Annotated[list[QuestionFields], Field(max_length=MOST_QUESTIONS)] = []
    people: Annotated[list[PersonFields], Field(max_length=MOST_EXAMPLES)] = []
    stories: Annotated[list[StoryFields], Field(max_length=MOST_EXAMPLES)] = []
    irrelevant_questions: Annotated[list[str], Few] = []
