import errno
import json
import os
import subprocess
import sys
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")

import torch
from accelerate import Accelerator
from tests.tiny import make_encoder

from e3.corpus.augmentation import Augmentation
from e3.corpus.predictions import answer_of
from e3.corpus.rows import dump
from e3.corpus.sources import read_corpus, read_rows
from e3.errors import BadInput
from e3.readers.bertqa.recipe import BertQARecipe
from e3.readers.e3.recipe import E3Recipe
from e3.readers.heuristic.recipe import HeuristicRecipe
from e3.readers.pipeline.recipe import PipelineRecipe
from e3.readers.seq2seq.recipe import Seq2SeqRecipe
from e3.readers.states.recipe import StatesRecipe
from e3.readers.states.system import StateSystem
from e3.reading.conversation import Decision
from e3.reading.reader import Reader
from e3.training import context
from e3.training.epochs import share_of
from e3.training.held_out import HELD_OUT
from e3.training.loop import Progress, Task, save, train
from e3.training.recipe import DataRecipe, EditorRecipe, Recipe, Schedule
from e3.training.run import train_recipe


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(make_encoder(tmp_path_factory.mktemp("encoder")))


@pytest.fixture(scope="module")
def rows_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A few rows of two of our policies, as training and development set in one."""
    rows = [r for r in read_rows("policies:train") if not r.conversation.scenario]
    trees = sorted({row.tree_id for row in rows})[:2]
    path = tmp_path_factory.mktemp("data") / "rows.json"
    path.write_text(dump([row for row in rows if row.tree_id in trees]))
    return str(path)


def recipe_of(encoder: str, data: str, **changes: Any) -> Recipe:
    schedule = Schedule(epochs=4, batch_size=4, learning_rate=1e-3, evaluations=4)
    recipe = Recipe(
        name="E3",
        data=DataRecipe(train=(data,), dev=data),
        augmentation=Augmentation(sources=("given",)),
        model=E3Recipe(encoder=encoder, dropout=0.1, extraction_weight=0.3),
        training=schedule,
        editor=EditorRecipe(encoder=encoder, training=schedule, train_words=True),
    )
    return replace(recipe, **changes)


def nothing(*_words: object) -> None:
    pass


def quietly(recipe: Recipe, folder: Path, progress: Progress = nothing) -> None:
    train_recipe(recipe, folder, progress=progress, say=nothing)


def figures(folder: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((folder / "metrics.json").read_text())
    return found


def predictions(folder: Path) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads((folder / "predictions.json").read_text())
    return found


class Interrupted(Exception):
    pass


def interrupt_at(step: int, task: int) -> Progress:
    """A progress bar that breaks training off at a step of the first or second thing trained."""
    seen = {"tasks": 0}

    def progress(done: int, total: int, summary: str) -> None:
        if done == 1:
            seen["tasks"] += 1
        if seen["tasks"] == task and done == step:
            raise Interrupted

    return progress


def test_a_run_leaves_all_that_one_needs(encoder: str, rows_file: str, tmp_path: Path) -> None:
    quietly(recipe_of(encoder, rows_file), tmp_path / "run")
    folder = tmp_path / "run"
    assert set(figures(folder)) == {"E3", "E3 -edit"}
    run = json.loads((folder / "run.json").read_text())
    assert run["seed"] == 0
    assert run["E3"]["tokens_per_second"] > 0
    assert run["E3"]["share_of_peak"] >= 0  # how much depends on what else the machine does
    assert (folder / "training-e3" / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert len((folder / "training-e3" / "curve.jsonl").read_text().splitlines()) == 4
    assert not list(folder.rglob("*.pt"))
    corpus = read_corpus(rows_file)
    system = Reader.load(folder).system
    replies = system.read([row.conversation for row in corpus.rows])
    predicted = json.loads((folder / "predictions.json").read_text())
    said = [r.question or r.decision.value.capitalize() for r in replies]
    assert [p["answer"] for p in predicted] == said


def test_the_same_seed_gives_the_same_figures_and_another_does_not(
    encoder: str, rows_file: str, tmp_path: Path
) -> None:
    recipe = recipe_of(encoder, rows_file, editor=None)
    quietly(recipe, tmp_path / "one")
    quietly(recipe, tmp_path / "two")
    quietly(replace(recipe, seed=1), tmp_path / "three")
    curves = [
        (tmp_path / name / "training-e3" / "curve.jsonl").read_text()
        for name in ("one", "two", "three")
    ]
    assert curves[0] == curves[1] != curves[2]
    assert figures(tmp_path / "one") == figures(tmp_path / "two")


@pytest.mark.parametrize(("step", "task"), [(2, 1), (3, 2), (7, 2)])
def test_a_run_that_was_broken_off_ends_as_if_it_had_not_been(
    encoder: str, rows_file: str, tmp_path: Path, step: int, task: int
) -> None:
    recipe = recipe_of(encoder, rows_file)
    quietly(recipe, tmp_path / "whole")
    with pytest.raises(Interrupted):
        quietly(recipe, tmp_path / "broken", interrupt_at(step, task))
    quietly(recipe, tmp_path / "broken")
    assert figures(tmp_path / "whole") == figures(tmp_path / "broken")
    for weights in ("weights.safetensors", "editor/weights.safetensors"):
        one, other = (tmp_path / name / weights for name in ("whole", "broken"))
        assert one.read_bytes() == other.read_bytes()


class Clock:
    """Stands still until it is put forward."""

    now = 7.0

    def perf_counter(self) -> float:
        return self.now


def test_the_seconds_of_a_run_are_those_of_all_its_parts(
    encoder: str, rows_file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def part(passes: float, breaks_off: int = 0) -> None:
        clock = Clock()

        def progress(done: int, _total: int, _summary: str) -> None:
            if done == breaks_off:
                raise Interrupted
            clock.now += passes

        monkeypatch.setattr("e3.training.clock.time", clock)
        quietly(recipe_of(encoder, rows_file, editor=None), tmp_path / "run", progress)

    with pytest.raises(Interrupted):
        part(100.0, breaks_off=3)
    with pytest.raises(Interrupted):
        part(1000.0, breaks_off=2)
    part(0.0)
    run = json.loads((tmp_path / "run" / "run.json").read_text())
    assert run["seconds"] == 200.0 + 1000.0
    assert not (tmp_path / "run" / "seconds.json").exists()


def test_a_broken_off_run_goes_on_only_with_its_own_recipe(
    encoder: str, rows_file: str, tmp_path: Path
) -> None:
    recipe = recipe_of(encoder, rows_file)
    with pytest.raises(Interrupted):
        quietly(recipe, tmp_path / "run", interrupt_at(3, 1))
    with pytest.raises(BadInput, match="another recipe"):
        quietly(replace(recipe, seed=5), tmp_path / "run")


def test_a_finished_run_is_not_overwritten(encoder: str, rows_file: str, tmp_path: Path) -> None:
    recipe = recipe_of(encoder, rows_file, editor=None)
    quietly(recipe, tmp_path / "run")
    with pytest.raises(BadInput, match="finished run"):
        quietly(recipe, tmp_path / "run")


def test_a_folder_of_something_else_is_left_alone(
    encoder: str, rows_file: str, tmp_path: Path
) -> None:
    recipe = recipe_of(encoder, rows_file, editor=None)
    before = {path: path.read_bytes() for path in Path(encoder).iterdir()}
    with pytest.raises(BadInput, match="this folder has other files in it: name a new one"):
        quietly(recipe, Path(encoder))
    assert {path: path.read_bytes() for path in Path(encoder).iterdir()} == before
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="a file is where a folder should be"):
        quietly(recipe, tmp_path / "file")


def test_a_full_disk_leaves_no_half_of_a_state(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "state.pt"
    save(path, {"step": 1})
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(BadInput, match="No space left on device"):
            save(path, {"step": 2})
    assert torch.load(path) == {"step": 1}
    assert list(tmp_path.iterdir()) == [path]


def test_e3_learns_ten_rows_by_heart(encoder: str, rows_file: str, tmp_path: Path) -> None:
    schedule = Schedule(
        epochs=120, batch_size=16, learning_rate=3e-3, weight_decay=0.0, evaluations=4
    )
    recipe = recipe_of(encoder, rows_file, training=schedule, editor=None)
    recipe = replace(recipe, model=replace(recipe.model, dropout=0.0))
    quietly(recipe, tmp_path / "run")
    system = Reader.load(tmp_path / "run").system
    rows = read_rows(rows_file)
    assert len(rows) >= 10
    replies = system.read([row.conversation for row in rows])
    right = [r.decision is row.decision for r, row in zip(replies, rows, strict=True)]
    assert sum(right) / len(right) >= 0.9
    asked = [r for r in replies if r.decision is Decision.INQUIRE]
    assert all(r.rules and r.asked is not None for r in asked)


def test_bertqa_learns_too(encoder: str, rows_file: str, tmp_path: Path) -> None:
    schedule = Schedule(
        epochs=200, batch_size=16, learning_rate=3e-3, weight_decay=0.0, evaluations=2
    )
    recipe = recipe_of(
        encoder,
        rows_file,
        name="BERTQA",
        model=BertQARecipe(encoder=encoder, dropout=0.0),
        training=schedule,
        editor=None,
    )
    quietly(recipe, tmp_path / "run")
    assert figures(tmp_path / "run")["BERTQA"]["micro_accuracy"] >= 0.8


def test_a_recipe_without_a_model_or_dev_says_what_is_missing(
    encoder: str, rows_file: str, tmp_path: Path
) -> None:
    recipe = recipe_of(encoder, rows_file)
    with pytest.raises(BadInput, match="system and data"):
        quietly(replace(recipe, model=None), tmp_path / "run")
    with pytest.raises(BadInput, match="system and data"):
        quietly(replace(recipe, data=replace(recipe.data, dev="")), tmp_path / "run")


def test_an_encoder_that_is_not_there_is_one_sentence(rows_file: str, tmp_path: Path) -> None:
    recipe = recipe_of(str(tmp_path / "nowhere"), rows_file)
    with pytest.raises(Exception, match="there is no encoder"):
        quietly(recipe, tmp_path / "run")


def test_the_learning_rate_rises_and_falls() -> None:
    schedule = Schedule(learning_rate=1.0, warm_up=0.1)
    rates = [schedule.rate(step, 100) for step in range(100)]
    assert rates[0] == pytest.approx(0.1)
    assert max(rates) == rates[9] == pytest.approx(1.0)
    assert rates[-1] == pytest.approx(1 / 90)
    assert rates[:10] == sorted(rates[:10])
    assert rates[10:] == sorted(rates[10:], reverse=True)


def test_every_system_is_trained_saved_measured_and_read_with_in_one_way(tmp_path: Path) -> None:
    """Seq2Seq, the Pipeline and the heuristic beside E3 and BERTQA above."""
    rows = list(read_rows("policies:train"))
    trees = sorted({row.tree_id for row in rows if row.evidence})[:2]
    rows = [row for row in rows if row.tree_id in trees]
    data = tmp_path / "rows.json"
    data.write_text(dump(rows))
    for model in (
        Seq2SeqRecipe(width=16, word_width=16, vocabulary=200, dropout=0.0),
        PipelineRecipe(trees=10),
        HeuristicRecipe(),
    ):
        recipe = Recipe(
            name=model.system,
            data=DataRecipe(train=(str(data),), dev=str(data)),
            augmentation=Augmentation(sources=("given",)),
            model=model,
            training=Schedule(epochs=2, batch_size=16, learning_rate=1e-2, evaluations=1),
        )
        folder = tmp_path / model.system
        quietly(recipe, folder)
        measured = figures(folder)[model.system]
        assert measured["rows"] == len(rows)
        replies = Reader.load(folder).read_many([row.conversation for row in rows])
        answers = {p["utterance_id"]: p["answer"] for p in predictions(folder)}
        assert [answer_of(reply) for reply in replies] == [answers[r.utterance_id] for r in rows]
        run = json.loads((folder / "run.json").read_text())
        assert run["encoder"] == ""
        assert run["rows"] == (0 if model.system == "heuristic" else len(rows))


def test_fresh_layers_can_learn_faster(tmp_path: Path) -> None:
    encoder, head = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)
    network = torch.nn.Sequential(OrderedDict(encoder=encoder, head=head))
    before = {name: weight.clone() for name, weight in network.state_dict().items()}
    given = torch.ones(4, 2)
    task = Task(
        network=network,
        lengths=np.ones(4, np.int64),
        loss=lambda network, _picked: network(given).sum(),
        evaluate=lambda: {"figure": 1.0},
        selects="figure",
        pretrained=encoder,
    )
    schedule = Schedule(
        epochs=1, batch_size=4, learning_rate=1e-3, weight_decay=0.0, fresh_rate=10.0, evaluations=1
    )
    train(task, schedule, tmp_path, seed=0, accelerator=Accelerator(cpu=True), progress=nothing)
    moved = {name: (network.state_dict()[name] - old).abs().max() for name, old in before.items()}
    # Adam's first step is as long as the rate, whatever the gradient.
    assert float(moved["encoder.weight"]) == pytest.approx(1e-3, rel=1e-2)
    assert float(moved["head.weight"]) == pytest.approx(1e-2, rel=1e-2)
    assert float(moved["head.bias"]) == pytest.approx(1e-2, rel=1e-2)


def test_held_out_rule_texts_are_chosen_by_and_not_trained_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context, "HELD_OUT", replace(HELD_OUT, rows=30))
    encoder = str(make_encoder(tmp_path / "encoder", positions=1024))
    rows = read_rows("policies:train")
    told = {row.tree_id: row for row in rows if row.origin == "story" and row.evidence}
    trees = sorted(told)[:20]
    plain = [r for r in rows if r.tree_id in trees and not r.conversation.scenario]
    data, dev = tmp_path / "rows.json", tmp_path / "dev.json"
    data.write_text(dump([*plain, *(told[tree] for tree in trees)]))
    dev.write_text(dump(plain[:20]))
    recipe = recipe_of(
        encoder,
        str(data),
        name="states",
        model=StatesRecipe(encoder=encoder),
        training=Schedule(epochs=1, batch_size=32, evaluations=1),
        editor=None,
    )
    parts = DataRecipe(train=(str(data),), dev=str(dev), held_out=0.4)
    quietly(replace(recipe, data=parts), tmp_path / "run")
    assert set(figures(tmp_path / "run")) == {"states", "states, held-out"}
    (line,) = (tmp_path / "run/training-states/curve.jsonl").read_text().splitlines()
    found = json.loads(line)
    both = [found[f"{p}micro_accuracy"] * found[f"{p}macro_accuracy"] for p in ("", "held-out ")]
    assert found["decisions"] == pytest.approx(sum(both) / 2, abs=1e-4)
    run = json.loads((tmp_path / "run/run.json").read_text())
    assert 0 < run["rows"] < len(read_rows(str(data)))
    # The temperature is fitted on the held-out rows.
    system = Reader.load(tmp_path / "run").system
    assert isinstance(system, StateSystem)
    assert system.temperature not in {0.0, 1.0}


@pytest.mark.parametrize("processes", [1, 2, 3, 8])
@pytest.mark.parametrize("size", [1, 2, 3, 10])
def test_a_batch_is_shared_among_all_processes(size: int, processes: int) -> None:
    rows = np.arange(7, 7 + size)
    shares = [share_of(rows, process, processes) for process in range(processes)]
    assert all(len(share) for share in shares)
    assert {row for share in shares for row in share.tolist()} == set(rows.tolist())
    assert sum(map(len, shares)) == max(size, processes)


def test_two_processes_train_one_network(tmp_path: Path) -> None:
    """Also where the last batch has a row for one of them alone."""
    script = Path(__file__).with_name("two_processes.py")
    launched = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node=2"]
    ran = subprocess.run(
        [*launched, script, tmp_path],
        env={**os.environ, "ACCELERATE_USE_CPU": "true", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    one, other = (json.loads((tmp_path / f"process-{n}.json").read_text()) for n in (0, 1))
    assert (one["of"], one["steps"], one["weight"]) == (2, 6, other["weight"])
    assert len((tmp_path / "curve.jsonl").read_text().splitlines()) == 2
