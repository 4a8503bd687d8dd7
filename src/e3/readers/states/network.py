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

from e3.networks.attention import attend
from e3.networks.encoder import Encoder
from e3.networks.few_bits import use_few_bits
from e3.readers.states.chunk_inputs import KINDS
from e3.readers.states.decoding import STATES
from e3.readers.states.draft_network import DraftHeads, DraftLabels, DraftScores, draft_loss
from e3.readers.states.known import known_loss
from e3.readers.states.unit_batches import UnitBatch
from e3.readers.states.units import TURN_KINDS, UNIT
from e3.reading.conversation import DECISIONS

_HEAD_WIDTH = 64
_PLACES = 128
"""Items behind the last of these are all in one place."""


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
    draft: DraftLabels | None = None
    """What is to be learnt of drafts and stories."""


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
    draft: DraftScores | None = None
    """Where the network drafts."""


class StateNetwork(nn.Module):
    """An encoder, a transformer across items, and a head for each thing that is asked of it."""

    def __init__(
        self,
        encoder: Encoder,
        *,
        layers: int,
        openings: int,
        dropout: float,
        drafts: bool = False,
        width: int = 0,
        few_bits: bool = False,
    ) -> None:
        super().__init__()
        if few_bits:
            use_few_bits(encoder)
        self.encoder = encoder
        self.few_bits = few_bits
        width = width or encoder.width
        self.width = width
        # What is read of items may be narrower than what is read of word pieces.
        same = width == encoder.width
        self.narrow = nn.Identity() if same else nn.Linear(encoder.width, width)
        self.dropout = nn.Dropout(dropout)
        self.kinds = nn.Embedding(KINDS if drafts else TURN_KINDS, width)
        self.places = nn.Embedding(_PLACES, width) if drafts else None
        if self.places is not None:
            nn.init.normal_(self.places.weight, std=width**-0.5)
        # Not nn.TransformerEncoder, whose layers all start with the same weights.
        self.across = nn.ModuleList(
            nn.TransformerEncoderLayer(
                width, width // _HEAD_WIDTH or 1, 2 * width, dropout, "gelu", batch_first=True
            )
            for _ in range(layers)
        )
        self.state = nn.Linear(width, len(STATES) + 1)  # and no rule
        self.meaning = nn.Parameter(torch.randn(len(STATES) + 1, width) / width**0.5)
        self.pooling = nn.Linear(encoder.width, 1)
        self.reading = nn.Linear(encoder.width, 1)
        self.attention = nn.Linear(width, 1)
        self.classes = nn.Linear(width, len(DECISIONS))
        self.inquiry = nn.Linear(width, 1)
        self.ends = nn.Linear(encoder.width, 2)
        self.opening = nn.Linear(encoder.width, openings)
        self.draft = DraftHeads(encoder.width, width) if drafts else None

    def forward(self, batch: UnitBatch) -> StateScores:
        """All scores, in full precision."""
        inputs, there = batch.inputs, batch.kinds >= 0
        encoded = self.dropout(self.encoder(inputs.ids, inputs.segments, inputs.mask))
        items = self.narrow(self._represent(encoded, batch))
        items = items + self.kinds(batch.kinds.clamp(min=0))
        if self.places is not None:
            place = torch.arange(items.shape[1], device=items.device)
            items = items + self.places(place.clamp(max=_PLACES - 1))
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
            draft=self.draft(items, encoded, batch) if self.draft else None,
        )

    def _read(self, encoded: Tensor, mask: Tensor) -> Tensor:
        """E3's summary of the whole input (eq. 13 to 15): what lies between items counts too."""
        scores = self.reading(encoded).squeeze(-1).float()
        read = attend(scores[:, None, :], encoded, mask[:, None, :])
        summary: Tensor = self.narrow(read).squeeze(1)
        return summary

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
    drafts: float = 1.0
    """Of tags, pairs, edges and what tells."""


def state_loss(scores: StateScores, labels: StateLabels, weights: LossWeights) -> Tensor:
    """The decision's cross entropy, and those of states, inquiry, ends and opening where known."""
    row = torch.arange(len(labels.first), device=labels.first.device)
    start, end = scores.ends.unbind(-1)
    openings = scores.openings[row, labels.first.clamp(min=0)]
    turn = (
        known_loss(scores.decision, labels.decision)
        + weights.states * known_loss(scores.states.flatten(0, 1), labels.states.flatten())
        + weights.inquiry * known_loss(scores.inquiry, labels.asked)
        + weights.ends * (known_loss(start, labels.first) + known_loss(end, labels.last))
        + weights.opening * known_loss(openings, labels.opening)
    )
    if scores.draft is None or labels.draft is None:
        return turn
    return turn + weights.drafts * draft_loss(scores.draft, labels.draft)
