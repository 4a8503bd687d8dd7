"""What the [model] of a recipe can say of BERTQA."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import ConfigDict


@dataclass(frozen=True)
class BertQARecipe:
    """BERTQA."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    encoder: str
    """A hub name or a folder."""
    system: Literal["bertqa"] = "bertqa"
    dropout: float = 0.4
    """Behind the encoder."""
