"""A library in PostgreSQL: its full-text search, and vectors by pgvector where that is installed.

All of it is in a schema of its own. Words are taken apart and cut to their stems as FTS5 does, and
BM25 is computed here of what the index finds, so that a library ranks as it does in SQLite. Without
pgvector vectors are bytes, held in memory by who searches, as in SQLite; which of the two it is, is
settled when the tables are made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, CursorResult, Engine, create_engine
from sqlalchemy.exc import NoSuchModuleError, SQLAlchemyError

from e3.databases import database_url, first_line
from e3.errors import BadInput, MissingExtra
from e3.library.bm25 import bm25_of_word, plain_words
from e3.library.entries import LibraryFailed
from e3.library.packing import packed_vector, unpacked_vectors
from e3.library.searching import ByMeaning, Scores, Shelf, changes
from e3.library.store import PATIENCE, PassageRow, Tables, Vector

SCHEMA = "e3_library"
_LOCK = 0xE3_11B
"""The number of the lock that those wait for who make the tables."""

_TABLES = """
CREATE SCHEMA {schema};
CREATE TEXT SEARCH DICTIONARY stems (TEMPLATE = snowball, Language = porter);
CREATE TEXT SEARCH CONFIGURATION words (PARSER = pg_catalog."default");
ALTER TEXT SEARCH CONFIGURATION words
    ADD MAPPING FOR asciiword, word, numword, int, uint, float, sfloat WITH stems;
CREATE TABLE version (number integer NOT NULL);
INSERT INTO version VALUES (1);
CREATE TABLE documents (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source text NOT NULL UNIQUE,
    title text NOT NULL,
    format text NOT NULL,
    digest text NOT NULL,
    size bigint NOT NULL,
    changed bigint NOT NULL,
    read text NOT NULL,
    notes text NOT NULL,
    text text NOT NULL,
    pieces bytea NOT NULL
);
CREATE TABLE passages (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document bigint NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number integer NOT NULL,
    spans text NOT NULL,
    heading text NOT NULL,
    body text NOT NULL,
    words tsvector NOT NULL,
    length integer NOT NULL
) WITH (toast_tuple_target = 8160); -- else words lie elsewhere, and a search takes twice as long
CREATE INDEX passages_of_document ON passages (document, number);
CREATE INDEX passages_by_words ON passages USING gin (words);
CREATE TABLE vectors (
    passage bigint PRIMARY KEY REFERENCES passages (id) ON DELETE CASCADE,
    encoder text NOT NULL,
    vector {vector} NOT NULL
);
CREATE TABLE changes (number bigint NOT NULL);
INSERT INTO changes VALUES (0);
CREATE TABLE editions (
    digest text PRIMARY KEY,
    title text NOT NULL,
    format text NOT NULL,
    notes text NOT NULL,
    text text NOT NULL,
    pieces bytea NOT NULL
);
CREATE TABLE citations (
    policy text PRIMARY KEY,
    source text NOT NULL,
    edition text NOT NULL REFERENCES editions (digest),
    parts text NOT NULL
);
"""
_VERSION = 1

_ALL_RANK = 1.64493406685
"""What `ts_rank` divides by: the sum of 1, 1/4, 1/9 and so on without end."""


@dataclass(frozen=True)
class PostgresTables:
    """The tables of a database, in a transaction."""

    connection: Connection
    pgvector: str | None
    """The schema of the extension; None where vectors are bytes."""

    def execute(self, query: str, values: Sequence[object] = ()) -> CursorResult[Any]:
        """A query with its values, for which it has question marks as SQLite's have."""
        # No list, which SQLAlchemy takes for several rows.
        return self.connection.exec_driver_sql(query.replace("?", "%s"), tuple(values))

    def put_passages(self, document: int, passages: Sequence[PassageRow]) -> list[int]:
        """The passages of a document with their words for the full-text index, in one statement."""
        words = [plain_words(f"{each.heading} {each.body}") for each in passages]
        rows = self.execute(
            "INSERT INTO passages (document, number, spans, heading, body, words, length)"
            " SELECT ?, number, spans, heading, body, to_tsvector('words', said), length"
            " FROM unnest(?::int[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int[])"
            " AS given (number, spans, heading, body, said, length) RETURNING number, id",
            (
                document,
                list(range(len(passages))),
                [each.spans for each in passages],
                [each.heading for each in passages],
                [each.body for each in passages],
                [" ".join(each) for each in words],
                [len(each) for each in words],
            ),
        ).fetchall()
        return [int(row[-1]) for row in sorted(map(tuple, rows))]

    def put_vectors(self, encoder: str, vectors: Mapping[int, Vector]) -> None:
        """The vectors of passages, with the numbers that SQLite keeps of them."""
        packed = [packed_vector(vector) for vector in vectors.values()]
        kept: list[bytes] | list[str] = packed
        held, kind = "bytea", "bytea"
        if self.pgvector is not None:
            kept = [_written(vector) for vector in unpacked_vectors(packed)]
            held, kind = "text", f"{self.pgvector}.vector"
        self.execute(
            f"INSERT INTO vectors SELECT id, ?, given.vector::{kind}"
            f" FROM unnest(?::bigint[], ?::{held}[]) AS given (passage, vector)"
            " JOIN passages ON id = passage"
            " ON CONFLICT (passage) DO UPDATE SET encoder = excluded.encoder,"
            " vector = excluded.vector",
            (encoder, list(vectors), kept),
        )

    def shelf(self, encoder: str | None) -> Shelf:
        """All passages; with pgvector the database keeps their vectors to itself."""
        ids, documents, lengths = self._columns("id", "document", "length")
        return Shelf(
            changes(self),
            ids,
            documents,
            by_words=lambda tables, words: _by_words(tables, ids, lengths, words),
            by_meaning=None if encoder is None else self._by_meaning(encoder, len(ids)),
        )

    def having(self, word: str, passages: Sequence[int]) -> tuple[int, list[int]]:
        """How many passages have a word, and which of these do."""
        query = "SELECT {} FROM passages WHERE words @@ plainto_tsquery('words', ?)"
        asked = " ".join(plain_words(word))
        count = self.execute(query.format("count(*)"), (asked,)).scalar_one()
        among = f" AND id IN ({', '.join('?' * len(passages))})"
        rows = self.execute(query.format("id") + among, (asked, *passages)).fetchall()
        return int(count), [int(row[0]) for row in rows]

    def _columns(self, *names: str) -> list[NDArray[np.int64]]:
        """Columns of all passages in order; as bytes they come many times faster than as rows."""
        wanted = (f"string_agg(int8send({name}), '' ORDER BY id)" for name in names)
        row = self.execute(f"SELECT {', '.join(wanted)} FROM passages").one()
        return [np.frombuffer(each or b"", dtype=">i8").astype(np.int64) for each in row]

    def _by_meaning(self, encoder: str, passages: int) -> ByMeaning | None:
        query = "SELECT count(*) FROM vectors WHERE encoder = ?"
        if not 0 < passages == self.execute(query, (encoder,)).scalar():
            return None
        schema = self.pgvector
        if schema is not None:
            return lambda tables, vector: _products(tables, schema, encoder, vector)
        query = "SELECT vector FROM vectors WHERE encoder = ? ORDER BY passage"
        vectors = unpacked_vectors([row[0] for row in self.execute(query, (encoder,))])
        return lambda _, vector: vectors @ vector


