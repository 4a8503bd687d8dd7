"""Contrasts: texts changed in a few words so that the logic is another (contrast sets).

Gardner et al. (2020) measure readers with such pairs; here they are learnt from. Those of a policy
stand beside it in the corpus. Those of ShARC's trees, whose words are not ours to publish, stand in
a file of their own that names places in the text and digests of questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field

from e3.corpus.scenarios import question_name
from e3.corpus.sharc import load_json
from e3.errors import BadInput
from e3.language.en.likeness import negated
from e3.policy.answers import State
from e3.policy.fields import Fields, Filled
from e3.policy.logic import And, Expression, Name, Not, Or, names, parse
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.policy.rule_text import RuleText
from e3.serialise import from_object
from e3.text import Span, question_key


@dataclass(frozen=True, slots=True)
class Edit:
    """Words in place of a part of a text."""

    part: Span
    """In the text as it is once the edits before this one are made."""
    words: str

    def of(self, text: str) -> str:
        """The text after it."""
        return text[: self.part.start] + self.words + text[self.part.end :]

    def touches(self, span: Span) -> bool:
        """Whether it changes anything within a span; words put at its ends do not."""
        return self.part.start < span.end and span.start < self.part.end

    def moved(self, span: Span) -> Span | None:
        """Where a span is after it: without the new words at its ends, and with those within."""
        start, end = span.start, span.end
        by = len(self.words) - len(self.part)
        if self.part.end <= start:
            return Span(start + by, end + by)
        if end <= self.part.start:
            return span
        if self.part.start < start:
            start = self.part.start + len(self.words)
        end = self.part.start if end < self.part.end else end + by
        return Span(start, end) if start < end else None


@dataclass(frozen=True)
class Contrast:
    """A policy's text with edits, and when the answer to a question is yes under it."""

    edits: tuple[Edit, ...]
    """One after the other; none where only the question is another."""
    yes_when: Expression
    """Over the ids of the policy's rules."""
    question: str
    spans: Mapping[str, str] = field(default_factory=dict)
    """By the id of a rule: its text, where its writer says what has become of it."""


class DoesNotApply(ValueError):
    """Why a contrast can't be made of a policy."""


def contrasted(policy: Policy, contrast: Contrast) -> Policy:
    """The policy that a contrast makes of another, with the one question that it is for.

    It keeps the title, which decides for training or evaluation, and all that people tell. Of its
    rules it has those that the logic needs and those that the edits leave as they were.
    """
    text = policy.rule_text.text
    for edit in contrast.edits:
        text = edit.of(text)
    needed = names(contrast.yes_when)
    rules = []
    for rule in policy.rules:
        span = _span_after(rule, contrast, policy.rule_text.text, text, needed=rule.id in needed)
        if span is not None:
            rules.append(_rule_after(rule, span, policy.rule_text.text, text))
    if gone := needed - {rule.id for rule in rules}:
        raise DoesNotApply(f"the rule {min(gone)!r} is not found again")
    asked = {question_key(rule.question) for rule in rules}
    return replace(
        policy,
        rule_text=RuleText(text),
        rules=tuple(sorted(rules, key=lambda rule: rule.span)),
        questions=(PolicyQuestion(contrast.question, contrast.yes_when),),
        stories=tuple(
            replace(story, settles={q: a for q, a in story.settles.items() if q in asked})
            for story in policy.stories
        ),
        people=(),
        review=None,
    )


def _span_after(
    rule: PolicyRule, contrast: Contrast, before: str, after: str, *, needed: bool
) -> Span | None:
    """Where a rule stands after the edits."""
    said = contrast.spans.get(rule.id)
    if said is not None:
        return _only(said, after)
    span: Span | None = rule.span
    touched = False
    for edit in contrast.edits:
        if span is not None:
            touched |= edit.touches(span)
            span = edit.moved(span)
    if not touched:
        return span
    # An edit may name more than it changes: then the rule stands in the new words too.
    return _only(rule.span.of(before), after) or (span if needed else None)


def _only(part: str, text: str) -> Span | None:
    """The one place of a part in a text; None where there is none or there are several."""
    if text.count(part) != 1:
        return None
    start = text.index(part)
    return Span(start, start + len(part))


def _rule_after(rule: PolicyRule, span: Span, before: str, after: str) -> PolicyRule:
    if span.of(after) == rule.span.of(before):
        return replace(rule, span=span)
    turned = negated(span.of(after)) and not negated(rule.question)
    return replace(rule, span=span, yes_means=State.NOT_MET if turned else State.MET)


class ContrastFields(Fields):
    """A contrast in a file, beside its policy; docs/howto/write-policies.md describes it."""

    edits: Annotated[list[tuple[Filled, str]], Field(min_length=1)]
    yes_when: Filled
    spans: dict[str, Filled] = Field(default_factory=dict)
    of: Annotated[int, Field(ge=0)] = 0
    question: str = ""


def contrasts_beside(value: Mapping[str, Any], policy: Policy) -> list[Contrast]:
    """The contrasts that stand beside a policy, `value` being what it was parsed from."""
    contrasts = []
    for number, each in enumerate(value.get("contrasts", ())):
        try:
            contrasts.append(_contrast(from_object(ContrastFields, each), policy))
        except (BadInput, ValueError) as error:
            raise BadInput(f"contrasts[{number}]: {error}", source=policy.title) from None
    return contrasts


