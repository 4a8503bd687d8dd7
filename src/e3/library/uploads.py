"""Documents that people send to a library: each is known by what it was called."""

from __future__ import annotations

from hashlib import sha256

from e3.documents.document import Document
from e3.documents.formats import document_in
from e3.documents.plain_text import read_plain_text
from e3.library.entries import DocumentEntry, Original
from e3.library.library import Library

_SENT = "sent:"


def is_upload(source: str) -> bool:
    """Whether a document was sent, and is nowhere to be read again."""
    return source.startswith(_SENT)


def put_file(library: Library, name: str, data: bytes) -> DocumentEntry:
    """Adds a file that was sent; one that was sent under the same name is replaced."""
    document = document_in(data, name=name, source=name)
    return _put(library, name, document, data)


def put_text(library: Library, title: str, text: str) -> DocumentEntry:
    """The same for a text."""
    data = text.encode()
    document = read_plain_text(data, title=title, source=title)
    return _put(library, title, document, data)


def _put(library: Library, name: str, document: Document, data: bytes) -> DocumentEntry:
    put = library.put(_SENT + name, document, Original(sha256(data).hexdigest(), len(data)))
    assert put is not None  # what was sent does not change
    return put
