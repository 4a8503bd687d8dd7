"""How precisely networks multiply: in bfloat16 where that is several times faster."""

from __future__ import annotations

import torch


def trained_in_bf16(device: torch.device) -> bool:
    """Whether what is trained there is trained in bfloat16: on GPUs, and on processors that can.

    Reading alone is in full precision on a processor, so that replies are the same on all.
    """
    return device.type == "cuda" or torch.cpu._is_avx512_bf16_supported()


def as_trained(device: torch.device) -> torch.autocast:
    """Inside, a network reads as precisely as it is trained, so that choosing takes no longer.

    What a run reports in the end is read as its user will read it.
    """
    return torch.autocast(device.type, torch.bfloat16, enabled=trained_in_bf16(device))
