"""A model reads once before it is used (smoke test): some faults of its files show only there."""

from __future__ import annotations

from contextlib import suppress
from typing import TypeVar

from e3.errors import TooLong
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Turn
from e3.reading.systems import System

S = TypeVar("S", bound=System)

# The snowman is in no vocabulary.
_CONVERSATION = Conversation(
    RuleText("You may row if:\n\n* you swim \N{SNOWMAN}\n* you own a boat"),
    "May I row?",
    "I swim.",
    (Turn("Do you own a boat?", Answer.YES),),
)


def proved(system: S) -> S:
    """The system, if it can read."""
    with suppress(TooLong):  # it may read less than this
        system.read([_CONVERSATION])
    return system
