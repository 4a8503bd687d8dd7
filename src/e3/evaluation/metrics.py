"""Predictions against gold, figure for figure as ShARC's official evaluation has them.

Each row is reduced to counts that add up over rows. Every figure is a function of the sums, and
that one function serves the estimate and its interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from e3.corpus.rows import Row, RowType
from e3.corpus.sharc import MAX_TEXT
from e3.errors import BadInput
from e3.evaluation.bleu import MAX_ORDER, bleu, bleu_counts
from e3.evaluation.bootstrap import intervals
from e3.evaluation.confusion import Confusion
from e3.evaluation.spacy_tokens import SpacyTokens
from e3.files import parse_json, read_bytes
from e3.memory import remembered
from e3.reading.conversation import CONCLUSIONS, DECISIONS, Decision
from e3.serialise import from_object

Array = NDArray[np.float64]

MAX_ANSWER = 10_000
"""Characters of one predicted answer. ShARC's longest has 266, and spaCy's time is quadratic."""

CLASSES = DECISIONS
_CELLS = len(CLASSES) ** 2


# The name of the official class of inquiries is itself no question.
_LABELS = {*CONCLUSIONS, "more"}

# What the official evaluation puts where a prediction is missing.
_MISSING = "missing"


@dataclass(frozen=True, slots=True)
class TypeAccuracy:
    """How many rows are of a type, and the share of them that is decided rightly."""

    rows: int
    accuracy: float


@dataclass(frozen=True)
class Evaluation:
    """What predictions are worth, in fractions with four decimals.

    `figures` and `intervals` have the same keys. The recall of a class that is not in gold is None.
    """

    rows: int
    figures: Mapping[str, float]
    intervals: Mapping[str, tuple[float, float]]
    recall: Mapping[Decision, float | None]
    confusion: Confusion
    by_row_type: Mapping[RowType, TypeAccuracy]
    warnings: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for `json.dump`, the figures under their official names."""
        fields = asdict(self)
        return {**fields.pop("figures"), **fields}


@dataclass(frozen=True)
class Predictions:
    """The answers of a prediction file by utterance id, and what is odd about the file."""

    answers: Mapping[str, str]
    warnings: tuple[str, ...] = ()


class _Prediction(BaseModel):
    utterance_id: Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
    answer: Annotated[str, Field(max_length=MAX_ANSWER)]


def read_predictions(path: Path) -> Predictions:
    """The predictions in a JSON list of objects with `utterance_id` and `answer`."""
    objects = parse_json(read_bytes(path), source=str(path))
    if not isinstance(objects, list):
        raise BadInput("predictions are a JSON list of objects, this is none", source=str(path))
    if not objects:
        raise BadInput("the list of predictions is empty", source=str(path))
    answers: dict[str, str] = {}
    repeated: dict[str, None] = {}
    for number, value in enumerate(objects, start=1):
        try:
            prediction = from_object(_Prediction, value)
        except BadInput as error:
            raise BadInput(str(error), source=str(path), row=number) from None
        if prediction.utterance_id in answers:
            repeated[prediction.utterance_id] = None
        answers[prediction.utterance_id] = prediction.answer
    if not repeated:
        return Predictions(answers)
    warning = (
        f"More than one prediction for {len(repeated):,} of {len(answers):,} ids"
        f" {_first(repeated)}: the last one counts, as in the official evaluation."
    )
    return Predictions(answers, (warning,))


def evaluate(
    gold: Sequence[Row],
    predictions: Mapping[str, str],
    *,
    gold_source: str = "the gold rows",
    warnings: Sequence[str] = (),
) -> Evaluation:
    """The worth of `predictions` (answers by utterance id); `warnings` are passed on."""
    wanted = _gold_answers(gold, gold_source)
    if wanted.keys().isdisjoint(predictions):
        raise BadInput(
            f"none of the {len(predictions):,} predictions belongs to {gold_source}:"
            " is this the right file?"
        )
    pairs = [
        (normalise(answer), normalise(predictions.get(utterance_id, _MISSING)))
        for utterance_id, answer in wanted.items()
    ]
    statistics = np.array([_statistics(*pair) for pair in pairs])
    total = statistics.sum(axis=0)
    spread = intervals(statistics, _resampling_units(gold), figures)
    confusion = {
        decision: dict(zip(CLASSES, map(int, line), strict=True))
        for decision, line in zip(CLASSES, _confusion(total), strict=True)
    }
    return Evaluation(
        rows=len(gold),
        figures={name: _rounded(value) for name, value in figures(total).items()},
        intervals={name: (_rounded(low), _rounded(high)) for name, (low, high) in spread.items()},
        recall={
            decision: _rounded(line[decision] / sum(line.values())) if any(line.values()) else None
            for decision, line in confusion.items()
        },
        confusion=confusion,
        by_row_type=_by_row_type(gold, pairs),
        warnings=(*warnings, *_oddities(gold, predictions, confusion)),
    )


