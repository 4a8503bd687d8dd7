"""A library: documents put in, replaced and removed, and searched for the passage that answers."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from e3.documents.document import Document
from e3.documents.passages import Count, Passage, passages
from e3.errors import BadInput
from e3.library.citations import Citation, cite, cited
from e3.library.encoder import PassageEncoder
from e3.library.entries import DocumentEntry, NoSuchDocument, Original, Search, StoredDocument
from e3.library.nearest import Nearest, nearest
from e3.library.packing import packed_passage, packed_vector, unpacked_passage
from e3.library.records import document_of, entries, entry, found_passage, put_document
from e3.library.searching import Shelf, changes, scores
from e3.library.store import Store
from e3.policy.policy import Policy

_WITHOUT_VECTOR = "id NOT IN (SELECT passage FROM vectors WHERE encoder = ?)"
_AT_ONCE = 32


class Library:
    """Documents in one SQLite file; for one thread of a process, and any number of processes."""

    def __init__(
        self, path: Path | None, *, count: Count, encoder: PassageEncoder | None, create: bool
    ) -> None:
        self._store = Store(path, create=create)
        self._count, self.encoder = count, encoder
        self._shelf: Shelf | None = None

    @property
    def name(self) -> str:
        """The file it is in."""
        return self._store.name

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._store.close()

    def put(
        self,
        source: str,
        document: Document,
        original: Original,
        *,
        is_current: Callable[[], bool] = lambda: True,
    ) -> DocumentEntry | None:
        """Adds a document, or replaces the one from the same source, at once and whole.

        Returns None, and changes nothing, if the original is no more as it was read by the time
        it is this one's turn to write: somebody may have put the newer one already.
        """
        of_document = passages(document.rule_text, self._count)
        rows = [(_heading(document, each), each.of(document.text)) for each in of_document]
        vectors = self._vectors(rows)
        with self._store.writing() as connection:
            if not is_current():
                return None
            id = put_document(connection, source, document, original)
            connection.execute("DELETE FROM passages WHERE document = ?", (id,))
            for number, (each, row) in enumerate(zip(of_document, rows, strict=True)):
                passage = connection.execute(
                    "INSERT INTO passages (document, number, spans, heading, body)"
                    " VALUES (?, ?, ?, ?, ?)",
                    (id, number, packed_passage(each), *row),
                ).lastrowid
                if vectors is not None and self.encoder is not None:
                    packed = packed_vector(vectors[number])
                    connection.execute(
                        "INSERT INTO vectors VALUES (?, ?, ?)",
                        (passage, self.encoder.digest, packed),
                    )
            return entry(connection, "id = ?", id)

    def seen(self, source: str, original: Original) -> None:
        """Notes that an original has a new date and the same bytes."""
        with self._store.noting() as connection:
            connection.execute(
                "UPDATE documents SET size = ?, changed = ? WHERE source = ? AND digest = ?",
                (original.size, original.changed, source, original.digest),
            )

    def remove(self, id: int) -> bool:
        """Takes a document out for good; whether there was one."""
        with self._store.writing() as connection:
            return connection.execute("DELETE FROM documents WHERE id = ?", (id,)).rowcount > 0

    def documents(self) -> list[DocumentEntry]:
        """All documents, in the order in which they were first added."""
        with self._store.reading() as connection:
            return list(entries(connection))

    def find(self, name: str) -> DocumentEntry:
        """The document with a number, a source or a title, of which there is no other."""
        with self._store.reading() as connection:
            if name.isdecimal() and len(name) < 19:
                found = list(entries(connection, "id = ?", int(name)))
            else:
                names = (name, str(Path(name).absolute()), name)
                found = list(entries(connection, "source IN (?, ?) OR title = ?", *names))
        if not found:
            raise NoSuchDocument(name)
        if len(found) > 1:
            why = f"{len(found)} documents are called so: give the number of one"
            raise BadInput(why, source=name)
        return found[0]

    def from_source(self, source: str) -> DocumentEntry | None:
        """The document from a file or an address, if it is here."""
        with self._store.reading() as connection:
            return entry(connection, "source = ?", source)

    def document(self, id: int) -> StoredDocument:
        """A document with its text, as it is now."""
        with self._store.reading() as connection:
            found = entry(connection, "id = ?", id)
            if found is None:
                raise NoSuchDocument(str(id))
            document = document_of(connection, found)
            query = "SELECT spans FROM passages WHERE document = ? ORDER BY number"
            spans = connection.execute(query, (id,)).fetchall()
        return StoredDocument(found, document, tuple(unpacked_passage(row[0]) for row in spans))

    def search(
        self, question: str, story: str = "", *, most: int = 5, within: int | None = None
    ) -> Search:
        """The passages nearest to a question, of the whole library or within one document."""
        asked = _asked(question, story)
        vectors = self._read(asked)
        with self._store.reading() as connection:
            shelf = self._current_shelf(connection)
            among = np.ones(len(shelf.ids), dtype=np.bool_)
            if within is not None:
                among = shelf.documents == within
            total = scores(connection, shelf, asked, vectors, among)
            order = np.argsort(-total, kind="stable")[: min(most, int(among.sum()))]
            found = [
                found_passage(connection, int(shelf.ids[at]), float(total[at])) for at in order
            ]
        return Search(tuple(found), by_meaning=shelf.vectors is not None)

    def nearest(self, question: str, story: str = "", *, most: int) -> Nearest:
        """The documents nearest to a question, and what speaks for the first."""
        asked = _asked(question, story)
        vectors = self._read(asked)
        with self._store.reading() as connection:
            shelf = self._current_shelf(connection)
            total = scores(
                connection, shelf, asked, vectors, np.ones(len(shelf.ids), dtype=np.bool_)
            )
            known = shelf.vectors is not None and bool(vectors)
            meaning = shelf.vectors @ vectors[0] if known and shelf.vectors is not None else None
            return nearest(connection, shelf, asked, total, meaning, most=most)

    def cite(self, policy: Policy, citation: Citation) -> None:
        """Keeps what a policy quotes, whatever becomes of the document."""
        with self._store.noting() as connection:
            cite(connection, policy, citation)

    def cited(self, policy: Policy) -> Citation | None:
        """What a policy quotes; None for one that was not drafted from this library."""
        with self._store.reading() as connection:
            return cited(connection, policy)

    def without_vectors(self) -> int:
        """How many passages have no vector of this encoder; none where there is no encoder."""
        if self.encoder is None:
            return 0
        query = f"SELECT count(*) FROM passages WHERE {_WITHOUT_VECTOR}"
        with self._store.reading() as connection:
            (count,) = connection.execute(query, (self.encoder.digest,)).fetchone()
        return int(count)

    def encode_some(self) -> int:
        """Gives some passages that have none a vector, durably; how many."""
        if self.encoder is None:
            return 0
        query = f"SELECT id, heading, body FROM passages WHERE {_WITHOUT_VECTOR} LIMIT {_AT_ONCE}"
        with self._store.reading() as connection:
            rows = connection.execute(query, (self.encoder.digest,)).fetchall()
        vectors = self._vectors([(heading, body) for _, heading, body in rows]) or []
        with self._store.writing() as connection:
            # One that was replaced meanwhile is there no more, and has its vector already.
            connection.executemany(
                "INSERT OR REPLACE INTO vectors SELECT id, ?, ? FROM passages WHERE id = ?",
                [
                    (self.encoder.digest, packed_vector(vector), id)
                    for (id, *_), vector in zip(rows, vectors, strict=True)
                ],
            )
        return len(rows)

    def _read(self, asked: Sequence[str]) -> list[NDArray[np.float32]]:
        return [] if self.encoder is None else list(self.encoder.encode(asked))

    def _vectors(self, rows: Sequence[tuple[str, ...]]) -> list[NDArray[np.float32]] | None:
        if self.encoder is None:
            return None
        return (
            list(self.encoder.encode(["\n".join(filter(None, row)) for row in rows]))
            if rows
            else []
        )

    def _current_shelf(self, connection: sqlite3.Connection) -> Shelf:
        if self._shelf is None or self._shelf.changes != changes(connection):
            self._shelf = Shelf.of(connection, self.encoder)
        return self._shelf


def _asked(question: str, story: str) -> list[str]:
    """The question with its story, and then alone; once where there is no story."""
    return [f"{question} {story}", question] if story.strip() else [question]


def _heading(document: Document, passage: Passage) -> str:
    """The titles that a passage stands under and does not have in it."""
    body = passage.of(document.text)
    above = dict.fromkeys((document.title, *passage.path))
    return "\n".join(title for title in above if title not in body)
