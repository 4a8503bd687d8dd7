"""E3: conversational machine reading. Finds the rules in a policy and interviews people by them."""

from e3.conversation import (
    Answer,
    Conversation,
    Decision,
    Reply,
    Rule,
    RuleScores,
    RuleText,
    State,
    Turn,
)
from e3.text import Span

__all__ = [
    "Answer",
    "Conversation",
    "Decision",
    "Reply",
    "Rule",
    "RuleScores",
    "RuleText",
    "Span",
    "State",
    "Turn",
]
