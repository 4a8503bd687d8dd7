"""The entailment module (section 3.2): how much of a rule has been talked about already."""

from __future__ import annotations

from collections.abc import Sequence

from e3.language.en.likeness import overlap
from e3.reading.conversation import Conversation
from e3.text import Span


def entailment_scores(
    conversation: Conversation, rules: Sequence[Span]
) -> list[tuple[float, float]]:
    """For every rule its scenario score g_i and its history score h_i."""
    scores = []
    for span in rules:
        rule = span.of(conversation.rule_text.text)
        history = (overlap(rule, turn.question) for turn in conversation.history)
        scores.append((overlap(rule, conversation.scenario), max(history, default=0.0)))
    return scores
