"""What the [model] of a recipe can say of the heuristic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import ConfigDict


@dataclass(frozen=True)
class HeuristicRecipe:
    """The heuristic: there is nothing to set, and nothing is trained."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    system: Literal["heuristic"] = "heuristic"
