"""Edits of a policy as a whole: what it says of itself, its text, and that somebody checked it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from e3.errors import BadInput
from e3.interview.interview import MOST_CHARACTERS, check
from e3.policy.policy import Origin, Policy, PolicyRule, Review
from e3.policy.rule_text import RuleText
from e3.studio.editing import EditRefused, with_rules_for
from e3.text import Span

_Line = Annotated[str, Field(max_length=2_000)]


@dataclass(frozen=True)
class Describe:
    """What the policy is called, and where its text comes from."""

    title: Annotated[str, Field(min_length=1, max_length=200)]
    domain: _Line = ""
    address: _Line = ""
    date: _Line = ""
    contact: _Line = ""
    kind: Literal["describe"] = "describe"

    def made(self, policy: Policy) -> Policy:
        title = " ".join(self.title.split())
        if not title:
            raise EditRefused("the title is empty", "title")
        origin = Origin(self.address.strip(), self.date.strip(), self.contact.strip())
        return replace(policy, title=title, domain=self.domain.strip(), origin=origin)


@dataclass(frozen=True)
class ChangeText:
    """Another text: rules stay where their words still stand, others must go before."""

    text: Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS["rule text"])]
    kind: Literal["change text"] = "change text"

    def made(self, policy: Policy) -> Policy:
        after = RuleText(self.text)
        try:
            check(after, "?")
        except BadInput as error:
            raise EditRefused(str(error), "text") from None
        before = policy.rule_text.text
        rules = {rule.id: (_found_again(rule, before, self.text),) for rule in policy.rules}
        return replace(with_rules_for(policy, rules), rule_text=after)


@dataclass(frozen=True)
class ChangeWords:
    """Other words for a part of the text: rules in it go on as far as the words are the same."""

    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]
    words: Annotated[str, Field(max_length=MOST_CHARACTERS["rule text"])]
    kind: Literal["change words"] = "change words"

    def made(self, policy: Policy) -> Policy:
        before = policy.rule_text.text
        if not self.start < self.end <= len(before):
            raise EditRefused("the text has no such part", "end")
        part = Span(self.start, self.end)
        text = before[: part.start] + self.words + before[part.end :]
        after = RuleText(text)
        try:
            check(after, "?")
        except BadInput as error:
            raise EditRefused(str(error), "words") from None
        rules = {
            rule.id: (replace(rule, span=_moved(rule, part, part.of(before), self.words, text)),)
            for rule in policy.rules
        }
        return replace(with_rules_for(policy, rules), rule_text=after)


@dataclass(frozen=True)
class MarkReviewed:
    """Somebody has checked the policy as it is now."""

    by: Annotated[str, Field(min_length=1, max_length=200)]
    on: date
    kind: Literal["review"] = "review"

    def made(self, policy: Policy) -> Policy:
        by = " ".join(self.by.split())
        if not by:
            raise EditRefused("the name is empty", "by")
        return replace(policy, review=Review(by, self.on.isoformat(), policy.version))


PolicyEdit = Describe | ChangeText | ChangeWords | MarkReviewed


def _moved(rule: PolicyRule, part: Span, before: str, after: str, text: str) -> Span:
    """Where a rule stands once a part of the text has other words."""
    longer = len(after) - len(before)
    if rule.span.end <= part.start:
        return rule.span
    if rule.span.start >= part.end:
        return Span(rule.span.start + longer, rule.span.end + longer)
    if not part.covers(rule.span):
        raise EditRefused(f"rule {rule.id!r} stands in more than these words", "words")
    same = _same_start(before, after)
    same_behind = min(_same_start(before[::-1], after[::-1]), min(len(before), len(after)) - same)

    # Where the words differ, all that differs is the rule's.
    start, end = rule.span.start - part.start, rule.span.end - part.start
    if start > same:
        start = start + longer if start >= len(before) - same_behind else same
    if end >= len(before) - same_behind:
        end += longer
    elif end > same:
        end = len(after) - same_behind
    found = Span(part.start + start, part.start + max(start, end)).stripped(text, " \t\n,;:.")
    if not found:
        raise EditRefused(
            f"nothing would be left of rule {rule.id!r}: delete it, or mark it anew, first", "words"
        )
    return found.whole_words(text)


def _found_again(rule: PolicyRule, before: str, after: str) -> PolicyRule:
    """The rule where its words stand now: those nearest to where they would be."""
    words = rule.span.of(before)
    same = _same_start(before, after)
    # What lies behind the last change is counted from the end.
    expected = rule.span.start + (0 if rule.span.end <= same else len(after) - len(before))
    behind = after.find(words, max(0, expected))
    ahead = after.rfind(words, 0, max(0, expected) + len(words))
    found = [start for start in (behind, ahead) if start >= 0]
    if not found:
        said = " ".join(words.split())[:60]
        raise EditRefused(
            f"the words of rule {rule.id!r} are not in the new text: “{said}”; delete the rule, or"
            " mark it anew, first",
            "text",
        )
    start = min(found, key=lambda start: abs(start - expected))
    return replace(rule, span=Span(start, start + len(words)))


def _same_start(before: str, after: str) -> int:
    """How many characters two texts begin with alike."""
    return next(
        (
            place
            for place, (one, other) in enumerate(zip(before, after, strict=False))
            if one != other
        ),
        min(len(before), len(after)),
    )
