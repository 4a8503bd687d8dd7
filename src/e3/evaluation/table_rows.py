"""Our rows of the paper's tables: runs of one system with one encoder, taken over their seeds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, stdev
from typing import Any, TypeVar

from e3.corpus.rows import RowType
from e3.evaluation.confusion import Confusion
from e3.evaluation.published import DEV, DEV_ROWS, TEST
from e3.evaluation.runs import Measured
from e3.reading.conversation import Decision

Key = TypeVar("Key")

_Key = tuple[str, str, int, bool]
"""System, encoder, how many rows, and whether they are the test set."""

_PAPER_ORDER = {
    system: place
    for place, system in enumerate(dict.fromkeys(row.system for row in (*DEV, *reversed(TEST))))
}


@dataclass(frozen=True)
class Spread:
    """The mean of a figure over seeds, and the sample standard deviation if there are several."""

    mean: float
    deviation: float | None

    def __str__(self) -> str:
        """In percent, as the tables print it."""
        deviation = "" if self.deviation is None else f" ± {100 * self.deviation:.1f}"
        return f"{100 * self.mean:.1f}{deviation}"


@dataclass(frozen=True)
class TableRow:
    """Runs that differ in nothing but their seeds."""

    system: str
    encoder: str
    rows: int
    """How many rows they were measured on."""
    on_test: bool
    """Whether these are ShARC's test set."""
    runs: tuple[Measured, ...]

    @property
    def on_dev(self) -> bool:
        """Whether it may stand beside figures published on the development set."""
        return self.rows == DEV_ROWS and not self.on_test

    @property
    def commits(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(run.commit for run in self.runs if run.commit))

    @property
    def figures(self) -> dict[str, Spread]:
        return _spreads([run.figures for run in self.runs])

    @property
    def recall(self) -> dict[Decision, Spread]:
        return _spreads([run.recall for run in self.runs])

    @property
    def by_row_type(self) -> dict[RowType, Spread]:
        return _spreads([run.by_row_type for run in self.runs])

    @property
    def confusion(self) -> Confusion:
        """The counts of all seeds together."""
        return {
            gold: {
                predicted: sum(run.confusion[gold][predicted] for run in self.runs)
                for predicted in line
            }
            for gold, line in self.runs[0].confusion.items()
        }

    def to_dict(self) -> dict[str, Any]:
        """All of it in fractions, ready for `json.dump`."""
        return {
            "system": self.system,
            "encoder": self.encoder,
            "rows": self.rows,
            "on_test": self.on_test,
            "seeds": [run.seed for run in self.runs],
            "commits": self.commits,
            "runs": [str(run.folder) for run in self.runs],
            **_objects(self.figures),
            "recall": _objects(self.recall),
            "by_row_type": _objects(self.by_row_type),
            "confusion": self.confusion,
        }


@dataclass(frozen=True)
class OurRows:
    """Our rows in the order of the paper, and what one should know of them, in sentences."""

    rows: tuple[TableRow, ...]
    notes: tuple[str, ...]

    @property
    def best(self) -> TableRow | None:
        """The highest Comb.; on ShARC's development set if anything was measured there."""
        return max(
            self.rows, key=lambda row: (row.on_dev, row.figures["combined"].mean), default=None
        )


def our_rows(measured: Iterable[Measured]) -> OurRows:
    """The runs, grouped by system, encoder and the rows they were measured on."""
    grouped: dict[_Key, dict[int, Measured]] = defaultdict(dict)
    notes = []
    for run in measured:
        seeds = grouped[run.system, run.encoder, run.rows, run.on_test]
        if run.seed in seeds:
            notes.append(
                f"{run.system} with encoder {run.encoder or 'none'} and seed {run.seed} is in"
                f" {seeds[run.seed].folder} and, later, in {run.folder}: the later one counts."
            )
        seeds[run.seed] = run
    rows = [
        TableRow(*key, runs=tuple(seeds[seed] for seed in sorted(seeds)))
        for key, seeds in sorted(grouped.items(), key=lambda item: _order(item[0]))
    ]
    return OurRows(tuple(rows), tuple(notes))


def _order(key: _Key) -> tuple[int, _Key]:
    return _PAPER_ORDER.get(key[0], len(_PAPER_ORDER)), key


def _spreads(runs: Sequence[Mapping[Key, float]]) -> dict[Key, Spread]:
    """The spread of each figure that every run has."""
    return {
        name: _spread([run[name] for run in runs])
        for name in runs[0]
        if all(name in run for run in runs)
    }


def _spread(values: Sequence[float]) -> Spread:
    return Spread(mean(values), stdev(values) if len(values) > 1 else None)


def _objects(spreads: Mapping[Any, Spread]) -> dict[str, dict[str, float | None]]:
    return {
        name: {
            "mean": round(spread.mean, 4),
            "deviation": None if spread.deviation is None else round(spread.deviation, 4),
        }
        for name, spread in spreads.items()
    }
