"""A library kept current: files, folders and addresses read where they have changed."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from hashlib import file_digest, sha256
from pathlib import Path

from e3.documents.address import fetched_document, is_address
from e3.documents.document import Document
from e3.documents.folders import documents_in
from e3.documents.formats import read_document
from e3.errors import BadInput, E3Error
from e3.files import is_folder, is_there, opened
from e3.library.entries import DocumentEntry, LibraryFailed, Original
from e3.library.library import Library
from e3.library.uploads import is_upload

_TRIES = 5


class Outcome(StrEnum):
    """What became of a source."""

    ADDED = "added"
    REPLACED = "replaced"
    UNCHANGED = "unchanged"
    REMOVED = "removed"
    FAILED = "failed"


@dataclass(frozen=True)
class Updated:
    """A source and what became of it; once this is given, it is on the disk."""

    source: str
    outcome: Outcome
    why: str = ""
    """One sentence, where it failed."""
    document: DocumentEntry | None = None


def sources_of(name: str) -> list[str]:
    """The documents that a person means by a file, a folder or an address."""
    if is_address(name):
        return [name]
    path = Path(name).absolute()
    if not is_there(path):
        raise BadInput("there is no such file or folder", source=name)
    if not is_folder(path):
        return [str(path)]
    found = [str(each) for each in documents_in(path)]
    if not found:
        raise BadInput("there is no document in this folder", source=name)
    return found


def add(library: Library, source: str) -> Updated:
    """Puts a document into a library, unless it is there as it is now."""
    return _tried(source, lambda: _put(library, source))


def update(library: Library) -> Iterator[Updated]:
    """Reads all documents of a library anew that have changed, and removes files that are gone."""
    for entry in library.documents():
        path = Path(entry.source)
        if is_upload(entry.source):
            yield Updated(entry.source, Outcome.UNCHANGED, document=entry)
        elif is_address(entry.source) or is_there(path):
            yield add(library, entry.source)
        elif not is_folder(path.parent):
            # A disk or a network that is not there now is no reason to forget what was on it.
            why = f"{path}: its folder is not there; it stays in the library until it is removed"
            yield Updated(entry.source, Outcome.FAILED, why)
        else:
            library.remove(entry.id)
            yield Updated(entry.source, Outcome.REMOVED)


def _tried(source: str, put: Callable[[], Updated]) -> Updated:
    """What became of one source: that it failed is no reason to leave the others."""
    try:
        return put()
    except LibraryFailed:
        raise
    except E3Error as error:
        why = str(error)
        return Updated(source, Outcome.FAILED, why if source in why else f"{source}: {why}")


def _put(library: Library, source: str) -> Updated:
    for _ in range(_TRIES):
        before = library.from_source(source)
        if is_address(source):
            done = _put_address(library, source, before)
        else:
            done = _put_file(library, source, before)
        if done is not None:
            return done
    raise BadInput("this changes while it is read: try again later", source=source)


def _put_address(library: Library, source: str, before: DocumentEntry | None) -> Updated | None:
    document, data = fetched_document(source)
    original = Original(sha256(data).hexdigest(), len(data))
    if before is not None and before.original.digest == original.digest:
        return Updated(source, Outcome.UNCHANGED, document=before)
    return _written(library, source, document, original, before)


def _put_file(library: Library, source: str, before: DocumentEntry | None) -> Updated | None:
    path = Path(source)
    now = _state(path)
    if before is not None:
        known = before.original
        if (known.size, known.changed) == now:
            return Updated(source, Outcome.UNCHANGED, document=before)
    with opened(path) as file:
        original = Original(file_digest(file, "sha256").hexdigest(), *now)
    if before is not None and before.original.digest == original.digest:
        library.seen(source, original)
        return Updated(source, Outcome.UNCHANGED, document=before)
    document = read_document(path)
    return _written(
        library, source, document, original, before, is_current=lambda: _state(path) == now
    )


def _written(
    library: Library,
    source: str,
    document: Document,
    original: Original,
    before: DocumentEntry | None,
    *,
    is_current: Callable[[], bool] = lambda: True,
) -> Updated | None:
    entry = library.put(source, document, original, is_current=is_current)
    if entry is None:
        return None
    return Updated(source, Outcome.ADDED if before is None else Outcome.REPLACED, document=entry)


def _state(path: Path) -> tuple[int, int]:
    """What changes when a file is written."""
    try:
        found = path.stat()
    except OSError as error:
        raise BadInput(f"can't be read: {error.strerror}", source=str(path)) from None
    if not stat.S_ISREG(found.st_mode):  # a device may have no end, a pipe is read once
        raise BadInput("this is no file that can be read again", source=str(path))
    return found.st_size, found.st_mtime_ns
