"""A policy with facts for tests of the studio: who travels free."""

from __future__ import annotations

from typing import Any

from e3 import Policy
from e3.policy.parsing import parse_policy

TEXT = (
    "You travel free if you live in Ashby and you are over 60, or under 16, or you are 16 to 18 and"
    " in full-time education. The pass must be used within 30 days of issue."
)
AGE = {"id": "your age", "kind": "number", "unit": "years", "question": "How old are you?"}
ISSUE = {"id": "date of issue", "kind": "date", "question": "When was it issued?"}
DAYS = {"id": "days since issue", "kind": "duration", "unit": "days", "since": "date of issue"}

FIELDS: dict[str, Any] = {
    "title": "Bus pass",
    "rule_text": TEXT,
    "facts": [AGE, ISSUE, DAYS],
    "rules": [
        {"id": "live", "span": "you live in Ashby", "question": "Do you live in Ashby?"},
        {
            "id": "old",
            "span": "you are over 60",
            "question": "Are you over 60?",
            "value": {"fact": "your age", "test": "> 60"},
        },
        {
            "id": "young",
            "span": "under 16",
            "question": "Are you under 16?",
            "value": {"fact": "your age", "test": "< 16"},
        },
        {
            "id": "mid",
            "span": "you are 16 to 18",
            "question": "Are you 16 to 18?",
            "value": {"fact": "your age", "test": ">= 16 and <= 18"},
        },
        {"id": "learns", "span": "in full-time education", "question": "Are you a student?"},
        {
            "id": "fresh",
            "span": "used within 30 days of issue",
            "question": "Is it used within 30 days of issue?",
            "value": {"fact": "days since issue", "test": "<= 30"},
        },
    ],
    "questions": [
        {
            "question": "Do I travel free?",
            "yes_when": "live and fresh and (old or young or (mid and learns))",
        }
    ],
}


def bus_pass(**fields: Any) -> Policy:
    """The policy with other fields."""
    return parse_policy({**FIELDS, **fields})
