"""A library in a file: SQLite with a full-text index (FTS5), one transaction a change.

What a writing transaction has committed is on the disk; who reads sees one state of it all.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from e3.busy import patiently
from e3.errors import BadInput
from e3.files import is_folder, is_there, writing
from e3.library.entries import LibraryFailed
from e3.library.packing import packed_vector, unpacked_vectors
from e3.library.searching import Scores, Shelf, changes
from e3.library.store import PATIENCE, PassageRow, Tables, Vector

_APPLICATION = 0xE3_11B
_DOCUMENTS = f"""
CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    format TEXT NOT NULL,
    digest TEXT NOT NULL,
    size INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    read TEXT NOT NULL,
    notes TEXT NOT NULL,
    text TEXT NOT NULL,
    pieces BLOB NOT NULL
);
CREATE TABLE passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    spans TEXT NOT NULL,
    heading TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX passages_of_document ON passages (document, number);
CREATE TABLE vectors (
    passage INTEGER PRIMARY KEY REFERENCES passages (id) ON DELETE CASCADE,
    encoder TEXT NOT NULL,
    vector BLOB NOT NULL
);
CREATE VIRTUAL TABLE words USING fts5 (
    heading, body, content = 'passages', content_rowid = 'id', tokenize = 'porter unicode61'
);
CREATE TRIGGER passage_added AFTER INSERT ON passages BEGIN
    INSERT INTO words (rowid, heading, body) VALUES (new.id, new.heading, new.body);
END;
CREATE TRIGGER passage_removed AFTER DELETE ON passages BEGIN
    INSERT INTO words (words, rowid, heading, body)
    VALUES ('delete', old.id, old.heading, old.body);
