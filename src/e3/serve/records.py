"""The store as a server uses it: a request that comes twice is written once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import TypeVar

from sqlalchemy import Connection, bindparam, column, insert, select, table

from e3.errors import BadInput
from e3.interview.events import Event, event_object, event_of
from e3.interview.journal import Store
from e3.interview.journal.database import Database
from e3.interview.journal.migrations import migrate
from e3.policy.rule_text import RuleText

T = TypeVar("T")

_requests = table(
    "e3_requests", column("key"), column("says"), column("interview"), column("events")
)
_request = select(_requests).where(_requests.c.key == bindparam("key"))


class KeyReused(BadInput):
    """An idempotency key that came with another request before."""


@dataclass(frozen=True, slots=True)
class Once:
    """A request that is to be done once: digests of its key and of what it says."""

    key: str
    says: str

    @classmethod
    def of(cls, *, owner: str, key: str, says: bytes) -> Once:
        """The request of an owner of an API key; keys of others are others."""
        return cls(sha256(f"{owner}\n{key}".encode()).hexdigest(), sha256(says).hexdigest())


@dataclass(frozen=True)
class Kept:
    """What is kept of an interview."""

    rule_text: RuleText
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """Where an interview stood after a request."""

    interview: str
    events: int


class Records:
    """Interviews as they are kept, for several threads and several servers."""

    def __init__(self, database: Database, *, one_writer: bool = False) -> None:
        self._database = database
        self._store = Store(database)
        # SQLite takes one writer at a time: to stand in line is quicker than to knock again.
        self._writing: AbstractContextManager[object] = Lock() if one_writer else nullcontext()

    @classmethod
    def open(cls, where: str) -> Records:
        """The interviews in a file or at a database's URL."""
        database = Database.open(where, create=True)
        try:
            migrate(database)
        except BaseException:
            database.close()
            raise
        return cls(database, one_writer="://" not in where or where.startswith("sqlite"))

    def close(self) -> None:
        self._store.close()

    def check(self) -> None:
        """Raises StoreFailed where the database can't be reached."""
        self._database.read(lambda connection: connection.execute(select(1)))

    def load(self, id: str) -> Kept:
        """All that an interview is made of."""
        stored = self._store.load(id)
        events = (event_of(recorded.event) for recorded in stored.events)
        return Kept(RuleText(stored.policy), tuple(events))

    def done(self, once: Once) -> Written | None:
        """What such a request came to, if it was done before."""
        return self._database.read(lambda connection: _done(connection, once))

    def create(self, new: Kept, *, model: str, once: Once | None = None) -> Written:
        """Writes down a new interview."""
        event = event_object(new.events[0])

        def work(store: Store) -> Written:
            stored = store.create(policy=new.rule_text.text, model=model, event=event)
            return Written(stored.id, 1)

        return self._write(work, once)

    def append(
        self,
        id: str,
        number: int,
        events: Sequence[Event],
        *,
        model: str,
        once: Once | None = None,
    ) -> Written:
        """Writes down the events that come next, the first of them with this number.

        The same again changes nothing; raises Conflict where the interview has gone on otherwise.
        """

        def work(store: Store) -> Written:
            for place, event in enumerate(events, start=number):
                store.append(id, place, event_object(event), model=model)
            return Written(id, number + len(events))

        return self._write(work, once)

    def export(self, id: str) -> str:
        """All that is kept of an interview, as JSON."""
        return self._store.export(id)

    def delete(self, id: str) -> None:
        """Deletes an interview for good."""
        self._store.delete(id)

    def _write(self, work: Callable[[Store], Written], once: Once | None) -> Written:
        """Does the work and notes its request in one transaction, or finds that it is done."""

        def both(connection: Connection) -> Written:
            if once and (before := _done(connection, once)):
                return before
            written = work(Store(_Joined(connection)))
            if once:
                row = {
                    "key": once.key,
                    "says": once.says,
                    "interview": written.interview,
                    "events": written.events,
                }
                connection.execute(insert(_requests), row)
            return written

        with self._writing:
            return self._database.write(both)


class _Joined(Database):
    """A transaction that has begun, for a store to take part in."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def read(self, work: Callable[[Connection], T]) -> T:
        return work(self._connection)

    def write(self, work: Callable[[Connection], T]) -> T:
        return work(self._connection)


def _done(connection: Connection, once: Once) -> Written | None:
    found = connection.execute(_request, {"key": once.key}).first()
    if found is None:
        return None
    if found.says != once.says:
        raise KeyReused(
            "this Idempotency-Key came with another request before: take a new one for each"
        )
    return Written(found.interview, found.events)
