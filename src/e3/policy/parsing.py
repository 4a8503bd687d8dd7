"""Policies from parsed JSON, checked (deserialisation).

The format is described in corpus/README.md.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from e3.errors import BadInput
from e3.policy.answers import Answer
from e3.policy.logic import matters, names, parse
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule, Statements, Story
from e3.policy.rule_text import RuleText
from e3.serialise import from_object
from e3.text import Span, question_key


class _RuleFields(BaseModel):
    id: str
    span: str = Field(min_length=1)
    question: str = Field(min_length=1)
    yes: list[str] = Field(min_length=1)
    no: list[str] = Field(min_length=1)
    unclear: list[str] = []


class _QuestionFields(BaseModel):
    question: str = Field(min_length=1)
    yes_when: str


class _StoryFields(BaseModel):
    text: str
    settles: dict[str, Literal["yes", "no"]]


class _PolicyFields(BaseModel):
    title: str = Field(min_length=1)
    domain: str = ""
    rule_text: str = Field(min_length=1)
    rules: list[_RuleFields] = Field(min_length=1)
    questions: list[_QuestionFields] = Field(min_length=1)
    stories: list[_StoryFields] = []
    irrelevant_questions: list[str] = []

    def policy(self) -> Policy:
        rules = sorted((self._rule(rule) for rule in self.rules), key=lambda rule: rule.span)
        ids = {rule.id: rule.question for rule in rules}
        if len(ids) < len(rules):
            raise BadInput("rules: two have the same id")
        if len({question_key(question) for question in ids.values()}) < len(rules):
            raise BadInput("rules: two ask the same question")
        return Policy(
            title=self.title,
            domain=self.domain,
            rule_text=RuleText(self.rule_text),
            rules=tuple(rules),
            questions=tuple(_question(fields, ids) for fields in self.questions),
            stories=tuple(_story(fields, ids) for fields in self.stories),
            irrelevant_questions=tuple(self.irrelevant_questions),
        )

    def _rule(self, fields: _RuleFields) -> PolicyRule:
        if self.rule_text.count(fields.span) != 1:
            raise BadInput(f"rules: the span of {fields.id!r} must stand in the text exactly once")
        start = self.rule_text.index(fields.span)
        return PolicyRule(
            fields.id,
            Span(start, start + len(fields.span)),
            fields.question,
            Statements(tuple(fields.yes), tuple(fields.no), tuple(fields.unclear)),
        )


def _question(fields: _QuestionFields, ids: dict[str, str]) -> PolicyQuestion:
    try:
        expression = parse(fields.yes_when)
    except ValueError as error:
        raise BadInput(f"yes_when: {error}") from None
    if unknown := names(expression) - ids.keys():
        raise BadInput(f"yes_when: there is no rule {min(unknown)!r}")
    try:
        idle = names(expression) - matters(expression)
    except ValueError as error:
        raise BadInput(f"yes_when: {error}") from None
    if idle:
        raise BadInput(f"yes_when: rule {min(idle)!r} makes no difference")
    return PolicyQuestion(fields.question, expression)


def _story(fields: _StoryFields, ids: dict[str, str]) -> Story:
    if unknown := fields.settles.keys() - ids.keys():
        raise BadInput(f"stories: there is no rule {min(unknown)!r}")
    settles = {question_key(ids[rule]): Answer(answer) for rule, answer in fields.settles.items()}
    return Story(fields.text, settles)


def parse_policies(objects: Any, *, source: str) -> list[Policy]:
    """The policies of a parsed JSON file."""
    policies: dict[str, Policy] = {}
    for number, value in enumerate(objects, start=1):
        try:
            policy = from_object(_PolicyFields, value).policy()
        except BadInput as error:
            raise BadInput(str(error), source=source, row=number) from None
        if policy.slug in policies:
            raise BadInput("title: another policy has it already", source=source, row=number)
        policies[policy.slug] = policy
    return list(policies.values())
