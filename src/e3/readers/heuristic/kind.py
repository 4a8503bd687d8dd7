"""The heuristic as the registry finds it."""

from __future__ import annotations

from e3.readers.heuristic.recipe import HeuristicRecipe
from e3.reading.registry import ReaderKind
from e3.reading.systems import TrainedSystem


def _make(_: object) -> TrainedSystem:
    """There is nothing to train, and nothing to load."""
    from e3.readers.heuristic.system import HeuristicSystem

    return HeuristicSystem()


KIND = ReaderKind("heuristic", load=_make, open=_make, recipe=HeuristicRecipe, train=_make)
