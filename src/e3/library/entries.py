"""What a library holds and what it finds."""

from __future__ import annotations

from dataclasses import dataclass

from e3.documents.document import Document
from e3.documents.passages import Passage
from e3.errors import BadInput


class LibraryFailed(BadInput):
    """A library that can't be used: its file is of another program, locked or damaged."""


class NoSuchDocument(BadInput):
    """A document that is not there, or no more."""

    def __init__(self, name: str) -> None:
        super().__init__("there is no such document in the library", source=name)


@dataclass(frozen=True, slots=True)
class Original:
    """What tells one state of a file or of an address from another."""

    digest: str
    """SHA-256 of its bytes."""
    size: int = 0
    changed: int = 0
    """When the file was changed, in nanoseconds; 0 for an address."""


@dataclass(frozen=True, slots=True)
class DocumentEntry:
    """A document of a library, without its text."""

    id: int
    source: str
    """The file or the address it is from."""
    title: str
    format: str
    original: Original
    read: str
    """When it was read last, in ISO 8601 and UTC."""
    passages: int
    notes: tuple[str, ...]


@dataclass(frozen=True)
class StoredDocument:
    """A document of a library with its text and passages."""

    entry: DocumentEntry
    document: Document
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class UnreadPassage:
    """A passage that an encoder has not read yet."""

    id: int
    text: str


@dataclass(frozen=True)
class FoundPassage:
    """A passage that may answer a question."""

    document: DocumentEntry
    number: int
    """Of the passage in its document, from 0."""
    passage: Passage
    text: str
    score: float
    """By how many standard deviations it is nearer than the passages of the library are."""


@dataclass(frozen=True)
class Search:
    """What was found, the nearest first."""

    found: tuple[FoundPassage, ...]
    by_meaning: bool
    """Whether the encoder had a say, or words alone."""
