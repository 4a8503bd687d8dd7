"""What the model.json of E3 with states says."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated

from pydantic import Field

from e3.readers.states.draft_decoding import Calibration
from e3.serialise import STRICT

_Temperature = Annotated[float, Field(ge=1e-3, le=1e3)]


@dataclass(frozen=True)
class DraftSettings:
    """What makes the probabilities of drafts and stories mean what they say; see `Calibration`."""

    __pydantic_config__ = STRICT

    tags: _Temperature = 1.0
    pairs: _Temperature = 1.0
    answered: _Temperature = 1.0
    told: _Temperature = 1.0
    rule_from: Annotated[float, Field(gt=0, lt=1)] = 0.5
    right: tuple[float, float] = (0.0, 1.0)

    @property
    def calibration(self) -> Calibration:
        """The same for those who decode."""
        return Calibration(**asdict(self))


@dataclass(frozen=True, kw_only=True)
class ExportedSettings:
    """As it is exported."""

    __pydantic_config__ = STRICT

    openings: Annotated[list[Annotated[str, Field(pattern=r"\S")]], Field(min_length=1)]
    """How a question can begin."""
    temperature: Annotated[float, Field(ge=1e-3, le=1e3)]
    """What the scores of the decisions are divided by."""
    drafts: DraftSettings | None = None
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
