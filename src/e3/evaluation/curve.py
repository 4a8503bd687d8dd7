"""The learning curve of a run as a picture."""

from __future__ import annotations

import json
from pathlib import Path

from e3.evaluation.pictures import new_figure, save_figure


def draw_curve(curve: Path, picture: Path, figure: str) -> None:
    """The training loss and the figure that chooses the best weights, over the steps."""
    lines = [json.loads(line) for line in curve.read_text().splitlines()]
    steps = [line["step"] for line in lines]
    best = max(lines, key=lambda line: line[figure])
    canvas = new_figure(7, 4)
    left = canvas.subplots()
    left.plot(steps, [line["loss"] for line in lines], color="tab:gray", marker="o", ms=3)
    left.set(xlabel="step", ylabel="training loss (grey)")
    right = left.twinx()
    right.plot(steps, [line[figure] for line in lines], color="tab:blue", marker="o", ms=3)
    right.plot(best["step"], best[figure], color="tab:blue", marker="o", ms=9, mfc="none")
    right.set(ylabel=f"{figure} on dev (blue)")
    left.set_title(f"best {figure} {best[figure]:.4f} at step {best['step']:,}")
    save_figure(canvas, picture)
