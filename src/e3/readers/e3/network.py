"""E3: extraction, entailment and decision over one encoder (the paper, figure 2)."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor, nn

from e3.networks.encoder import Encoder
from e3.networks.packed import InputBatch
from e3.readers.e3.decision import DecisionModule, decision_loss
from e3.readers.e3.extraction import Extraction, extraction_loss


@dataclass(frozen=True)
class RuleBatch:
    """Rules by position, padded: batch x rules; padding has its last before its first."""

    first: Tensor
    last: Tensor
    entailed: Tensor

    @property
    def mask(self) -> Tensor:
        """Which are rules and not padding."""
        return self.first <= self.last


@dataclass(frozen=True)
class E3Batch:
    """What a training step needs."""

    inputs: InputBatch
    rules: RuleBatch
    wanted_ends: Tensor
    """1 where a rule starts or ends: batch x positions x 2."""
    decision: Tensor
    rule: Tensor
    """The rule to ask about, or -1."""


class E3Network(nn.Module):
    """The paper's model without its editor, which is a network of its own."""

    def __init__(
        self, encoder: Encoder, *, entailment: bool, dropout: float, loudness: float = 1.0
    ) -> None:
        super().__init__()
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)
        self.extraction = Extraction(encoder.width)
        self.decision = DecisionModule(encoder.width, entailment=entailment, loudness=loudness)

    def encode(self, inputs: InputBatch) -> Tensor:
        """U, with dropout behind the encoder."""
        encoded: Tensor = self.dropout(self.encoder(inputs.ids, inputs.segments, inputs.mask))
        return encoded

    def inquiry_scores(self, encoded: Tensor, rules: RuleBatch) -> Tensor:
        """r of the given rules."""
        vectors = self.extraction.represent(encoded, rules.first, rules.last)
        return self.decision.inquire(vectors, rules.entailed)

    def forward(self, batch: E3Batch, extraction_weight: float) -> Tensor:
        """L_dec + lambda L_re, with the gold spans as rules."""
        encoded = self.encode(batch.inputs)
        decided = decision_loss(
            self.decision.decide(encoded, batch.inputs.mask.bool()),
            self.inquiry_scores(encoded, batch.rules),
            batch.rules.mask,
            batch.decision,
            batch.rule,
        )
        extracted = extraction_loss(
            self.extraction(encoded), batch.wanted_ends, batch.inputs.rule_text
        )
        return decided + extraction_weight * extracted
