"""E3: conversational machine reading. Finds the rules in a policy and interviews people by them."""

from importlib.metadata import PackageNotFoundError, version

from e3.conversation import (
    Answer,
    Conversation,
    Decision,
    Reply,
    Rule,
    RuleScores,
    RuleText,
    State,
    Support,
    Turn,
)
from e3.reader.reader import Reader
from e3.text import Span

try:
    __version__ = version("e3")
except PackageNotFoundError:  # a source tree that is not installed
    __version__ = "0"

__all__ = [
    "Answer",
    "Conversation",
    "Decision",
    "Reader",
    "Reply",
    "Rule",
    "RuleScores",
    "RuleText",
    "Span",
    "State",
    "Support",
    "Turn",
]
