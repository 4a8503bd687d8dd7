"""Answers in a folder that the user names (a cache on disk), by a digest of what was asked."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from e3.files import write_whole

MOST_BYTES = 64_000_000
"""Of all answers together; those that were not used for longest go first."""

_NAME = "*.answer.json"


@dataclass(frozen=True)
class KeptAnswers:
    """A folder of answers; what else is in it is left alone."""

    folder: Path

    def find(self, asked: str) -> str | None:
        """What was answered before."""
        path = self._path(asked)
        with suppress(OSError, UnicodeDecodeError):
            found = path.read_text(encoding="utf-8")
            path.touch()
            return found
        return None

    def keep(self, asked: str, answered: str) -> None:
        """Keeps an answer, and drops old ones where there is no room."""
        write_whole(self._path(asked), [answered])
        with suppress(OSError):  # another process may drop the same
            files = sorted(self.folder.glob(_NAME), key=lambda file: file.stat().st_mtime)
            size = sum(file.stat().st_size for file in files)
            for file in files[:-1]:
                if size <= MOST_BYTES:
                    break
                size -= file.stat().st_size
                file.unlink(missing_ok=True)

    def _path(self, asked: str) -> Path:
        digest = sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()
        return self.folder / f"{digest}.answer.json"
