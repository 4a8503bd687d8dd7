"""Plain text: it stays exactly as it is, and a place is a line."""

from __future__ import annotations

from e3.documents.document import Document, Piece, Place
from e3.documents.manuscript import MOST_CHARACTERS, too_long
from e3.errors import BadInput
from e3.text import Span


def read_plain_text(data: bytes, *, title: str, source: str) -> Document:
    """The document in a text of UTF-8."""
    text = decoded(data, source)
    if len(text) > MOST_CHARACTERS:
        raise too_long(source)
    pieces: list[Piece] = []
    start = 0
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        if span := Span(start, start + len(line)).stripped(text):
            pieces.append(Piece(span, Place(line=number)))
        start += len(line)
    return Document(title, "text", text, tuple(pieces))


def decoded(data: bytes, source: str) -> str:
    """The characters of UTF-8, or one sentence that says why there are none."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("this is not a text file in UTF-8", source=source) from None
    if "\0" in text:
        raise BadInput("this is not a text file", source=source)
    return text
