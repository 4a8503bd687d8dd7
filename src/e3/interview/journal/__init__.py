"""Where interviews are kept: every event as it happened, never changed, deleted for good."""

from e3.interview.journal.entries import (
    Conflict,
    NoSuchInterview,
    Recorded,
    Stored,
    StoreFailed,
    Summary,
)
from e3.interview.journal.store import Store

__all__ = [
    "Conflict",
    "NoSuchInterview",
    "Recorded",
    "Store",
    "StoreFailed",
    "Stored",
    "Summary",
]
