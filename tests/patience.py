"""How long a test waits: for what it waits for, and not by the clock of a quiet machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 300.0
"""Seconds until a test gives up; only one that fails waits so long."""


def until(found: Callable[[], T]) -> T:
    """What `found` finds, as soon as it finds something."""
    give_up = time.monotonic() + PATIENCE
    while not (it := found()):
        assert time.monotonic() < give_up, f"not within {PATIENCE:g} seconds"
        time.sleep(0.01)
    return it
