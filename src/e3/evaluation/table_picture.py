"""The tables as a picture: our rows as bars, the paper's figures marked on them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from e3.evaluation.pictures import new_figure, save_figure
from e3.evaluation.published import DEV, TEST, Published
from e3.evaluation.runs import FIGURES
from e3.evaluation.table_rows import TableRow

_BAR, _MARK, _INK = "#9dbfe8", "#c0392b", "#222222"


def draw_table(rows: Sequence[TableRow], path: Path) -> None:
    """Writes a PNG with one panel a figure and one bar a row; the whiskers are over seeds."""
    # Where the paper has no figure on the development set, its figure on the test set is shown.
    on_test = {row.system: _marks(row) for row in TEST}
    printed = on_test | {row.system: _marks(row) for row in DEV}
    elsewhere = on_test.keys() - {row.system for row in DEV}
    places = range(len(rows))
    figure = new_figure(13, 1.4 + 0.65 * len(rows))
    panels = figure.subplots(1, len(FIGURES), sharex=True, sharey=True, squeeze=False)[0]
    for axes, (name, heading) in zip(panels, FIGURES.items(), strict=True):
        for place, row in zip(places, rows, strict=True):
            ours = row.figures[name]
            # Bars and marks are in percent, like every figure of the tables.
            axes.barh(place, 100 * ours.mean, color=_BAR, height=0.5)
            spread = 100 * (ours.deviation or 0.0)
            if ours.deviation is not None:
                axes.errorbar(100 * ours.mean, place, xerr=spread, color=_INK, capsize=4, lw=1)
            theirs = printed.get(row.system, {}).get(name) if row.on_dev else None
            behind = max(100 * ours.mean + spread, theirs or 0.0) + 3
            said = f"{100 * ours.mean:.1f}"
            axes.text(behind, place, said, va="center", color=_INK, fontsize=10)
            if theirs is not None:
                style = ":" if row.system in elsewhere else "-"
                axes.vlines(theirs, place - 0.3, place + 0.3, color=_MARK, lw=2, linestyle=style)
                above = {"ha": "center", "va": "bottom", "color": _MARK, "fontsize": 8.5}
                axes.text(theirs, place - 0.31, f"{theirs:.1f}", **above)
        axes.set_title(heading, color=_INK)
        axes.tick_params(length=0, labelcolor=_INK)
        axes.spines[["top", "right", "bottom"]].set_visible(False)
        axes.set_xticks([])
    panels[0].set_xlim(0, 115)  # room for the figure behind a full bar
    panels[0].set_ylim(len(rows) - 0.6, -0.7)
    panels[0].set_yticks(places, labels=[_label(row) for row in rows])
    figure.supxlabel(
        "Percent. Bars: ours, the mean over seeds with the sample standard deviation."
        " Red: the paper, on the same development set; dotted: on the blind test set.",
        color=_INK,
        fontsize=10,
    )
    save_figure(figure, path)


def _marks(row: Published) -> dict[str, float | None]:
    """The paper's figures in percent; Comb. as it should be, since a picture has no footnotes."""
    return {
        "micro_accuracy": row.micro,
        "macro_accuracy": row.macro,
        "bleu_1": row.bleu_1,
        "bleu_4": row.bleu_4,
        "combined": row.product,
    }


def _label(row: TableRow) -> str:
    seeds = f"{len(row.runs)} seed{'s' * (len(row.runs) > 1)}"
    where = "" if row.on_dev else f", {row.rows:,} other rows"
    return f"{row.system}\n{row.encoder or 'no encoder'}, {seeds}{where}"
