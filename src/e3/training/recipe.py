"""A recipe: one TOML file that says all that a reported number depends on."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ConfigDict

from e3.corpus.augmentation import Augmentation
from e3.corpus.corpus import Corpus, merged
from e3.corpus.scenarios import SCENARIO_FILES, read_scenarios
from e3.corpus.sources import files_of, is_ours, read_corpus
from e3.corpus.supervision import SpanKind, read_human_spans
from e3.errors import BadInput
from e3.files import read_bytes
from e3.reading.registry import find_reader, reader_names
from e3.serialise import from_object

_E3 = "e3"


@dataclass(frozen=True)
class DataRecipe:
    """What is trained on."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    train: tuple[str, ...] = ()
    """Sources of training rows and trees."""
    longest: int = 0
    """Of policies the longest text that is trained on, in words; 0: all of them. ShARC's texts are
    snippets, and whole pages have most of the rows that ours can give."""
    dev: str = ""
    """The source by which the best weights are chosen and on which a run is measured."""
    scenarios: tuple[str, ...] = ()
    """Folders with stories.json and statements.json for these trees."""
    spans: SpanKind = SpanKind.CORE
    """What counts as the span of a rule."""
    held_out: float = 0.0
    """The share of ShARC's training rule texts that is left out, to choose and to calibrate by.

    Our own policies have a part for evaluation as it is.
    """
    human_spans: str = ""
    """A file of human spans for `spans = "human"`; our policies bring their own."""


@dataclass(frozen=True)
class Schedule:
    """How a network is optimised: Adam, linear warm-up and decay."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    epochs: int = 5
    batch_size: int = 10
    learning_rate: float = 5e-5
    warm_up: float = 0.1
    """The share of all steps in which the learning rate rises."""
    weight_decay: float = 0.01
    fresh_rate: float = 1.0
    """How many times faster the layers learn that are not pretrained."""
    clip: float = 1.0
    evaluations: int = 10
    """How often the network is evaluated, at equal distances; the best one is kept."""

    def rate(self, step: int, steps: int) -> float:
        """The learning rate at a step, counted from 0."""
        rising = max(1.0, self.warm_up * steps)
        falling = max(1.0, steps - rising)
        return self.learning_rate * min((step + 1) / rising, (steps - step) / falling)


@dataclass(frozen=True)
class EditorRecipe:
    """The editor; a recipe without one asks with the rule as it stands in the text."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    encoder: str
    """A hub name or a folder."""
    spans: tuple[SpanKind, ...] = (SpanKind.CORE,)
    """What of a rule it learns to make into a question: one example for each span that differs."""
    sources: tuple[str, ...] = ()
    """Sources whose rules and questions it learns from beside those of `data.train`."""
    dropout: float = 0.4
    """Behind the attention over the input."""
    word_vectors: str = ""
    """A file of word vectors, a word and its numbers a line; empty: the encoder's own."""
    train_words: bool = False
    """Whether the word vectors are trained."""
    training: Schedule = field(
        default_factory=lambda: Schedule(epochs=20, batch_size=10, learning_rate=5e-5)
    )


@dataclass(frozen=True)
class Recipe:
    """All of it. What only training needs may be left out where rows alone are made."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    data: DataRecipe
    name: str = ""
    """The row of the tables that a run of this recipe belongs to."""
    seed: int = 0
    augmentation: Augmentation = field(default_factory=Augmentation)
    model: Any = None
    """The [model] of the reader that it names by `system`, a dataclass of that reader's own."""
    training: Schedule = field(default_factory=Schedule)
    editor: EditorRecipe | None = None


def read_recipe(path: Path, changes: Sequence[str] = ()) -> Recipe:
    """The recipe in a TOML file; a word that means nothing there is an error, not ignored.

    `changes` are lines like 'model.encoder = "bert-base-cased"' that take precedence.
    """
    table = _toml(read_bytes(path).decode("utf-8-sig", errors="replace"), str(path))
    for change in changes:
        _merge(table, _toml(change, f"the change {change!r}"))
    try:
        model = table.pop("model", None)
        recipe = from_object(Recipe, table)
        return recipe if model is None else replace(recipe, model=_model(model))
    except BadInput as error:
        raise BadInput(str(error), source=str(path)) from None


def _model(table: Any) -> Any:
    """The [model] of a recipe, read by the reader that it names; E3 where it names none."""
    if not isinstance(table, dict):
        raise BadInput("model: this should be a table, [model]")
    name = table.get("system", _E3)
    if name not in (known := _trainable()):
        raise BadInput(f"model: {name!r} is none of {', '.join(map(repr, known))}")
    try:
        return from_object(known[name], table)
    except BadInput as error:
        raise BadInput(f"model.{name}.{error}") from None


def _trainable() -> dict[str, type[Any]]:
    """The recipes of all readers that can be trained, E3's first."""
    kinds = [find_reader(name) for name in sorted(reader_names(), key=lambda n: (n != _E3, n))]
    return {kind.name: kind.recipe for kind in kinds if kind.recipe is not None}


def _toml(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError
        raise BadInput(f"this is not TOML: {error}", source=source) from None


def _merge(table: dict[str, Any], change: dict[str, Any]) -> None:
    for key, value in change.items():
        if isinstance(value, dict) and isinstance(table.get(key), dict):
            _merge(table[key], value)
        else:
            table[key] = value


def training_corpora(recipe: DataRecipe) -> tuple[Corpus, Corpus]:
    """The corpus that a recipe trains on, and what of it is held out."""
    if not recipe.train:
        raise BadInput("this recipe has nothing to train on: name a source in data.train")
    parts = [training_parts(source, recipe.held_out, recipe.longest) for source in recipe.train]
    trained, held_out = (merged(corpora) for corpora in zip(*parts, strict=True))
    return _with_files(trained, recipe), _with_files(held_out, recipe)


def recipe_files(recipe: DataRecipe) -> list[Path]:
    """The files that a recipe's rows are made of."""
    told = [Path(folder) / name for folder in recipe.scenarios for name in SCENARIO_FILES]
    spans = [Path(recipe.human_spans)] if recipe.human_spans else []
    return [*(path for source in recipe.train for path in files_of(source)), *told, *spans]


def training_parts(source: str, held_out: float, longest: int = 0) -> tuple[Corpus, Corpus]:
    """What of a source is trained on, and what is held out; of our own corpus nothing is."""
    return read_corpus(source, longest=longest).split(0.0 if is_ours(source) else held_out)


def _with_files(corpus: Corpus, recipe: DataRecipe) -> Corpus:
    """The corpus with the scenarios and the spans that the recipe names."""
    for folder in recipe.scenarios:
        corpus = corpus.with_scenarios(read_scenarios(Path(folder)))
    if recipe.human_spans:
        corpus = corpus.with_human_spans(read_human_spans(Path(recipe.human_spans)))
    return corpus
