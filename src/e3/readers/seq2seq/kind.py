"""Seq2Seq as the registry finds it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from e3.readers.seq2seq.recipe import Seq2SeqRecipe
from e3.reading.registry import ReaderKind
from e3.reading.systems import System, TrainedSystem

if TYPE_CHECKING:
    from e3.training.context import TrainingContext


def _load(folder: Path) -> System:
    from e3.networks.inference import reading_device
    from e3.readers.seq2seq.system import Seq2SeqSystem

    return Seq2SeqSystem.load(folder, reading_device())


def _train(context: TrainingContext) -> TrainedSystem:
    from e3.readers.seq2seq.trainer import train

    return train(context)


KIND = ReaderKind(
    "seq2seq",
    load=_load,
    files=lambda _: ("words.json", "weights.safetensors"),
    recipe=Seq2SeqRecipe,
    train=_train,
    extra="train",
)
