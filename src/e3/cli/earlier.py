"""What a command may write over: what it left the last time, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from e3.corpus.stream import first_of_list
from e3.errors import BadInput
from e3.files import is_file_to_be, is_there, opened, parse_json

_LONGEST = 10_000_000
"""Bytes of a line that is looked at; of an explanation it has thousands."""


def check_earlier(path: Path, is_ours: Callable[[Path], bool], *, what: str) -> None:
    """Refuses a file that is there and was not written by the same command before."""
    if is_file_to_be(path) and is_there(path) and path.stat().st_size and not is_ours(path):
        raise BadInput(
            f"this is there already and is no file of {what}: name another file", source=str(path)
        )


def are_predictions(path: Path) -> bool:
    """Whether a file is what `e3 predict` writes; rows with their answers have more in them."""
    first = _first(path)
    return isinstance(first, dict) and first.keys() == {"utterance_id", "answer"}


def are_explanations(path: Path) -> bool:
    """Whether a file is what `e3 predict --explain` writes."""
    with opened(path) as file:
        line = file.readline(_LONGEST)
    try:
        first = parse_json(line, source=str(path))
    except BadInput:
        return False
    return isinstance(first, dict) and {"utterance_id", "decision", "rules"} <= first.keys()


def are_made_rows(path: Path) -> bool:
    """Whether a file is what `e3 data` writes: ShARC's own rows name no origin."""
    first = _first(path)
    return isinstance(first, dict) and {"utterance_id", "snippet", "origin"} <= first.keys()


def _first(path: Path) -> Any:
    try:
        return first_of_list(path)
    except BadInput:
        return None
