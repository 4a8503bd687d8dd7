"""Which format a file has, and the document in it."""

from __future__ import annotations

from io import BufferedReader
from pathlib import Path

from e3.documents.document import Document
from e3.documents.docx import read_docx
from e3.documents.html import MOST_BYTES as MOST_HTML
from e3.documents.html import read_html
from e3.documents.markdown import read_markdown
from e3.documents.pdf import MOST_BYTES as MOST_PDF
from e3.documents.pdf import read_pdf
from e3.documents.plain_text import read_plain_text
from e3.errors import BadInput
from e3.files import opened

FORMATS = ("pdf", "docx", "html", "markdown", "text")

SUFFIXES = {
    ".pdf": "pdf",
    ".docx": "docx",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".txt": "text",
}
"""How the names of documents end."""

_MOST_TEXT = 10_000_000
_MOST_PACKED = 100_000_000
_LOOKED_AT = 1024
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"


def read_document(
    path: Path,
    *,
    title: str | None = None,
    source: str | None = None,
    format: str | None = None,
    encoding: str | None = None,
) -> Document:
    """The document in a file, or one sentence that says why there is none.

    The format is what the file looks like, else what its name or `format` says; `encoding` is of a
    page.
    """
    source = str(path) if source is None else source
    title = path.stem if title is None else title
    with opened(path) as file:
        found = _format(file, path, source, format)
        if found == "pdf":
            _limited(file, MOST_PDF, source)
            return read_pdf(path, title=title, source=source)
        if found == "docx":
            _limited(file, _MOST_PACKED, source)
            return read_docx(path, title=title, source=source)
        data = _limited(file, MOST_HTML if found == "html" else _MOST_TEXT, source)
    if found == "html":
        return read_html(data, title=title, source=source, encoding=encoding)
    if found == "markdown":
        return read_markdown(data, title=title, source=source)
    return read_plain_text(data, title=title, source=source)


def _format(file: BufferedReader, path: Path, source: str, said: str | None) -> str:
    first = file.read(_LOOKED_AT)
    file.seek(0)
    if not first.strip():
        raise BadInput("the file is empty", source=source)
    if b"%PDF-" in first:
        return "pdf"
    if first.startswith(b"PK\x03\x04"):
        return "docx"
    if first.startswith((_OLD_OFFICE, b"{\\rtf")):
        raise BadInput("this is an old Word file: save it as .docx", source=source)
    if first.lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith((b"<!doctype html", b"<html")):
        return "html"
    return said or SUFFIXES.get(path.suffix.casefold(), "text")


def _limited(file: BufferedReader, most: int, source: str) -> bytes:
    """What is in a file, unless that is too much; a device may have no end."""
    data = file.read(most + 1)
    if len(data) > most:
        raise BadInput(f"this has more than {most // 10**6} MB, which is no policy", source=source)
    file.seek(0)
    return data
