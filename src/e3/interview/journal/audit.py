"""An audit: every interview is read and proven by its digests, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sqlalchemy import Connection, exists, select

from e3.interview.journal.database import Database
from e3.interview.journal.entries import (
    Audited,
    Damaged,
    NoSuchInterview,
    StoredInterview,
    written_id,
)
from e3.interview.journal.tables import events, interviews

Load = Callable[[str], StoredInterview]


def audited(database: Database, load: Load, ids: Sequence[str]) -> Iterator[Audited]:
    """What there is to say of these interviews; of all, and of the database itself, if none."""
    if ids:
        yield from (_audited(load, id) for id in ids)
        return
    for damage in database.damage():
        yield Audited(None, damage)
    for id in database.read(all_ids):
        try:
            yield _audited(load, id)
        except NoSuchInterview:
            continue  # deleted since


def all_ids(connection: Connection) -> list[str]:
    """The ids of all interviews, oldest first, and those that events have without an interview."""
    known = select(interviews.c.id).order_by(interviews.c.time, interviews.c.id)
    there = exists().where(interviews.c.id == events.c.interview)
    lost = select(events.c.interview).where(~there).distinct().order_by(events.c.interview)
    return [written_id(id) for query in (known, lost) for id in connection.scalars(query)]


def _audited(load: Load, id: str) -> Audited:
    if not id.isalnum():
        return Audited(id, "its id was changed")
    try:
        stored = load(id)
    except Damaged as error:
        return Audited(id, error.damage)
    return Audited(id, None, len(stored.events), stored.adopted, stored.digest)
