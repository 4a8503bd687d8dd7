"""The Pipeline as the registry finds it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from e3.readers.pipeline.recipe import PipelineRecipe
from e3.reading.registry import ReaderKind
from e3.reading.systems import System, TrainedSystem

if TYPE_CHECKING:
    from e3.training.context import TrainingContext


def _load(folder: Path) -> System:
    from e3.readers.pipeline.system import PipelineSystem

    return PipelineSystem.load(folder)


def _train(context: TrainingContext) -> TrainedSystem:
    from e3.readers.pipeline.trainer import train

    return train(context)


KIND = ReaderKind(
    "pipeline",
    load=_load,
    files=lambda _: ("weights.skops",),
    recipe=PipelineRecipe,
    train=_train,
    extra="train",
)
