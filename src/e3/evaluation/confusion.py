"""A confusion matrix, for the terminal and as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from e3.evaluation.pictures import new_figure, save_figure
from e3.reading.conversation import Decision

Confusion = Mapping[Decision, Mapping[Decision, int]]
"""How many rows of each gold class (the outer key) were given each predicted one."""


def confusion_text(confusion: Confusion) -> str:
    """The counts as an aligned table, one line a gold class."""
    width = max(len(decision) for decision in confusion)
    lines = ["".join([f"{'gold':<{width}}", *(f"  {decision:>{width}}" for decision in confusion)])]
    for decision, line in confusion.items():
        lines.append(
            "".join([f"{decision:<{width}}", *(f"  {n:>{width},}" for n in line.values())])
        )
    return "\n".join(lines)


def draw_confusion(confusion: Confusion, path: Path, *, title: str) -> None:
    """Writes a PNG with the count in each cell and its share of the gold class."""
    sizes = {decision: sum(line.values()) for decision, line in confusion.items()}
    shares = [
        [count / max(sizes[decision], 1) for count in line.values()]
        for decision, line in confusion.items()
    ]
    figure = new_figure(6.8, 5.6)
    axes = figure.add_subplot()
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
    places = range(len(confusion))
    axes.set_xticks(places, labels=[decision.value for decision in confusion])
    axes.set_yticks(places, labels=[f"{decision}\n({n:,} rows)" for decision, n in sizes.items()])
    axes.set_xlabel("predicted")
    axes.set_ylabel("gold")
    axes.set_title(title)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    for row, line in enumerate(confusion.values()):
        for column, count in enumerate(line.values()):
            share = shares[row][column]
            axes.text(
                column,
                row,
                f"{count:,}\n{share:.1%}",
                ha="center",
                va="center",
                color="white" if share > 0.7 else "black",
                fontweight="bold" if row == column else "normal",
            )
    save_figure(figure, path)
