"""E3 with states: every unit of the rule text is met, not met or unknown, and decides with that.

Like E3 it finds rules, scores entailment, decides and asks. What is new: units that follow the form
of the text instead of free spans, a learnt state for each in place of token F1, a small transformer
across units and turns from which the decision is read (after EMT and Discern, Gao et al. 2020), and
a question whose opening is chosen and not written.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name

from e3.networks.attention import attend
from e3.networks.encoder import Encoder
from e3.readers.states.decoding import STATES
from e3.readers.states.unit_batches import UnitBatch
from e3.readers.states.units import UNIT
from e3.reading.conversation import DECISIONS

_HEAD_WIDTH = 64
NOTHING = -100
"""A label where there is nothing to learn."""


@dataclass(frozen=True)
class StateLabels:
    """What is to be learnt; -100 is nothing."""

    decision: Tensor
    states: Tensor
    """Of each item."""
    asked: Tensor
    """The item to ask about."""
    first: Tensor
    last: Tensor
    """Where the asked rule begins and ends."""
    opening: Tensor
    """How its question begins."""


@dataclass(frozen=True)
class StateScores:
    """What the network makes of a batch: logits."""

    decision: Tensor
    """batch x decisions."""
    states: Tensor
    """batch x items x `STATES`; those of units alone mean something."""
    inquiry: Tensor
    """batch x items; least where there is no unit."""
    ends: Tensor
    """batch x positions x (start, end); least outside of the rule text."""
    openings: Tensor
    """batch x positions x openings: of a question about the rule that starts there."""


class StateNetwork(nn.Module):
    """An encoder, a transformer across items, and a head for each thing that is asked of it."""

    def __init__(self, encoder: Encoder, *, layers: int, openings: int, dropout: float) -> None:
        super().__init__()
        width = encoder.width
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)
        self.kinds = nn.Embedding(UNIT + 1, width)
        # Not nn.TransformerEncoder, whose layers all start with the same weights.
        self.across = nn.ModuleList(
            nn.TransformerEncoderLayer(
                width, width // _HEAD_WIDTH or 1, 2 * width, dropout, "gelu", batch_first=True
            )
            for _ in range(layers)
        )
        self.state = nn.Linear(width, len(STATES) + 1)  # and no rule
        self.meaning = nn.Parameter(torch.randn(len(STATES) + 1, width) / width**0.5)
        self.pooling = nn.Linear(width, 1)
        self.reading = nn.Linear(width, 1)
        self.attention = nn.Linear(width, 1)
        self.classes = nn.Linear(width, len(DECISIONS))
        self.inquiry = nn.Linear(width, 1)
        self.ends = nn.Linear(width, 2)
        self.opening = nn.Linear(width, openings)

    def forward(self, batch: UnitBatch) -> StateScores:
        """All scores, in full precision."""
        inputs, there = batch.inputs, batch.kinds >= 0
        encoded = self.dropout(self.encoder(inputs.ids, inputs.segments, inputs.mask))
        items = self._represent(encoded, batch) + self.kinds(batch.kinds.clamp(min=0))
        for layer in self.across:
            items = layer(items, src_key_padding_mask=~there)
        states = self.state(items).float()
        units = batch.kinds == UNIT
        # A unit speaks for the decision with what it says and with what is known of it.
        known = torch.softmax(states, dim=-1).to(items.dtype) @ self.meaning.to(items.dtype)
        spoken = items + known * units[..., None]
        weights = self.attention(spoken).squeeze(-1).float()
        summary = attend(weights[:, None, :], spoken, there[:, None, :]).squeeze(1)
        summary = summary + self._read(encoded, inputs.mask.bool())
        least = torch.finfo(torch.float32).min
        return StateScores(
            decision=self.classes(summary).float(),
            states=states,
            inquiry=self.inquiry(spoken).squeeze(-1).float().masked_fill(~units, least),
            ends=self.ends(encoded).float().masked_fill(~inputs.rule_text[..., None], least),
            openings=self.opening(encoded).float(),
        )

    def _read(self, encoded: Tensor, mask: Tensor) -> Tensor:
        """E3's summary of the whole input (eq. 13 to 15): what lies between items counts too."""
        scores = self.reading(encoded).squeeze(-1).float()
        return attend(scores[:, None, :], encoded, mask[:, None, :]).squeeze(1)

    def _represent(self, encoded: Tensor, batch: UnitBatch) -> Tensor:
        """A vector for each item: self-attention from its marker to the next."""
        position = torch.arange(encoded.shape[1], device=encoded.device)
        end = batch.inputs.mask.sum(dim=1, keepdim=True)
        following = torch.cat([batch.markers[:, 1:], end], dim=1)
        following = torch.where(following > batch.markers, following, end)
        inside = (position >= batch.markers[..., None]) & (position < following[..., None])
        scores = self.pooling(encoded).squeeze(-1).float()
        return attend(scores[:, None, :].expand(inside.shape), encoded, inside)


@dataclass(frozen=True)
class LossWeights:
    """What each part of the loss counts beside the decision."""

    states: float = 1.0
    inquiry: float = 1.0
    ends: float = 0.5
    opening: float = 0.5


def state_loss(scores: StateScores, labels: StateLabels, weights: LossWeights) -> Tensor:
    """The decision's cross entropy, and those of states, inquiry, ends and opening where known."""
    row = torch.arange(len(labels.first), device=labels.first.device)
    start, end = scores.ends.unbind(-1)
    openings = scores.openings[row, labels.first.clamp(min=0)]
    return (
        _known(scores.decision, labels.decision)
        + weights.states * _known(scores.states.flatten(0, 1), labels.states.flatten())
        + weights.inquiry * _known(scores.inquiry, labels.asked)
        + weights.ends * (_known(start, labels.first) + _known(end, labels.last))
        + weights.opening * _known(openings, labels.opening)
    )


def _known(scores: Tensor, wanted: Tensor) -> Tensor:
    """The mean cross entropy where something is wanted; 0 where nothing is at all."""
    losses = F.cross_entropy(scores, wanted, ignore_index=NOTHING, reduction="sum")
    return losses / (wanted != NOTHING).sum().clamp(min=1)
