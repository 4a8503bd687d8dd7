"""Encoder inputs packed end to end (ragged tensors): a batch is gathered where the model runs.

Features are made once; a step then costs no Python over tokens and no copy to the device.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from e3.networks.inputs import EncoderInput

_PAD_TO = 8


@dataclass(frozen=True)
class InputBatch:
    """Encoder inputs, padded: batch x positions. `rule_text` marks its word pieces."""

    ids: Tensor
    segments: Tensor
    mask: Tensor
    rule_text: Tensor


@dataclass(frozen=True)
class PickedRows:
    """Which rows make a batch, and how wide it is. Nothing else may decide the batch's shape."""

    index: Tensor
    width: int


class MostByLength:
    """The most of something that an input has which fits into a width."""

    def __init__(self, lengths: NDArray[np.int64], counts: NDArray[np.int64]) -> None:
        order = np.argsort(lengths, kind="stable")
        self.lengths = lengths[order]
        self.most = np.maximum.accumulate(counts[order])

    def within(self, width: int) -> int:
        """At least 1, so that there is something to compute with."""
        fitting = int(np.searchsorted(self.lengths, width, side="right"))
        return max(1, int(self.most[fitting - 1])) if fitting else 1


class PackedInputs:
    """All encoder inputs of a data set on one device."""

    def __init__(self, inputs: Sequence[EncoderInput], device: torch.device) -> None:
        self.lengths: NDArray[np.int64] = np.array([len(i.ids) for i in inputs], dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(self.lengths)[:-1]])
        self.ids = _flat((i.ids for i in inputs), self.lengths, torch.int32).to(device)
        self.segments = _flat((i.segments for i in inputs), self.lengths, torch.int8).to(device)
        columns = np.stack(
            [
                starts,
                self.lengths,
                np.array([i.rule_start for i in inputs]),
                np.array([i.rule_end for i in inputs]),
            ],
            axis=1,
        )
        self.columns = torch.from_numpy(columns).to(device)

    def __len__(self) -> int:
        return len(self.lengths)

    def pick(self, rows: Sequence[int]) -> PickedRows:
        """One batch of these rows."""
        batch = np.asarray(rows, dtype=np.int64)
        return next(pick_batches([batch], self.lengths, self.ids.device, pad_to=_PAD_TO))

    def gather(self, picked: PickedRows) -> InputBatch:
        """The padded batch of the picked rows."""
        start, length, rule_start, rule_end = self.columns[picked.index].unbind(-1)
        position = torch.arange(picked.width, device=self.ids.device)
        mask = position < length[:, None]
        place = (start[:, None] + position).clamp(max=len(self.ids) - 1)
        rule_text = (position >= rule_start[:, None]) & (position < rule_end[:, None])
        return InputBatch(
            ids=torch.where(mask, self.ids[place], 0).long(),
            segments=torch.where(mask, self.segments[place], 0).long(),
            mask=mask.long(),
            rule_text=rule_text,
        )


def pick_batches(
    batches: Sequence[NDArray[np.int64]],
    lengths: NDArray[np.int64],
    device: torch.device,
    *,
    pad_to: int,
) -> Iterator[PickedRows]:
    """Batches for the device: one copy for all of them, so that no step waits for its own."""
    if not batches:
        return
    index = torch.from_numpy(np.concatenate(batches)).to(device)
    at = 0
    for rows in batches:
        width = -(-int(lengths[rows].max()) // pad_to) * pad_to
        yield PickedRows(index[at : at + len(rows)], width)
        at += len(rows)


def _flat(parts: Iterable[Sequence[int]], lengths: NDArray[np.int64], dtype: torch.dtype) -> Tensor:
    values = np.fromiter(
        (value for part in parts for value in part), dtype=np.int64, count=int(lengths.sum())
    )
    return torch.from_numpy(values).to(dtype)
