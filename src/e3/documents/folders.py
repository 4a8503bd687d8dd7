"""The documents in a folder and all folders in it; links that lead in circles are followed once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from e3.documents.formats import SUFFIXES
from e3.errors import BadInput

_UNREADABLE = (".doc", ".odt", ".rtf")
"""How the names of documents end that E3 can't read: who adds a folder is told of each."""


def documents_in(folder: Path) -> Iterator[Path]:
    """The files that look like documents by their names, in order; hidden ones are left out."""
    seen: set[tuple[int, int]] = set()
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        try:
            here = path.stat()
            if (here.st_dev, here.st_ino) in seen:
                continue
            seen.add((here.st_dev, here.st_ino))
            if not path.is_dir():
                yield path
                continue
            with os.scandir(path) as entries:
                names = sorted(each.name for each in entries if not each.name.startswith("."))
        except OSError as error:
            if path == folder:
                raise BadInput(f"can't be read: {error.strerror}", source=str(path)) from None
            continue  # it is gone, or a link to itself
        inside = (path / name for name in names)
        wanted = [each for each in inside if each.is_dir() or _is_document(each)]
        waiting += reversed(wanted)


def _is_document(path: Path) -> bool:
    return path.suffix.casefold() in (*SUFFIXES, *_UNREADABLE) and path.is_file()