END;
CREATE TABLE changes (number INTEGER NOT NULL);
INSERT INTO changes VALUES (0);
PRAGMA application_id = {_APPLICATION};
"""
_CITATIONS = """
CREATE TABLE editions (
    digest TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    format TEXT NOT NULL,
    notes TEXT NOT NULL,
    text TEXT NOT NULL,
    pieces BLOB NOT NULL
);
CREATE TABLE citations (
    policy TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    edition TEXT NOT NULL REFERENCES editions (digest),
    parts TEXT NOT NULL
);
"""
_SCHEMAS = (_DOCUMENTS, _CITATIONS)
"""What each version added to the one before."""


@dataclass(frozen=True)
class SqliteTables:
    """The tables of a file, in a transaction."""

    connection: sqlite3.Connection

    def execute(self, query: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """A query with its values."""
        return self.connection.execute(query, values)

    def put_passages(self, document: int, passages: Sequence[PassageRow]) -> list[int]:
        """The passages of a document; a trigger puts each into the full-text index."""
        query = (
            "INSERT INTO passages (document, number, spans, heading, body)"
            " VALUES (?, ?, ?, ?, ?) RETURNING id"
        )
        rows = ((document, number, *passage) for number, passage in enumerate(passages))
        return [self.execute(query, row).fetchone()[0] for row in rows]

    def put_vectors(self, encoder: str, vectors: Mapping[int, Vector]) -> None:
        """The vectors of passages, in 8 bits a number."""
        self.connection.executemany(
            "INSERT OR REPLACE INTO vectors SELECT id, ?, ? FROM passages WHERE id = ?",
            [(encoder, packed_vector(vector), id) for id, vector in vectors.items()],
        )

    def shelf(self, encoder: str | None) -> Shelf:
        """All passages; their vectors are held in memory."""
        query = "SELECT id, document FROM passages ORDER BY id"
        rows = np.array(self.execute(query).fetchall(), dtype=np.int64).reshape(-1, 2)
        ids = rows[:, 0]
        vectors = None
        if encoder is not None:
            query = "SELECT vector FROM vectors WHERE encoder = ? ORDER BY passage"
            packed = [row[0] for row in self.execute(query, (encoder,))]
            vectors = unpacked_vectors(packed) if len(packed) == len(rows) > 0 else None
        return Shelf(
            changes(self),
            ids,
            rows[:, 1],
            by_words=lambda tables, words: _by_words(tables, ids, words),
            by_meaning=None if vectors is None else lambda _, vector: vectors @ vector,
        )

    def having(self, word: str, passages: Sequence[int]) -> tuple[int, list[int]]:
        """How many passages have a word, and which of these do."""
        query = "SELECT {} FROM words WHERE words MATCH ?"
        (count,) = self.execute(query.format("count(*)"), (f'"{word}"',)).fetchone()
        among = f" AND rowid IN ({', '.join('?' * len(passages))})"
        rows = self.execute(query.format("rowid") + among, (f'"{word}"', *passages)).fetchall()
        return count, [row[0] for row in rows]


def _by_words(tables: Tables, ids: NDArray[np.int64], words: Sequence[str]) -> Scores:
    scores = np.zeros(len(ids), dtype=np.float32)
    wanted = " OR ".join(f'"{word}"' for word in words)
    query = "SELECT rowid, -bm25(words) FROM words WHERE words MATCH ?"
    if rows := tables.execute(query, (wanted,)).fetchall():
        found, scored = zip(*rows, strict=True)
        scores[np.searchsorted(ids, np.array(found))] = scored
    return scores


class SqliteStore:
    """One connection to the file of a library, or to memory."""

    def __init__(self, path: Path | None, *, create: bool) -> None:
        self.name = "memory" if path is None else str(path)
        if path is not None:
            _prepare(path, create=create)
        with self._in_a_sentence():
            self._connection = sqlite3.connect(
                ":memory:" if path is None else path,
                timeout=PATIENCE,
                isolation_level=None,
                check_same_thread=False,  # whoever shares it takes turns
            )
        try:
            with self._in_a_sentence():
                self._settle()
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    @contextmanager
    def reading(self) -> Iterator[SqliteTables]:
        """For queries that all see the same state."""
        with self._transaction("BEGIN") as tables:
            yield tables

    @contextmanager
    def writing(self) -> Iterator[SqliteTables]:
        """For a change: all of it is durable behind this, or none; one process after the other."""
        with self.noting() as tables:
            yield tables
            tables.execute("UPDATE changes SET number = number + 1")

    @contextmanager
    def noting(self) -> Iterator[SqliteTables]:
        """The same for what no search looks at."""
        with self._transaction("BEGIN IMMEDIATE") as tables:
            yield tables

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[SqliteTables]:
        with self._in_a_sentence():
            self._connection.execute(begin)
            try:
                yield SqliteTables(self._connection)
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def _settle(self) -> None:
        connection = self._connection
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        if self._version() < len(_SCHEMAS):
            patiently(lambda: connection.execute("PRAGMA journal_mode = WAL").close(), PATIENCE)
            with self._transaction("BEGIN IMMEDIATE"):
                # Another process may have been first.
                for schema in _SCHEMAS[self._version() :]:
                    for statement in _statements(schema):
                        connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {len(_SCHEMAS)}")

    def _version(self) -> int:
        """Of the tables; 0 where there are none. Refuses those of others."""
        with self._in_a_sentence():
            (tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            (application,) = self._connection.execute("PRAGMA application_id").fetchone()
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        if not tables:
            return 0
        if application != _APPLICATION:
            raise LibraryFailed("this is a database of another program", source=self.name)
        if version > len(_SCHEMAS):
            raise LibraryFailed("this is of a newer version of E3", source=self.name)
        return int(version)

    @contextmanager
    def _in_a_sentence(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise LibraryFailed(f"can't be used: {error}", source=self.name) from None


def _statements(script: str) -> Iterator[str]:
    """The statements of a script; those of a trigger belong together."""
    statement = ""
    for line in script.splitlines():
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _prepare(path: Path, *, create: bool) -> None:
    if is_folder(path):
        raise BadInput("this is a folder, a file is wanted", source=str(path))
    if is_there(path):
        return
    if not create:
        raise BadInput("there is no library here: add documents first", source=str(path))
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
