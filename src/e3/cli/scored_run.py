"""What predictions are worth, kept as a run folder: so a system that nobody trained has a row."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from e3.corpus.rows import Row
from e3.corpus.sources import read_rows
from e3.errors import BadInput
from e3.evaluation.metrics import evaluate
from e3.evaluation.spacy_tokens import SpacyTokens
from e3.files import visible_names, write_whole
from e3.provenance import VERSION, source_commit
from e3.reading.reader import Reader


@dataclass(frozen=True)
class RunToWrite:
    """A folder for figures, and the rows that they will be of."""

    folder: Path
    source: str
    rows: tuple[Row, ...]

    @classmethod
    def begin(cls, folder: Path, source: str) -> RunToWrite:
        """Says what is missing before anything slow begins: answers, spaCy, a new folder."""
        if visible_names(folder):
            raise BadInput("this folder has other files in it: name a new one", source=str(folder))
        SpacyTokens()("")
        return cls(folder, source, tuple(read_rows(source)))

    def write(self, reader: Reader, answers: Mapping[str, str]) -> None:
        """The figures of these answers, under the name of the model and with the day."""
        name, _, model = (reader.name or reader.model_id).partition(":")
        found = evaluate(self.rows, answers, gold_source=self.source)
        run = {
            "encoder": model,
            "date": date.today().isoformat(),
            "model": reader.model_id,
            "source": self.source,
            "commit": source_commit(),
            "e3": VERSION,
        }
        if reader.remote is not None:
            run["took"] = reader.remote.took()
        self._write("metrics.json", {name: found.to_dict()})
        self._write("run.json", run)

    def _write(self, name: str, value: Any) -> None:
        text = json.dumps(value, indent=1, ensure_ascii=False)
        write_whole(self.folder / name, [text, "\n"])
