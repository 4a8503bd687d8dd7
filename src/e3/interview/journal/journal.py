"""The journal: interviews as lists of events that only grow, until they are deleted for good."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import (
    Connection,
    bindparam,
    column,
    delete,
    exists,
    func,
    insert,
    select,
    table,
    tuple_,
    update,
)

from e3.errors import BadInput
from e3.interview.journal.database import Database
from e3.interview.journal.entries import (
    Acknowledgement,
    Conflict,
    Entry,
    InterviewSummary,
    KeyReused,
    NoSuchInterview,
    RequestDigest,
    StoredInterview,
    exported,
    in_utc,
    now,
    same_json,
    to_text,
)
from e3.interview.journal.migrations import migrate
from e3.policy.rule_text import RuleText

_migrations = table("e3_migrations", column("number"))
_policies = table("e3_policies", column("version"), column("text"), column("time"))
_interviews = table("e3_interviews", column("id"), column("policy"), column("time"))
_events = table(
    "e3_events",
    column("interview"),
    column("number"),
    column("event"),
    column("model"),
    column("time"),
)

_requests = table(
    "e3_requests", column("key"), column("says"), column("interview"), column("events")
)

# What every turn asks is put together once: to do that takes longer than to ask it.
_of_interview = _events.c.interview == bindparam("id")
_last = select(func.max(_events.c.number)).where(_of_interview)
_event = select(_events.c.event, _events.c.time).where(
    _of_interview, _events.c.number == bindparam("number")
)
_all_events = (
    select(_events.c.time, _events.c.model, _events.c.event)
    .where(_of_interview)
    .order_by(_events.c.number)
)
_interview = (
    select(_interviews, _policies.c.text)
    .join_from(_interviews, _policies, _interviews.c.policy == _policies.c.version)
    .where(_interviews.c.id == bindparam("id"))
)
_request = select(_requests).where(_requests.c.key == bindparam("key"))
_policy = select(_policies.c.version).where(_policies.c.version == bindparam("version"))


class Journal:
    """Interviews in a database. What was acknowledged is durable; nothing is changed in place.

    What is in an event is the business of the interview: here it is a JSON object. A `request` that
    comes again is acknowledged as it was, and nothing is written twice.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, where: str | Path, *, create: bool = True) -> Journal:
        """The journal in a file (SQLite) or at an SQLAlchemy URL, brought to the latest form."""
        database = Database.open(where, create=create)
        try:
            migrate(database)
        except BaseException:
            database.close()
            raise
        return cls(database)

    @property
    def name(self) -> str:
        """The file, or the URL without its password."""
        return self._database.name

    @property
    def file(self) -> Path | None:
        """The file, where it is no other program's database."""
        return self._database.file

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def check(self) -> None:
        """Raises JournalFailed where nothing can be written: it writes what is there already."""
        number = _migrations.c.number
        same = update(_migrations).where(number == 1).values(number=number)
        self._database.write(lambda connection: connection.execute(same))

    def create(
        self,
        *,
        policy: str,
        model: str,
        event: Mapping[str, Any],
        request: RequestDigest | None = None,
    ) -> StoredInterview:
        """A new interview, with its first event; its id can't be guessed."""
        id = secrets.token_hex(16)
        version = RuleText(_writable(policy)).version
        text = to_text(event)

        def work(connection: Connection) -> StoredInterview:
            if before := _done(connection, request):
                return _load(connection, before.interview, before.events)
            time = now()
            if connection.scalar(_policy, {"version": version}) is None:
                row = {"version": version, "text": policy, "time": time}
                connection.execute(insert(_policies), row)
            row = {"id": id, "policy": version, "time": time}
            connection.execute(insert(_interviews), row)
            _write(connection, id, 0, event=text, model=model, time=time)
            _note(connection, request, id, events=1)
            first = Entry(in_utc(time), model, json.loads(text))
            return StoredInterview(id, in_utc(time), policy, version, (first,))

        return self._database.write(work)

    def append(
        self,
        id: str,
        number: int,
        *events: Mapping[str, Any],
        model: str,
        request: RequestDigest | None = None,
    ) -> Acknowledgement:
        """Writes the next events, the first of them with this number, counting from 0.

        The same events again are acknowledged again, with the time when they were first written.
        Raises Conflict for others, and for what is not yet due; then none of them is written.
        """
        texts = [to_text(event) for event in events]

        def work(connection: Connection) -> Acknowledgement:
            if before := _done(connection, request):
                return before
            times = [
                _append(connection, id, place, text, model)
                for place, text in enumerate(texts, start=number)
            ]
            after = number + len(times)
            _note(connection, request, id, events=after)
            return Acknowledgement(id, after, in_utc(times[-1]))

        return self._database.write(work)

    def done(self, request: RequestDigest) -> Acknowledgement | None:
        """What such a request came to, if it was done before."""
        return self._database.read(lambda connection: _done(connection, request))

    def load(self, id: str) -> StoredInterview:
        """All that is kept of an interview."""
        return self._database.read(lambda connection: _load(connection, id))

    def list(self, limit: int = 20, before: str | None = None) -> tuple[InterviewSummary, ...]:
        """The newest interviews, newest first; `before` is the id of the last one seen."""

        def work(connection: Connection) -> tuple[InterviewSummary, ...]:
            age = tuple_(_interviews.c.time, _interviews.c.id)
            last = _events.alias()
            highest = select(func.max(_events.c.number)).where(
                _events.c.interview == _interviews.c.id
            )
            query = (
                select(_interviews, last.c.number, last.c.model, last.c.time.label("last"))
                .join_from(_interviews, last, last.c.interview == _interviews.c.id)
                .where(last.c.number == highest.correlate(_interviews).scalar_subquery())
                .order_by(_interviews.c.time.desc(), _interviews.c.id.desc())
                .limit(limit)
            )
            if before is not None:
                seen = select(_interviews.c.time).where(_interviews.c.id == _id(before))
                time = connection.scalar(seen)
                if time is None:
                    raise NoSuchInterview(before)
                query = query.where(age < (time, before))
            return tuple(
                InterviewSummary(
                    row.id,
                    in_utc(row.time),
                    in_utc(row.last),
                    row.number + 1,
                    row.policy,
                    row.model,
                )
                for row in connection.execute(query)
            )

        return self._database.read(work)

    def export(self, id: str) -> str:
        """All that is kept of an interview, as JSON (docs/howto/keep-interviews.md)."""
        return exported(self.load(id))

    def delete(self, id: str) -> None:
        """Deletes an interview for good, and its policy's text if no other interview uses it."""

        def work(connection: Connection) -> None:
            one = _interviews.c.id == _id(id)
            policy = connection.scalar(select(_interviews.c.policy).where(one))
            if policy is None:
                raise NoSuchInterview(id)
            connection.execute(delete(_events).where(_events.c.interview == id))
            connection.execute(delete(_interviews).where(one))
            used = exists().where(_interviews.c.policy == policy)
            connection.execute(delete(_policies).where(_policies.c.version == policy, ~used))

        self._database.erase(work)