def _products(tables: Tables, schema: str, encoder: str, vector: NDArray[np.float32]) -> Scores:
    product = f"-(vector OPERATOR({schema}.<#>) ?::{schema}.vector)"
    (found,) = tables.execute(
        f"SELECT string_agg(float4send(({product})::real), '' ORDER BY passage) FROM vectors"
        " WHERE encoder = ?",
        (_written(vector), encoder),
    ).fetchone()
    return np.frombuffer(found, dtype=">f4").astype(np.float32)


def _by_words(
    tables: Tables, ids: NDArray[np.int64], lengths: NDArray[np.int64], words: Sequence[str]
) -> Scores:
    scores = np.zeros(len(ids), dtype=np.float64)
    wanted = [" ".join(plain) for word in words if (plain := plain_words(word))]
    rows = tables.execute(
        "SELECT string_agg(int8send(id), ''),"
        " string_agg(float4send(ts_rank('{1, 1, 1, 1}', words, asked)), '')"
        " FROM unnest(?::text[]) WITH ORDINALITY AS wanted (word, place),"
        " plainto_tsquery('words', word) AS asked, passages"
        " WHERE words @@ asked GROUP BY place ORDER BY place",
        (wanted,),
    )
    for found, ranks in rows:
        at = np.searchsorted(ids, np.frombuffer(found, dtype=">i8"))
        # A word that is there n times has the rank 1 + 1/4 + ... + 1/n², of all that there can be;
        # what is missing of it is about 1 / (n + 1/2).
        missing = _ALL_RANK * (1 - np.frombuffer(ranks, dtype=">f4").astype(np.float64))
        times = np.maximum(np.rint(1 / np.maximum(missing, 1e-6) - 0.5), 1)
        scores[at] += bm25_of_word(
            times, lengths[at].astype(np.float64), mean=float(lengths.mean()), passages=len(ids)
        )
    return scores.astype(np.float32)


def _written(vector: NDArray[np.float32]) -> str:
    """A vector as pgvector reads it."""
    return f"[{','.join(map(repr, vector.tolist()))}]"


