"""Rows of a JSON file one at a time (streaming): a large file need not fit into memory."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Any

import ijson

from e3.corpus.rows import Row
from e3.corpus.sharc import iterate_rows
from e3.corpus.sources import is_ours, read_rows
from e3.errors import BadInput
from e3.files import opened, parse_json, read_bytes

_DEEPEST = 20
"""Levels of lists and objects. ShARC's rows have four."""

_LARGEST = 4_000_000
"""Bytes of one item. ShARC's largest row has some thousands."""

_WHOLE = 64_000_000
"""Bytes of a file that is read whole to say what is wrong with it."""


def stream_rows(source: str) -> Iterable[Row]:
    """The rows of a source, with their answers or without; they can be gone through repeatedly.

    A file with a JSON list of rows is read as it is needed, all other sources are read whole.
    """
    path = Path(source)
    if not is_ours(source) and path.is_file():
        first = first_of_list(path)
        if isinstance(first, dict) and ("snippet" in first or "rule_text" not in first):
            return _RowFile(path)
    return read_rows(source, gold=False)


@dataclass(frozen=True)
class _RowFile:
    """The rows of a file, read anew each time they are gone through."""

    path: Path

    def __iter__(self) -> Iterator[Row]:
        with opened(self.path) as file:
            _skip_mark(file)
            try:
                yield from iterate_rows(_objects(file), source=str(self.path), gold=False)
            except ijson.JSONError as error:
                # Python's own parser says best what is wrong with the file, and where.
                if self.path.stat().st_size > _WHOLE:
                    why = str(error).split("\n")[0]
                    raise BadInput(f"this is not JSON: {why}", source=str(self.path)) from None
                parse_json(read_bytes(self.path), source=str(self.path))
                raise BadInput(
                    "it has NaN, Infinity or a number that is too large", source=str(self.path)
                ) from None


def first_of_list(path: Path) -> Any:
    """The first item of the JSON list in a file; None where that does not begin like one."""
    with opened(path) as file:
        _skip_mark(file)
        if not file.peek().lstrip().startswith(b"["):
            return None
        try:
            return next(_objects(file), None)
        except ijson.JSONError:
            return None


def _skip_mark(file: BufferedReader) -> None:
    """A byte order mark is no part of the text."""
    if file.peek(len(BOM_UTF8)).startswith(BOM_UTF8):
        file.read(len(BOM_UTF8))


class _Pieces:
    """What the parser reads of a file; it holds an item until it is whole."""

    def __init__(self, file: BufferedReader) -> None:
        self.file = file
        self.held = 0

    def read(self, size: int) -> bytes:
        data = self.file.read(size)
        self.held += len(data)
        if self.held > _LARGEST:
            why = f"this is not a data set: an item has more than {_LARGEST // 10**6} MB"
            raise BadInput(why, source=str(self.file.name))
        return data


def _objects(file: BufferedReader) -> Iterator[Any]:
    """The items of the list in the file."""
    pieces = _Pieces(file)
    events = ijson.basic_parse(pieces, use_float=True)
    next(events)
    depth, builder = 0, ijson.ObjectBuilder()
    for event, value in events:
        depth += (event in ("start_map", "start_array")) - (event in ("end_map", "end_array"))
        if depth > _DEEPEST:
            raise BadInput("this JSON is not a data set", source=str(file.name))
        if depth < 0:
            continue  # the list's own end; what stands behind it is still checked
        builder.event(event, value)
        if not depth:
            yield builder.value
            builder, pieces.held = ijson.ObjectBuilder(), 0
