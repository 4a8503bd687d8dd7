"""Contrasts: texts changed in a few words so that the logic is another (contrast sets).

Gardner et al. (2020) measure readers with such pairs; here they are learnt from. They stand beside
the policies of a corpus, and are no part of a policy that is followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from pydantic import Field

from e3.corpus.policies import CONTRASTS
from e3.errors import BadInput
from e3.language.en.likeness import negated
from e3.policy.answers import State
from e3.policy.checking import checked
from e3.policy.diagram import Diagram
from e3.policy.faults import Fault
from e3.policy.fields import Fields, Filled
from e3.policy.logic import And, Expression, Not, Or, names, parse
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.policy.rule_text import RuleText
from e3.policy.writing import policy_object
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
    same = _only(rule.span.of(before), after)
    return same or (span.stripped(after) if needed and span is not None else None)


def _only(part: str, text: str) -> Span | None:
    """The one place of a part in a text; None where there is none or there are several."""
    if text.count(part) != 1:
        return None
    start = text.index(part)
    return Span(start, start + len(part))


def _rule_after(rule: PolicyRule, span: Span, before: str, after: str) -> PolicyRule:
    """Where a "not" came or went, a yes to its question says the opposite of its clause."""
    if negated(span.of(after)) == negated(rule.span.of(before)):
        return replace(rule, span=span)
    met = rule.yes_means is State.NOT_MET
    return replace(rule, span=span, yes_means=State.MET if met else State.NOT_MET)


class ContrastFields(Fields):
    """A contrast in a file, beside its policy; docs/howto/write-policies.md describes it."""

    edits: Annotated[list[tuple[Filled, str]], Field(min_length=1)]
    yes_when: Filled
    spans: dict[str, Filled] = Field(default_factory=dict)
    of: Annotated[int, Field(ge=0)] = 0
    question: str = ""


def contrasted_beside(policy: Policy, value: Mapping[str, Any]) -> Iterator[Policy]:
    """What the contrasts make of a policy that stand beside it in what it was parsed from."""
    for number, each in enumerate(_list_of(value)):
        try:
            yield contrasted(policy, _contrast(each, policy))
        except (BadInput, ValueError) as error:
            raise BadInput(f"{CONTRASTS}[{number}]: {error}", source=policy.title) from None


def contrast_faults(policy: Policy, value: Mapping[str, Any]) -> Iterator[Fault]:
    """What is wrong with the contrasts that stand beside a policy."""
    for number, each in enumerate(_list_of(value)):
        try:
            contrast = _contrast(each, policy)
            found = checked(policy_object(contrasted(policy, contrast)))
            fatal = [fault.sentence for fault in found.faults if fault.is_fatal]
            if not fatal and any(
                contrast.question == asked.question and _same(contrast.yes_when, asked.yes_when)
                for asked in policy.questions
            ):
                fatal = ["it changes nothing: the logic is as before"]
        except (BadInput, ValueError) as error:
            fatal = [str(error)]
        if fatal:
            yield Fault((CONTRASTS, number), fatal[0])


def _list_of(value: Mapping[str, Any]) -> list[Any]:
    found = value.get(CONTRASTS, [])
    return found if isinstance(found, list) else [found]


def _same(one: Expression, other: Expression) -> bool:
    """Whether two logics always have the same value."""
    both, neither = And((one, other)), And((Not(one), Not(other)))
    return Diagram.of(Or((both, neither))).value is True


def _contrast(value: Any, policy: Policy) -> Contrast:
    fields = from_object(ContrastFields, value)
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
