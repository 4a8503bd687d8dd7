"""A policy: a rule text, its rules, the questions it answers, and when the answer is yes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from e3.policy.answers import Answer
from e3.policy.logic import Expression
from e3.policy.rule_text import RuleText
from e3.text import Span


@dataclass(frozen=True)
class Story:
    """A whole scenario. `settles` has the keys of its questions; all others stay open."""

    text: str
    settles: Mapping[str, Answer]
    origin: str = "story"


@dataclass(frozen=True)
class Statements:
    """Texts that answer one question yes, answer it no, or touch on it and settle nothing."""

    yes: tuple[str, ...]
    no: tuple[str, ...]
    unclear: tuple[str, ...] = ()

    def saying(self, answer: Answer) -> tuple[str, ...]:
        return {Answer.YES: self.yes, Answer.NO: self.no, Answer.UNKNOWN: self.unclear}[answer]


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
