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


PolicyEdit = Describe | ChangeText | MarkReviewed


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
