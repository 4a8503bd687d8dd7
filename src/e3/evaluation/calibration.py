"""Calibration: whether of all replies that are 80 % sure 80 % are right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, Field, model_validator

from e3.corpus.rows import Row
from e3.errors import BadInput
from e3.evaluation.pictures import new_figure, save_figure
from e3.files import opened, parse_json
from e3.reading.conversation import Decision, Reply
from e3.serialise import from_object

BINS = 15
"""Of equal width, as the expected calibration error is usually taken."""


@dataclass(frozen=True, slots=True)
class Bin:
    """The rows whose confidence is above `low` and at most `high`; no figures where none is."""

    low: float
    high: float
    rows: int
    confidence: float | None
    accuracy: float | None


@dataclass(frozen=True)
class Calibration:
    """Confidence against accuracy, in fractions with four decimals.

    `error` is the expected calibration error: how far the two are apart in a bin, over all rows.
    """

    rows: int
    error: float
    confidence: float
    accuracy: float
    bins: tuple[Bin, ...]

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for `json.dump`."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class SureDecision:
    """A decision and how sure the reader said it was."""

    decision: Decision
    confidence: float


def sure_decision(reply: Reply) -> SureDecision:
    """What a reply says of itself."""
    return SureDecision(reply.decision, reply.confidence)


def calibration(gold: Sequence[Row], replies: Sequence[SureDecision]) -> Calibration:
    """The calibration of replies to these rows, in the rows' order."""
    pairs = zip(gold, replies, strict=True)
    right = [row.decision is reply.decision for row, reply in pairs]
    return calibration_of([reply.confidence for reply in replies], right)


def calibration_of(confidence: Sequence[float], is_right: Sequence[bool]) -> Calibration:
    """How well confidence goes with being right, of anything."""
    sure, right = np.array(confidence), np.array(is_right, dtype=np.float64)
    if not len(sure):
        raise BadInput("there is no row to calibrate on")
    edges = np.linspace(0, 1, BINS + 1)
    # A confidence of 0 belongs to the first bin, which has no bin below it.
    places = np.clip(np.searchsorted(edges, sure) - 1, 0, BINS - 1)
    counts = np.bincount(places, minlength=BINS)
    sums = [np.bincount(places, weights=each, minlength=BINS) for each in (sure, right)]
    bins = tuple(
        Bin(
            low=_rounded(edges[place]),
            high=_rounded(edges[place + 1]),
            rows=int(count),
            confidence=_rounded(said / count) if count else None,
            accuracy=_rounded(hits / count) if count else None,
        )
        for place, (count, said, hits) in enumerate(zip(counts, *sums, strict=True))
    )
    return Calibration(
        rows=len(sure),
        error=_rounded(np.abs(sums[0] - sums[1]).sum() / len(sure)),
        confidence=_rounded(sure.mean()),
        accuracy=_rounded(right.mean()),
        bins=bins,
    )


class _Explanation(BaseModel):
    utterance_id: str
    decision: Decision
    probabilities: dict[Decision, Annotated[float, Field(ge=0, le=1)]]

    @model_validator(mode="after")
    def _has_its_own(self) -> _Explanation:
        if self.decision not in self.probabilities:
            raise ValueError("there is no probability of the decision: this model gives none")
        return self


def read_sure_decisions(path: Path) -> dict[str, SureDecision]:
    """Decisions and confidence by utterance id, from what `e3 predict --explain` wrote."""
    found: dict[str, SureDecision] = {}
    for number, value in enumerate(_lines(path), start=1):
        try:
            each = from_object(_Explanation, value)
        except BadInput as error:
            raise BadInput(str(error), source=str(path), row=number) from None
        found[each.utterance_id] = SureDecision(each.decision, each.probabilities[each.decision])
    return found


def _lines(path: Path) -> Iterator[Any]:
    with opened(path) as file:
        for number, line in enumerate(file, start=1):
            yield parse_json(line, source=f"{path}, row {number}")


def in_order(
    gold: Sequence[Row], found: Mapping[str, SureDecision], *, source: str
) -> list[SureDecision]:
    """What was told of each gold row; refuses a file that leaves some out."""
    missing = [row.utterance_id for row in gold if row.utterance_id not in found]
    if missing:
        raise BadInput(
            f"it explains no reply to {len(missing):,} of {len(gold):,} gold rows"
            f" (first: {missing[0]}): give what `e3 predict --explain` wrote for them",
            source=source,
        )
    return [found[row.utterance_id] for row in gold]


def draw_calibration(found: Calibration, path: Path) -> None:
    """Writes a reliability diagram: accuracy over confidence, and how many rows are that sure."""
    figure = new_figure(5.6, 6.4)
    upper, lower = figure.subplots(2, sharex=True, height_ratios=(3, 1))
    width = 1 / BINS
    filled = [each for each in found.bins if each.rows]
    upper.bar(
        [each.low for each in filled],
        [each.accuracy for each in filled],
        width=width,
        align="edge",
        edgecolor="white",
        label="accuracy",
    )
    upper.plot(
        [each.confidence for each in filled],
        [each.accuracy for each in filled],
        "o",
        color="black",
        ms=3,
        label="at the mean confidence",
    )
    upper.plot([0, 1], [0, 1], "--", color="gray", label="as it should be")
    upper.set(xlim=(0, 1), ylim=(0, 1), ylabel="accuracy")
    upper.set_title(f"Expected calibration error {found.error:.1%}, {found.rows:,} rows")
    upper.legend(loc="upper left")
    lower.bar(
        [each.low for each in found.bins],
        [each.rows for each in found.bins],
        width=width,
        align="edge",
        color="tab:gray",
        edgecolor="white",
    )
    lower.set(xlabel="confidence", ylabel="rows")
    save_figure(figure, path)


def _rounded(value: float | np.float64) -> float:
    return round(float(value), 4)
