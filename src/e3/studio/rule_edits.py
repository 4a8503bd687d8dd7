"""Edits of rules: marked in the text, moved, split, merged, deleted, asked otherwise."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from e3.drafting.asking import asked
from e3.drafting.formula import Clause
from e3.policy.answers import State
from e3.policy.fields import Few
from e3.policy.logic import Name
from e3.policy.policy import Policy, PolicyRule
from e3.studio.editing import (
    EditRefused,
    clause_met,
    free_id,
    looked_at,
    readable,
    rule_of,
    with_parts,
    with_rules_for,
)
from e3.studio.groups import GroupKind, denied, grouped
from e3.studio.logic_edits import PutRule
from e3.text import Span, question_key

Offset = Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]
RuleId = Annotated[str, Field(min_length=1, max_length=200)]
Asked = Annotated[str, Field(max_length=2_000)]


@dataclass(frozen=True)
class AddRule:
    """Marks a part of the text as a new rule, and perhaps puts it into the logic of an answer."""

    start: Offset
    end: Offset
    question: Asked = ""
    """Empty: it is asked as a drafter would."""
    id: Annotated[str, Field(max_length=200)] = ""
    """Empty: the next that is free, such as r7."""
    into: str | None = None
    """The address of the group that it joins, or of a part that it makes a group with."""
    kind: Literal["add rule"] = "add rule"

    def made(self, policy: Policy) -> Policy:
        rule = _asked(policy, self.id or free_id(policy.rules), _span(policy, self.start, self.end))
        if self.question.strip():
            rule = replace(rule, question=readable(policy, self.question))
        added = replace(policy, rules=tuple(sorted((*policy.rules, rule), key=_place)))
        return added if self.into is None else PutRule(rule.id, self.into).made(added)


@dataclass(frozen=True)
class MoveSpan:
    """Another part of the text for a rule; its question stays."""

    rule: RuleId
    start: Offset
    end: Offset
    kind: Literal["move span"] = "move span"

    def made(self, policy: Policy) -> Policy:
        span = _span(policy, self.start, self.end)
        return looked_at(policy, replace(rule_of(policy, self.rule), span=span))


@dataclass(frozen=True)
class SplitRule:
    """Two rules for one, cut at a character of the text; both are asked anew.

    Where the one had to be met, now all or any of the two have to be.
    """

    rule: RuleId
    at: Offset
    join: GroupKind = "all"
    kind: Literal["split rule"] = "split rule"

    def made(self, policy: Policy) -> Policy:
        rule = rule_of(policy, self.rule)
        if not rule.span.start < self.at < rule.span.end:
            raise EditRefused(f"rule {rule.id!r} can only be cut within its span", "at")
        others = [each for each in policy.rules if each is not rule]
        first = _asked(policy, rule.id, _span(policy, rule.span.start, self.at), others)
        second = _asked(
            policy, free_id(policy.rules), _span(policy, self.at, rule.span.end), [*others, first]
        )
        met = grouped(self.join, [clause_met(first), clause_met(second)])
        part = met if rule.yes_means is State.MET else denied(met)
        return with_rules_for(with_parts(policy, {rule.id: part}), {rule.id: (first, second)})


@dataclass(frozen=True)
class MergeRules:
    """One rule for several, from the first character of them to the last; it is asked anew.

    In the logic it stands where the first of them did.
    """

    rules: Annotated[tuple[RuleId, ...], Field(min_length=2, max_length=200), Few]
    kind: Literal["merge rules"] = "merge rules"

    def made(self, policy: Policy) -> Policy:
        merged = [rule_of(policy, id) for id in dict.fromkeys(self.rules)]
        if len(merged) < 2:
            raise EditRefused("two rules at least can be merged", "rules")
        first, *others = merged
        span = Span(min(r.span.start for r in merged), max(r.span.end for r in merged))
        rest = [rule for rule in policy.rules if rule not in merged]
        rule = _asked(policy, first.id, span, rest)
        met = clause_met(rule)
        part = met if first.yes_means is State.MET else denied(met)
        gone = with_parts(policy, {first.id: part, **{other.id: None for other in others}})
        # What was said of one of them is not said of all.
        left = with_rules_for(gone, {each.id: () for each in merged})
        return replace(left, rules=tuple(sorted((*left.rules, rule), key=_place)))


@dataclass(frozen=True)
class DeleteRule:
    """Takes a rule out of the policy and of all logic."""

    rule: RuleId
    kind: Literal["delete rule"] = "delete rule"

    def made(self, policy: Policy) -> Policy:
        rule = rule_of(policy, self.rule)
        return with_rules_for(with_parts(policy, {rule.id: None}), {rule.id: ()})


@dataclass(frozen=True)
class RewordRule:
    """Asks for a rule in other words."""

    rule: RuleId
    question: Annotated[str, Field(min_length=1, max_length=2_000)]
    kind: Literal["reword rule"] = "reword rule"

    def made(self, policy: Policy) -> Policy:
        rule = rule_of(policy, self.rule)
        return looked_at(policy, replace(rule, question=readable(policy, self.question)))


@dataclass(frozen=True)
class TurnRule:
    """A yes to its question now says the opposite of the clause; the clause keeps its part.

    What its question compares is the same: only the clause says the opposite of that.
    """

    rule: RuleId
    kind: Literal["turn rule"] = "turn rule"

    def made(self, policy: Policy) -> Policy:
        rule = rule_of(policy, self.rule)
        means = State.NOT_MET if rule.yes_means is State.MET else State.MET
        turned = with_parts(policy, {rule.id: denied(Name(rule.id))})
        return looked_at(turned, replace(rule, yes_means=means))


@dataclass(frozen=True)
class RenameRule:
    """Another id for a rule, wherever it stands."""

    rule: RuleId
    id: RuleId
    kind: Literal["rename rule"] = "rename rule"

    def made(self, policy: Policy) -> Policy:
        rule = rule_of(policy, self.rule)
        if self.id != rule.id and any(self.id == each.id for each in policy.rules):
            raise EditRefused(f"another rule has the id {self.id!r}", "id")
        confidences = [asked.confidence for asked in policy.questions]
        named = with_parts(policy, {rule.id: Name(self.id)})
        named = replace(
            named,
            questions=tuple(
                replace(asked, confidence=sure)
                for asked, sure in zip(named.questions, confidences, strict=True)
            ),
        )
        return with_rules_for(named, {rule.id: (replace(rule, id=self.id),)})


@dataclass(frozen=True)
class AcceptRule:
    """Says that a rule of a draft is right: it is none of the drafter's any more."""

    rule: RuleId
    kind: Literal["accept rule"] = "accept rule"

    def made(self, policy: Policy) -> Policy:
        return looked_at(policy, rule_of(policy, self.rule))


RuleEdit = (
    AddRule
    | MoveSpan
    | SplitRule
    | MergeRules
    | DeleteRule
    | RewordRule
    | TurnRule
    | RenameRule
    | AcceptRule
)


def _asked(
    policy: Policy, id: str, span: Span, others: Collection[PolicyRule] | None = None
) -> PolicyRule:
    """A new rule, asked as a drafter asks beside the others."""
    beside = policy.rules if others is None else others
    taken = {question_key(rule.question) for rule in beside}
    question, means = asked(policy.rule_text, Clause(span, "reviewed"), taken)
    return PolicyRule(id, span, question, yes_means=means)


def _span(policy: Policy, start: int, end: int) -> Span:
    text = policy.rule_text.text
    if not 0 <= start < end <= len(text):
        raise EditRefused(
            f"characters {start:,} to {end:,} are no part of a text with {len(text):,}", "start"
        )
    span = Span(start, end).stripped(text)
    if not any(sign.isalnum() for sign in span.of(text)):
        raise EditRefused("there are no words in what is marked", "start")
    return span


def _place(rule: PolicyRule) -> Span:
    return rule.span
