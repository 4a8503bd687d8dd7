"""A run that learns turns, drafts and stories at once, from a recipe to a reader that drafts."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")

import torch
from tests.tiny import make_encoder, make_run

from e3.corpus.augmentation import Augmentation
from e3.corpus.policies import our_objects
from e3.corpus.rows import dump
from e3.corpus.sources import read_corpus, read_rows
from e3.errors import E3Error
from e3.networks.encoder import Encoder, input_builder
from e3.networks.inputs import RememberingBuilder
from e3.readers.states.draft_training import DraftLessons
from e3.readers.states.recipe import StatesRecipe
from e3.readers.states.system import StateSystem
from e3.reading.drafts import drafting_of
from e3.reading.reader import Reader
from e3.training.recipe import DataRecipe, Recipe, Schedule
from e3.training.run import train_recipe


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some of our short texts, of which one is held out."""
    path = tmp_path_factory.mktemp("texts") / "policies.json"
    path.write_text(json.dumps(our_objects("policies")[:40]))
    return path


def recipe_of(texts: Path, **model: object) -> Recipe:
    encoder = make_encoder(texts.parent / "encoder", positions=512)
    rows = texts.parent / "rows.json"
    first = [r for r in read_rows("policies:train") if not r.conversation.scenario][:12]
    rows.write_text(dump(first))
    return Recipe(
        name="Reader",
        data=DataRecipe(train=(str(rows),), dev=str(rows)),
        augmentation=Augmentation(sources=("given",)),
        model=StatesRecipe(encoder=str(encoder), width=16, drafts=(str(texts),), **model),  # type: ignore[arg-type]
        training=Schedule(epochs=1, batch_size=16, learning_rate=1e-3, evaluations=1),
    )


def test_a_run_that_drafts(texts: Path, tmp_path: Path) -> None:
    policy = our_objects("policies")[0]
    reworded = tmp_path / "rewordings.json"
    asked = policy["questions"][0]["question"]
    also = {"title": policy["title"], "question": asked, "also": ["Is that so for me?"]}
    reworded.write_text(json.dumps([also]))
    recipe = recipe_of(texts, copies=2, varied=True, rewordings=str(reworded))
    train_recipe(recipe, tmp_path / "run", progress=lambda *_: None, say=lambda *_: None)
    [line] = (tmp_path / "run/training-states/curve.jsonl").read_text().splitlines()
    assert {"drafts right", "stories", "chosen by"} <= json.loads(line).keys()
    assert drafting_of(Reader.load(tmp_path / "run").system) is not None


def trained(recipe: Recipe, folder: Path) -> StateSystem:
    train_recipe(recipe, folder, progress=lambda *_: None, say=lambda *_: None)
    return StateSystem.load(folder, torch.device("cpu"))


def test_a_run_goes_on_from_another(texts: Path, tmp_path: Path) -> None:
    recipe = recipe_of(texts)
    first = trained(recipe, tmp_path / "first")
    model = replace(recipe.model, start=str(tmp_path / "first"), openings=1)
    still = replace(recipe.training, learning_rate=1e-12)
    again = trained(replace(recipe, model=model, training=still), tmp_path / "again")
    # With its shape, its openings, and the weights that it had.
    assert again.openings == first.openings
    for before, after in zip(first.network.parameters(), again.network.parameters(), strict=True):
        assert torch.allclose(before, after, atol=1e-6)


def test_what_cannot_be_gone_on_from(texts: Path, tmp_path: Path) -> None:
    recipe = recipe_of(texts)
    turns_alone = make_run(tmp_path / "turns", texts.parent / "encoder", system="states")
    for start, why in ((turns_alone, "knows nothing of drafts"), (tmp_path / "none", "none")):
        with pytest.raises(E3Error, match=why):
            trained(
                replace(recipe, model=replace(recipe.model, start=str(start))),
                tmp_path / f"run of {start.name}",
            )


def test_copies_are_put_in_other_ways_and_contrasts_are_left_out_where_no_file_is_named(
    texts: Path,
) -> None:
    def ids(**model: object) -> list[tuple[int, ...]]:
        recipe = recipe_of(texts, **model)
        lessons = DraftLessons.of(recipe)
        assert lessons.answers and not any(a.origin == "contrast" for a in lessons.answers)
        encoder = Encoder.pretrained(recipe.model.encoder)
        builder = RememberingBuilder(input_builder(recipe.model.encoder, encoder))
        made = lessons.examples(read_corpus(recipe.data.dev), builder, recipe.model, 0)
        return [example.inputs.encoder.ids for example in made if example.tags]

    once, twice = ids(), ids(copies=2)
    otherwise = ids(copies=2, varied=True)
    assert set(twice) == set(once)
    assert len(set(otherwise)) > len(set(once))
