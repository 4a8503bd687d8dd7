"""Where a library is kept: in an SQLite file, or in PostgreSQL when it has outgrown one.

Tables and their queries are the same in both, but for what each has of its own: the full-text
index and the vectors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from e3.databases import is_url
from e3.library.searching import Shelf

PATIENCE = 60
"""How many seconds one process waits for another that writes."""


Vector = NDArray[np.float32]


class PassageRow(NamedTuple):
    """A passage as it is kept, but for its number, which is its place among others."""

    spans: str
    heading: str
    body: str


class Rows(Protocol):
    """What a query has found."""

    @property
    def rowcount(self) -> int: ...

    def __iter__(self) -> Iterator[Any]: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> Sequence[Any]: ...


class Tables(Protocol):
    """The tables of a library, in a transaction."""

    def execute(self, query: str, values: Sequence[object] = ()) -> Rows:
        """The same queries for every database, with question marks for values."""

    def put_passages(self, document: int, passages: Sequence[PassageRow]) -> list[int]:
        """The passages of a document, which are found by their words from now on; their ids."""

    def put_vectors(self, encoder: str, vectors: Mapping[int, Vector]) -> None:
        """The vectors of passages, by their ids, but for those that are there no more."""

    def shelf(self, encoder: str | None) -> Shelf:
        """All passages, as they are searched."""

    def having(self, word: str, passages: Sequence[int]) -> tuple[int, list[int]]:
        """How many passages have a word, and which of these do."""


class Store(Protocol):
    """A connection to where a library is kept."""

    @property
    def name(self) -> str:
        """The file, or the URL without its password."""

    def close(self) -> None: ...

    def reading(self) -> AbstractContextManager[Tables]:
        """For queries that all see the same state."""

    def writing(self) -> AbstractContextManager[Tables]:
        """For a change: all of it is durable behind this, or none; one process after the other."""

    def noting(self) -> AbstractContextManager[Tables]:
        """The same for what no search looks at."""


def open_store(where: str | Path | None, *, create: bool) -> Store:
    """The store in a file, at the URL of a database, or in memory."""
    if isinstance(where, str) and is_url(where):
        from e3.library.postgresql import PostgresStore  # noqa: PLC0415 - slow to load

        return PostgresStore(where, create=create)
    from e3.library.sqlite import SqliteStore  # noqa: PLC0415 - it knows this file

    return SqliteStore(None if where is None else Path(where), create=create)
