"""Inputs with their items, gathered into batches where the model runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from e3.networks.packed import InputBatch, MostByLength, PackedInputs, PickedRows
from e3.readers.states.units import UnitInput


@dataclass(frozen=True)
class UnitBatch:
    """Inputs and where in them the items stand: batch x items, padded with kind -1."""

    inputs: InputBatch
    markers: Tensor
    kinds: Tensor


class UnitItems:
    """Where the items of inputs stand, on a device."""

    def __init__(self, inputs: Sequence[UnitInput], device: torch.device) -> None:
        counts = np.array([len(each.markers) for each in inputs], dtype=np.int64)
        lengths = np.array([len(each.encoder.ids) for each in inputs], dtype=np.int64)
        self.most = MostByLength(lengths, counts)
        most = int(counts.max(initial=1))
        markers = np.zeros((len(inputs), most), dtype=np.int64)
        kinds = np.full((len(inputs), most), -1, dtype=np.int64)
        for row, each in enumerate(inputs):
            markers[row, : len(each.markers)] = each.markers
            kinds[row, : len(each.markers)] = each.kinds
        self.markers = torch.from_numpy(markers).to(device)
        self.kinds = torch.from_numpy(kinds).to(device)

    def batch(self, inputs: PackedInputs, picked: PickedRows) -> UnitBatch:
        """The padded batch of the picked rows."""
        most = self.most.within(picked.width)
        return UnitBatch(
            inputs.gather(picked),
            self.markers[picked.index, :most],
            self.kinds[picked.index, :most],
        )
