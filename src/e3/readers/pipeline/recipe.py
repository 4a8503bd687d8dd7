"""What the [model] of a recipe can say of the Pipeline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import ConfigDict


@dataclass(frozen=True)
class PipelineRecipe:
    """The Pipeline."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    system: Literal["pipeline"] = "pipeline"
    trees: int = 200
    """Of the random forest."""
