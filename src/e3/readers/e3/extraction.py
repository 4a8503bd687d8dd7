"""The extraction module (section 3.1): where rules start and end, and a vector for each."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name

from e3.networks.attention import attend


class Extraction(nn.Module):
    """Start and end scores of every position, and self-attention over a span."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.ends = nn.Linear(width, 2)  # W_alpha, b_alpha and W_beta, b_beta
        # Few positions start or end a rule. Starting from even odds the loss is so large that it
        # drowns the decision.
        nn.init.constant_(self.ends.bias, -4.0)
        self.attention = nn.Linear(width, 1)  # W_gamma, b_gamma

    def forward(self, encoded: Tensor) -> Tensor:
        """Logits of alpha and beta (eq. 1, 2): batch x positions x 2."""
        scores: Tensor = self.ends(encoded)
        return scores

    def represent(self, encoded: Tensor, first: Tensor, last: Tensor) -> Tensor:
        """A-bar (eq. 3 to 5) of spans given by position: batch x rules x width."""
        position = torch.arange(encoded.shape[1], device=encoded.device)
        inside = (position >= first[..., None]) & (position <= last[..., None])
        scores = self.attention(encoded).squeeze(-1).float()
        return attend(scores[:, None, :].expand(inside.shape), encoded, inside)


def extraction_loss(scores: Tensor, wanted: Tensor, mask: Tensor) -> Tensor:
    """L_re (eq. 6): binary cross entropy, summed over the rule text, mean over the batch.

    The paper sums the losses of the rules one by one; like its code we take one loss against the
    union of all starts and ends, or every rule would be a wrong answer for every other.
    """
    losses = F.binary_cross_entropy_with_logits(scores.float(), wanted, reduction="none")
    return (losses * mask[..., None]).sum() / len(scores)
