"""`e3 evaluate`: what predictions are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from e3.cli.output import echo, echo_json, table
from e3.corpus.rows import Row, decision_of
from e3.corpus.sources import read_rows
from e3.errors import BadInput
from e3.evaluation import metrics
from e3.evaluation.calibration import (
    Calibration,
    calibration,
    draw_calibration,
    in_order,
    read_sure_decisions,
)
from e3.evaluation.confusion import confusion_text, draw_confusion
from e3.evaluation.metrics import Evaluation

_TITLES = {
    "micro_accuracy": "Micro accuracy",
    "macro_accuracy": "Macro accuracy",
    "bleu_1": "BLEU-1",
    "bleu_2": "BLEU-2",
    "bleu_3": "BLEU-3",
    "bleu_4": "BLEU-4",
    "combined": "Combined",
    "f1_bleu_1": "F1 of BLEU-1",
    "f1_bleu_4": "F1 of BLEU-4",
}


@click.command()
@click.argument("gold")
@click.argument("pred", type=click.Path(path_type=Path))
@click.option(
    "--explained",
    type=click.Path(path_type=Path),
    metavar="FILE.jsonl",
    help="What e3 predict --explain wrote: also score how sure the system was.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
@click.option(
    "--plot",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Draw confusion.png, and with --explained calibration.png, in this folder.",
)
def evaluate(
    gold: str, pred: Path, *, explained: Path | None, as_json: bool, plot: Path | None
) -> None:
    """Scores the predictions in PRED against GOLD as ShARC's official evaluation does.

    GOLD is a ShARC file (dev.json), a part of an archive (sharc.zip:dev) or policies:evaluation.
    PRED is a JSON list of objects with "utterance_id" and "answer", which is yes, no, irrelevant
    or a follow-up question.

    Micro accuracy is over all rows, macro accuracy is the mean recall of the four decisions. BLEU
    is over the rows where both gold and prediction ask, F1 of BLEU also counts questions that
    only one of them asks. Combined is macro accuracy times BLEU-4. The 95 % intervals come from
    resampling whole dialogue trees.

    The calibration error is the expected one, over 15 bins of equal width: how far the confidence
    in a decision is from the share of decisions that are right.

    \b
    Example:
      e3 evaluate dev.json predictions.json
      e3 evaluate dev.json predictions.json --json --plot pictures
      e3 evaluate dev.json predictions.json --explained why.jsonl
    """
    rows = read_rows(gold)
    predictions = metrics.read_predictions(pred)
    evaluation = metrics.evaluate(
        rows, predictions.answers, gold_source=gold, warnings=predictions.warnings
    )
    sure = None if explained is None else _calibration(rows, predictions.answers, explained)
    if plot is not None:
        picture = plot / "confusion.png"
        draw_confusion(evaluation.confusion, picture, title=_picture_title(evaluation))
        echo(f"Wrote {picture}", err=True)
    if plot is not None and sure is not None:
        draw_calibration(sure, plot / "calibration.png")
        echo(f"Wrote {plot / 'calibration.png'}", err=True)
    if as_json:
        found = {} if sure is None else {"calibration": sure.to_dict()}
        echo_json({**evaluation.to_dict(), **found})
    else:
        echo(_report(evaluation))
        if sure is not None:
            echo(f"\n{_sureness(sure)}")
    for warning in evaluation.warnings:
        echo(f"Note: {warning}", err=True)


def _calibration(gold: Sequence[Row], answers: Mapping[str, str], path: Path) -> Calibration:
    """Of the decisions that the predictions hold: explanations of others are refused."""
    told = in_order(gold, read_sure_decisions(path), source=str(path))
    for row, each in zip(gold, told, strict=True):
        answer = answers.get(row.utterance_id)
        if answer is None or decision_of(answer) is not each.decision:
            raise BadInput(
                f"it does not belong to the predictions: {row.utterance_id} is decided differently",
                source=str(path),
            )
    return calibration(gold, told)


def _picture_title(evaluation: Evaluation) -> str:
    micro, macro = evaluation.figures["micro_accuracy"], evaluation.figures["macro_accuracy"]
    return f"Micro accuracy {micro:.1%}, macro accuracy {macro:.1%}"


def _report(evaluation: Evaluation) -> str:
    """The tables, figures in percent."""
    figures = [(f"{evaluation.rows:,} rows", "%", "95 % interval")]
    for name, figure in evaluation.figures.items():
        low, high = evaluation.intervals[name]
        figures.append((_TITLES[name], _percent(figure), f"{_percent(low)} to {_percent(high)}"))
    recall = [("Recall", "%", "rows")]
    for decision, share in evaluation.recall.items():
        rows = sum(evaluation.confusion[decision].values())
        recall.append((decision, "-" if share is None else _percent(share), f"{rows:,}"))
    types = [("Accuracy by row type", "%", "rows")]
    for kind, found in evaluation.by_row_type.items():
        types.append((kind, _percent(found.accuracy), f"{found.rows:,}"))
    tables = [table(rows, right=(1, 2)) for rows in (figures, recall, types)]
    confusion = (
        f"Rows by gold (down) and predicted (across)\n{confusion_text(evaluation.confusion)}"
    )
    return "\n\n".join([*tables, confusion])


def _sureness(sure: Calibration) -> str:
    """The calibration error, and the bins that have rows."""
    bins = [("Confidence", "mean %", "right %", "rows")]
    for each in sure.bins:
        if each.confidence is not None and each.accuracy is not None:
            span = f"{_percent(each.low)} to {_percent(each.high)}"
            figures = (_percent(each.confidence), _percent(each.accuracy))
            bins.append((span, *figures, f"{each.rows:,}"))
    bins.append(("all", _percent(sure.confidence), _percent(sure.accuracy), f"{sure.rows:,}"))
    return f"{table(bins, right=(1, 2, 3))}\nCalibration error {_percent(sure.error)} %"


def _percent(fraction: float) -> str:
    return f"{100 * fraction:.1f}"