def _contrast(fields: ContrastFields, policy: Policy) -> Contrast:
    text = policy.rule_text.text
    edits = []
    for old, new in fields.edits:
        part = _only(old, text)
        if part is None:
            raise BadInput(f"edits: it stands {text.count(old)} times in the text: {old[:60]!r}")
        edits.append(Edit(part, new))
        text = edits[-1].of(text)
    logic = parse(fields.yes_when)
    if unknown := (names(logic) | fields.spans.keys()) - {rule.id for rule in policy.rules}:
        raise BadInput(f"there is no rule {min(unknown)!r}")
    if fields.of >= len(policy.questions):
        raise BadInput(f"of: there are {len(policy.questions)} questions, counted from 0")
    asked = fields.question or policy.questions[fields.of].question
    return Contrast(tuple(edits), logic, asked, fields.spans)


@dataclass(frozen=True)
class TreeContrast:
    """A contrast that names everything without the words of the text."""

    of: str
    """The id of a dialogue tree."""
    text: str
    """The first digits of the version of its rule text: what the edits are for."""
    edits: tuple[Edit, ...]
    """From the last to the first."""
    yes_when: Expression
    """Over questions, each named `rule_name` of it."""
    question: str = ""
    """What the person asks; empty: the same as before."""


class _TreeContrastFields(BaseModel):
    of: str
    text: Filled
    edits: list[tuple[int, int, str]]
    yes_when: str
    question: str = ""


def rule_name(question: str) -> str:
    """How logic names a question whose words are not ours to publish."""
    return "q" + question_name(question)


def contrasts_of(path: Path) -> list[TreeContrast]:
    """The contrasts of a JSON file."""
    found = load_json(path)
    if not isinstance(found, list):
        raise BadInput("a JSON list is wanted", source=str(path))
    contrasts = []
    for number, value in enumerate(found, start=1):
        try:
            contrasts.append(_tree_contrast(from_object(_TreeContrastFields, value)))
        except (BadInput, ValueError) as error:
            raise BadInput(str(error), source=str(path), row=number) from None
    return contrasts


def _tree_contrast(fields: _TreeContrastFields) -> TreeContrast:
    edits = [Edit(Span(start, end), words) for start, end, words in sorted(fields.edits)]
    for one, other in pairwise(edits):
        if one.part.end > other.part.start:
            raise BadInput("edits: they may not overlap")
    return TreeContrast(
        fields.of, fields.text, tuple(reversed(edits)), parse(fields.yes_when), fields.question
    )


@dataclass(frozen=True)
class Contrasted:
    """What contrasts made of policies."""

    policies: tuple[Policy, ...]
    left_out: Mapping[str, int]
    """How many contrasts could not be applied, by why."""


def applied(contrasts: Iterable[TreeContrast], policies: Mapping[str, Policy]) -> Contrasted:
    """What contrasts make of the policies of dialogue trees, by the ids of the trees.

    Contrasts of trees that are not there are not counted: they are of other sources.
    """
    by_text: dict[str, list[Policy]] = {}
    for policy in policies.values():
        by_text.setdefault(policy.rule_text.version, []).append(policy)
    made: list[Policy] = []
    left_out: Counter[str] = Counter()
    for contrast in contrasts:
        if contrast.of not in policies:
            continue
        policy = policies[contrast.of]
        try:
            made.append(_of_tree(contrast, policy, by_text[policy.rule_text.version]))
        except DoesNotApply as why:
            left_out[str(why)] += 1
    return Contrasted(tuple(made), dict(left_out))


def _of_tree(contrast: TreeContrast, policy: Policy, of_text: Sequence[Policy]) -> Policy:
    """Its logic may name questions that only other trees of the same text ask."""
    if not policy.rule_text.version.startswith(contrast.text):
        raise DoesNotApply("it was written for another version of the text")
    rules = {rule_name(rule.question): rule for rule in policy.rules}
    others = {rule_name(rule.question): rule for each in of_text for rule in each.rules}
    needed = names(contrast.yes_when)
    if not needed <= rules.keys() | others.keys():
        raise DoesNotApply("no tree of the text asks what its logic names")
    taken = {rule.id for rule in rules.values()}
    for name in sorted(needed - rules.keys()):
        id = next(f"r{n}" for n in range(1, len(taken) + 2) if f"r{n}" not in taken)
        rules[name] = replace(others[name], id=id)
        taken.add(id)
    number = contrast.of.rpartition("/")[2]
    asked = policy.questions[int(number) - 1 if number.isdecimal() and "/" in contrast.of else 0]
    logic = renamed(contrast.yes_when, {name: rule.id for name, rule in rules.items()})
    with_others = replace(policy, rules=tuple(sorted(rules.values(), key=lambda rule: rule.span)))
    return contrasted(
        with_others, Contrast(contrast.edits, logic, contrast.question or asked.question)
    )


def renamed(expression: Expression, to: Mapping[str, str]) -> Expression:
    """The same logic over other names."""
    match expression:
        case Name(id=name):
            return Name(to[name])
        case Not(of=inner):
            return Not(renamed(inner, to))
        case And(parts=parts):
            return And(tuple(renamed(part, to) for part in parts))
        case Or(parts=parts):
            return Or(tuple(renamed(part, to) for part in parts))
