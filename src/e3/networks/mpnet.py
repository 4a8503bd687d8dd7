"""MPNet's layers as few kernels: attention in one, and what lies between products in as few.

Transformers' own MPNet writes down every attention weight several times and works out its position
buckets on the CPU at every step. The weights are the same, and so is what comes out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - its usual name

from e3.networks.compiling import compiled

_MASKED = -1e9
"""What is added to the score of a position behind the end of an input."""


class _Rates(NamedTuple):
    """What is dropped, and the epsilon of layer norms."""

    dropout: float
    epsilon: float


class FusedMPNet:
    """Reads with the weights of an MPNet of Transformers."""

    def __init__(self, transformer: Any) -> None:
        self.transformer = transformer
        self.config = transformer.config
        self._buckets: dict[tuple[int, torch.device], Tensor] = {}

    def __call__(self, ids: Tensor, mask: Tensor) -> Tensor:
        """U, one vector a word piece."""
        training = self.transformer.training
        fused = training and ids.is_cuda
        project = compiled(_project) if fused else _project
        finish = compiled(_finish) if fused else _finish
        config = self.config
        rates = _Rates(config.hidden_dropout_prob if training else 0.0, config.layer_norm_eps)
        dropped = config.attention_probs_dropout_prob if training else 0.0
        hidden: Tensor = self.transformer.embeddings(input_ids=ids)
        # Attention in one kernel can't learn what is added to its scores: that stays as pretrained.
        bias = self._position_bias(ids).detach()
        bias = torch.where(mask[:, None, None, :] > 0, bias, _MASKED)
        for layer in self.transformer.encoder.layer:
            attention = layer.attention.attn
            heads = project(
                hidden,
                (attention.q.weight, attention.k.weight, attention.v.weight),
                (attention.q.bias, attention.k.bias, attention.v.bias),
                config.num_attention_heads,
            )
            query, key, value = heads.unbind(0)
            attended = F.scaled_dot_product_attention(
                query, key, value, bias.to(query.dtype), dropout_p=dropped
            )
            hidden = finish(
                attended,
                hidden,
                _products(attention.o, layer.intermediate.dense, layer.output.dense),
                _products(layer.attention.LayerNorm, layer.output.LayerNorm),
                rates,
            )
        return hidden

    def _position_bias(self, ids: Tensor) -> Tensor:
        """By the distance of two positions: 1 x heads x positions x positions."""
        width, encoder = ids.shape[1], self.transformer.encoder
        if (width, ids.device) not in self._buckets:
            # Reading comes first as often as training: a tensor made for it alone can't be trained.
            with torch.inference_mode(mode=False):
                position = torch.arange(width)
                found = encoder.relative_position_bucket(position[None, :] - position[:, None])
                self._buckets[width, ids.device] = found.to(ids.device)
        bias: Tensor = encoder.relative_attention_bias(self._buckets[width, ids.device])
        return bias.permute(2, 0, 1).contiguous()[None]  # one kernel wants it so


def _products(*modules: Any) -> tuple[tuple[Tensor, Tensor], ...]:
    return tuple((module.weight, module.bias) for module in modules)


def _project(
    hidden: Tensor, weights: tuple[Tensor, ...], biases: tuple[Tensor, ...], heads: int
) -> Tensor:
    """Queries, keys and values: 3 x batch x heads x positions x width of a head."""
    found = F.linear(hidden, torch.cat(weights), torch.cat(biases))
    return found.view(*found.shape[:2], 3, heads, -1).permute(2, 0, 3, 1, 4)


def _finish(
    attended: Tensor,
    hidden: Tensor,
    products: tuple[tuple[Tensor, Tensor], ...],
    norms: tuple[tuple[Tensor, Tensor], ...],
    rates: _Rates,
) -> Tensor:
    """All of a layer behind its attention."""
    out, widen, narrow = products

    def normed(changed: Tensor, before: Tensor, norm: tuple[Tensor, Tensor]) -> Tensor:
        added = F.dropout(changed, rates.dropout, training=rates.dropout > 0) + before
        return F.layer_norm(added, added.shape[-1:], *norm, rates.epsilon)

    hidden = normed(F.linear(attended.transpose(1, 2).flatten(2), *out), hidden, norms[0])
    return normed(F.linear(F.gelu(F.linear(hidden, *widen)), *narrow), hidden, norms[1])
