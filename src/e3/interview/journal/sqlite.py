"""What SQLite needs so that acknowledged means durable and deleted means gone."""

from __future__ import annotations

import secrets
import sqlite3
from contextlib import suppress
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event

from e3.busy import patiently
from e3.errors import BadInput
from e3.files import is_folder, is_there
from e3.interview.journal.entries import JournalFailed

PATIENCE = 30.0
"""How many seconds one process waits for another that writes."""

_MOST_FINDINGS = 10

_SETTINGS = (
    "synchronous = FULL",
    "fullfsync = ON",  # macOS: through the cache of the disk
    "foreign_keys = ON",
    "secure_delete = ON",
    "temp_store = MEMORY",  # no copies in other files
)


def sqlite_engine(url: URL, *, create: bool) -> Engine:
    """An engine for the file that `url` names, which is made where it is missing."""
    _prepare(url.database or "", create=create)
    engine = create_engine(url, connect_args={"timeout": PATIENCE})
    event.listen(engine, "connect", _settle)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(file: str, *, create: bool) -> None:
    """Makes the file, for its owner alone: it will hold what people say of themselves."""
    if file in ("", ":memory:"):
        raise BadInput("interviews in memory would be lost: give a file")
    path = Path(file)
    if is_folder(path):
        raise BadInput("this is a folder, a file is wanted", source=file)
    if is_there(path):
        return
    if not create:
        raise BadInput("there is no such file", source=file)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        why = error.strerror if isinstance(error, OSError) else error
        raise JournalFailed(f"can't be written: {why}", source=file) from None


def _settle(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # transactions begin below, not where Python would
    # Python would raise an error that repeats the text; what is damaged is found by its digest.
    connection.text_factory = lambda text: str(text, "utf-8", "surrogateescape")
    for setting in _SETTINGS:
        connection.execute(f"PRAGMA {setting}")


def _begin(connection: Connection) -> None:
    # Who reads and then writes takes the lock at once: two who upgrade would block each other.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def damage(connection: Connection) -> list[str]:
    """What SQLite itself finds wrong with the file, such as an index that lost rows."""
    found = connection.exec_driver_sql(f"PRAGMA integrity_check({_MOST_FINDINGS})").scalars()
    return [finding for finding in found if finding != "ok"]


def take_over(connection: sqlite3.Connection) -> None:
    """Turns the write-ahead log on, and wipes what a process that died had still to wipe."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if tables and "e3_migrations" not in tables:
        raise sqlite3.DatabaseError("this is a database of another program")
    patiently(lambda: connection.execute("PRAGMA journal_mode = WAL").close(), PATIENCE)
    if _marked(connection):
        with suppress(sqlite3.OperationalError):  # the mark stays, the next to open tries again
            wipe(connection)


def mark(connection: Connection) -> None:
    """Notes in the file, in the transaction that deletes rows: their bytes are not yet gone."""
    # By chance, so that who wipes can tell its own mark from a later one.
    connection.exec_driver_sql(f"PRAGMA user_version = {1 + secrets.randbelow(2**31 - 1)}")


def _marked(connection: sqlite3.Connection) -> int:
    (marked,) = connection.execute("PRAGMA user_version").fetchone()
    return int(marked)


def wipe(connection: sqlite3.Connection) -> None:
    """Leaves no byte of deleted rows in the file and its log.

    `secure_delete` overwrites rows where they are; copies that stayed behind when pages were
    split go only with VACUUM.
    """
    before = _marked(connection)
    connection.execute("VACUUM")
    patiently(lambda: _empty_the_log(connection), PATIENCE)
    connection.execute("BEGIN IMMEDIATE")
    if _marked(connection) == before:
        connection.execute("PRAGMA user_version = 0")
    connection.execute("COMMIT")


def _empty_the_log(connection: sqlite3.Connection) -> None:
    (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise sqlite3.OperationalError("database is locked")
