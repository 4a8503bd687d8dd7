"""The training loop: one for every network here. It can be killed and goes on where it was."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from accelerate import Accelerator, DistributedDataParallelKwargs
from numpy.typing import NDArray
from torch import Tensor, nn

from e3.files import replacing, write_whole
from e3.networks.packed import PickedRows, pick_batches
from e3.networks.precision import as_trained, trained_in_bf16
from e3.training.epochs import batches_by_length, share_of
from e3.training.graphs import Backward, GraphedBackward
from e3.training.recipe import Schedule

_PAD_TO = 32
"""Widths of batches: few, because a graph is recorded for each."""

Progress = Callable[[int, int, str], None]
"""Called after every step with the steps done, all steps, and a few words."""


@dataclass(frozen=True)
class Task:
    """What the loop trains."""

    network: nn.Module
    lengths: NDArray[np.int64]
    """Of every example, in word pieces."""
    loss: Callable[[nn.Module, PickedRows], Tensor]
    """Of picked examples; it is given `network`, perhaps wrapped."""
    evaluate: Callable[[], Mapping[str, float]]
    """The figures of the network as it is."""
    selects: str
    """The figure by which the best evaluation is chosen."""
    pretrained: nn.Module | None = None
    """The part of the network that is not fresh."""


@dataclass(frozen=True)
class Outcome:
    """What training came to."""

    best: Mapping[str, float]
    best_step: int
    steps: int
    seconds: float
    """Of training, evaluations left out."""
    tokens_per_second: float


def make_accelerator() -> Accelerator:
    """What there is to train with: a GPU, or this machine, and all processes that were begun."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    precision = "bf16" if trained_in_bf16(device) else "no"
    # An encoder may have parts that we don't use, as BERT has its pooler.
    unused = DistributedDataParallelKwargs(find_unused_parameters=True)
    return Accelerator(mixed_precision=precision, kwargs_handlers=[unused])


