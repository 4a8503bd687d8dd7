"""Texts that a person gives to a command: a file, or standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from e3.errors import BadInput
from e3.files import opened
from e3.policy.parsing import is_yaml

_MOST_BYTES = 1_000_000


def read_text(name: str) -> str:
    """The text of a file or of standard input, or one sentence that says why there is none."""
    if name == "-":
        return _decoded(sys.stdin.buffer, called(name))
    with opened(Path(name)) as file:
        return _decoded(file, called(name))


def is_policy_file(path: Path) -> bool:
    """Whether a file holds policies, by its name; any other holds a text."""
    return is_yaml(path) or path.suffix.casefold() == ".json"


def called(name: str) -> str:
    """The name as a person says it."""
    return "standard input" if name == "-" else name


def _decoded(file: BinaryIO, source: str) -> str:
    data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise BadInput("this has more than 1 MB, which is no policy", source=source)
    if not data.strip():
        raise BadInput("the file is empty", source=source)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("this is not a text file in UTF-8", source=source) from None
    if "\0" in text:
        raise BadInput("this is not a text file", source=source)
    return text
