"""The journal: interviews as lists of events that only grow, until they are deleted for good."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, bindparam, insert, select, update

from e3.errors import BadInput
from e3.interview.journal.audit import all_ids, audited
from e3.interview.journal.chain import event_digest, head_digest
from e3.interview.journal.database import Database
from e3.interview.journal.deleting import deleted
from e3.interview.journal.entries import (
    Acknowledgement,
    Audited,
    Conflict,
    Entry,
    InterviewSummary,
    RequestDigest,
    StoredInterview,
    exported,
    in_utc,
    now,
    same_json,
    to_text,
)
from e3.interview.journal.loading import (
    End,
    Owner,
    at_a_glance,
    done_before,
    end_of,
    event_at,
    loaded,
    loaded_to,
    newest,
)
from e3.interview.journal.migrations import migrate
from e3.interview.journal.tables import events as _events
from e3.interview.journal.tables import interviews as _interviews
from e3.interview.journal.tables import migrations as _migrations
from e3.interview.journal.tables import policies as _policies
from e3.interview.journal.tables import requests as _requests
from e3.policy.rule_text import RuleText

Beside = Callable[[Connection, str], None]
"""Writes more of an interview, by its id, in the transaction that writes its events."""

# Put together once: to do that takes longer than to ask it.
_policy = select(_policies.c.version).where(_policies.c.version == bindparam("version"))
_of_interview = update(_interviews).where(_interviews.c.id == bindparam("of"))


class Journal:
    """Interviews in a database. What was acknowledged is durable; no event is ever changed.

    What is in an event is the business of the interview: here it is a JSON object. A `request` that
    comes again is acknowledged as it was, and nothing is written twice. What was changed by others
    is never given back as if it were kept: it raises Damaged.
    """

    def __init__(self, database: Database, owner: Owner = None) -> None:
        self._database = database
        self._owner = owner

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

    def seen_by(self, owner: Owner) -> Journal:
        """The journal for one owner: what they began, and what nobody owns; None sees all."""
        return Journal(self._database, owner)

    @property
    def database(self) -> Database:
        """Where else is kept what belongs to interviews."""
        return self._database

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
        beside: Beside | None = None,
    ) -> StoredInterview:
        """A new interview, with its first event; its id can't be guessed."""
        id = secrets.token_hex(16)
        version = RuleText(_writable(policy)).version
        text = to_text(event)

        def work(connection: Connection) -> StoredInterview | Acknowledgement:
            if before := done_before(connection, request):
                return before
            time = now()
            if connection.scalar(_policy, {"version": version}) is None:
                row = {"version": version, "text": policy, "time": time}
                connection.execute(insert(_policies), row)
            digest = _write_head(connection, id, policy=version, time=time, owner=self._owner)
            end = _write(connection, id, End(0, digest), event=text, model=model, time=time)
            _note(connection, request, id, events=1)
            if beside is not None:
                beside(connection, id)
            first = Entry(in_utc(time), model, json.loads(text), end.digest)
            return StoredInterview(id, in_utc(time), policy, version, (first,), self._owner, 0)

        made = self._database.write(work)
        if isinstance(made, StoredInterview):
            return made
        return self._database.read(lambda connection: loaded_to(connection, made, self._owner))

    def append(
        self,
        id: str,
        number: int,
        *events: Mapping[str, Any],
        model: str,
        request: RequestDigest | None = None,
        beside: Beside | None = None,
    ) -> Acknowledgement:
        """Writes the next events, the first of them with this number, counting from 0.

        The same events again are acknowledged again, with the time when they were first written.
        Raises Conflict for others, and for what is not yet due; then none of them is written.
        """
        texts = [to_text(event) for event in events]

        def work(connection: Connection) -> Acknowledgement:
            if before := done_before(connection, request):
                return before
            end, time = end_of(connection, id, self._owner), ""
            written_before = end.events
            for place, text in enumerate(texts, start=number):
                if place == end.events:
                    time = now()
                    end = _write(connection, id, end, event=text, model=model, time=time)
                else:
                    time = _written_before(connection, id, place, text, end)
            after = number + len(texts)
            _note(connection, request, id, events=after)
            if beside is not None and end.events > written_before:
                beside(connection, id)
            return Acknowledgement(id, after, in_utc(time))

        return self._database.write(work)

    def done(self, request: RequestDigest) -> Acknowledgement | None:
        """What such a request came to, if it was done before."""
        return self._database.read(lambda connection: done_before(connection, request))

    def load(self, id: str) -> StoredInterview:
        """All that is kept of an interview."""
        return self._database.read(lambda connection: loaded(connection, id, self._owner))

    def list(self, limit: int = 20, before: str | None = None) -> tuple[InterviewSummary, ...]:
        """The newest interviews, newest first; `before` is the id of the last one seen."""
        return self._database.read(
            lambda connection: newest(connection, self._owner, limit, before)
        )

    def summary(self, id: str) -> InterviewSummary:
        """One interview as the list has it, however damaged it is."""
        return self._database.read(lambda connection: at_a_glance(connection, id, self._owner))

    def ids(self) -> tuple[str, ...]:
        """The ids of all interviews, whoever began them, oldest first."""
        return tuple(self._database.read(all_ids))

    def audit(self, *ids: str) -> Iterator[Audited]:
        """Proves these interviews, or all and the database itself, by their digests."""
        return audited(self._database, self.load, ids)

    def export(self, id: str, *, indent: int | None = 1) -> str:
        """All that is kept of an interview, as JSON (docs/howto/keep-interviews.md)."""
        return exported(self.load(id), indent=indent)

    def delete(self, id: str) -> None:
        """Deletes an interview for good, and its policy's text if no other interview uses it.

        It is not read before: a damaged one is deleted by the id that an audit names it by.
        """
        self._database.erase(lambda connection: deleted(connection, id, self._owner))


def _write_head(connection: Connection, id: str, *, policy: str, time: str, owner: Owner) -> str:
    """Writes the row of a new interview; returns its digest."""
    row = {"id": id, "policy": policy, "time": time, "owner": owner, "adopted": 0}
    digest = head_digest(**row)
    connection.execute(insert(_interviews), {**row, "events": 0, "digest": digest})
    return digest


def _write(connection: Connection, id: str, end: End, *, event: str, model: str, time: str) -> End:
    """Writes the next event; returns where the interview ends then."""
    _writable(model)
    row = {"number": end.events, "event": event, "model": model, "time": time}
    digest = event_digest(end.digest, **row)
    connection.execute(insert(_events), {"interview": id, **row, "digest": digest})
    after = End(end.events + 1, digest)
    connection.execute(_of_interview, {"of": id, "events": after.events, "digest": digest})
    return after


def _written_before(connection: Connection, id: str, number: int, text: str, end: End) -> str:
    """The time when this very event was written."""
    if not 0 <= number < end.events:
        raise Conflict(f"event {number} can't be written: the next one is {end.events}")
    there = event_at(connection, id, number)
    if not same_json(there.event, text):
        raise Conflict(f"event {number} is another one: the interview went on elsewhere")
    return str(there.time)


def _note(
    connection: Connection, request: RequestDigest | None, interview: str, *, events: int
) -> None:
    """Notes that a request is done, in the transaction that does it."""
    if request is not None:
        row = {"key": request.key, "says": request.says, "interview": interview, "events": events}
        connection.execute(insert(_requests), row)


def _writable(text: str) -> str:
    """`text`, if every database can write it down."""
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise BadInput("the policy, or the model's name, has characters that are no text")
    return text
