"""BERTQA's network: start and end scores over the whole input."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name

from e3.networks.encoder import Encoder
from e3.networks.packed import InputBatch


@dataclass(frozen=True)
class SpanBatch:
    """Inputs, and the first and last position of the reply in them."""

    inputs: InputBatch
    first: Tensor
    last: Tensor


class BertQANetwork(nn.Module):
    """Start and end scores, one softmax each over the whole input (eq. 29, 30)."""

    def __init__(self, encoder: Encoder, *, dropout: float) -> None:
        super().__init__()
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)
        self.ends = nn.Linear(encoder.width, 2)  # W_s, b_s and W_e, b_e

    def scores(self, inputs: InputBatch) -> Tensor:
        """Log-probabilities of start and end: batch x positions x 2."""
        encoded = self.encoder(inputs.ids, inputs.segments, inputs.mask)
        scores = self.ends(self.dropout(encoded)).float()
        padding = ~inputs.mask.bool()[..., None]
        return torch.log_softmax(scores.masked_fill(padding, torch.finfo(scores.dtype).min), dim=1)

    def forward(self, batch: SpanBatch) -> Tensor:
        """The cross entropies of start and end."""
        start, end = self.scores(batch.inputs).unbind(-1)
        return F.nll_loss(start, batch.first) + F.nll_loss(end, batch.last)
