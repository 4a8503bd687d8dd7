"""What the [model] of a recipe can say of E3."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import ConfigDict


@dataclass(frozen=True)
class E3Recipe:
    """E3, without its editor."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    encoder: str
    """A hub name or a folder."""
    system: Literal["e3"] = "e3"
    dropout: float = 0.4
    """Behind the encoder."""
    entailment: bool = True
    """Whether E3 is given the scores g and h."""
    loudness: float = 1.0
    """What g and h are multiplied by."""
    threshold: float = 0.5
    """tau: the score from which on a position starts or ends a rule."""
    extraction_weight: float = 400 / 300
    """lambda, for a loss summed over positions and averaged over examples. The authors' 400 is for
    a mean over 300 positions as well."""
