"""A run: a recipe and a seed turned into a folder with a trained system and its figures."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from e3.corpus.predictions import answer_of
from e3.errors import BadInput
from e3.evaluation.curve import draw_curve
from e3.files import visible_names, write_whole
from e3.full_memory import told_if_full
from e3.provenance import VERSION, source_commit
from e3.reading.registry import find_reader
from e3.reading.systems import AblatedSystem, System, TrainedSystem
from e3.training.clock import RunClock
from e3.training.context import TrainingContext
from e3.training.loop import Outcome, Progress, Task, make_accelerator, train
from e3.training.measure import measured
from e3.training.recipe import Recipe, Schedule
from e3.training.speed import matrix_peak, training_flops

Say = Callable[[str], None]


def train_recipe(recipe: Recipe, folder: Path, *, progress: Progress, say: Say) -> None:
    """Trains what the recipe describes; a run that was interrupted goes on where it was."""
    if recipe.model is None or not recipe.data.dev:
        raise BadInput("a recipe to train from has [model] with its system and data.dev")
    if (folder / "metrics.json").exists():
        raise BadInput("there is a finished run in this folder already", source=str(folder))
    _claim(folder, recipe)
    with told_if_full():
        _Run(recipe, folder, progress, say).train()


class _Run:
    """The parts of a run that several steps share."""

    def __init__(self, recipe: Recipe, folder: Path, progress: Progress, say: Say) -> None:
        self.recipe, self.folder = recipe, folder
        self.progress, self.say = progress, say
        self.clock = RunClock(folder / "seconds.json")
        _be_deterministic()
        self.accelerator = make_accelerator()
        self.context = TrainingContext(recipe, self.accelerator.device, self._fit)
        # What the run is made from is what is there now: a tree may change while it trains.
        self.figures: dict[str, Any] = environment(self.accelerator.device)

    def train(self) -> None:
        self.say("reading the data")
        system = self._trained()
        if not self.accelerator.is_main_process:
            return
        self.say("saving and measuring")
        system.save(self.folder)
        metrics = self._all_measured(system)
        self.figures |= {
            "seed": self.recipe.seed,
            "recipe": self.recipe.name,
            "encoder": Path(getattr(self.recipe.model, "encoder", "")).name,
            "rows": self.context.rows_read,
            "seconds": round(self.clock.seconds, 1),
        }
        _write(self.folder / "run.json", self.figures)
        _write(self.folder / "metrics.json", metrics)
        for kept in self.folder.glob("training-*/*.pt"):
            kept.unlink()  # the weights are saved with the system by now
        self.clock.forget()

    def _all_measured(self, system: TrainedSystem) -> dict[str, Any]:
        """The figures of a system, of the same without what it can do without, on other texts."""
        metrics = {self.recipe.name: self._measure(system)}
        if held_out := self.context.held_out:
            replies = system.read([row.conversation for row in held_out])
            metrics[f"{self.recipe.name}, held-out"] = measured(held_out, replies)
        if isinstance(system, AblatedSystem):
            for what, ablated in system.ablations.items():
                metrics[f"{self.recipe.name} {what}"] = self._measure(ablated)
        return metrics

    def _trained(self) -> TrainedSystem:
        """By the reader that the recipe names."""
        kind = find_reader(self.recipe.model.system)
        if kind.train is None:
            raise BadInput(f"the reader {kind.name!r} can't be trained")
        return kind.train(self.context)

    def _measure(self, system: System) -> dict[str, Any]:
        """The figures on dev, from the saved weights' own replies; the first also as a file."""
        rows = self.context.dev.rows
        replies = system.read([row.conversation for row in rows])
        predictions = [
            {"utterance_id": row.utterance_id, "answer": answer_of(reply)}
            for row, reply in zip(rows, replies, strict=True)
        ]
        path = self.folder / "predictions.json"
        if not path.exists():
            _write(path, predictions)
        return measured(rows, replies)

    def _fit(self, task: Task, schedule: Schedule, what: str) -> None:
        self.say(f"training {what} on {len(task.lengths):,} examples")
        folder = self.folder / f"training-{what.lower()}"
        outcome = train(
            task,
            schedule,
            folder,
            seed=self.recipe.seed,
            accelerator=self.accelerator,
            progress=self._stepped,
        )
        if self.accelerator.is_main_process:
            self.figures[what] = self._speed(task, outcome)
            draw_curve(folder / "curve.jsonl", folder / "curve.png", task.selects)

    def _stepped(self, done: int, total: int, summary: str) -> None:
        if self.accelerator.is_main_process:
            self.clock.note()
        self.progress(done, total, summary)

    def _speed(self, task: Task, outcome: Outcome) -> dict[str, Any]:
        """How fast it was, and for an encoder what share of what the machine can do that is."""
        if task.pretrained is None:
            return asdict(outcome)
        done = training_flops(task.network) * outcome.tokens_per_second
        share = round(done / matrix_peak(self.accelerator.device), 4)
        return {**asdict(outcome), "share_of_peak": share}


def _be_deterministic() -> None:
    """Same seed, same figures, as far as the device allows it."""
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    torch.use_deterministic_algorithms(True, warn_only=True)
    # Nothing here reads memory that it has not written, and filling all of it is slow.
    torch.utils.deterministic.fill_uninitialized_memory = False  # type: ignore[attr-defined]
    torch.backends.cudnn.benchmark = False


def _claim(folder: Path, recipe: Recipe) -> None:
    """Writes the recipe down; an interrupted run goes on only with the same one.

    A folder of something else is left alone: its files may have the names of ours.
    """
    path = folder / "recipe.json"
    text = json.dumps(asdict(recipe), indent=1, ensure_ascii=False) + "\n"
    there = visible_names(folder)
    if there and path.name not in there:
        raise BadInput("this folder has other files in it: name a new one", source=str(folder))
    if not path.exists():
        write_whole(path, [text])  # for several processes at once
    if path.read_text() != text:
        raise BadInput("an interrupted run with another recipe is here", source=str(folder))


def environment(device: torch.device) -> dict[str, str]:
    """Where a run was made: what one needs to make it again."""
    return {
        "commit": source_commit(),
        "e3": VERSION,
        "torch": torch.__version__,
        "python": platform.python_version(),
        "device": torch.cuda.get_device_name() if device.type == "cuda" else platform.machine(),
    }


def _write(path: Path, value: Any) -> None:
    write_whole(path, [json.dumps(value, indent=1, ensure_ascii=False), "\n"])
