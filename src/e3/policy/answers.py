"""What people can say of a rule, and what is then known of it (its truth value)."""

from __future__ import annotations

from enum import StrEnum


class Answer(StrEnum):
    """What a person can say to a follow-up question."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class State(StrEnum):
    """What is known of a rule."""

    MET = "met"
    NOT_MET = "not met"
    UNKNOWN = "unknown"
    NOT_NEEDED = "not needed"
