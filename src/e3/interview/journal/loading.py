"""What is read of interviews: whole and proven, at their end, or at a glance."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, bindparam, or_, select, tuple_

from e3.interview.journal.chain import proven
from e3.interview.journal.entries import (
    Acknowledgement,
    Damaged,
    InterviewSummary,
    KeyReused,
    NoSuchInterview,
    RequestDigest,
    StoredInterview,
    in_utc,
    written_id,
)
from e3.interview.journal.tables import events, interviews, policies, requests

Owner = str | None
"""Who asks: they see what they began and what nobody owns. None sees all."""

# What every turn asks is put together once: to do that takes longer than to ask it.
_of_interview = events.c.interview == bindparam("id")
_event = select(events.c.event, events.c.time).where(
    _of_interview, events.c.number == bindparam("number")
)
_all_events = select(events).where(_of_interview).order_by(events.c.number)
_interview = (
    select(interviews, policies.c.text)
    .outerjoin_from(interviews, policies, interviews.c.policy == policies.c.version)
    .where(interviews.c.id == bindparam("id"))
)
_last = events.alias()
_end = (
    select(
        interviews.c.owner,
        interviews.c.events,
        interviews.c.digest,
        _last.c.number,
        _last.c.digest.label("last"),
    )
    .outerjoin_from(interviews, _last, _last.c.interview == interviews.c.id)
    .where(interviews.c.id == bindparam("id"))
    .order_by(_last.c.number.desc())
    .limit(1)
)
_request = select(requests).where(requests.c.key == bindparam("key"))
_at_a_glance = select(interviews, _last.c.model, _last.c.time.label("last")).outerjoin_from(
    interviews,
    _last,
    and_(_last.c.interview == interviews.c.id, _last.c.number == interviews.c.events - 1),
)


@dataclass(frozen=True, slots=True)
class End:
    """Where an interview ends: how many events it has, and the digest of the last."""

    events: int
    digest: str


def loaded(connection: Connection, id: str, owner: Owner) -> StoredInterview:
    """All that is kept of an interview, proven; Damaged where it can't be."""
    try:
        head = connection.execute(_interview, {"id": plain(id)}).first()
        check_owner(id, head, owner)
        rows = connection.execute(_all_events, {"id": id}).all()
    except UnicodeDecodeError:  # by the driver of PostgreSQL
        raise Damaged(id, "it holds what is no text") from None
    if head is None and not rows:
        raise NoSuchInterview(id)
    return proven(id, head, rows)


def loaded_to(connection: Connection, written: Acknowledgement, owner: Owner) -> StoredInterview:
    """An interview as it was when that was acknowledged."""
    stored = loaded(connection, written.interview, owner)
    return replace(stored, events=stored.events[: written.events])


def end_of(connection: Connection, id: str, owner: Owner) -> End:
    """Where the next event goes; Damaged if events at the end were lost: nothing hides that."""
    found = connection.execute(_end, {"id": plain(id)}).first()
    check_owner(id, found, owner)
    if found is None:
        raise NoSuchInterview(id)
    if found.number is None or (found.number + 1, found.last) != (found.events, found.digest):
        raise Damaged(id, "its last event is not the one that its own row names")
    return End(found.events, found.digest)


def event_at(connection: Connection, id: str, number: int) -> Any:
    """The row of an event, its `event` and its `time`."""
    found = connection.execute(_event, {"id": id, "number": number}).first()
    if found is None:
        raise Damaged(id, f"event {number} is missing")
    return found


def done_before(connection: Connection, request: RequestDigest | None) -> Acknowledgement | None:
    """What such a request came to, if it was done before."""
    found = request and connection.execute(_request, {"key": request.key}).first()
    if request is None or not found:
        return None
    if found.says != request.says:
        raise KeyReused(
            "this Idempotency-Key came with another request before: take a new one for each"
        )
    last = event_at(connection, found.interview, found.events - 1)
    return Acknowledgement(found.interview, found.events, in_utc(last.time))


def newest(
    connection: Connection, owner: Owner, limit: int, before: str | None
) -> tuple[InterviewSummary, ...]:
    """The newest interviews at a glance; see `Journal.list`."""
    query = _at_a_glance.order_by(interviews.c.time.desc(), interviews.c.id.desc()).limit(limit)
    if owner is not None:
        query = query.where(or_(interviews.c.owner == owner, interviews.c.owner.is_(None)))
    if before is not None:
        seen = select(interviews.c.time, interviews.c.id).where(interviews.c.id == plain(before))
        if connection.execute(seen).first() is None:
            raise NoSuchInterview(before)
        query = query.where(tuple_(interviews.c.time, interviews.c.id) < seen.scalar_subquery())
    return tuple(_summary(row) for row in connection.execute(query))


def at_a_glance(connection: Connection, id: str, owner: Owner) -> InterviewSummary:
    """One interview at a glance, however damaged it is."""
    row = connection.execute(_at_a_glance.where(interviews.c.id == plain(id))).first()
    check_owner(id, row, owner)
    if row is not None:
        return _summary(row)
    if connection.execute(_all_events, {"id": id}).first() is None:
        raise NoSuchInterview(id)
    return InterviewSummary(id, None, None, None, "", None)


def check_owner(id: str, head: Any, owner: Owner) -> None:
    """To others an interview is not there; of one without its own row nobody knows whose it is."""
    if owner is not None and (head is None or head.owner not in (owner, None)):
        raise NoSuchInterview(id)


def plain(id: str) -> str:
    """`id`, if it is one that a database can be asked for."""
    if not (id.isascii() and id.isalnum()):
        raise NoSuchInterview(id)
    return id


def _summary(row: Any) -> InterviewSummary:
    return InterviewSummary(
        written_id(row.id),
        _time(row.time),
        _time(row.last),
        row.events if isinstance(row.events, int) else None,
        str(row.policy),
        row.model if isinstance(row.model, str) else None,
    )


def _time(written: Any) -> datetime | None:
    with suppress(TypeError, ValueError):
        return in_utc(written)
    return None
