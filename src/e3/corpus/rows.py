"""A row of ShARC: one turn of a conversation with the reply a person gave to it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from e3.policy.answers import Answer
from e3.reading.conversation import CONCLUSIONS, Conversation, Decision, Turn

NEAR_MISS = "near miss"
"""The origin of rows whose question was asked of another text that is near."""


class RowType(StrEnum):
    """What the scenario of a row does; systems differ most between these."""

    IRRELEVANT = "irrelevant question"
    NEAR_MISS = NEAR_MISS
    NO_SCENARIO = "no scenario"
    EVIDENCE = "scenario with evidence"
    NO_EVIDENCE = "scenario without evidence"
    UNKNOWN = "scenario, evidence unknown"


def decision_of(answer: str) -> Decision:
    """The decision that a reply written out stands for: what is no conclusion is an inquiry."""
    return CONCLUSIONS.get(answer.strip().lower(), Decision.INQUIRE)


@dataclass(frozen=True)
class Row:
    """A conversation, its gold reply, and where both come from.

    `evidence` is what the scenario settles at this turn: a label, never an input. None is unknown.
    `told` is all that it settles, also what no longer matters at this turn, where that is known.
    `answer` is None where a file holds no gold replies.
    """

    utterance_id: str
    tree_id: str
    conversation: Conversation
    answer: str | None
    evidence: tuple[Turn, ...] | None = ()
    source_url: str = ""
    origin: str = "official"
    told: tuple[Turn, ...] | None = None

    @property
    def decision(self) -> Decision:
        """The gold decision."""
        if self.answer is None:
            raise ValueError(f"row {self.utterance_id} has no gold answer")
        return decision_of(self.answer)

    @property
    def type(self) -> RowType:
        if self.answer is not None and self.decision is Decision.IRRELEVANT:
            # By where it comes from: nothing in what it says tells it from the others.
            return RowType.NEAR_MISS if self.origin == NEAR_MISS else RowType.IRRELEVANT
        if not self.conversation.scenario:
            return RowType.NO_SCENARIO
        if self.evidence is None:
            return RowType.UNKNOWN
        return RowType.EVIDENCE if self.evidence else RowType.NO_EVIDENCE


def made_row(
    *,
    tree_id: str,
    conversation: Conversation,
    answer: str,
    evidence: tuple[Turn, ...] | None = (),
    source_url: str = "",
    origin: str,
    told: tuple[Turn, ...] | None = None,
) -> Row:
    """A row that we made, with an id that depends on what it says and on nothing else."""
    said = (tree_id, conversation.question, conversation.scenario, answer, *conversation.history)
    digest = hashlib.sha1(repr(said).encode(), usedforsecurity=False).hexdigest()
    return Row(digest, tree_id, conversation, answer, evidence, source_url, origin, told)


def official(row: Row) -> dict[str, Any]:
    """The row in the official format, ready for `json.dump`, its origin added."""
    conversation = row.conversation
    return {
        "utterance_id": row.utterance_id,
        "tree_id": row.tree_id,
        "source_url": row.source_url,
        "snippet": conversation.rule_text.text,
        "question": conversation.question,
        "scenario": conversation.scenario,
        "history": [_official_turn(turn) for turn in conversation.history],
        "evidence": None if row.evidence is None else [_official_turn(t) for t in row.evidence],
        "answer": row.answer,
        "origin": row.origin,
    }


def _official_turn(turn: Turn) -> dict[str, str]:
    if turn.answer is Answer.UNKNOWN:
        raise ValueError("the official format knows only yes and no as answers")
    return {
        "follow_up_question": turn.question,
        "follow_up_answer": turn.answer.value.capitalize(),
    }


def dump(rows: list[Row]) -> str:
    """The rows as an official JSON file."""
    return json.dumps([official(row) for row in rows], ensure_ascii=False, indent=1) + "\n"
