"""A library: documents put in, replaced and removed, and searched for the passage that answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from e3.documents.document import Document
from e3.documents.passages import Count, Passage, passages
from e3.errors import BadInput
from e3.library.changes import Changes
from e3.library.changes import changes as compared
from e3.library.citations import Citation, cite, cited
from e3.library.encoder import PassageEncoder
from e3.library.entries import (
    DocumentEntry,
    NoSuchDocument,
    Original,
    Search,
    StoredDocument,
    UnreadPassage,
)
from e3.library.nearest import Nearest, nearest
from e3.library.packing import packed_passage, unpacked_passage
from e3.library.records import document_of, entries, entry, found_passages, put_document
from e3.library.searching import Shelf, changes, scores
from e3.library.store import PassageRow, Tables, open_store
from e3.policy.policy import Policy

_WITHOUT_VECTOR = "id NOT IN (SELECT passage FROM vectors WHERE encoder = ?)"
_AT_ONCE = 32


class Library:
    """Documents in one SQLite file, or in PostgreSQL, which is named by its URL.

    For one thread of a process, and any number of processes.
    """

    def __init__(
        self,
        where: str | Path | None,
        *,
        count: Count,
        encoder: PassageEncoder | None,
        create: bool,
    ) -> None:
        self._store = open_store(where, create=create)
        self._count, self.encoder = count, encoder
        self._shelf: Shelf | None = None

    @property
    def name(self) -> str:
        """The file it is in, or its URL."""
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
        """Closes the file or the connection."""
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
        rows = [
            PassageRow(packed_passage(each), _heading(document, each), each.of(document.text))
            for each in of_document
        ]
        vectors = self._read([_together(row.heading, row.body) for row in rows])
        with self._store.writing() as tables:
            if not is_current():
                return None
            id = put_document(tables, source, document, original)
            tables.execute("DELETE FROM passages WHERE document = ?", (id,))
            ids = tables.put_passages(id, rows)
            if self.encoder is not None:
                tables.put_vectors(self.encoder.digest, dict(zip(ids, vectors, strict=True)))
            return entry(tables, "id = ?", id)

    def seen(self, source: str, original: Original) -> None:
        """Notes that an original has a new date and the same bytes."""
        with self._store.noting() as tables:
            tables.execute(
                "UPDATE documents SET size = ?, changed = ? WHERE source = ? AND digest = ?",
                (original.size, original.changed, source, original.digest),
            )

    def remove(self, id: int) -> bool:
        """Takes a document out for good; whether there was one."""
        with self._store.writing() as tables:
            return tables.execute("DELETE FROM documents WHERE id = ?", (id,)).rowcount > 0

    def documents(self) -> list[DocumentEntry]:
        """All documents, in the order in which they were first added."""
        with self._store.reading() as tables:
            return list(entries(tables))

    def find(self, name: str) -> DocumentEntry:
        """The document with a number, a source or a title, of which there is no other."""
        with self._store.reading() as tables:
            if name.isdecimal() and len(name) < 19:
                found = list(entries(tables, "id = ?", int(name)))
            else:
                names = (name, str(Path(name).absolute()), name)
                found = list(entries(tables, "source IN (?, ?) OR title = ?", *names))
        if not found:
            raise NoSuchDocument(name)
        if len(found) > 1:
            why = f"{len(found)} documents are called so: give the number of one"
            raise BadInput(why, source=name)
        return found[0]

    def from_source(self, source: str) -> DocumentEntry | None:
        """The document from a file or an address, if it is here."""
        with self._store.reading() as tables:
            return entry(tables, "source = ?", source)

    def document(self, id: int) -> StoredDocument:
        """A document with its text, as it is now."""
        with self._store.reading() as tables:
            found = entry(tables, "id = ?", id)
            if found is None:
                raise NoSuchDocument(str(id))
            document = document_of(tables, found)
            query = "SELECT spans FROM passages WHERE document = ? ORDER BY number"
            spans = tables.execute(query, (id,)).fetchall()
        return StoredDocument(found, document, tuple(unpacked_passage(row[0]) for row in spans))

    def search(
        self, question: str, story: str = "", *, most: int = 5, within: int | None = None
    ) -> Search:
        """The passages nearest to a question, of the whole library or within one document."""
        asked = _asked(question, story)
        vectors = self._read(asked)
        with self._store.reading() as tables:
            shelf = self._current_shelf(tables)
            among = np.ones(len(shelf.ids), dtype=np.bool_)
            if within is not None:
                among = shelf.documents == within
            total = scores(tables, shelf, asked, vectors, among)
            order = np.argsort(-total, kind="stable")[: min(most, int(among.sum()))]
            nearest_first = {int(shelf.ids[at]): float(total[at]) for at in order}
            found = found_passages(tables, nearest_first)
        return Search(tuple(found), by_meaning=shelf.by_meaning is not None)

    def nearest(self, question: str, story: str = "", *, most: int) -> Nearest:
        """The documents nearest to a question, and what speaks for the first."""
        asked = _asked(question, story)
        vectors = self._read(asked)
        with self._store.reading() as tables:
            shelf = self._current_shelf(tables)
            among = np.ones(len(shelf.ids), dtype=np.bool_)
            total = scores(tables, shelf, asked, vectors, among)
            known = shelf.by_meaning is not None and bool(vectors)
            meaning = shelf.by_meaning(tables, vectors[0]) if known and shelf.by_meaning else None
            return nearest(tables, shelf, asked, total, meaning, most=most)

    def cite(self, policy: Policy, citation: Citation) -> None:
        """Keeps what a policy quotes, whatever becomes of the document."""
        with self._store.noting() as tables:
            cite(tables, policy, citation)

    def cited(self, policy: Policy) -> Citation | None:
        """What a policy quotes; None for one that was not drafted from this library."""
        with self._store.reading() as tables:
            return cited(tables, policy)

    def changes(self, policy: Policy) -> Changes | None:
        """What became of the document that a policy was drafted from; None where it is the same.

        None too for a policy that was not drafted from this library.
        """
        with self._store.reading() as tables:
            citation = cited(tables, policy)
            if citation is None or citation.current is not None:
                return None
            found = entry(tables, "source = ?", citation.source)
            now = None if found is None else document_of(tables, found)
        return compared(policy, citation, found, now)

    def without_vectors(self) -> int:
        """How many passages have no vector of this encoder; none where there is no encoder."""
        if self.encoder is None:
            return 0
        query = f"SELECT count(*) FROM passages WHERE {_WITHOUT_VECTOR}"
        with self._store.reading() as tables:
            (count,) = tables.execute(query, (self.encoder.digest,)).fetchone()
        return int(count)

    def encode_some(self) -> int:
        """Gives some passages that have none a vector, durably; how many."""
        if self.encoder is None or not (some := self.unread(_AT_ONCE)):
            return 0
        self.put_vectors(some, self.encoder.encode([each.text for each in some]))
        return len(some)

    def unread(self, most: int, *, after: int = 0) -> list[UnreadPassage]:
        """Passages without a vector of this encoder, in order, behind the one with an id."""
        if self.encoder is None:
            return []
        query = (
            f"SELECT id, heading, body FROM passages WHERE {_WITHOUT_VECTOR} AND id > ?"
            f" ORDER BY id LIMIT {most}"
        )
        with self._store.reading() as tables:
            rows = tables.execute(query, (self.encoder.digest, after)).fetchall()
        return [UnreadPassage(id, _together(*row)) for id, *row in rows]

    def put_vectors(
        self, passages: Sequence[UnreadPassage], vectors: Iterable[NDArray[np.float32]]
    ) -> None:
        """Keeps what the encoder made of passages."""
        assert self.encoder is not None
        with self._store.writing() as tables:
            # One that was replaced meanwhile is there no more, and has its vector already.
            ids = (passage.id for passage in passages)
            tables.put_vectors(self.encoder.digest, dict(zip(ids, vectors, strict=True)))

    def _read(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        return list(self.encoder.encode(texts)) if self.encoder and texts else []

    def _current_shelf(self, tables: Tables) -> Shelf:
        if self._shelf is None or self._shelf.changes != changes(tables):
            self._shelf = tables.shelf(None if self.encoder is None else self.encoder.digest)
        return self._shelf


def _asked(question: str, story: str) -> list[str]:
    """The question with its story, and then alone; once where there is no story."""
    return [f"{question} {story}", question] if story.strip() else [question]


def _together(heading: str, body: str) -> str:
    """What the encoder reads of a passage."""
    return "\n".join(filter(None, (heading, body)))


def _heading(document: Document, passage: Passage) -> str:
    """The titles that a passage stands under and does not have in it."""
    body = passage.of(document.text)
    above = dict.fromkeys((document.title, *passage.path))
    return "\n".join(title for title in above if title not in body)