def _gold_answers(gold: Sequence[Row], source: str) -> dict[str, str]:
    answers: dict[str, str] = {}
    for number, row in enumerate(gold, start=1):
        if row.answer is None:
            raise BadInput("there is no gold answer", source=source, row=number)
        if row.utterance_id in answers:
            raise BadInput(
                f"an earlier row has the same id, {row.utterance_id}", source=source, row=number
            )
        answers[row.utterance_id] = row.answer
    return answers


@remembered
def normalise(answer: str) -> str:
    """An answer as it is compared: spaCy's tokens in lower case with spaces between them."""
    return " ".join(token.lower() for token in _tokens(answer)).strip().replace("\n", "")


_tokens = SpacyTokens()


def _decision(answer: str) -> Decision:
    return CONCLUSIONS.get(answer, Decision.INQUIRE)


def _statistics(gold: str, predicted: str) -> Array:
    """What one row adds: its cell of the confusion matrix, and the counts of three BLEUs.

    These are over the rows where both ask, where the prediction asks, and where gold asks.
    """
    cells = np.zeros((len(CLASSES), len(CLASSES)))
    cells[CLASSES.index(_decision(gold)), CLASSES.index(_decision(predicted))] = 1
    wanted, asked = gold not in _LABELS, predicted not in _LABELS
    counts = bleu_counts(predicted.split() if asked else [], gold.split() if wanted else [])
    both = wanted and asked
    return np.concatenate([cells.ravel(), counts * both, counts * asked, counts * wanted])


def _confusion(statistics: Array) -> Array:
    return statistics[..., :_CELLS].reshape(*statistics.shape[:-1], len(CLASSES), len(CLASSES))


def figures(statistics: Array) -> dict[str, Array]:
    """Every figure, from summed statistics along the last axis."""
    confusion = _confusion(statistics)
    hits, rows = confusion.diagonal(axis1=-2, axis2=-1), confusion.sum(axis=-1)
    both, asked, wanted = np.split(statistics[..., _CELLS:], 3, axis=-1)
    # A class without rows has no recall: the mean is over the others.
    macro = (hits / np.maximum(rows, 1)).sum(axis=-1) / (rows > 0).sum(axis=-1)
    return {
        "micro_accuracy": hits.sum(axis=-1) / rows.sum(axis=-1),
        "macro_accuracy": macro,
        **{f"bleu_{n}": bleu(both, n) for n in range(1, MAX_ORDER + 1)},
        "combined": macro * bleu(both, MAX_ORDER),
        **{f"f1_bleu_{n}": _harmonic(bleu(asked, n), bleu(wanted, n)) for n in (1, MAX_ORDER)},
    }


def _harmonic(one: Array, other: Array) -> Array:
    return 2 * one * other / np.where(one + other > 0, one + other, 1)


def _resampling_units(gold: Sequence[Row]) -> list[str]:
    """The tree of each row, as rows of one tree are not independent; the rows if that is all."""
    trees = [row.tree_id or row.utterance_id for row in gold]
    return trees if len(set(trees)) > 1 else [row.utterance_id for row in gold]


def _by_row_type(
    gold: Sequence[Row], pairs: Sequence[tuple[str, str]]
) -> dict[RowType, TypeAccuracy]:
    hits: dict[RowType, list[bool]] = {kind: [] for kind in RowType}
    for row, (wanted, predicted) in zip(gold, pairs, strict=True):
        hits[row.type].append(_decision(wanted) is _decision(predicted))
    return {
        kind: TypeAccuracy(len(right), _rounded(sum(right) / len(right)))
        for kind, right in hits.items()
        if right
    }


def _oddities(
    gold: Sequence[Row], predictions: Mapping[str, str], confusion: Confusion
) -> Iterator[str]:
    """What one should know before one trusts the figures, in sentences."""
    ids = {row.utterance_id: None for row in gold}
    if missing := [name for name in ids if name not in predictions]:
        yield (
            f"No prediction for {len(missing):,} of {len(ids):,} gold rows {_first(missing)}:"
            f' each counts as the follow-up question "{_MISSING}", as in the official evaluation.'
        )
    if foreign := [name for name in predictions if name not in ids]:
        yield (
            f"No gold row for {len(foreign):,} of {len(predictions):,} predictions"
            f" {_first(foreign)}: each is ignored, as in the official evaluation."
        )
    if absent := [decision for decision, line in confusion.items() if not any(line.values())]:
        yield (
            f"No gold row is of class {' or '.join(absent)}:"
            " the macro accuracy is the mean over the other classes."
        )
    if len({row.tree_id for row in gold}) == 1:
        yield (
            "The gold rows don't belong to several dialogue trees:"
            " the intervals come from resampling rows and may be too narrow."
        )


def _first(ids: Iterable[str]) -> str:
    return f"(first: {next(iter(ids))})"


def _rounded(value: Array | np.float64 | float) -> float:
    return round(float(value), 4)
