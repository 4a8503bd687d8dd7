"""Documents as rows of the library's tables."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from e3.documents.document import Document
from e3.library.entries import DocumentEntry, FoundPassage, Original
from e3.library.packing import packed_pieces, unpacked_passage, unpacked_pieces
from e3.library.store import Tables

_ENTRY = (
    "SELECT id, source, title, format, digest, size, changed, read, notes,"
    " (SELECT count(*) FROM passages WHERE document = documents.id) FROM documents"
)


def entries(tables: Tables, where: str = "TRUE", *values: object) -> Iterator[DocumentEntry]:
    """The documents of which a condition holds, in the order in which they were first added."""
    rows = tables.execute(f"{_ENTRY} WHERE {where} ORDER BY id", values)
    return map(_as_entry, rows)


def entry(tables: Tables, where: str, value: object) -> DocumentEntry | None:
    """The one of which a condition holds, if there is one."""
    return next(entries(tables, where, value), None)


def put_document(tables: Tables, source: str, document: Document, original: Original) -> int:
    """Writes a document, over the one from the same source; its id."""
    (id,) = tables.execute(
        "INSERT INTO documents"
        " (source, title, format, digest, size, changed, read, notes, text, pieces)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (source) DO UPDATE SET title = excluded.title, format = excluded.format,"
        " digest = excluded.digest, size = excluded.size, changed = excluded.changed,"
        " read = excluded.read, notes = excluded.notes, text = excluded.text,"
        " pieces = excluded.pieces RETURNING id",
        (
            source,
            document.title,
            document.format,
            original.digest,
            original.size,
            original.changed,
            datetime.now(UTC).isoformat(timespec="seconds"),
            json.dumps(document.notes, ensure_ascii=False),
            document.text,
            packed_pieces(document.pieces),
        ),
    ).fetchone()
    return int(id)


def document_of(tables: Tables, entry: DocumentEntry) -> Document:
    """The document with its text."""
    query = "SELECT text, pieces FROM documents WHERE id = ?"
    text, pieces = tables.execute(query, (entry.id,)).fetchone()
    return Document(entry.title, entry.format, text, unpacked_pieces(pieces), entry.notes)


def _as_entry(row: Sequence[object]) -> DocumentEntry:
    id, source, title, format, digest, size, changed, read, notes, count = row
    return DocumentEntry(
        id=int(str(id)),
        source=str(source),
        title=str(title),
        format=str(format),
        original=Original(str(digest), int(str(size)), int(str(changed))),
        read=str(read),
        passages=int(str(count)),
        notes=tuple(json.loads(str(notes))),
    )


def found_passages(tables: Tables, scores: Mapping[int, float]) -> list[FoundPassage]:
    """The passages with these ids and scores, in this order."""
    if not scores:
        return []
    query = f"SELECT id, document, number, spans, body FROM passages WHERE {_among(scores)}"
    rows = {row[0]: row[1:] for row in tables.execute(query, tuple(scores))}
    documents = {document for document, *_ in rows.values()}
    of = {each.id: each for each in entries(tables, _among(documents), *documents)}
    return [
        FoundPassage(of[document], number, unpacked_passage(spans), body, round(score, 3))
        for id, score in scores.items()
        for document, number, spans, body in [rows[id]]
    ]


def _among(ids: Collection[int]) -> str:
    return f"id IN ({', '.join('?' * len(ids))})"
