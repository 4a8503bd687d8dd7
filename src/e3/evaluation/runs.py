"""Finished runs: what the run folders say of the systems that were measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field, field_validator

from e3.corpus.rows import RowType
from e3.errors import BadInput
from e3.evaluation.confusion import Confusion
from e3.reading.conversation import Decision
from e3.reading.model_folder import read_as

FIGURES = {
    "micro_accuracy": "micro",
    "macro_accuracy": "macro",
    "bleu_1": "BLEU1",
    "bleu_4": "BLEU4",
    "combined": "Comb.",
    "f1_bleu_4": "F1_BLEU4",
}
"""The figures of the tables, by their names in metrics.json, and their headings."""

TEST_FILE = "test.json"
"""What a run is worth on ShARC's test set, where somebody who has it has measured it."""

_Share = Annotated[float, Field(ge=0, le=1)]


@dataclass(frozen=True)
class Measured:
    """One system of one run. `recall` has the classes that the evaluation rows have."""

    system: str
    encoder: str
    rows: int
    seed: int
    commit: str
    folder: Path
    figures: Mapping[str, float]
    recall: Mapping[Decision, float]
    by_row_type: Mapping[RowType, float]
    confusion: Confusion
    on_test: bool = False
    """Whether it was measured on ShARC's test set, by `e3 table --test`."""


class _Accuracy(BaseModel):
    accuracy: _Share


class _Metrics(BaseModel):
    micro_accuracy: _Share
    macro_accuracy: _Share
    bleu_1: _Share
    bleu_4: _Share
    combined: _Share
    f1_bleu_4: _Share
    rows: int
    recall: dict[Decision, _Share | None]
    confusion: dict[Decision, dict[Decision, int]]
    by_row_type: dict[RowType, _Accuracy]

    @field_validator("confusion")
    @classmethod
    def _whole(cls, lines: dict[Decision, dict[Decision, int]]) -> Confusion:
        every = set(Decision)
        if lines.keys() != every or any(line.keys() != every for line in lines.values()):
            raise ValueError("a count is missing for some pair of decisions")
        return lines


class _Run(BaseModel):
    # A system that is not trained has neither seed nor encoder.
    seed: int = 0
    encoder: str = ""
    date: str = ""
    """Where the system is a model that others may change, such as one on a server."""
    commit: str = ""


class OnTest(BaseModel):
    """What test.json holds of a run."""

    source: str
    sha256: str
    """Of the rows, as ShARC's format has them."""
    systems: dict[str, _Metrics]


def find_runs(folder: Path) -> list[Path]:
    """The finished runs at or below a folder."""
    places = sorted(path.parent for path in folder.rglob("metrics.json"))
    return [place for place in places if (place / "run.json").is_file()]


def given_runs(folder: Path) -> list[Path]:
    """The same for a folder that a person named: there must be one."""
    if not folder.is_dir():
        raise BadInput("there is no such folder", source=str(folder))
    if not (found := find_runs(folder)):
        raise BadInput("there is no run with metrics.json and run.json here", source=str(folder))
    return found


def read_run(folder: Path) -> list[Measured]:
    """Every system that a run measured: on its development rows, then on the test set."""
    run = read_as(_Run, folder / "run.json")
    found = read_as(dict[str, _Metrics], folder / "metrics.json")
    systems = [_measured(folder, run, *each) for each in found.items()]
    if (path := folder / TEST_FILE).is_file():
        tested = read_as(OnTest, path).systems.items()
        systems += [replace(_measured(folder, run, *each), on_test=True) for each in tested]
    return systems


def _measured(folder: Path, run: _Run, system: str, metrics: _Metrics) -> Measured:
    return Measured(
        system=system,
        encoder=", ".join(filter(None, (run.encoder, run.date))),
        rows=metrics.rows,
        seed=run.seed,
        commit=run.commit,
        folder=folder,
        figures={name: getattr(metrics, name) for name in FIGURES},
        recall={kind: share for kind, share in metrics.recall.items() if share is not None},
        by_row_type={kind: type_.accuracy for kind, type_ in metrics.by_row_type.items()},
        confusion=metrics.confusion,
    )
