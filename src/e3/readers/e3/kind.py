"""The paper's E3 as the registry finds it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from e3.networks import NETWORK_FILES
from e3.readers.e3.recipe import E3Recipe
from e3.reading.registry import ReaderKind
from e3.reading.systems import System, TrainedSystem

if TYPE_CHECKING:
    from e3.training.context import TrainingContext

_EDITOR_FILES = ("words.json", "network.json", *NETWORK_FILES)


def _files(settings: Mapping[str, Any]) -> list[str]:
    editor = _EDITOR_FILES if settings.get("editor") else ()
    return [*NETWORK_FILES, *(f"editor/{name}" for name in editor)]


def _load(folder: Path) -> System:
    from e3.networks.inference import reading_device
    from e3.readers.e3.system import E3System

    return E3System.load(folder, reading_device())


def _train(context: TrainingContext) -> TrainedSystem:
    from e3.readers.e3.trainer import train

    return train(context)


KIND = ReaderKind("e3", load=_load, files=_files, recipe=E3Recipe, train=_train, extra="train")
