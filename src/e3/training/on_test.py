"""What runs are worth on ShARC's test set, for Table 1: measured once, and kept with the run."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

from e3.corpus.rows import Row, dump
from e3.evaluation.runs import TEST_FILE, OnTest, read_run
from e3.files import write_whole
from e3.reading.model_folder import read_as
from e3.reading.reader import Reader
from e3.reading.systems import AblatedSystem
from e3.training.measure import measured, read_in_parts


def measure_on_test(
    folder: Path, rows: Sequence[Row], *, source: str, progress: Callable[[int], object]
) -> None:
    """Reads the rows with the model of a run, and writes test.json into its folder.

    A run that was measured on the same rows is not read again.
    """
    digest = sha256(dump(list(rows)).encode()).hexdigest()
    path = folder / TEST_FILE
    if path.is_file() and read_as(OnTest, path).sha256 == digest:
        progress(len(rows))
        return
    reader = Reader.load(folder)
    name = read_run(folder)[0].system
    systems = {name: reader}
    if isinstance(reader.system, AblatedSystem):
        for what, ablated in reader.system.ablations.items():
            systems[f"{name} {what}"] = Reader(ablated, folder)
    figures = {
        named: measured(rows, read_in_parts(each, rows, progress if named == name else _quiet))
        for named, each in systems.items()
    }
    found = {"source": source, "sha256": digest, "systems": figures}
    write_whole(path, [json.dumps(found, indent=1, ensure_ascii=False), "\n"])


def _quiet(_: int) -> None:
    """What ablations read is not shown: it is the same rows again."""
