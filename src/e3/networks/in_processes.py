"""Many things made alike, on all cores (data parallelism): a GPU waits while features are made."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from multiprocessing import get_all_start_methods, get_context
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_FEW_CORES, _FEW_THINGS = 4, 2_000
"""Below these, starting processes takes longer than it saves."""
_PARTS = 4
"""Of the work, for each process: some things take longer than others."""

_work: tuple[Callable[[Any], Any], Sequence[Any]] | None = None
"""What the processes inherit, so that nothing of it is copied to them."""


def made_of(
    function: Callable[[T], R], things: Sequence[T], *, processes: int | None = None
) -> list[R]:
    """What a function makes of each thing, in their order, whatever the number of processes."""
    global _work  # noqa: PLW0603 - a fork inherits it
    count = processes or os.cpu_count() or 1
    alone = processes is None and (count < _FEW_CORES or len(things) < _FEW_THINGS)
    if alone or "fork" not in get_all_start_methods():
        return [function(thing) for thing in things]
    size = -(-len(things) // (count * _PARTS)) or 1
    _work = function, things
    try:
        with get_context("fork").Pool(count) as pool:
            parts = pool.map(_made, [slice(at, at + size) for at in range(0, len(things), size)])
    finally:
        _work = None
    return [each for part in parts for each in part]


def _made(part: slice) -> list[Any]:
    assert _work is not None
    function, things = _work
    return [function(thing) for thing in things[part]]
