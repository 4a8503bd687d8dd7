"""The tables, as an ordered list of small steps (migrations); what was released never changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    func,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.schema import CreateIndex, CreateTable

from e3.errors import BadInput
from e3.interview.journal.chain import event_digest, head_digest
from e3.interview.journal.database import Database
from e3.interview.journal.entries import now
from e3.interview.journal.tables import events, interviews

Migration = Callable[[Connection], None]

_LOCK = 0xE3
"""The number of the lock that migrations wait for."""

_APPLIED = Table(
    "e3_migrations",
    MetaData(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("time", String(32), nullable=False),
)


def _first_tables(connection: Connection) -> None:
    """Policies, interviews and their events.

    Times are texts in ISO 8601 and UTC: the same in every database, and in order as texts.
    """
    tables = MetaData()
    Table(
        "e3_policies",
        tables,
        Column("version", String(64), primary_key=True),
        Column("text", Text, nullable=False),
        Column("time", String(32), nullable=False),
    )
    interviews = Table(
        "e3_interviews",
        tables,
        Column("id", String(32), primary_key=True),
        Column("policy", ForeignKey("e3_policies.version"), nullable=False, index=True),
        Column("time", String(32), nullable=False),
    )
    Index("e3_interviews_in_order", interviews.c.time, interviews.c.id)
    Table(
        "e3_events",
        tables,
        Column("interview", ForeignKey("e3_interviews.id"), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("event", Text, nullable=False),
        Column("model", Text, nullable=False),
        Column("time", String(32), nullable=False),
    )
    tables.create_all(connection, checkfirst=False)


def _requests(connection: Connection) -> None:
    """What a server has done for whom, so that a request that comes twice is done once."""
    tables = MetaData()
    interviews = Table("e3_interviews", tables, Column("id", String(32), primary_key=True))
    requests = Table(
        "e3_requests",
        tables,
        Column("key", String(64), primary_key=True),
        Column("says", String(64), nullable=False),
        # With the interview go its requests, whoever deletes it.
        Column("interview", ForeignKey(interviews.c.id, ondelete="CASCADE"), nullable=False),
        Column("events", Integer, nullable=False),
    )
    of_interview = Index("e3_requests_of_interview", requests.c.interview)
    # Before there was this step, servers made them by themselves.
    connection.execute(CreateTable(requests, if_not_exists=True))
    connection.execute(CreateIndex(of_interview, if_not_exists=True))


def _owners_and_digests(connection: Connection) -> None:
    """Whose an interview is, and digests that show what is changed from now on.

    Events that are there get theirs now: what was changed before can't be told.
    """
    for statement in (
        "ALTER TABLE e3_interviews ADD COLUMN owner VARCHAR(64)",
        "ALTER TABLE e3_interviews ADD COLUMN adopted INTEGER DEFAULT 0 NOT NULL",
        "ALTER TABLE e3_interviews ADD COLUMN events INTEGER DEFAULT 0 NOT NULL",
        "ALTER TABLE e3_interviews ADD COLUMN digest VARCHAR(64) DEFAULT '' NOT NULL",
        "ALTER TABLE e3_events ADD COLUMN digest VARCHAR(64) DEFAULT '' NOT NULL",
    ):
        connection.exec_driver_sql(statement)
    heads = select(interviews.c.id, interviews.c.policy, interviews.c.time)
    for head in connection.execute(heads).all():
        if isinstance(head.id, str) and head.id.isalnum():  # one that is damaged is found as such
            _adopt(connection, head)
    # A program of an older version that still runs would write events without digests.
    connection.exec_driver_sql(
        _ONLY_WITH_DIGESTS
        if connection.dialect.name == "sqlite"
        else "ALTER TABLE e3_events ALTER COLUMN digest DROP DEFAULT"
    )


_ONLY_WITH_DIGESTS = """
CREATE TRIGGER e3_only_with_digests BEFORE INSERT ON e3_events WHEN NEW.digest = ''
BEGIN SELECT RAISE(ABORT, 'a newer version of E3 uses this store: end this program, update it');
END
"""


def _adopt(connection: Connection, head: Any) -> None:
    """Gives the events of an interview their digests."""
    of_it = events.c.interview == head.id
    query = select(events.c.number, events.c.event, events.c.model, events.c.time).where(of_it)
    rows = connection.execute(query.order_by(events.c.number)).all()
    digest = head_digest(
        id=head.id, policy=head.policy, time=head.time, owner=None, adopted=len(rows)
    )
    for row in rows:
        digest = event_digest(
            digest, number=row.number, event=row.event, model=row.model, time=row.time
        )
        one = update(events).where(of_it, events.c.number == row.number)
        connection.execute(one.values(digest=digest))
    end = {"adopted": len(rows), "events": len(rows), "digest": digest}
    connection.execute(update(interviews).where(interviews.c.id == head.id).values(**end))


def _studio(connection: Connection) -> None:
    """Drafts that are edited, their revisions, what was published, and what is counted of it."""
    tables = MetaData()
    Table("e3_interviews", tables, Column("id", String(32), primary_key=True))
    texts = Table(
        "e3_draft_texts",
        tables,
        Column("version", String(64), primary_key=True),
        Column("text", Text, nullable=False),
    )
    drafts = Table(
        "e3_drafts",
        tables,
        Column("id", String(32), primary_key=True),
        Column("time", String(32), nullable=False),
        Column("head", Integer, nullable=False),
        Column("changed", String(32), nullable=False),
        Column("address", String(100), unique=True),
        Column("published", Integer),
        Column("file", Text),
    )
    Index("e3_drafts_in_order", drafts.c.changed, drafts.c.id)

    def of_draft() -> ForeignKey:
        return ForeignKey("e3_drafts.id", ondelete="CASCADE")

    revisions = Table(
        "e3_revisions",
        tables,
        Column("draft", of_draft(), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("parent", Integer),
        Column("text", ForeignKey("e3_draft_texts.version"), nullable=False, index=True),
        Column("policy", Text, nullable=False),
        Column("title", Text, nullable=False),
        Column("edit", Text),
        Column("what", Text, nullable=False),
        Column("author", Text, nullable=False),
        Column("time", String(32), nullable=False),
        Column("beside", Integer, nullable=False),
    )
    versions = Table(
        "e3_versions",
        tables,
        Column("draft", of_draft(), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("revision", Integer, nullable=False),
        Column("words", Text, nullable=False),
        Column("author", Text, nullable=False),
        Column("time", String(32), nullable=False),
    )
    visits = Table(
        "e3_visits",
        tables,
        Column("number", Integer, primary_key=True),
        # What was counted stays when an interview is deleted, and is then nobody's.
        Column("interview", ForeignKey("e3_interviews.id", ondelete="SET NULL"), unique=True),
        Column("draft", of_draft(), nullable=False, index=True),
        Column("version", Integer, nullable=False),
        Column("question", Integer),
        Column("outcome", String(32), nullable=False),
        Column("stands_at", Text),
        Column("unknown", Text, nullable=False),
    )
    made = [texts, drafts, revisions, versions, visits]
    tables.create_all(connection, tables=made, checkfirst=False)


MIGRATIONS: tuple[Migration, ...] = (_first_tables, _requests, _owners_and_digests, _studio)
"""The number of a migration is its place, counting from 1."""


def migrate(database: Database, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Brings a database to the latest form, each step in a transaction of its own."""

    def step(connection: Connection) -> None:
        if connection.dialect.name == "postgresql":
            # There "if not exists" does not hold against somebody who does it at the same moment.
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        done = _done(connection)
        if done >= len(migrations):
            return
        connection.execute(CreateTable(_APPLIED, if_not_exists=True))
        # Noted before it is done: another process that is about to do the same waits here.
        connection.execute(insert(_APPLIED).values(number=done + 1, time=now()))
        migrations[done](connection)

    while (done := database.read(_done)) < len(migrations):
        database.write(step)
    if done > len(migrations):
        raise BadInput(
            "these interviews were kept by a newer version of E3: update this one",
            source=database.name,
        )


def _done(connection: Connection) -> int:
    """The number of the last migration that was applied."""
    if not inspect(connection).has_table(_APPLIED.name):
        return 0
    return connection.scalar(select(func.max(_APPLIED.c.number))) or 0
