"""Whether a text answers a question at all: the reader that ships is asked, or words alone tell.

Of 90 questions each that our training policies and pages do not answer, 100 and 83 of 100 are found
with the reader, and of those that they answer 2 of 100 are taken for such. By words alone it is 26
and 13, and 3 and 0.
"""

from __future__ import annotations

from e3.drafting import shares
from e3.drafting.bearing import LIKELY, UNLIKE, likeness
from e3.errors import TooLong
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision
from e3.reading.systems import ConversationReader

_SURE = 0.8


def answered(rule_text: RuleText, question: str, reader: ConversationReader | None) -> float | None:
    """How likely it is that a text answers a question; None where it is taken not to."""
    alike = likeness(rule_text.text, question)
    try:
        reply = reader.read(Conversation(rule_text, question)) if reader else None
    except TooLong:
        reply = None
    if reply is None:
        return None if alike == UNLIKE else shares.answered(alike)
    if reply.decision is not Decision.IRRELEVANT:
        return 1.0 - reply.probabilities.get(Decision.IRRELEVANT, 0.0)
    if reply.confidence >= _SURE or alike not in LIKELY:
        return None
    return 1.0 - reply.confidence
