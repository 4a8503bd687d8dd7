"""How fast a step of an encoder is: as Transformers has it, and as it is trained here.

    python benchmarks/encoder.py encoders/mpnet

Forward and backward of a batch of 64 in bfloat16, recorded as a CUDA graph as training does it, for
several widths; milliseconds, and the share of the matrix peak that the products of the layers make
of it. Needs a GPU.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor
from torch.profiler import ProfilerActivity, profile

from e3.networks.encoder import Encoder
from e3.training.speed import matrix_peak, training_flops

_WIDTHS = (96, 160, 320)
_BATCH = 64
_REPEATS = 20


def main() -> None:
    """Measures both ways."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("encoder")
    parser.add_argument("--profile", action="store_true", help="what the time of a step goes to")
    options = parser.parse_args()
    torch.backends.cuda.enable_cudnn_sdp(False)
    encoder = Encoder.pretrained(options.encoder).cuda().train()
    peak = matrix_peak(torch.device("cuda"))
    for width in _WIDTHS:
        ids = torch.randint(1000, 20000, (_BATCH, width), device="cuda")
        mask = torch.ones_like(ids)
        mask[::2, width * 3 // 4 :] = 0
        added = (mask == 0)[:, None, None, :] * torch.finfo(torch.float32).min
        segments = torch.zeros_like(ids)
        ways = {
            "transformers": partial(_theirs, encoder, ids, added),
            "ours": partial(encoder, ids, segments, mask),
        }
        for name, forward in ways.items():
            seconds, parts = _timed(encoder, forward, profiled=options.profile)
            share = training_flops(encoder) * ids.numel() / seconds / peak
            found = {"width": width, "way": name, "ms": round(seconds * 1e3, 2)}
            print(json.dumps({**found, "share_of_peak": round(share, 3), **parts}), flush=True)


def _theirs(encoder: Encoder, ids: Tensor, mask: Tensor) -> Tensor:
    encoded: Tensor = encoder.transformer(input_ids=ids, attention_mask=mask).last_hidden_state
    return encoded


def _timed(
    encoder: Encoder, forward: Callable[[], Tensor], *, profiled: bool
) -> tuple[float, dict[str, float]]:
    def step() -> None:
        encoder.zero_grad(set_to_none=True)
        with torch.autocast("cuda", torch.bfloat16):
            loss = forward().float().square().mean()
        loss.backward()  # type: ignore[no-untyped-call]

    beside = torch.cuda.Stream()  # type: ignore[no-untyped-call]
    beside.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(beside):
        for _ in range(3):
            step()
    torch.cuda.current_stream().wait_stream(beside)
    parts = _parts(step) if profiled else {}
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    start, end = _event(), _event()
    graph.replay()
    start.record()
    for _ in range(_REPEATS):
        graph.replay()
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) / _REPEATS / 1e3, parts


def _event() -> torch.cuda.Event:
    return torch.cuda.Event(enable_timing=True)  # type: ignore[no-untyped-call]


def _parts(step: Callable[[], None]) -> dict[str, float]:
    """Milliseconds of kernels by what they do."""
    with profile(activities=[ProfilerActivity.CUDA]) as found:
        step()
        torch.cuda.synchronize()
    kinds = {"attention": ("fmha", "attention"), "products": ("gemm", "nvjet", "cutlass3x")}
    sums = dict.fromkeys([*kinds, "rest"], 0.0)
    for event in found.key_averages():
        name = event.key.lower()
        kind = next((k for k, words in kinds.items() if any(w in name for w in words)), "rest")
        sums[kind] += event.device_time_total / 1e3
    return {kind: round(ms, 2) for kind, ms in sums.items()}


if __name__ == "__main__":
    main()
