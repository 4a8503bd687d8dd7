"""Reads policies, and turns each into the same dialogue trees that ShARC has.

The format is described in README.md beside this file.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Literal

from pydantic import BaseModel, Field

from e3.conversation import Answer, RuleText
from e3.errors import BadInput
from e3.files import parse_json
from e3.policies.logic import Expression, given, matters, names, parse
from e3.serialise import from_object
from e3.sharc.scenarios import Scenarios, Statements, Story
from e3.sharc.trees import Conclusion, DialogueTree, Inquiry, Node
from e3.text import Span, same

PARTS = ("train", "evaluation")


@dataclass(frozen=True)
class PolicyRule:
    """A rule of a policy: where it stands, how it is asked, and what people say to it."""

    id: str
    span: Span
    question: str
    statements: Statements


@dataclass(frozen=True)
class PolicyQuestion:
    """A question to a policy, and when its answer is yes."""

    question: str
    yes_when: Expression


@dataclass(frozen=True)
class Policy:
    """A rule text with its rules, in the order of the text, and its logic."""

    title: str
    domain: str
    rule_text: RuleText
    rules: tuple[PolicyRule, ...]
    questions: tuple[PolicyQuestion, ...]
    stories: tuple[Story, ...] = ()
    irrelevant_questions: tuple[str, ...] = ()
    slug: str = field(init=False)

    def __post_init__(self) -> None:
        slug = re.sub(r"[\W_]+", "-", self.title.casefold()).strip("-")
        object.__setattr__(self, "slug", slug)

    @property
    def part(self) -> str:
        """One policy in five is for evaluation only, by its title, so that it stays so for ever."""
        digest = hashlib.sha256(self.title.encode()).digest()
        return "evaluation" if digest[0] % 5 == 0 else "train"

    def trees(self) -> Iterator[DialogueTree]:
        """A dialogue tree for each question, asking only what still matters."""
        for number, question in enumerate(self.questions, start=1):
            yield DialogueTree(
                tree_id=f"{self.slug}/{number}",
                rule_text=self.rule_text,
                question=question.question,
                root=self._node(question.yes_when),
            )

    def human_spans(self) -> dict[str, tuple[str, ...]]:
        """The rule span of each question, as its writer marked it."""
        return {same(rule.question): (rule.span.of(self.rule_text.text),) for rule in self.rules}

    def _node(self, rest: Expression | bool) -> Node:
        if not isinstance(rest, bool) and not (open_rules := matters(rest)):
            rest = given(rest, dict.fromkeys(names(rest), True))
        if isinstance(rest, bool):
            return Conclusion(Answer.YES if rest else Answer.NO)
        rule = next(rule for rule in self.rules if rule.id in open_rules)
        yes, no = (self._node(given(rest, {rule.id: met})) for met in (True, False))
        return Inquiry(rule.question, yes, no)

    def scenarios(self) -> Scenarios:
        """What people say to the rules, by question."""
        return Scenarios(
            stories=self.stories,
            statements={same(rule.question): rule.statements for rule in self.rules},
            irrelevant_questions=self.irrelevant_questions,
        )


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
        if len({same(question) for question in ids.values()}) < len(rules):
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
    settles = {same(ids[rule]): Answer(answer) for rule, answer in fields.settles.items()}
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


def our_policies(part: str | None = None) -> list[Policy]:
    """The corpus that comes with E3, or its `train` or `evaluation` part."""
    data = resources.files("e3.policies").joinpath("policies.json").read_bytes()
    policies = parse_policies(parse_json(data, source="policies"), source="policies")
    return [policy for policy in policies if part in (None, policy.part)]
