"""A policy: a rule text, its rules, the questions it answers, and when the answer is yes.

One form for our corpus, for drafts and for policies that a person has reviewed and published.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from e3.policy.answers import Answer, State
from e3.policy.facts import PolicyFact, RuleValue, Value
from e3.policy.logic import Expression, written
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

    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()

    def saying(self, answer: Answer) -> tuple[str, ...]:
        return {Answer.YES: self.yes, Answer.NO: self.no, Answer.UNKNOWN: self.unclear}[answer]


@dataclass(frozen=True, slots=True)
class RuleConfidence:
    """How sure a drafter is of a rule: each the share of such rules that are right."""

    rule: float
    """That it bears on the question, from its first word to its last."""
    question: float
    """That its question asks for it, in good English."""
    polarity: float
    """That a yes means what the draft says, and speaks for the side it says."""


@dataclass(frozen=True, slots=True)
class AnswerConfidence:
    """How sure a drafter is of an answer."""

    answered: float
    """That the text answers the question."""
    logic: float
    """That the rules, if they are right, hang together as the draft says."""
    right: float | None = None
    """That somebody who follows the draft gets the right answer, where the drafter can tell."""


@dataclass(frozen=True)
class PolicyRule:
    """A rule of a policy: where it stands, how it is asked, and what people say to it."""

    id: str
    span: Span
    question: str
    statements: Statements = Statements()
    yes_means: State = State.MET
    """What a yes says of the clause: yes to "Do you smoke?" says that "you do not smoke" is not
    met. In the logic the rule's id stands for a yes."""
    confidence: RuleConfidence | None = None
    """Of a drafter; None where a person wrote the rule."""
    value: RuleValue | None = None
    """None where it compares none, or nobody said which."""

    def state(self, answer: Answer | None) -> State:
        """What an answer says of the clause."""
        if answer is None or answer is Answer.UNKNOWN:
            return State.UNKNOWN
        return (answer if self.yes_means is State.MET else answer.opposite).state


@dataclass(frozen=True)
class PolicyQuestion:
    """A question to a policy, and when its answer is yes."""

    question: str
    yes_when: Expression
    confidence: AnswerConfidence | None = None


@dataclass(frozen=True, slots=True)
class ExamplePerson:
    """Somebody with a known answer: a test of the logic."""

    name: str
    answers: Mapping[str, Answer]
    """By the ids of the rules; those that are left out are not known."""
    gets: Answer
    """The answer for them; unknown where it depends on what they left out."""
    question: int = 0
    """Which of the policy's questions they ask."""
    values: Mapping[str, Value] = field(default_factory=dict)
    """By the ids of the facts; these settle the rules that compare them."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a text comes from."""

    address: str = ""
    """A file or a web page."""
    date: str = ""
    """Of the text, as its publisher gives it."""
    contact: str = ""
    """Whom to ask."""


@dataclass(frozen=True, slots=True)
class Review:
    """Somebody has checked a policy."""

    by: str
    on: str
    """The day, as 2026-11-17."""
    version: str
    """What was checked; see `Policy.version`."""


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
    """Such as the text does not answer."""
    people: tuple[ExamplePerson, ...] = ()
    origin: Origin = Origin()
    drafted_by: str = ""
    """The drafter that made it of the text; empty where a person wrote it."""
    review: Review | None = None
    facts: tuple[PolicyFact, ...] = ()
    """What rules compare and a person is asked for once."""
    slug: str = field(init=False)

    def __post_init__(self) -> None:
        slug = re.sub(r"[\W_]+", "-", self.title.casefold()).strip("-")
        object.__setattr__(self, "slug", slug)

    @cached_property
    def version(self) -> str:
        """A digest of all that people are shown and answers depend on (SHA-256)."""
        rules = [[r.id, r.span.start, r.span.end, r.question, r.yes_means] for r in self.rules]
        answers = [[asked.question, written(asked.yes_when)] for asked in self.questions]
        values = [[f.id, f.kind, f.unit, f.question, f.choices, f.since] for f in self.facts]
        compared = [
            [r.id, r.value.fact, r.value.unit, r.value.test]
            for r in self.rules
            if r.value is not None and any(r.value.fact == fact.id for fact in self.facts)
        ]
        facts = [[values, compared]] if self.facts else []
        decides = json.dumps([self.title, self.rule_text.text, rules, answers, *facts])
        return sha256(decides.encode()).hexdigest()

    @property
    def is_reviewed(self) -> bool:
        """Whether somebody has checked it as it is now."""
        return self.review is not None and self.review.version == self.version

    @property
    def is_draft(self) -> bool:
        """Whether nobody has checked what a drafter made."""
        return bool(self.drafted_by) and not self.is_reviewed

    def fact_of(self, rule: PolicyRule) -> PolicyFact | None:
        """The fact that a rule compares; None where it is only asked for with yes and no."""
        return None if rule.value is None else self.fact(rule.value.fact)

    def fact(self, id: str) -> PolicyFact | None:
        """The fact with an id, if there is one."""
        return next((fact for fact in self.facts if fact.id == id), None)

    def rule(self, id: str) -> PolicyRule:
        """The rule with an id."""
        return next(rule for rule in self.rules if rule.id == id)
