"""What keeps a network from learning its rows by heart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor

from e3.model.states import NOTHING, StateLabels, StateScores
from e3.model.unit_batches import UnitBatch


def hide(batch: UnitBatch, share: float, mask_id: int, kept: Sequence[int]) -> UnitBatch:
    """The batch with that share of its word pieces hidden."""
    ids = batch.inputs.ids
    hidden = torch.rand(ids.shape, device=ids.device) < share
    for each in kept:
        hidden &= ids != each
    return replace(batch, inputs=replace(batch.inputs, ids=torch.where(hidden, mask_id, ids)))


def disagreement(one: StateScores, other: StateScores, labels: StateLabels) -> Tensor:
    """How far two readings differ in decision and states: the mean of both divergences."""
    decided = labels.decision != NOTHING
    known = labels.states != NOTHING
    return _divergence(one.decision, other.decision, decided) + _divergence(
        one.states, other.states, known
    )


def _divergence(one: Tensor, other: Tensor, counted: Tensor) -> Tensor:
    p, q = torch.log_softmax(one, dim=-1), torch.log_softmax(other, dim=-1)
    both = ((p.exp() - q.exp()) * (p - q)).sum(dim=-1) / 2
    return (both * counted).sum() / counted.sum().clamp(min=1)