def train(
    task: Task,
    schedule: Schedule,
    folder: Path,
    *,
    seed: int,
    accelerator: Accelerator,
    progress: Progress,
) -> Outcome:
    """Trains `task.network` and leaves it as it was at its best evaluation.

    `folder` gets curve.jsonl, one line an evaluation, and what it takes to go on after a kill:
    state.pt while there is more to do, then best.pt and outcome.json.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / "outcome.json").exists():
        _load(task.network, folder / "best.pt")
        return Outcome(**json.loads((folder / "outcome.json").read_text()))
    # It plans anew for every shape of batch, which takes longer than the attention itself.
    torch.backends.cuda.enable_cudnn_sdp(False)
    torch.manual_seed(seed)
    network = accelerator.prepare(task.network)
    optimizer = accelerator.prepare(_optimizer(task, schedule))
    epoch_steps = -(-len(task.lengths) // schedule.batch_size)
    steps = schedule.epochs * epoch_steps
    evaluate_at = {
        -(-steps * i // schedule.evaluations) for i in range(1, schedule.evaluations + 1)
    }
    state = _State(folder)
    state.restore(task.network, optimizer)
    backward = _backward(task, network, accelerator)
    network.train()
    while state.step < steps:
        epoch = state.step // epoch_steps
        rng = np.random.default_rng([seed, epoch])
        batches = batches_by_length(task.lengths, schedule.batch_size, rng)
        left = batches[state.step % epoch_steps :]
        process = accelerator.process_index, accelerator.num_processes
        mine = [share_of(rows, *process) for rows in left]
        picked = pick_batches(mine, task.lengths, accelerator.device, pad_to=_PAD_TO)
        for rows, part in zip(left, picked, strict=True):
            started = time.perf_counter()
            for group in optimizer.param_groups:
                group["lr"] = group["times"] * schedule.rate(state.step, steps)
            loss = backward(part)
            accelerator.clip_grad_norm_(network.parameters(), schedule.clip)
            optimizer.step()
            optimizer.zero_grad()
            state.after_step(loss, int(task.lengths[rows].sum()))
            progress(state.step, steps, state.summary)
            if state.step in evaluate_at:
                if accelerator.device.type == "cuda":
                    torch.cuda.synchronize()
                state.seconds += time.perf_counter() - started
                if accelerator.is_main_process:
                    with as_trained(accelerator.device):
                        figures = dict(task.evaluate())
                    state.after_evaluation(task, figures, optimizer, last=state.step == steps)
                accelerator.wait_for_everyone()
                network.train()
            else:
                state.seconds += time.perf_counter() - started
    accelerator.wait_for_everyone()
    _load(task.network, folder / "best.pt")
    accelerator.wait_for_everyone()  # the file goes when the run is finished
    outcome = Outcome(
        best=state.best,
        best_step=state.best_step,
        steps=steps,
        seconds=round(state.seconds, 1),
        tokens_per_second=round(state.tokens / max(state.seconds, 1e-9), 1),
    )
    if accelerator.is_main_process:
        write_whole(folder / "outcome.json", [json.dumps(asdict(outcome))])
        (folder / "state.pt").unlink(missing_ok=True)
    return outcome


def _backward(task: Task, network: nn.Module, accelerator: Accelerator) -> Backward:
    """What leaves the gradients of a loss; for an encoder on one GPU, graphed."""

    def backward(picked: PickedRows) -> Tensor:
        with accelerator.autocast():
            loss = task.loss(network, picked)
        accelerator.backward(loss)
        return loss.detach()

    alone = accelerator.device.type == "cuda" and accelerator.num_processes == 1
    if not alone or task.pretrained is None:
        return backward
    return GraphedBackward(backward, [p for p in network.parameters() if p.requires_grad])


def _load(network: nn.Module, weights: Path) -> None:
    network.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))


def _optimizer(task: Task, schedule: Schedule) -> torch.optim.Optimizer:
    """Adam with weight decay, none on biases and layer norms; what is fresh learns faster."""
    pretrained = set(task.pretrained.parameters()) if task.pretrained else set()
    groups: dict[tuple[bool, bool], list[nn.Parameter]] = {}
    for parameter in task.network.parameters():
        if parameter.requires_grad:
            key = (parameter.ndim > 1, parameter in pretrained)
            groups.setdefault(key, []).append(parameter)
    return torch.optim.AdamW(
        [
            {
                "params": parameters,
                "weight_decay": schedule.weight_decay if decayed else 0.0,
                "times": 1.0 if old else schedule.fresh_rate,
            }
            for (decayed, old), parameters in groups.items()
        ],
        lr=schedule.learning_rate,
        fused=True,
    )


class _State:
    """Where training stands: in memory, and in the folder for the case that it is killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.step = 0
        self.best: Mapping[str, float] = {}
        self.best_step = 0
        self.seconds = 0.0
        self.tokens = 0
        self.summary = ""
        self.curve: list[dict[str, Any]] = []
        self.losses: list[Tensor] = []

    def after_step(self, loss: Tensor, tokens: int) -> None:
        self.step += 1
        self.tokens += tokens
        self.losses.append(loss)  # read at the next evaluation, so that no step waits for it

    def after_evaluation(
        self,
        task: Task,
        figures: Mapping[str, float],
        optimizer: torch.optim.Optimizer,
        *,
        last: bool,
    ) -> None:
        loss = float(torch.stack(self.losses).mean())
        self.losses = []
        self.curve.append({"step": self.step, "loss": round(loss, 5), **figures})
        if not self.best or figures[task.selects] > self.best[task.selects]:
            self.best, self.best_step = figures, self.step
            save(self.folder / "best.pt", task.network.state_dict())
        self.summary = f"loss {loss:.3f}, best {task.selects} {self.best[task.selects]:.4f}"
        write_whole(self.folder / "curve.jsonl", (json.dumps(line) + "\n" for line in self.curve))
        if not last:
            self._store(task.network, optimizer)

    def _store(self, network: nn.Module, optimizer: torch.optim.Optimizer) -> None:
        stored = {
            "network": network.state_dict(),
            "optimizer": optimizer.state_dict(),
            "random": torch.get_rng_state(),
            "cuda_random": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
            "fields": {name: getattr(self, name) for name in _STORED},
        }
        save(self.folder / "state.pt", stored)

    def restore(self, network: nn.Module, optimizer: torch.optim.Optimizer) -> None:
        """Goes back to the last evaluation before an interruption, if there was one."""
        path = self.folder / "state.pt"
        if not path.exists():
            return
        stored = torch.load(path, map_location="cpu", weights_only=True)
        network.load_state_dict(stored["network"])
        optimizer.load_state_dict(stored["optimizer"])
        torch.set_rng_state(stored["random"])
        if stored["cuda_random"]:
            torch.cuda.set_rng_state_all(stored["cuda_random"])
        for name, value in stored["fields"].items():
            setattr(self, name, value)


_STORED = ("step", "best", "best_step", "seconds", "tokens", "summary", "curve")


def save(path: Path, value: Any) -> None:
    """Whole or not at all: a kill while writing leaves the file as it was."""
    with replacing(path) as beside:
        torch.save(value, beside)
