"""The entailment module (section 3.2): how much of a rule has been talked about already."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from e3.conversation import Conversation
from e3.text import Span, token_f1

_ARTICLES = frozenset(["a", "an", "the"])
_WORD = re.compile(r"\w+")


@lru_cache(maxsize=2**14)
def _tokens(text: str) -> tuple[str, ...]:
    """Lower-cased words without punctuation and articles."""
    return tuple(word for word in _WORD.findall(text.lower()) if word not in _ARTICLES)


@lru_cache(maxsize=2**16)
def f1(rule: str, other: str) -> float:
    """f1(R_i, S): the harmonic mean of the share of the rule and the share of the other text."""
    return token_f1(_tokens(rule), _tokens(other))


def entailment_scores(
    conversation: Conversation, rules: Sequence[Span]
) -> list[tuple[float, float]]:
    """For every rule its scenario score g_i and its history score h_i."""
    scores = []
    for span in rules:
        rule = span.of(conversation.rule_text.text)
        history = (f1(rule, turn.question) for turn in conversation.history)
        scores.append((f1(rule, conversation.scenario), max(history, default=0.0)))
    return scores
