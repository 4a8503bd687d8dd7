"""What the network says of drafts and stories: a tag for each chunk, an operation for each pair of
them, the edges of rules, and the sentence that tells of a rule."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from e3.readers.states.draft_decoding import TAGS
from e3.readers.states.known import known_binary_loss, known_loss
from e3.readers.states.unit_batches import UnitBatch
from e3.readers.states.units import SCENARIO

_PAIR_WIDTH = 256


@dataclass(frozen=True)
class DraftLabels:
    """What is to be learnt; -100 is nothing."""

    tags: Tensor
    """batch x items."""
    pairs: Tensor
    """batch x items x items: 1 where both are needed together, 0 where one of them will do."""
    edges: Tensor
    """batch x positions x (start, end): 1 where a rule begins and where it ends."""
    telling: Tensor
    """batch x items: for a rule the item of the sentence that tells of it."""


@dataclass(frozen=True)
class DraftScores:
    """Logits, shaped like the labels; of tags and of what tells, one for each that can be."""

    tags: Tensor
    pairs: Tensor
    edges: Tensor
    telling: Tensor


class DraftHeads(nn.Module):
    """Heads on items and on word pieces."""

    def __init__(self, encoder_width: int, width: int) -> None:
        super().__init__()
        self.tags = nn.Linear(width, len(TAGS))
        self.pairs = _Pairs(width)
        self.edges = nn.Linear(encoder_width, 2)
        self.rules, self.sentences = nn.Linear(width, _PAIR_WIDTH), nn.Linear(width, _PAIR_WIDTH)

    def forward(self, items: Tensor, encoded: Tensor, batch: UnitBatch) -> DraftScores:
        """All scores, in full precision."""
        telling = self.rules(items) @ self.sentences(items).transpose(1, 2) / _PAIR_WIDTH**0.5
        told = (batch.kinds == SCENARIO)[:, None, :]
        return DraftScores(
            tags=self.tags(items).float(),
            pairs=self.pairs(items).float(),
            edges=self.edges(encoded).float(),
            telling=telling.float().masked_fill(~told, torch.finfo(torch.float32).min),
        )


class _Pairs(nn.Module):
    """A symmetric bilinear score for each pair of items."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.seen = nn.Linear(width, _PAIR_WIDTH)
        self.between = nn.Linear(_PAIR_WIDTH, _PAIR_WIDTH, bias=False)
        self.alone = nn.Linear(width, 1)

    def forward(self, items: Tensor) -> Tensor:
        seen = torch.tanh(self.seen(items))
        score = self.between(seen) @ seen.transpose(1, 2)
        alone = self.alone(items)
        score = (score + score.transpose(1, 2)) / _PAIR_WIDTH**0.5
        found: Tensor = score + alone + alone.transpose(1, 2)
        return found


def draft_loss(scores: DraftScores, labels: DraftLabels) -> Tensor:
    """Of tags, pairs, edges, and what tells, each where it is known."""
    return (
        known_loss(scores.tags.flatten(0, 1), labels.tags.flatten())
        + known_binary_loss(scores.pairs, labels.pairs)
        + 0.5 * known_binary_loss(scores.edges, labels.edges)
        + 0.5 * known_loss(scores.telling.flatten(0, 1), labels.telling.flatten())
    )
