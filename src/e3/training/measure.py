"""What an exported model is worth, and what its 8 bits have cost."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from e3.corpus.predictions import answer_of
from e3.corpus.rows import Row
from e3.evaluation.calibration import calibration, sure_decision
from e3.evaluation.metrics import Evaluation, evaluate
from e3.files import write_whole
from e3.reading.conversation import Reply
from e3.reading.reader import Reader

METRICS_FILE = "metrics.json"
_AT_ONCE = 64


def evaluate_replies(rows: Sequence[Row], replies: Sequence[Reply]) -> Evaluation:
    """The official figures of replies to these rows."""
    answers = (answer_of(reply) for reply in replies)
    return evaluate(rows, {row.utterance_id: a for row, a in zip(rows, answers, strict=True)})


def measured(rows: Sequence[Row], replies: Sequence[Reply]) -> dict[str, Any]:
    """The official figures of replies to these rows, and whether their confidence is calibrated."""
    sure = calibration(rows, [sure_decision(reply) for reply in replies])
    return {**evaluate_replies(rows, replies).to_dict(), "calibration": sure.to_dict()}


def measure_export(
    folder: Path,
    trained: Reader,
    rows: Sequence[Row],
    *,
    source: str,
    progress: Callable[[int], object],
) -> None:
    """Reads the rows with the exported model and with the one it was made from.

    Writes the figures of both beside the model; progress counts each row twice.
    """
    ours = read_in_parts(Reader.load(folder), rows, progress)
    theirs = read_in_parts(trained, rows, progress)
    exported, unquantised = measured(rows, ours), measured(rows, theirs)
    same = sum(one.decision is other.decision for one, other in zip(ours, theirs, strict=True))
    found = {
        "source": source,
        "exported": exported,
        "unquantised": unquantised,
        "same_decision": round(same / len(rows), 4),
    }
    write_whole(folder / METRICS_FILE, [json.dumps(found, indent=1, ensure_ascii=False), "\n"])


def read_in_parts(
    reader: Reader, rows: Sequence[Row], progress: Callable[[int], object]
) -> list[Reply]:
    """The replies to rows; progress counts those that are done."""
    replies: list[Reply] = []
    for at in range(0, len(rows), _AT_ONCE):
        part = rows[at : at + _AT_ONCE]
        replies += reader.read_many([row.conversation for row in part])
        progress(len(part))
    return replies
