"""How fast training is against what the machine can do (model FLOPs utilisation)."""

from __future__ import annotations

import time

import torch
from torch import nn

from e3.networks.precision import trained_in_bf16


def training_flops(network: nn.Module) -> float:
    """Floating-point operations to train on one token: six for every weight that is multiplied.

    Embeddings are looked up, not multiplied; attention over short inputs is left out.
    """
    embeddings = {
        id(module.weight) for module in network.modules() if isinstance(module, nn.Embedding)
    }
    return 6.0 * sum(p.numel() for p in network.parameters() if id(p) not in embeddings)


def matrix_peak(device: torch.device) -> float:
    """Operations a second of a large matrix product, as precise as training there."""
    cuda = device.type == "cuda"
    size, repeats = (8192, 10) if cuda else (1024, 5)
    precision = torch.bfloat16 if trained_in_bf16(device) else torch.float32
    one = torch.randn(size, size, device=device, dtype=precision)
    for _ in range(3):
        one @ one
    if cuda:
        torch.cuda.synchronize()
    started = time.perf_counter()
    for _ in range(repeats):
        one @ one
    if cuda:
        torch.cuda.synchronize()
    return 2.0 * size**3 * repeats / (time.perf_counter() - started)
