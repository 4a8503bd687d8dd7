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
from e3.interview.events import Answered, Changed, Confirmed, Event, Started, WentBack
from e3.interview.explanation import ExplainedRule, Explanation, Outcome
from e3.interview.facts import Fact
from e3.interview.interview import Interview
from e3.interview.steps import Ask, CannotTell, Concluded, Confirm, NotAnswered, Step
from e3.interview.why import Why
from e3.reader.reader import Reader
from e3.text import Span

try:
    __version__ = version("e3")
except PackageNotFoundError:  # a source tree that is not installed
    __version__ = "0"

__all__ = [
    "Answer",
    "Answered",
    "Ask",
    "CannotTell",
    "Changed",
    "Concluded",
    "Confirm",
    "Confirmed",
    "Conversation",
    "Decision",
    "Event",
    "ExplainedRule",
    "Explanation",
    "Fact",
    "Interview",
    "NotAnswered",
    "Outcome",
    "Reader",
    "Reply",
    "Rule",
    "RuleScores",
    "RuleText",
    "Span",
    "Started",
    "State",
    "Step",
    "Support",
    "Turn",
    "WentBack",
    "Why",
]
