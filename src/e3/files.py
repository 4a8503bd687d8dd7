"""Files: read or refused in one sentence, written whole or not at all (atomic writes)."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Any

from e3.errors import BadInput


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
        return file.read()


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


def write_whole(path: Path, pieces: Iterable[str]) -> None:
    """Writes a file so that it is there whole or, after a crash, as it was before."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        Path(file.name).chmod(0o666 & ~mask)  # temporary files are private, this one is not
        temporary = Path(file.name)
        try:
            temporary.replace(path)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BadInput(f"can't be written: {error.strerror}", source=str(path)) from None
