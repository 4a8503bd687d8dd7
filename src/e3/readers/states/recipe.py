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
    start: str = ""
    """A run of this reader to go on from, with its shape, word pieces and openings; without one,
    all but the encoder is fresh."""
    system: Literal["states"] = "states"
    layers: int = 2
    """Of the transformer across units and turns."""
    width: int = 0
    """Of that transformer; 0: as wide as the encoder."""
    few_bits: bool = False
    """Whether the encoder learns with weights of four bits, as it is then exported with."""
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
    drafts: tuple[str, ...] = ()
    """Sources of policies: to draft their texts and read their stories is learnt beside turns."""
    contrasts: str = ""
    """A file of contrasts to the trees of these sources; without one, none are learnt from."""
    copies: int = 1
    """How often an epoch has each draft."""
    varied: bool = False
    """Whether every copy but the first is put in another way: its bullets in another order, without
    blocks that say nothing of a rule, beside another text, asked in other words."""
    rewordings: str = ""
    """A file of other words for the questions of these sources."""
    joined: int = 2
    """Stories for each rule that are put together of statements."""
    drafts_weight: float = 1.0
    """What drafts count in the loss beside the decision."""
