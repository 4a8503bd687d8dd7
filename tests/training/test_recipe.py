"""A recipe says all, and a word that means nothing in it is an error."""

import json
from pathlib import Path

import pytest

from e3.corpus.augmentation import Augmentation
from e3.corpus.supervision import SpanKind
from e3.errors import BadInput
from e3.readers.heuristic.recipe import HeuristicRecipe
from e3.training.recipe import DataRecipe, Recipe, read_recipe, training_corpora

RECIPES = sorted((Path(__file__).parents[2] / "recipes").rglob("*.toml"))
DATA = '[data]\ntrain = ["policies:evaluation"]\n'


def written(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "recipe.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def refused(path: Path) -> str:
    with pytest.raises(BadInput) as caught:
        read_recipe(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def test_there_are_recipes() -> None:
    assert {path.name for path in RECIPES} >= {"policies.toml", "sharc-rows.toml"}


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.name)
def test_every_recipe_can_be_read(path: Path) -> None:
    recipe = read_recipe(path)
    assert recipe.data.train or recipe.model == HeuristicRecipe()


def test_a_recipe_says_all(tmp_path: Path) -> None:
    text = """seed = 3
[data]
train = ["a.json", "policies:train"]
scenarios = ["stories"]
spans = "human"
human_spans = "spans.json"
[augmentation]
rows = 20
sources = ["tree"]
weights = {tree = 2}
mix = {"no scenario" = 1}
"""
    assert read_recipe(written(tmp_path, text)) == Recipe(
        data=DataRecipe(
            train=("a.json", "policies:train"),
            scenarios=("stories",),
            spans=SpanKind.HUMAN,
            human_spans="spans.json",
        ),
        augmentation=Augmentation(
            sources=("tree",), weights={"tree": 2}, mix={"no scenario": 1}, rows=20
        ),
        seed=3,
    )


def test_changes_take_precedence(tmp_path: Path) -> None:
    path = written(tmp_path, "seed = 3\n" + DATA)
    changed = read_recipe(path, ["seed = 4", 'data.spans = "clause"'])
    assert changed == Recipe(DataRecipe(("policies:evaluation",), spans=SpanKind.CLAUSE), seed=4)
    for change in ("seed", "sed = 4", "data.span = 1", "data = 3", "data.train.x = 1"):
        with pytest.raises(BadInput) as caught:
            read_recipe(path, [change])
        assert "\n" not in str(caught.value)


def test_what_a_recipe_leaves_out_has_defaults(tmp_path: Path) -> None:
    assert read_recipe(written(tmp_path, DATA)) == Recipe(DataRecipe(("policies:evaluation",)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "data: "),
        ("sed = 1\n" + DATA, "sed: "),
        (DATA + "train_on = 1", "data.train_on: "),
        (DATA + "[augmentation]\nrow = 1", "augmentation.row: "),
        (DATA + "[augmentation.mix]\nfoo = 1", "augmentation.mix: 'foo' is none of "),
        (DATA + "[augmentation]\nsources = ['foo']", "augmentation.sources: 'foo' is none of "),
        (DATA + "[augmentation.mix]\n'no scenario' = -1", "augmentation.mix: "),
        (DATA + "[augmentation.mix]\n'no scenario' = nan", "augmentation.mix: "),
        (DATA + "[augmentation.mix]\n'no scenario' = inf", "augmentation.mix: "),
        (DATA + "spans = 'long'", "data.spans: "),
        ("seed = 'x'\n" + DATA, "seed: "),
        (DATA + "[model]\nencoder = 3", "model.e3.encoder: "),
        (DATA + "[model]\nsystem = 'x'", "model: 'x' is none of 'e3', "),
        ("[data]\ntrain = 'policies'", "data.train: "),
        ("[data\ntrain", "this is not TOML: "),
        ("seed = 1\nseed = 2", "this is not TOML: "),
        (b"\xff\xfe\x00", "this is not TOML: "),
        ("x = " + "[" * 5000, "this is not TOML: "),
        ("seed = " + "1" * 5000, "this is not TOML: "),
    ],
    ids=range(19),
)
def test_what_is_wrong_with_a_recipe_is_named(
    tmp_path: Path, text: str | bytes, message: str
) -> None:
    assert refused(written(tmp_path, text)).startswith(message)


def test_a_recipe_from_windows(tmp_path: Path) -> None:
    path = written(tmp_path, ("\ufeff" + DATA).replace("\n", "\r\n"))
    assert read_recipe(path).data.train == ("policies:evaluation",)


def test_a_missing_recipe(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.toml") == "there is no such file"
    assert refused(tmp_path) == "this is a folder, a file is wanted"


def test_the_corpus_of_a_recipe(tmp_path: Path) -> None:
    tree = "help-with-your-bins/1"
    told = [{"tree_id": tree, "scenarios": [{"text": "I wait.", "settles": {}}]}]
    (tmp_path / "stories.json").write_text(json.dumps(told))
    spans = tmp_path / "spans.json"
    spans.write_text(json.dumps({tree: {"questions": {"Why?": ["bins"]}}}))
    corpus, _ = training_corpora(
        DataRecipe(("policies:evaluation",), scenarios=(str(tmp_path),), human_spans=str(spans))
    )
    assert "I wait." in [story.text for story in corpus.scenarios[tree].stories]
    assert corpus.human_spans[tree] == {"why": ("bins",)}
    assert len(corpus.human_spans) == len(corpus.trees)


def test_long_texts_of_ours_can_be_left_out() -> None:
    every, _ = training_corpora(DataRecipe(train=("policies:evaluation",)))
    short, _ = training_corpora(DataRecipe(train=("policies:evaluation",), longest=40))
    words = {tree.tree_id: len(tree.rule_text.text.split()) for tree in every.trees}
    assert {tree.tree_id for tree in short.trees} == {id for id, n in words.items() if n <= 40}
    assert {row.tree_id for row in short.rows} <= {tree.tree_id for tree in short.trees}
    assert 0 < len(short.trees) < len(every.trees)
