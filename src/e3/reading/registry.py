"""The readers that are installed, by name (plug-ins, found through entry points).

A package adds a reader with an entry point in the group `e3.readers` that names a `ReaderKind`;
E3's own are found in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from e3.errors import BadInput
from e3.plugins import installed
from e3.reading.systems import System, TrainedSystem

GROUP = "e3.readers"


@dataclass(frozen=True)
class ReaderKind:
    """What E3 has to know of a kind of reader; what it is made of is imported when it is called."""

    name: str
    """As recipes, model.json and --model name it."""
    load: Callable[[Path], System]
    """The reader that was saved in a folder."""
    files: Callable[[Mapping[str, Any]], Sequence[str]] = lambda _: ()
    """What must be in such a folder beside model.json, given what that says."""
    open: Callable[[str], System] | None = None
    """The reader without a folder, where it needs none; given what --model says behind a colon."""
    recipe: type[Any] | None = None
    """A dataclass: the [model] of a recipe; None for what is not made by `e3 train`."""
    train: Callable[[Any], TrainedSystem] | None = None
    """The trained reader, given a `training.context.TrainingContext`."""
    export: Callable[[Any, Path], None] | None = None
    """Writes a loaded reader to a folder in a form that is read without torch."""
    extra: str | None = None
    """The extra of E3 that has what it needs."""


def reader_names() -> list[str]:
    """The names of all kinds that are installed."""
    return sorted(installed(GROUP))


def find_reader(name: str) -> ReaderKind:
    """The kind of that name."""
    found = installed(GROUP).get(name)
    if found is None:
        raise BadInput(f"there is no reader {name!r}; installed are {', '.join(reader_names())}")
    kind = found.load()
    if not isinstance(kind, ReaderKind):
        raise BadInput(f"the entry point {name!r} of {GROUP} is no ReaderKind", source=found.value)
    return kind
