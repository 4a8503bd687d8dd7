"""Whether interviews can be written down now, and who else could read them (for operators)."""

from __future__ import annotations

import logging
import stat
import time
from threading import Lock

from e3.interview.journal import Journal, JournalFailed
from e3.serve import logs
from e3.serve.refusals import Refusal

_LASTS = 1.0
"""Seconds for which it holds: anybody may ask, and each look writes to the disk."""
_UNWRITABLE = "No interview can be written down now: the log of the server says why."


class Readiness:
    """Looks whether the journal can be written, once for all who ask at about the same time."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._lock = Lock()
        self._until = 0.0
        self._failed = False

    def check(self) -> None:
        """Refuses with 503 where nothing can be written."""
        with self._lock:
            if time.monotonic() >= self._until:
                self._look()
                self._until = time.monotonic() + _LASTS
        if self._failed:
            raise Refusal(503, _UNWRITABLE, retry_after=5)

    def _look(self) -> None:
        try:
            self._journal.check()
        except JournalFailed as error:
            if not self._failed:  # once: those who watch ask every few seconds
                logs.note("not ready", level=logging.ERROR, reason=str(error))
            self._failed = True
        else:
            self._failed = False


def warn_of_readers(journal: Journal) -> None:
    """Notes where others on the machine may read the file that interviews are in."""
    if journal.file is None:
        return
    mode = stat.S_IMODE(journal.file.stat().st_mode)
    if mode & (stat.S_IRGRP | stat.S_IROTH):
        logs.note(
            "others may read the interviews",
            level=logging.WARNING,
            file=str(journal.file),
            mode=f"{mode:04o}",
            mend="chmod 600",
        )
