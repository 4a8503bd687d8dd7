"""What the page of a rule shows."""

from __future__ import annotations

from dataclasses import dataclass

from e3.harmless import one_line
from e3.policy.answers import State
from e3.policy.policy import Policy
from e3.serve.pages.studio.review_view import RuleCard, rule_cards
from e3.studio.edits import edited
from e3.studio.review import compares
from e3.studio.suggesting import suggestion
from e3.text import words

_MOST_CUTS = 200


@dataclass(frozen=True, slots=True)
class Cut:
    """A place where a rule can be split: the second one would begin here."""

    at: int
    before: str
    after: str


@dataclass(frozen=True)
class RuleView:
    """A rule, and what can be done with it."""

    card: RuleCard
    words: str
    """Of the text, as they stand there."""
    yes_holds: bool
    """Whether a yes says that the words are so."""
    cuts: tuple[Cut, ...]
    others: tuple[RuleCard, ...]
    """Rules that it can be merged with."""
    seems: str | None
    """What it compares by its words, where it is asked with yes and no."""


def rule_view(policy: Policy, card: RuleCard) -> RuleView:
    """The page of a rule."""
    rule = policy.rule(card.id)
    text = policy.rule_text.text
    starts = [word.span.start for word in words(text, rule.span)][1 : _MOST_CUTS + 1]
    return RuleView(
        card=card,
        words=one_line(rule.span.of(text)),
        yes_holds=rule.yes_means is State.MET,
        cuts=tuple(
            Cut(at, one_line(text[rule.span.start : at]), one_line(text[at : rule.span.end]))
            for at in starts
        ),
        others=tuple(other for other in rule_cards(policy, None) if other.id != card.id),
        seems=None if card.compares else _seems(policy, card.id),
    )


def _seems(policy: Policy, rule: str) -> str | None:
    wanted = suggestion(policy, rule)
    if wanted is None:
        return None
    then = edited(policy, wanted)
    return compares(then, then.rule(rule))
