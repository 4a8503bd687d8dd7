"""Which format a file has, and the document in it."""

from __future__ import annotations

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
_MOST = {"pdf": MOST_PDF, "docx": _MOST_PACKED, "html": MOST_HTML}
"""Bytes; of texts as above."""
_LOOKED_AT = 1024
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"


def read_document(path: Path) -> Document:
    """The document in a file, or one sentence that says why there is none."""
    with opened(path) as file:
        first = file.read(_LOOKED_AT)
        # A device may have no end.
        most = _MOST.get(_format(first, path.name, str(path), None), _MOST_TEXT)
        data = first + file.read(most + 1 - len(first))
    return document_in(data, name=path.name, source=str(path))


def document_in(
    data: bytes,
    *,
    name: str,
    source: str,
    format: str | None = None,
    encoding: str | None = None,
) -> Document:
    """The document in the bytes of a file.

    The format is what they look like, else what the name or `format` says; `encoding` is of a page.
    """
    title = Path(name).stem
    found = _format(data[:_LOOKED_AT], name, source, format)
    if len(data) > (most := _MOST.get(found, _MOST_TEXT)):
        raise BadInput(f"this has more than {most // 10**6} MB, which is no policy", source=source)
    match found:
        case "pdf":
            return read_pdf(data, title=title, source=source)
        case "docx":
            return read_docx(data, title=title, source=source)
        case "html":
            return read_html(data, title=title, source=source, encoding=encoding)
        case "markdown":
            return read_markdown(data, title=title, source=source)
        case _:
            return read_plain_text(data, title=title, source=source)


def _format(first: bytes, name: str, source: str, said: str | None) -> str:
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
    return said or SUFFIXES.get(Path(name).suffix.casefold(), "text")
