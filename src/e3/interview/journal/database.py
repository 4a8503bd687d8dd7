"""A database that keeps what it has acknowledged, and says in one sentence what goes wrong."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from typing import TypeVar, cast

from sqlalchemy import URL, Connection, Engine, create_engine
from sqlalchemy.exc import IntegrityError, NoSuchModuleError, SQLAlchemyError

from e3.databases import database_url, first_line, is_url
from e3.errors import BadInput, MissingExtra
from e3.interview.journal import sqlite
from e3.interview.journal.entries import JournalFailed

T = TypeVar("T")

_TRIES = 5


class Database:
    """Transactions on SQLite, on PostgreSQL or on what else SQLAlchemy speaks to.

    For several threads, and for a process and those it forks.
    """

    def __init__(self, name: str, engine: Engine) -> None:
        self.name = name
        self._engine = engine
        self._process = os.getpid()
        self._is_sqlite = engine.dialect.name == "sqlite"
        self._writing = self._line()
        # SQLite does so anyway.
        is_postgresql = engine.dialect.name == "postgresql"
        self._snapshot = {"isolation_level": "REPEATABLE READ"} if is_postgresql else {}

    def _line(self) -> AbstractContextManager[object]:
        """SQLite takes one writer at a time: to stand in line is quicker than to knock again."""
        return Lock() if self._is_sqlite else nullcontext()

    @classmethod
    def open(cls, where: str | Path, *, create: bool) -> Database:
        """The database in a file or at an SQLAlchemy URL."""
        url = _url(str(where))
        name = url.render_as_string() if is_url(str(where)) else str(where)
        database = cls(name, _engine(url, create=create))
        if database._is_sqlite:
            try:
                database._on_file(sqlite.take_over)
            except BaseException:
                database.close()
                raise
        return database

    @property
    def file(self) -> Path | None:
        """The file that it is in, if it is in one of our own."""
        found = self._engine.url.database
        return Path(found) if self._is_sqlite and found else None

    def close(self) -> None:
        self._own_engine().dispose()

    def read(self, work: Callable[[Connection], T]) -> T:
        """What `work` finds, all of it as it is at one moment."""
        with self._in_a_sentence(), self._own_engine().connect() as connection:
            return work(connection.execution_options(**self._snapshot))

    def damage(self) -> list[str]:
        """What is wrong with the database as a whole, as far as it can say so itself."""
        return self.read(sqlite.damage) if self._is_sqlite else []

    def write(self, work: Callable[[Connection], T]) -> T:
        """What `work` returns, once what it wrote is durable.

        Two who write the same at the same time: one is first, the other begins anew and sees it.
        """
        engine = self._own_engine().execution_options(writes=True)
        with self._writing, self._in_a_sentence():
            for _ in range(_TRIES - 1):
                try:
                    with engine.begin() as connection:
                        return work(connection)
                except IntegrityError:
                    continue
            with engine.begin() as connection:
                return work(connection)

    def erase(self, work: Callable[[Connection], None]) -> None:
        """Like `write`, for work that deletes: no byte of it is left in SQLite's files."""
        if not self._is_sqlite:
            self.write(work)
            return

        def work_and_mark(connection: Connection) -> None:
            work(connection)
            sqlite.mark(connection)

        self.write(work_and_mark)
        try:
            self._on_file(sqlite.wipe)
        except JournalFailed as error:
            raise JournalFailed(
                f"{error}; it is deleted, and its bytes go when the store is next opened"
            ) from None

    def _on_file(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """For what SQLite can't do in a transaction."""
        with self._in_a_sentence(), closing(self._own_engine().raw_connection()) as connection:
            work(cast(sqlite3.Connection, connection.driver_connection))

    def _own_engine(self) -> Engine:
        if self._process != os.getpid():
            # After a fork: the connections belong to the parent, which goes on using them.
            self._engine.dispose(close=False)
            self._writing = self._line()
            self._process = os.getpid()
        return self._engine

    @contextmanager
    def _in_a_sentence(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise JournalFailed(f"can't be used: {first_line(error)}", source=self.name) from None
        except UnicodeDecodeError:  # a name in it, or what a driver reads as text
            raise JournalFailed("can't be used: it is damaged", source=self.name) from None


def _url(where: str) -> URL:
    if not is_url(where):
        return URL.create("sqlite", database=where)
    return database_url(where, what="the store")


def _engine(url: URL, *, create: bool) -> Engine:
    kind = url.drivername
    try:
        if url.get_backend_name() == "sqlite":
            return sqlite.sqlite_engine(url, create=create)
        return create_engine(url, pool_pre_ping=True)
    except NoSuchModuleError:
        raise BadInput(f"the store's URL begins with {kind!r}, which is no database") from None
    except ModuleNotFoundError as error:
        if url.get_backend_name() == "postgresql":
            raise MissingExtra(str(error.name), "postgres", "a store in PostgreSQL") from None
        raise BadInput(f"a store in {kind} needs {error.name}, which is not installed") from None
