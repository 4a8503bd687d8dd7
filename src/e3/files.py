"""Files: read or refused in one sentence, written whole or not at all (atomic writes)."""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from secrets import token_hex
from typing import Any

from e3.errors import BadInput

MOST_READ = 100_000_000
"""Bytes of a file that is read at once: policies, settings, vocabularies."""


def parse_json(data: bytes, *, source: str) -> Any:
    """The JSON in `data`, or one sentence that says why there is none."""
    if not data.strip():
        raise BadInput("the file is empty", source=source)
    try:
        return json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadInput("this is not a text file in UTF-8", source=source) from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadInput(f"this is not JSON: {error.msg} at {place}", source=source) from None
    except (RecursionError, ValueError):
        # Nested too deeply, or a number of thousands of digits: neither is data we know.
        raise BadInput("this JSON is not a data set", source=source) from None


def read_bytes(path: Path) -> bytes:
    """The file's bytes, or one sentence that says why there are none."""
    with opened(path) as file:
        data = file.read(MOST_READ + 1)  # a device may have no end
    if len(data) > MOST_READ:
        raise BadInput(f"this has more than {MOST_READ // 10**6} MB", source=str(path))
    return data


@contextmanager
def opened(path: Path) -> Iterator[BufferedReader]:
    """The file, open for reading, or one sentence that says why it can't be read."""
    try:
        with path.open("rb") as file:
            yield file
    except FileNotFoundError:
        raise BadInput("there is no such file", source=str(path)) from None
    except IsADirectoryError:
        raise BadInput("this is a folder, a file is wanted", source=str(path)) from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        why = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"can't be read: {why}", source=str(path)) from None


def is_there(path: Path) -> bool:
    """Whether a path can be looked at and something is there."""
    return os.path.exists(path)  # noqa: PTH110 - Path.exists raises for a name that is too long


def is_folder(path: Path) -> bool:
    """Whether a path is a folder, whatever its name."""
    return os.path.isdir(path)  # noqa: PTH112 - as above


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Says in one sentence why a file can't be written."""
    try:
        yield
    except (FileExistsError, NotADirectoryError):
        raise BadInput(
            "can't be written: a file is where a folder should be", source=str(path)
        ) from None
    except IsADirectoryError:
        raise BadInput("this is a folder, a file is wanted", source=str(path)) from None
    except OSError as error:
        why = error.strerror or error
        raise BadInput(f"can't be written: {why}", source=str(path)) from None


def visible_names(folder: Path) -> set[str]:
    """The names of what is in a folder; of one that is not there yet, none."""
    with writing(folder), suppress(FileNotFoundError):
        return {path.name for path in folder.iterdir() if not path.name.startswith(".")}
    return set()


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, however they are spelt; it need not be there yet."""
    if is_there(one) and is_there(other):
        return os.path.samefile(one, other)  # noqa: PTH121 - as above
    if is_there(one) or is_there(other):
        return os.path.realpath(one) == os.path.realpath(other)
    # Where case makes no difference, two names that are not there yet may become one file.
    return _folded(one) == _folded(other)


def _folded(path: Path) -> str:
    return unicodedata.normalize("NFC", os.path.realpath(path)).casefold()


def check_outputs(*outputs: Path, inputs: Iterable[Path] = ()) -> None:
    """Refuses to write over what the same command reads, and two files to one place."""
    taken = list(inputs)
    for path in outputs:
        to_be = is_file_to_be(path)
        # Standard output may be sent to a file, too.
        if (to_be or path.is_file()) and any(same_file(path, other) for other in taken):
            raise BadInput("this would be overwritten: name another file", source=str(path))
        if to_be:
            taken.append(path)


def is_file_to_be(path: Path) -> bool:
    """Whether writing to a path makes a file, or replaces one: a device or a pipe stays."""
    with writing(path):
        return _file_of(path) is not None


def write_whole(path: Path, pieces: Iterable[str]) -> None:
    """Writes a text as `replacing` does."""
    # What is no file may hold more than we write, such as what standard output is sent to.
    with replacing(path) as beside, beside.open("a", encoding="utf-8") as file:
        file.writelines(pieces)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Where to write a file: it is there whole behind this, or after any failure as it was.

    Of a link the file that it leads to is replaced. Permissions stay; another name of the file (a
    hard link) keeps what was there. A device or a pipe is no file: it is written to as it is.
    """
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        file = _file_of(path)
        if file is None:
            yield path
            return
        before = file.stat() if file.exists() else None
        beside = file.with_name(f".{file.stem[:40]}.{token_hex(8)}{file.suffix[:20]}")
        mode = 0o666 if before is None else 0o600  # private until it is as open as the one before
        try:
            os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
            yield beside
            with beside.open("rb+") as written:
                os.fsync(written.fileno())
            if before is not None:
                _take_after(beside, before)
            beside.replace(file)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise


def _take_after(path: Path, before: os.stat_result) -> None:
    """Gives a file the permissions of the one it replaces, and its owner where we may."""
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(path, before.st_uid, before.st_gid)
    path.chmod(stat.S_IMODE(before.st_mode))


_DESCRIPTORS = re.compile(r"/proc/\d+(/task/\d+)?/fd|/dev/fd")
"""Where what a process has open stands as links, such as standard output."""


def _file_of(path: Path) -> Path | None:
    """The file that a path leads to, there or not; None for what is no file and takes a text."""
    with suppress(FileNotFoundError):
        path.stat()  # links that go round in a circle are an error here
    while path.is_symlink():
        if _DESCRIPTORS.fullmatch(os.path.realpath(path.parent)):
            return None
        path = path.parent / path.readlink()
    if not path.exists():
        return path
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not path.is_file():
        return None
    if not os.access(path, os.W_OK):  # to replace a file we need not be allowed to write to it
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return path
