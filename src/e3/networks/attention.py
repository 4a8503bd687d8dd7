"""Self-attention over a part of an input."""

from __future__ import annotations

import torch
from torch import Tensor


def attend(scores: Tensor, vectors: Tensor, mask: Tensor) -> Tensor:
    """Self-attention: the mean of `vectors` weighted by the softmax of `scores` where `mask`."""
    weights = torch.softmax(scores.masked_fill(~mask, torch.finfo(scores.dtype).min), dim=-1)
    return (weights * mask).to(vectors.dtype) @ vectors
