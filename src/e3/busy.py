"""SQLite where several processes use one file: what it gives up at once is tried again."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable


def patiently(work: Callable[[], None], seconds: float) -> None:
    """Does what SQLite itself gives up at once where another process does the same."""
    until = time.monotonic() + seconds
    while True:
        try:
            return work()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
        time.sleep(0.01)
