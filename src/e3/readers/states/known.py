"""Losses where something is known: most examples say nothing of most things."""

from __future__ import annotations

from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - its usual name

NOTHING = -100
"""A label where there is nothing to learn."""


def known_loss(scores: Tensor, wanted: Tensor) -> Tensor:
    """The mean cross entropy where something is wanted; 0 where nothing is at all."""
    losses = F.cross_entropy(scores, wanted, ignore_index=NOTHING, reduction="sum")
    return losses / (wanted != NOTHING).sum().clamp(min=1)


def known_binary_loss(scores: Tensor, wanted: Tensor) -> Tensor:
    """The same for what is so (1) or not (0)."""
    known = wanted != NOTHING
    losses = F.binary_cross_entropy_with_logits(
        scores, wanted.clamp(min=0).to(scores.dtype), reduction="none"
    )
    return (losses * known).sum() / known.sum().clamp(min=1)