class PostgresStore:
    """A library in a database, which has one library at most."""

    def __init__(self, where: str, *, create: bool) -> None:
        url = database_url(where, what="the library")
        if url.get_backend_name() != "postgresql":
            raise BadInput(
                "a library is in a file or in PostgreSQL (postgresql://user@host/name), not in"
                f" {url.drivername!r}"
            )
        self.name = url.render_as_string()
        try:
            self._engine: Engine = create_engine(url, pool_pre_ping=True)
        except NoSuchModuleError:
            raise BadInput(f"{url.drivername!r} is no database") from None
        except ModuleNotFoundError as error:
            raise MissingExtra(str(error.name), "postgres", "a library in PostgreSQL") from None
        self._pgvector: str | None = None
        try:
            self._settle(create=create)
        except BaseException:
            self._engine.dispose()
            raise

    def close(self) -> None:
        """Closes the connection."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[PostgresTables]:
        """For queries that all see the same state."""
        with self._in_a_sentence(), self._engine.connect() as connection:
            yield self._tables(connection.execution_options(isolation_level="REPEATABLE READ"))

    @contextmanager
    def writing(self) -> Iterator[PostgresTables]:
        """For a change: all of it is durable behind this, or none; one process after the other."""
        with self._in_a_sentence(), self._engine.begin() as connection:
            tables = self._tables(connection)
            # Whoever comes second waits here until the first is done, and sees what it did.
            tables.execute("UPDATE changes SET number = number + 1")
            yield tables

    @contextmanager
    def noting(self) -> Iterator[PostgresTables]:
        """The same for what no search looks at."""
        with self._in_a_sentence(), self._engine.begin() as connection:
            tables = self._tables(connection)
            tables.execute("SELECT number FROM changes FOR UPDATE")
            yield tables

    def _tables(self, connection: Connection) -> PostgresTables:
        # In each transaction: between two a pooler may give the connection to somebody else.
        connection.exec_driver_sql(
            f"SET LOCAL search_path TO {SCHEMA}; SET LOCAL lock_timeout TO '{PATIENCE}s'"
        )
        return PostgresTables(connection, self._pgvector)

    def _settle(self, *, create: bool) -> None:
        with self._in_a_sentence(), self._engine.begin() as connection:
            if not _is_there(connection):
                if not create:
                    raise BadInput(
                        "there is no library here: add documents first", source=self.name
                    )
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
                # Another process may have been first.
                if not _is_there(connection):
                    self._make(connection)
            version = connection.exec_driver_sql(f"SELECT number FROM {SCHEMA}.version").scalar()
            if version != _VERSION:
                raise LibraryFailed("this is of a newer version of E3", source=self.name)
            self._pgvector = _schema_of_pgvector(connection)

    def _make(self, connection: Connection) -> None:
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
        if encoding != "UTF8":
            why = f"this database is in {encoding}: a library needs one in UTF8"
            raise LibraryFailed(why, source=self.name)
        schema = _extended(connection)
        vector = "bytea" if schema is None else f"{schema}.vector"
        script = _TABLES.format(schema=SCHEMA, vector=vector)
        first, _, others = script.partition(";")
        connection.exec_driver_sql(f"{first}; SET LOCAL search_path TO {SCHEMA}; {others}")

    @contextmanager
    def _in_a_sentence(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            why = f"can't be used: {first_line(error)}"
            raise LibraryFailed(why, source=self.name) from None


def _is_there(connection: Connection) -> bool:
    # Not to_regclass: it remembers that there was none, also when another has just made them.
    found = connection.exec_driver_sql(
        "SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace"
        f" WHERE nspname = '{SCHEMA}' AND relname = 'version'"
    ).scalar()
    return found is not None


def _extended(connection: Connection) -> str | None:
    """The schema of pgvector, which is put into the database where that can be done."""
    if (found := _installed(connection)) is not None:
        return found
    try:
        with connection.begin_nested():
            connection.exec_driver_sql("CREATE EXTENSION vector")
    except SQLAlchemyError:  # not on this machine, or not for this user
        return None
    return _installed(connection)


def _installed(connection: Connection) -> str | None:
    found = connection.exec_driver_sql(
        "SELECT quote_ident(nspname) FROM pg_extension"
        " JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector'"
    ).scalar()
    return None if found is None else str(found)


def _schema_of_pgvector(connection: Connection) -> str | None:
    """Of the type that vectors have; None where they are bytes."""
    found = connection.exec_driver_sql(
        "SELECT typname FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid"
        f" WHERE attrelid = '{SCHEMA}.vectors'::regclass AND attname = 'vector'"
    ).scalar()
    return _installed(connection) if found == "vector" else None
