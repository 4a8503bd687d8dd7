"""Whether a text answers a question at all: the reader that ships is asked, or words alone tell.

On our evaluation policies 308 of 348 questions that they do not answer are found with the reader,
and 8 of 223 that they do answer are taken for such. (Where a reader that is less sure was believed
too, 16 of 100 interviews were turned away.) Words alone find 14 and 5 of 100 in our training
policies and pages, and are wrong for 1 and 0 of 100: they speak only where they are nearly sure.
"""

from __future__ import annotations

from e3.drafting import shares
from e3.drafting.bearing import LEVELS, level
from e3.errors import TooLong
from e3.language.en.content_words import LIGHT_WORDS, stems
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision
from e3.reading.systems import ConversationReader

_SURE = 0.8
_UNLIKE = 0.2
_OF_EVERY_QUESTION = stems(
    "qualify eligible apply applies allowed get claim need entitled use count counted right ask "
    "still now happen go take make want me my mine something anything thing one okay affected"
)
"""Such as name nothing: "do I still qualify for this?"."""
LIKENESSES = ("names nothing", "names other things", *(f"names {level}" for level in LEVELS))
"""All that a question's likeness to a text can be."""


def answered(rule_text: RuleText, question: str, reader: ConversationReader | None) -> float | None:
    """How likely it is that a text answers a question; None where it is taken not to."""
    try:
        reply = reader.read(Conversation(rule_text, question)) if reader else None
    except TooLong:
        reply = None
    if reply is None:
        like = likeness(rule_text.text, question)
        return None if like == "names other things" else shares.answered(like)
    if reply.decision is not Decision.IRRELEVANT:
        return 1.0 - reply.probabilities.get(Decision.IRRELEVANT, 0.0)
    if reply.confidence >= _SURE or _named(rule_text.text, question)[1] < _UNLIKE:
        return None
    return 1.0 - reply.confidence


def likeness(text: str, question: str) -> str:
    """How much of what a question names stands in a text."""
    count, share = _named(text, question)
    if count == 0:
        return "names nothing"
    return "names other things" if count > 3 and share < _UNLIKE else f"names {level(share)}"


def _named(text: str, question: str) -> tuple[int, float]:
    asked = stems(question) - LIGHT_WORDS - _OF_EVERY_QUESTION
    return len(asked), len(asked & stems(text)) / len(asked) if asked else 1.0
