"""How networks read: where, how precisely, and in which batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import torch
from torch import nn

from e3.networks.inputs import EncoderInput
from e3.networks.packed import PackedInputs, PickedRows
from e3.reading.batches import read_by_length

T = TypeVar("T")

ReadBatch = Callable[[list[int], PackedInputs, PickedRows], Iterable[T]]
"""What a network makes of some inputs, given their numbers, and all of them with those picked."""


def reading_device() -> torch.device:
    """A GPU if there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


@contextmanager
def inference(network: nn.Module, device: torch.device) -> Iterator[None]:
    """Without dropout and gradients; in bfloat16 on a GPU, and where a run chooses by it so."""
    network.eval()
    less = device.type == "cuda" or torch.is_autocast_enabled(device.type)
    with torch.inference_mode(), torch.autocast(device.type, torch.bfloat16, enabled=less):
        yield


def read_inputs(
    network: nn.Module,
    inputs: Sequence[EncoderInput],
    device: torch.device,
    read: ReadBatch[T],
) -> list[T]:
    """What a network makes of inputs, in their order; those of like length are read together."""
    if not inputs:
        return []
    packed = PackedInputs(inputs, device)
    with inference(network, device):
        return read_by_length(
            packed.lengths.tolist(), lambda rows: read(rows, packed, packed.pick(rows))
        )
