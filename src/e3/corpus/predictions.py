"""Replies as predictions in the official format, and why they were given."""

from __future__ import annotations

from typing import Any

from e3.corpus.rows import Row
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Reply, Rule


def answer_of(reply: Reply) -> str:
    """A reply as the official format writes it."""
    return reply.question if reply.question is not None else reply.decision.value.capitalize()


def prediction(row: Row, reply: Reply) -> dict[str, str]:
    """The reply to a row in the official format."""
    return {"utterance_id": row.utterance_id, "answer": answer_of(reply)}


def explanation(row: Row, reply: Reply) -> dict[str, Any]:
    """Why a row got this reply: every rule with its state, and its scores if it has any."""
    return {
        "utterance_id": row.utterance_id,
        "decision": reply.decision.value,
        "probabilities": {d.value: round(p, 6) for d, p in reply.probabilities.items()},
        "question": reply.question,
        "rules": [_rule(rule, row.conversation.rule_text) for rule in reply.rules],
    }


def _rule(rule: Rule, rule_text: RuleText) -> dict[str, Any]:
    scores = rule.scores
    return {
        "span": [rule.span.start, rule.span.end],
        "text": rule.span.of(rule_text.text),
        "state": rule.state.value,
        "r": None if scores is None else round(scores.inquiry, 6),
        "g": None if scores is None else round(scores.scenario, 6),
        "h": None if scores is None else round(scores.history, 6),
    }
