"""Run folders made by hand, as `e3 train` leaves them."""

import json
from pathlib import Path
from typing import Any

from e3.evaluation.runs import FIGURES
from e3.reading.conversation import Decision

CLASSES = [decision.value for decision in Decision]


def measured(share: float = 0.5, rows: int = 2_270, **others: Any) -> dict[str, Any]:
    """The metrics of one system, all figures alike."""
    return {
        **dict.fromkeys(FIGURES, share),
        "rows": rows,
        "recall": {**dict.fromkeys(CLASSES, share), "irrelevant": None},
        "confusion": {gold: dict.fromkeys(CLASSES, 3) for gold in CLASSES},
        "by_row_type": {"no scenario": {"rows": rows, "accuracy": share}},
        **others,
    }


def make_run(folder: Path, metrics: Any, **run: Any) -> Path:
    folder.mkdir(parents=True)
    (folder / "metrics.json").write_text(json.dumps(metrics), encoding="utf-8")
    facts = {"seed": 0, "encoder": "small", "commit": "abcdef012345+"} | run
    (folder / "run.json").write_text(json.dumps(facts), encoding="utf-8")
    return folder
