"""What BERTQA reads, and from its scores to a reply."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from e3.networks.inputs import EncoderInput, InputBuilder
from e3.reading.conversation import CONCLUSIONS, Conversation, Decision, Reply, Rule
from e3.text import Span

CHOICES = tuple(CONCLUSIONS.values())


def bertqa_input(builder: InputBuilder, conversation: Conversation) -> EncoderInput:
    """The input with the conclusions offered as words."""
    return builder.build(conversation, [choice.value for choice in CHOICES])


def best_span(start: NDArray[np.float32], end: NDArray[np.float32]) -> tuple[int, int, float]:
    """The (i, j) with j >= i and the highest sum of log-probabilities, and that sum."""
    best_start = np.maximum.accumulate(start)
    last = int(np.argmax(best_start + end))
    first = int(np.argmax(start[: last + 1]))
    return first, last, float(start[first] + end[last])


def decode(inputs: EncoderInput, conversation: Conversation, scores: NDArray[np.float32]) -> Reply:
    """The likelier of the conclusions and the best span of the rule text."""
    found = {
        choice: float(scores[first, 0] + scores[last, 1])
        for choice, (first, last) in zip(CHOICES, inputs.choices, strict=True)
    }
    part = scores[inputs.rule_start : inputs.rule_end]
    span = None
    if len(part):
        first, last, found[Decision.INQUIRE] = best_span(part[:, 0], part[:, 1])
        span = inputs.span(inputs.rule_start + first, inputs.rule_start + last)
    weights = np.exp(np.array(list(found.values())) - max(found.values()))
    probabilities = dict(zip(found, map(float, weights / weights.sum()), strict=True))
    decision = max(found, key=lambda each: found[each])
    asked: Span | None = span if decision is Decision.INQUIRE else None
    return Reply(
        decision=decision,
        confidence=probabilities[decision],
        question=asked.of(conversation.rule_text.text) if asked else None,
        rules=(Rule(asked),) if asked else (),
        asked=0 if asked else None,
        probabilities=probabilities,
    )
