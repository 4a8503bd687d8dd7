"""Draws docs/figures/house.svg: the rooms of E3 and which imports which.

The arrows come from the imports alone, and the picture has them as ids, which a test compares with
the code: it can't be of another house.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import grimp
import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

TARGET = Path(__file__).parent / "figures" / "house.svg"

ROOMS: Mapping[str, tuple[float, float, str]] = {
    "cli": (2.9, 6.9, "the commands"),
    "serve": (5.9, 5.7, "API and pages"),
    "readers": (0.9, 5.7, "one folder a system: states,\ne3, bertqa, seq2seq, …"),
    "training": (2.9, 4.5, "recipe, loop, run, card"),
    "library": (1.9, 3.3, "documents kept, searched,\nread for a question"),
    "evaluation": (4.6, 3.3, "metrics, tables,\nsimulated people"),
    "networks": (0.9, 2.1, "encoder, word pieces, batches"),
    "corpus": (3.4, 2.1, "ShARC, our policies, rows"),
    "studio": (5.9, 4.5, "review, cases, publishing"),
    "interview": (5.9, 2.1, "follows a policy; journal"),
    "drafting": (5.9, 0.9, "a text in, a draft policy out"),
    "documents": (0.9, 0.9, "files and addresses in,\ntext with places out"),
    "reading": (3.4, 0.9, "Conversation in, Reply out;\nthe registry of readers"),
    "language": (3.4, -0.3, "all that is English"),
    "llm": (5.9, -0.3, "a language model on a\nserver; answers proved"),
    "policy": (3.4, -1.5, "text, rules, logic"),
}
"""Where each stands, and what is in it. What all rooms use (files, spans, errors) is left out."""

INK, QUIET, PAPER = "#222222", "#6b7280", "#e8eef7"
_WIDTH, _HEIGHT = 2.25, 0.78


def arrows() -> set[tuple[str, str]]:
    """Which room imports which, without what follows from other arrows."""
    graph = grimp.build_graph("e3", exclude_type_checking_imports=True, cache_dir=None)
    found = {
        (room, other)
        for room in ROOMS
        for other in ROOMS
        if room != other
        if graph.direct_import_exists(
            importer=f"e3.{room}", imported=f"e3.{other}", as_packages=True
        )
    }
    below = {room: _below(room, found) for room in ROOMS}
    return {
        (room, other)
        for room, other in found
        if not any(other in below[between] for above, between in found if above == room)
    }


def _below(room: str, found: set[tuple[str, str]]) -> set[str]:
    nearest = {other for above, other in found if above == room}
    return nearest.union(*(_below(other, found) for other in nearest))


def draw() -> Figure:
    """The rooms, those above knowing those below."""
    figure = Figure(figsize=(8.4, 9.2))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(-0.4, 7.2)
    axes.set_ylim(-2.6, 7.5)
    axes.set_axis_off()
    for one, other in sorted(arrows()):
        _arrow(axes, ROOMS[one][:2], ROOMS[other][:2], f"{one}->{other}")
    for room, (x, y, what) in ROOMS.items():
        corner = (x - _WIDTH / 2, y - _HEIGHT / 2)
        style = "round,pad=0.02,rounding_size=0.08"
        axes.add_patch(
            FancyBboxPatch(corner, _WIDTH, _HEIGHT, boxstyle=style, fc=PAPER, ec=QUIET, zorder=3)
        )
        axes.text(x, y + 0.16, f"{room}/", ha="center", weight="bold", color=INK, zorder=4)
        axes.text(x, y - 0.14, what, ha="center", va="center", color=INK, fontsize=9, zorder=4)
    axes.text(
        3.4,
        -2.35,
        "An arrow: imports. What follows from other arrows is not drawn.\n"
        "Readers are imported by nobody: reading/ finds them by name, through entry points.",
        ha="center",
        color=INK,
        fontsize=9,
    )
    return figure


def _arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float], name: str) -> None:
    patch = FancyArrowPatch(
        (start[0], start[1] - _HEIGHT / 2),
        (end[0], end[1] + _HEIGHT / 2),
        arrowstyle="-|>",
        mutation_scale=14,
        color=QUIET,
        lw=1.2,
    )
    patch.set_gid(name)
    axes.add_patch(patch)


def main() -> None:
    """Draws the picture."""
    mpl.rcParams.update({"svg.hashsalt": "e3", "font.family": "DejaVu Sans", "font.size": 11})
    draw().savefig(TARGET, facecolor="white", metadata={"Date": None})


if __name__ == "__main__":
    main()
