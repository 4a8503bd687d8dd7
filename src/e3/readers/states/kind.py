"""E3 with states, as it is trained and as it is shipped, as the registry finds it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from e3.networks import NETWORK_FILES
from e3.readers.states.recipe import StatesRecipe
from e3.reading.registry import ReaderKind
from e3.reading.systems import System, TrainedSystem

if TYPE_CHECKING:
    from e3.readers.states.system import StateSystem
    from e3.training.context import TrainingContext


def _load(folder: Path) -> System:
    from e3.networks.inference import reading_device
    from e3.readers.states.system import StateSystem

    return StateSystem.load(folder, reading_device())


def _load_exported(folder: Path) -> System:
    from e3.readers.states.exported import OnnxSystem

    return OnnxSystem.load(folder)


def _train(context: TrainingContext) -> TrainedSystem:
    from e3.readers.states.trainer import train

    return train(context)


def _export(system: StateSystem, folder: Path) -> None:
    from e3.readers.states.export import export_system

    export_system(system, folder)


KIND = ReaderKind(
    "states",
    load=_load,
    files=lambda _: NETWORK_FILES,
    recipe=StatesRecipe,
    train=_train,
    export=_export,
    extra="train",
)

EXPORTED = ReaderKind(
    "onnx",
    load=_load_exported,
    files=lambda _: ("inputs.json", "tokenizer.json", "model.onnx"),
)
