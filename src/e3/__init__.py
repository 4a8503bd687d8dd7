"""E3: conversational machine reading. Finds the rules in a policy and interviews people by them."""

from e3.drafting.drafter import draft
from e3.interview.events import (
    Answered,
    Changed,
    ChangedValue,
    Confirmed,
    ConfirmedValue,
    Event,
    GaveValue,
    Started,
    WentBack,
)
from e3.interview.explanation import ExplainedRule, Explanation, Outcome
from e3.interview.facts import Fact
from e3.interview.interview import Interview
from e3.interview.steps import Ask, CannotTell, Concluded, Confirm, NotAnswered, Step
from e3.interview.why import Why
from e3.policy.answers import Answer, State
from e3.policy.facts import PolicyFact, Value
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.policy.rule_text import RuleText
from e3.provenance import VERSION
from e3.reading.conversation import Conversation, Decision, Reply, Rule, RuleScores, Support, Turn
from e3.reading.reader import Reader
from e3.text import Span

__version__ = VERSION

__all__ = [
    "Answer",
    "Answered",
    "Ask",
    "CannotTell",
    "Changed",
    "ChangedValue",
    "Concluded",
    "Confirm",
    "Confirmed",
    "ConfirmedValue",
    "Conversation",
    "Decision",
    "Event",
    "ExplainedRule",
    "Explanation",
    "Fact",
    "GaveValue",
    "Interview",
    "NotAnswered",
    "Outcome",
    "Policy",
    "PolicyFact",
    "PolicyQuestion",
    "PolicyRule",
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
    "Value",
    "WentBack",
    "Why",
    "draft",
]
