"""BERTQA as the registry finds it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from e3.networks import NETWORK_FILES
from e3.readers.bertqa.recipe import BertQARecipe
from e3.reading.registry import ReaderKind
from e3.reading.systems import System, TrainedSystem

if TYPE_CHECKING:
    from e3.training.context import TrainingContext


def _load(folder: Path) -> System:
    from e3.networks.inference import reading_device
    from e3.readers.bertqa.system import BertQASystem

    return BertQASystem.load(folder, reading_device())


def _train(context: TrainingContext) -> TrainedSystem:
    from e3.readers.bertqa.trainer import train

    return train(context)


KIND = ReaderKind(
    "bertqa",
    load=_load,
    files=lambda _: NETWORK_FILES,
    recipe=BertQARecipe,
    train=_train,
    extra="train",
)