def _load(connection: Connection, id: str, most: int | None = None) -> StoredInterview:
    """An interview with its first `most` events."""
    interview = connection.execute(_interview, {"id": _id(id)}).first()
    events = connection.execute(_all_events, {"id": id}).all()
    # Without events: deleted by another process between our two looks.
    if interview is None or not events:
        raise NoSuchInterview(id)
    return StoredInterview(
        id,
        in_utc(interview.time),
        interview.text,
        interview.policy,
        tuple(Entry(in_utc(row.time), row.model, json.loads(row.event)) for row in events[:most]),
    )


def _append(connection: Connection, id: str, number: int, text: str, model: str) -> str:
    """Writes an event if it is the next one; returns the time when it was written."""
    last = connection.scalar(_last, {"id": _id(id)})
    if last is None:
        raise NoSuchInterview(id)
    if number == last + 1:
        time = now()
        _write(connection, id, number, event=text, model=model, time=time)
        return time
    if not 0 <= number <= last:
        raise Conflict(f"event {number} can't be written: the next one is {last + 1}")
    there = connection.execute(_event, {"id": id, "number": number}).one()
    if not same_json(there.event, text):
        raise Conflict(f"event {number} is another one: the interview went on elsewhere")
    return str(there.time)


def _done(connection: Connection, request: RequestDigest | None) -> Acknowledgement | None:
    found = request and connection.execute(_request, {"key": request.key}).first()
    if request is None or not found:
        return None
    if found.says != request.says:
        raise KeyReused(
            "this Idempotency-Key came with another request before: take a new one for each"
        )
    last = connection.execute(_event, {"id": found.interview, "number": found.events - 1}).one()
    return Acknowledgement(found.interview, found.events, in_utc(last.time))


def _note(
    connection: Connection, request: RequestDigest | None, interview: str, *, events: int
) -> None:
    """Notes that a request is done, in the transaction that does it."""
    if request is not None:
        row = {"key": request.key, "says": request.says, "interview": interview, "events": events}
        connection.execute(insert(_requests), row)


def _write(connection: Connection, id: str, number: int, **written: str) -> None:
    """Writes an event with its `event`, `model` and `time`."""
    _writable(written["model"])
    row = {"interview": id, "number": number, **written}
    connection.execute(insert(_events), row)


def _writable(text: str) -> str:
    """`text`, if every database can write it down."""
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise BadInput("the policy, or the model's name, has characters that are no text")
    return text


def _id(id: str) -> str:
    """`id`, if it is one that a database can be asked for."""
    if not (id.isascii() and id.isalnum()):
        raise NoSuchInterview(id)
    return id
