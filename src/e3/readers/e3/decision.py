"""The decision module (section 3.3): conclude, or ask about a rule, and about which."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name

from e3.networks.attention import attend
from e3.reading.conversation import DECISIONS, Decision

INQUIRE = DECISIONS.index(Decision.INQUIRE)


class DecisionModule(nn.Module):
    """Scores of the four decisions, and of asking about each rule.

    `loudness` is what g and h are multiplied by. They are from 0 to 1, and Adam moves their weights
    by no more than the learning rate a step: a whole training leaves them next to nothing to say.
    """

    def __init__(self, width: int, *, entailment: bool, loudness: float = 1.0) -> None:
        super().__init__()
        self.entailment = entailment
        self.loudness = loudness
        self.attention = nn.Linear(width, 1)  # W_phi, b_phi
        self.classes = nn.Linear(width, len(DECISIONS))  # W_z, b_z
        self.inquiry = nn.Linear(width + 2 * entailment, 1)

    def decide(self, encoded: Tensor, mask: Tensor) -> Tensor:
        """z (eq. 13 to 16), from a summary C of the whole input."""
        scores = self.attention(encoded).squeeze(-1).float()
        summary = attend(scores[:, None, :], encoded, mask[:, None, :]).squeeze(1)
        decisions: Tensor = self.classes(summary)
        return decisions

    def inquire(self, rules: Tensor, entailed: Tensor) -> Tensor:
        """r (eq. 17) from A_i = [A-bar_i; g_i; h_i] (eq. 12); without entailment from A-bar_i."""
        if self.entailment:
            rules = torch.cat([rules, self.loudness * entailed.to(rules.dtype)], dim=-1)
        scores: Tensor = self.inquiry(rules).squeeze(-1)
        return scores


def decision_loss(
    decisions: Tensor, inquiries: Tensor, rule_mask: Tensor, wanted: Tensor, wanted_rule: Tensor
) -> Tensor:
    """L_dec (eq. 18). `wanted_rule` is -1 where nothing is to be asked."""
    inquiries = inquiries.float().masked_fill(~rule_mask, torch.finfo(torch.float32).min)
    asking = wanted_rule >= 0
    rule_losses = F.cross_entropy(inquiries, wanted_rule.clamp(min=0), reduction="none")
    return F.cross_entropy(decisions.float(), wanted) + (rule_losses * asking).sum() / len(wanted)
