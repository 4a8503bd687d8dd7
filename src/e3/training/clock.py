"""How long a run has taken: all its parts together, where it was interrupted."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated

from pydantic import Field

from e3.files import is_there, write_whole
from e3.reading.model_folder import read_as

_EVERY = 10.0
"""Seconds between notes: what a part that is killed took is known but for these."""

_Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class RunClock:
    """A clock that goes on where it stood when the run was killed, by a note in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._before = read_as(_Seconds, path) if is_there(path) else 0.0
        self._started = time.perf_counter()
        self._noted = self._before

    @property
    def seconds(self) -> float:
        """Of all parts so far."""
        return self._before + time.perf_counter() - self._started

    def note(self) -> None:
        """Keeps the time for the case that the run is killed; most calls do nothing."""
        if (now := self.seconds) >= self._noted + _EVERY:
            write_whole(self._path, [json.dumps(round(now, 1))])
            self._noted = now

    def forget(self) -> None:
        """Takes the note away; the run is finished."""
        self._path.unlink(missing_ok=True)
