"""MPNet made fast: the library's own code is not, and a training run spends its time there.

The library works out position buckets on the CPU at every step, and its attention keeps every
score in memory several times over. What comes out is the same.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name
from transformers.modeling_outputs import BaseModelOutput


def make_fast(transformer: Any) -> None:
    """Has an MPNetModel work out position buckets once a width, and attend in one operation."""
    encoder = transformer.encoder
    position_bias = _PositionBias(encoder)

    def forward(hidden: Any, attention_mask: Tensor | None = None, **_: Any) -> BaseModelOutput:
        bias = position_bias(hidden)
        if attention_mask is not None:
            bias = bias + attention_mask
        bias = bias.to(_computed_in(hidden))
        for layer in encoder.layer:
            hidden = layer(hidden, None, bias)[0]
        return BaseModelOutput(last_hidden_state=hidden)

    encoder.forward = forward
    for layer in encoder.layer:
        layer.attention.attn.forward = _attention(layer.attention.attn)


class _PositionBias:
    """What attention adds for the distance between two positions: 1 x heads x width x width."""

    def __init__(self, encoder: Any) -> None:
        self.encoder = encoder
        self.buckets: dict[tuple[int, torch.device], Tensor] = {}

    def __call__(self, hidden: Tensor) -> Tensor:
        key = hidden.shape[1], hidden.device
        if key not in self.buckets:
            # Reading comes first as often as training: a tensor made for it alone can't be trained.
            with torch.inference_mode(mode=False):
                position = torch.arange(key[0])
                distance = position[None, :] - position[:, None]
                self.buckets[key] = self.encoder.relative_position_bucket(distance).to(key[1])
        bias: Tensor = self.encoder.relative_attention_bias(self.buckets[key])
        return bias.permute(2, 0, 1)[None]


def _attention(module: Any) -> Any:
    """The forward of a self-attention, `bias` added to its scores before the softmax."""

    def parts(projection: nn.Module, hidden: Tensor) -> Tensor:
        projected: Tensor = projection(hidden)
        heads: int = module.num_attention_heads
        return projected.view(*projected.shape[:2], heads, -1).transpose(1, 2)

    def forward(hidden: Tensor, _: None, bias: Tensor, **__: Any) -> tuple[Tensor]:
        attended = F.scaled_dot_product_attention(
            parts(module.q, hidden),
            parts(module.k, hidden),
            parts(module.v, hidden),
            attn_mask=bias,
            dropout_p=module.dropout.p if module.training else 0.0,
        )
        return (module.o(attended.transpose(1, 2).flatten(2)),)

    return forward


def _computed_in(hidden: Tensor) -> torch.dtype:
    """The type that matrices are multiplied in here."""
    kind = hidden.device.type
    return torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else hidden.dtype
