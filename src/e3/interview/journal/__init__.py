"""Where interviews are kept (an event store): every event as it happened, deleted for good."""

from e3.interview.journal.entries import (
    Acknowledgement,
    Audited,
    Conflict,
    Damaged,
    Entry,
    InterviewSummary,
    JournalFailed,
    KeyReused,
    NoSuchInterview,
    RequestDigest,
    StoredInterview,
)
from e3.interview.journal.journal import Journal

__all__ = [
    "Acknowledgement",
    "Audited",
    "Conflict",
    "Damaged",
    "Entry",
    "InterviewSummary",
    "Journal",
    "JournalFailed",
    "KeyReused",
    "NoSuchInterview",
    "RequestDigest",
    "StoredInterview",
]
