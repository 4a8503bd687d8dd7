"""What the files of a run and of its model say, as far as a model card repeats it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field

from e3.errors import BadInput
from e3.files import is_there, parse_json, read_bytes
from e3.reading.model_folder import read_as

_Share = Annotated[float, Field(ge=0, le=1)]
_Number = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Data(BaseModel):
    train: list[str]
    scenarios: list[str] = []
    human_spans: str = ""
    held_out: _Share = 0.0


class _Model(BaseModel):
    encoder: str = ""
    teachers: list[str] = []
    pairs: list[str] = []


class _Recipe(BaseModel):
    name: str = ""
    data: _Data | None = None
    model: _Model | None = None


class _Run(BaseModel):
    seed: int = 0
    commit: str = ""
    e3: str = ""
    rows: int = 0
    device: str = ""


class _Accuracy(BaseModel):
    accuracy: _Share


class _Bin(BaseModel):
    low: _Share
    high: _Share
    confidence: _Share | None
    accuracy: _Share | None
    rows: int


class _Calibration(BaseModel):
    error: _Share
    bins: list[_Bin] = []


class _Measurement(BaseModel):
    rows: int
    micro_accuracy: _Share | None = None
    macro_accuracy: _Share | None = None
    bleu_1: _Share | None = None
    bleu_4: _Share | None = None
    combined: _Share | None = None
    f1_bleu_4: _Share | None = None
    recall: dict[str, _Share | None] = {}
    by_row_type: dict[str, _Accuracy] = {}
    calibration: _Calibration | None = None


class _Exported(_Measurement):
    calibration: _Calibration


class _Export(BaseModel):
    source: str
    same_decision: _Share
    exported: _Exported
    unquantised: _Exported


class _Mean(BaseModel):
    mean: _Number


class _Median(BaseModel):
    median: _Number


class _Speed(BaseModel):
    cpu: str
    threads: int
    word_pieces: _Number
    padded_to: _Number
    turn_ms: _Mean
    bert_base_ms: _Mean
    times_faster: _Number
    load_s: _Median
    peak_memory_mb: _Number


Object = Mapping[str, Any]
"""All that a file says, and of what a card repeats it is known what it is."""


@dataclass(frozen=True)
class RunFiles:
    """The files of a run; empty where there is none."""

    recipe: Object
    facts: Object
    figures: Object

    @classmethod
    def read(cls, run: Path) -> RunFiles:
        """Those of a run folder; refuses what a card can't repeat."""
        return cls(
            recipe=_object(_Recipe, run / "recipe.json"),
            facts=_object(_Run, run / "run.json"),
            figures=_object(dict[str, _Measurement], run / "metrics.json"),
        )


def read_export_figures(path: Path) -> Object:
    """What was measured of an exported model."""
    return _object(_Export, path)


def read_speed(path: Path) -> Object:
    """What benchmarks/turn.py --json printed."""
    try:
        return _whole(_Speed, path)
    except BadInput as error:
        raise BadInput(f"{error}; benchmarks/turn.py --json prints what is wanted") from None


def _object(kind: type[Any], path: Path) -> Object:
    return _whole(kind, path) if is_there(path) else {}


def _whole(kind: type[Any], path: Path) -> Object:
    read_as(kind, path)
    found: dict[str, Any] = parse_json(read_bytes(path), source=str(path))
    return found
