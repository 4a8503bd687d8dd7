"""Weights of few bits (quantisation-aware training): a network learns with what it is shipped with.

The numbers are those that ONNX Runtime makes of weights by blocks: the one that lies farthest from
zero is exact, and the others are multiples of an eighth of it.
"""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name
from torch.nn.utils import parametrize

from e3.networks.compiling import compiled

BITS = 4
BLOCK = 128
"""Weights that share a scale."""


class FewBits(nn.Module):
    """Weights as they will be read; what is learnt are those that they are made of."""

    def forward(self, weight: Tensor) -> Tensor:
        """The weights in four bits; gradients go through as if nothing were done."""
        made = compiled(in_few_bits) if weight.is_cuda else in_few_bits
        return weight + (made(weight.detach()) - weight).detach()


def in_few_bits(weight: Tensor) -> Tensor:
    """Weights (out x in), each the nearest multiple of its block's scale."""
    out, width = weight.shape
    padded = F.pad(weight, (0, -width % BLOCK)).view(out, -1, BLOCK)
    most = padded.gather(-1, padded.abs().argmax(dim=-1, keepdim=True))
    scale = most / -(2 ** (BITS - 1))
    scale = torch.where(scale == 0, torch.ones_like(scale), scale)
    near = (padded / scale).round().clamp(-(2 ** (BITS - 1)), 2 ** (BITS - 1) - 1) * scale
    return near.view(out, -1)[:, :width]


def use_few_bits(encoder: nn.Module) -> None:
    """Has an encoder read with weights of four bits; its embeddings stay as they are."""
    for layer in _linear(encoder):
        parametrize.register_parametrization(layer, "weight", FewBits())


def settle(encoder: nn.Module) -> None:
    """Makes the weights of few bits the only ones.

    By layers of their own: torch takes parametrizations from a class that copies share with what
    they are copies of, which could not be read any more.
    """
    for module in list(encoder.modules()):
        for name, layer in list(module.named_children()):
            if isinstance(layer, nn.Linear) and parametrize.is_parametrized(layer, "weight"):
                setattr(module, name, _plain(layer))


def _plain(layer: nn.Linear) -> nn.Linear:
    made = nn.Linear(layer.in_features, layer.out_features, bias=layer.bias is not None)
    made.weight = nn.Parameter(layer.weight.detach().clone())
    made.bias = layer.bias
    return made.train(layer.training)


def _linear(encoder: nn.Module) -> Iterator[nn.Linear]:
    return (layer for layer in encoder.modules() if isinstance(layer, nn.Linear))
