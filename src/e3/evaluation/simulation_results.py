"""Simulations that were run: what was measured with which model, as it is kept in `results`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from e3.errors import BadInput
from e3.evaluation.leading import LedBy
from e3.evaluation.simulation import Figures
from e3.files import read_bytes
from e3.serialise import from_json


@dataclass(frozen=True)
class Simulated:
    """The figures of one command; with a scenario only where the source has some."""

    command: str
    source: str
    model: str
    commit: str
    without_scenario: Figures
    with_scenario: Figures | None = None
    by: LedBy = LedBy.READER
    """Who led; E3 0.1 knew readers alone."""
    drafter: str | None = None
    """Of the drafts."""

    @property
    def columns(self) -> Iterator[tuple[str, Figures]]:
        """The figures with their headings."""
        yield "without scenario", self.without_scenario
        if self.with_scenario is not None:
            yield "with scenario", self.with_scenario


def read_simulated(path: Path) -> Simulated:
    """What `e3 simulate --json` printed."""
    try:
        return from_json(Simulated, read_bytes(path))
    except BadInput as error:
        raise BadInput(str(error), source=str(path)) from None
