"""What a reader makes of the passages that a search found (re-ranking): does this one answer?

A search sees words and the general meaning. A reader that learnt from near misses sees whether a
text answers the question of somebody who tells this story: that it is irrelevant is one of the
decisions that it scores.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from e3.errors import TooLong
from e3.library.nearest import Nearest
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Reply, Turn
from e3.reading.model_folder import DEFAULT
from e3.reading.reader import Reader
from e3.reading.systems import BatchReader

WEIGHT = 0.7
"""What a log odd of the reader's counts in the order, beside a standard deviation of the search."""
_MOST = 6.0
"""Log odds: a reader is never surer than this."""


def judge_of(reader: Reader) -> BatchReader | None:
    """The reader, where it is the one that comes with E3: for it alone it is known what its word
    is worth.
    """
    return reader if reader.folder == DEFAULT else None


def read(
    found: Nearest,
    judge: BatchReader,
    question: str,
    story: str,
    history: tuple[Turn, ...] = (),
) -> Nearest:
    """The nearest documents, in the order that they have once the reader has read each.

    As they were where it can't say how likely its decisions are.
    """
    asked = [Conversation(RuleText(each.text), question, story, history) for each in found.near]
    said = answers(judge, asked)
    return found if said is None else found.with_reading(said, WEIGHT)


def answers(judge: BatchReader, asked: Sequence[Conversation]) -> list[float] | None:
    """How likely each text answers, in log odds; 0 for one that is too long to be read."""
    try:
        replies: list[Reply | None] = list(judge.read_many(asked))
    except TooLong:
        replies = [_reply(judge, each) for each in asked]
    known = [reply is None or Decision.IRRELEVANT in reply.probabilities for reply in replies]
    return [_odds(reply) for reply in replies] if all(known) else None


def _reply(judge: BatchReader, conversation: Conversation) -> Reply | None:
    try:
        return judge.read_many([conversation])[0]
    except TooLong:
        return None


def _odds(reply: Reply | None) -> float:
    if reply is None:
        return 0.0
    irrelevant = min(max(reply.probabilities[Decision.IRRELEVANT], 1e-9), 1 - 1e-9)
    return min(max(math.log((1 - irrelevant) / irrelevant), -_MOST), _MOST)
