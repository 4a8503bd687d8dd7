"""What the [model] of a recipe can say of E3 with states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import ConfigDict


@dataclass(frozen=True)
class StatesRecipe:
    """E3 with states."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    encoder: str
    """A hub name or a folder."""
    system: Literal["states"] = "states"
    layers: int = 2
    """Of the transformer across units and turns."""
    dropout: float = 0.1
    """Behind the encoder and in the transformer across units and turns."""
    openings: int = 200
    """Ways to begin a question that can be chosen from."""
    states_weight: float = 1.0
    """What the states count in the loss beside the decision."""
    inquiry_weight: float = 1.0
    """What the unit to ask about counts."""
    ends_weight: float = 0.5
    """What its first and its last word count."""
    opening_weight: float = 0.5
    """What the opening of its question counts."""
    teachers: tuple[str, ...] = ()
    """Runs of larger networks of this kind to learn from."""
    teaching: float = 0.5
    """The share of the loss that comes from the teachers, where there are some."""
    pairs: tuple[str, ...] = ()
    """Files of sentence pairs in SNLI's form; how the one bears on the other is learnt as well."""
    most_pairs: int = 20_000
    """How many of them are drawn."""
