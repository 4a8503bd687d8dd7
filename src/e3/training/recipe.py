"""A recipe: one TOML file that says all that a reported number depends on."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ConfigDict

from e3.errors import BadInput
from e3.serialise import from_object
from e3.sharc.augmentation import Augmentation
from e3.sharc.corpus import Corpus, merged
from e3.sharc.reader import read_bytes
from e3.sharc.scenarios import read_scenarios
from e3.sharc.supervision import SpanKind, read_human_spans
from e3.sources import read_corpus


@dataclass(frozen=True)
class DataRecipe:
    """What is trained on."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    train: tuple[str, ...]
    """Sources of training rows and trees."""
    scenarios: tuple[str, ...] = ()
    """Folders with stories.json and statements.json for these trees."""
    spans: SpanKind = SpanKind.CORE
    """What counts as the span of a rule."""
    human_spans: str = ""
    """A file of human spans for `spans = "human"`; our policies bring their own."""

    def __post_init__(self) -> None:
        if not self.train:
            raise ValueError("train: name at least one source")


@dataclass(frozen=True)
class Recipe:
    """The data and how rows are made from it."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    data: DataRecipe
    augmentation: Augmentation = field(default_factory=Augmentation)
    seed: int = 0


def read_recipe(path: Path) -> Recipe:
    """The recipe in a TOML file; a word that means nothing there is an error, not ignored."""
    try:
        table = tomllib.loads(read_bytes(path).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"this is not TOML: {error}", source=str(path)) from None
    try:
        return from_object(Recipe, table)
    except BadInput as error:
        raise BadInput(str(error), source=str(path)) from None


def training_corpus(recipe: DataRecipe) -> Corpus:
    """The corpus that a recipe trains on."""
    corpus = merged([read_corpus(source) for source in recipe.train])
    for folder in recipe.scenarios:
        corpus = corpus.with_scenarios(read_scenarios(Path(folder)))
    if recipe.human_spans:
        corpus = corpus.with_human_spans(read_human_spans(Path(recipe.human_spans)))
    return corpus
