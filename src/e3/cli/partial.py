"""What a long command has done so far (a checkpoint), so that it can go on after being killed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from e3.errors import BadInput
from e3.files import is_there, opened, write_whole, writing

Batch = list[dict[str, Any]]


@dataclass(frozen=True)
class Partial:
    """A file of JSON lines: what the work is, then one line for every batch that is done.

    A batch is done when its line is whole; what was being written in a crash is dropped.
    """

    path: Path

    @classmethod
    def begin(cls, path: Path, work: Mapping[str, str]) -> Partial:
        """The partial at `path`, of this work; one that was begun with other work is refused."""
        partial = cls(path)
        if not is_there(path):
            write_whole(path, [json.dumps(work, ensure_ascii=False), "\n"])
        begun = next((value for value, _ in partial._lines()), None) if path.is_file() else None
        if not isinstance(begun, dict) or begun.keys() != work.keys():
            raise BadInput("this is not what `e3 predict` left: move it away", source=str(path))
        for what, value in work.items():
            if begun[what] != value:
                raise BadInput(
                    f"this was begun with another {what}: delete it to begin anew", source=str(path)
                )
        whole = max(end for _, end in partial._lines())
        with writing(path):
            os.truncate(path, whole)
        return partial

    def batches(self) -> Iterator[Batch]:
        """The batches that are done, in their order."""
        lines = self._lines()
        next(lines)
        for batch, _ in lines:
            yield batch

    def add(self, batch: Batch) -> None:
        """Adds a batch; it is on the disk when this returns."""
        with writing(self.path), self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(batch, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _lines(self) -> Iterator[tuple[Any, int]]:
        """Each whole line and where it ends."""
        end = 0
        with opened(self.path) as file:
            for line in file:
                try:
                    value = json.loads(line) if line.endswith(b"\n") else None
                except ValueError:
                    value = None
                if value is None:
                    return
                end += len(line)
                yield value, end
