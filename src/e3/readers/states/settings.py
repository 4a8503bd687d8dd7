"""What the model.json of E3 with states says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from e3.readers.states.draft_decoding import Calibration
from e3.serialise import STRICT


@dataclass(frozen=True, kw_only=True)
class ExportedSettings:
    """As it is exported."""

    __pydantic_config__ = STRICT

    openings: Annotated[list[Annotated[str, Field(pattern=r"\S")]], Field(min_length=1)]
    """How a question can begin."""
    temperature: Annotated[float, Field(ge=1e-3, le=1e3)]
    """What the scores of the decisions are divided by."""
    drafts: Calibration | None = None
    """Where it drafts and reads stories."""


@dataclass(frozen=True, kw_only=True)
class StateSettings(ExportedSettings):
    """As it is trained."""

    layers: Annotated[int, Field(ge=0, le=100)]
    """Of the transformer across units and turns."""
    width: Annotated[int, Field(ge=0, le=10_000)] = 0
    """Of that transformer; 0: as wide as the encoder."""
    few_bits: bool = False
    """Whether the encoder reads with weights of four bits."""
