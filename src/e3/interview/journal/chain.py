"""Digests, each over the one before (a hash chain): what was changed, moved or cut is found out.

A chain without a key shows damage, and changes by whoever does not write it anew. Who can write
the whole store can also write the whole chain: against them only a last digest helps that was
noted elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from e3.interview.journal.entries import Damaged, Entry, StoredInterview, in_utc
from e3.policy.rule_text import RuleText


def head_digest(*, id: Any, policy: Any, time: Any, owner: Any, adopted: Any) -> str:
    """Of the row of an interview, without what changes in it: it stands before the first event."""
    return _digest("interview", id, policy, time, owner, adopted)


def event_digest(before: Any, *, number: Any, event: Any, model: Any, time: Any) -> str:
    """Of an event, after the digest of what stands before it."""
    return _digest("event", before, number, event, model, time)


def _digest(*values: Any) -> str:
    # As JSON, so that nothing can move from one value to the next. What damage made of a value may
    # be of any kind.
    return sha256(json.dumps(values, default=repr).encode()).hexdigest()


def proven(id: str, head: Any, rows: Sequence[Any]) -> StoredInterview:
    """The interview that these rows are, its own and those of its events; Damaged if not all is so.

    With the text of the policy the row of the interview has `text`.
    """
    if head is None:
        raise Damaged(id, "its own row is missing")
    _check_policy(id, head)
    events = tuple(_proven_events(id, head, rows))
    if head.events != len(rows):
        raise Damaged(id, _cut(head.events, len(rows)))
    if head.digest != rows[-1].digest:
        raise Damaged(id, "the last digest in its own row was changed")
    created = _time(id, head.time, "its own row")
    return StoredInterview(id, created, head.text, head.policy, events, head.owner, head.adopted)


def _check_policy(id: str, head: Any) -> None:
    if head.text is None:
        raise Damaged(id, "the text of its policy is missing")
    if not isinstance(head.text, str) or RuleText(head.text).version != head.policy:
        raise Damaged(id, "the text of its policy, or its version, was changed")


def _proven_events(id: str, head: Any, rows: Sequence[Any]) -> list[Entry]:
    if not rows:
        raise Damaged(id, "its events are missing")
    before = head_digest(
        id=head.id, policy=head.policy, time=head.time, owner=head.owner, adopted=head.adopted
    )
    found = []
    for number, row in enumerate(rows):
        if row.number != number:
            raise Damaged(id, f"event {number} is missing")
        written = event_digest(
            before, number=number, event=row.event, model=row.model, time=row.time
        )
        if row.digest != written:
            what = "its own row, or event 0" if number == 0 else f"event {number}"
            raise Damaged(id, f"{what}, or a digest, was changed")
        found.append(_entry(id, number, row))
        before = row.digest
    return found


def _entry(id: str, number: int, row: Any) -> Entry:
    """What was damaged before it got its digest can only be noticed where it can't be read."""
    try:
        (row.event + row.model).encode()
        event = json.loads(row.event)
    except (TypeError, ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise Damaged(id, f"event {number} can't be read")
    return Entry(_time(id, row.time, f"event {number}"), row.model, event, row.digest)


def _time(id: str, written: Any, what: str) -> datetime:
    try:
        return in_utc(written)
    except (TypeError, ValueError):
        raise Damaged(id, f"the time of {what} can't be read") from None


def _cut(wanted: Any, found: int) -> str:
    if isinstance(wanted, int) and wanted > found:
        return f"it had {wanted:,} events, and those after event {found - 1} are missing"
    return f"it has {found:,} events, and its own row counts others"
