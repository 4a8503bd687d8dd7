"""Draws docs/figures from our policies: `python docs/make_figures.py [FOLDER [FORMAT]]`."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle

from e3.cli.commands.data.trees import find_tree
from e3.corpus.corpus import Corpus
from e3.corpus.matching import match_spans
from e3.corpus.sources import read_corpus
from e3.corpus.stats import statistics
from e3.corpus.trees import DialogueTree, Inquiry, Node
from e3.policy.answers import Answer
from e3.text import Span

TREE = "returning-residents/1"

INK, QUIET = "#222222", "#8a8f98"
ASK, YES, NO = "#e8eef7", "#d9efdd", "#f7dede"
# Clause and core of each question.
MARKS = (("#dbe7f6", "#9dbfe8"), ("#e2f0dc", "#a9d49b"), ("#fbe6d0", "#f2bd85"))


def draw_tree(tree: DialogueTree) -> Figure:
    """The tree from the top down, yes to the left."""
    figure = Figure(figsize=(8, 5.2))
    axes = _canvas(figure, 8, 5.2)
    places = list(_places(tree.root))
    columns = [x for x, _, node, _ in places if not isinstance(node, Inquiry)]
    step = 6.2 / max(1.0, *columns)

    def at(x: float, depth: int) -> tuple[float, float]:
        return 0.9 + x * step, 3.85 - 1.1 * depth

    top = at(*places[0][:2])
    _box(axes, (top[0], 4.85), f"“{tree.question}”", "white", width=2.4)
    axes.plot([top[0]] * 2, [4.6, top[1]], color=QUIET, zorder=0)
    for x, depth, node, parent in places:
        here = at(x, depth)
        if parent is not None:
            above, answer = at(*parent[:2]), parent[2]
            axes.plot([above[0], here[0]], [above[1], here[1]], color=QUIET, zorder=0)
            middle = (
                above[0] + 0.5 * (here[0] - above[0]),
                above[1] + 0.5 * (here[1] - above[1]),
            )
            axes.text(
                *middle,
                answer.value,
                ha="center",
                va="center",
                color=INK,
                style="italic",
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5},
            )
        if isinstance(node, Inquiry):
            _box(axes, here, node.question, ASK, width=2.4)
        else:
            met = node.answer is Answer.YES
            _box(axes, here, node.answer.value.capitalize(), YES if met else NO, width=0.8)
    return figure


def _places(
    node: Node, depth: int = 0, parent: tuple[float, int, Answer] | None = None, first: int = 0
) -> Iterator[tuple[float, int, Node, tuple[float, int, Answer] | None]]:
    """Column and depth of each node below: leaves side by side, an inquiry above its own."""
    if not isinstance(node, Inquiry):
        yield first, depth, node, parent
        return
    leaves = _leaves(node)
    x = first + (leaves - 1) / 2
    yield x, depth, node, parent
    for answer in (Answer.YES, Answer.NO):
        child = node.after(answer)
        if child is not None:
            yield from _places(child, depth + 1, (x, depth, answer), first)
            first += _leaves(child)


def _leaves(node: Node) -> int:
    if not isinstance(node, Inquiry):
        return 1
    return sum(_leaves(child) for child in (node.yes, node.no) if child is not None)


def _box(axes: Axes, centre: tuple[float, float], text: str, colour: str, *, width: float) -> None:
    height = 0.5
    axes.add_patch(
        FancyBboxPatch(
            (centre[0] - width / 2, centre[1] - height / 2),
            width,
            height,
            boxstyle="round,pad=0.02,rounding_size=0.08",
            facecolor=colour,
            edgecolor=QUIET,
        )
    )
    axes.text(*centre, textwrap.fill(text, 30), ha="center", va="center", color=INK, fontsize=10.5)


def draw_row_types(corpus: Corpus) -> Figure:
    """How many rows of each type there are."""
    counts = {kind: n for kind, n in statistics(corpus).row_types.items() if n}
    total = sum(counts.values())
    figure = Figure(figsize=(8, 2.6), layout="constrained")
    axes = figure.add_subplot()
    bars = axes.barh(list(counts), list(counts.values()), color="#9dbfe8", height=0.65)
    labels = [f"{n:,}  ({n / total:.1%})" for n in counts.values()]
    axes.bar_label(bars, labels, padding=5, color=INK, fontsize=11)
    axes.invert_yaxis()
    axes.set_xlim(0, 1.3 * max(counts.values()))
    axes.set_xticks([])
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, labelsize=11, labelcolor=INK)
    axes.set_title(f"The {total:,} rows of our policies, by type", loc="left", color=INK)
    return figure


def draw_spans(tree: DialogueTree) -> Figure:
    """The rule text, the clause of each question marked lightly and its core darkly."""
    text = tree.rule_text.text
    matches = match_spans(tree.rule_text, tree.questions)
    lines = list(_wrapped(text, width=68))
    line_height, size = 0.3, 12
    height = line_height * (len(lines) + len(matches)) + 1.15
    figure = Figure(figsize=(8, height))
    axes = _canvas(figure, 8, height)
    # The advance of a monospaced letter: spans are placed by counting characters.
    letter = 0.602 * size / 72
    left, y = 0.45, height - 0.4
    for line in lines:
        for match, (light, dark) in zip(matches, MARKS, strict=False):
            for span, colour in ((match.clause, light), (match.core, dark)):
                start, end = max(span.start, line.start), min(span.end, line.end)
                if start < end:
                    corner = (left + (start - line.start) * letter, y - 0.12)
                    axes.add_patch(
                        Rectangle(corner, (end - start) * letter, 0.26, color=colour, lw=0)
                    )
        axes.text(left, y, line.of(text), family="monospace", fontsize=size, va="center", color=INK)
        y -= line_height
    y -= 0.25
    for match, (light, dark) in zip(matches, MARKS, strict=False):
        axes.add_patch(Rectangle((left, y - 0.1), 0.2, 0.2, color=light, lw=0))
        axes.add_patch(Rectangle((left + 0.2, y - 0.1), 0.2, 0.2, color=dark, lw=0))
        axes.text(left + 0.55, y, match.question, va="center", color=INK, fontsize=11)
        y -= line_height
    axes.text(left, y - 0.1, "light: the clause    dark: the core", color="#5a5f68", fontsize=10)
    return figure


def _wrapped(text: str, width: int) -> Iterator[Span]:
    """The lines of a text, broken at spaces, as spans of it."""
    start = 0
    for line in text.splitlines():
        for part in textwrap.wrap(line, width, drop_whitespace=True) or [""]:
            start = text.index(part, start)
            yield Span(start, start + len(part))
            start += len(part)


def _canvas(figure: Figure, width: float, height: float) -> Axes:
    """Axes over the whole figure, in inches."""
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, width)
    axes.set_ylim(0, height)
    axes.set_axis_off()
    return axes


def main() -> None:
    """Draws all figures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "figures"
    kind = sys.argv[2] if len(sys.argv) > 2 else "svg"
    folder.mkdir(parents=True, exist_ok=True)
    # Without a salt and with a date the same drawing would be another file each time.
    mpl.rcParams.update({"svg.hashsalt": "e3", "font.family": "DejaVu Sans", "font.size": 11})
    corpus = read_corpus("policies")
    tree = find_tree(corpus.trees, TREE)
    figures = {
        "dialogue-tree": draw_tree(tree),
        "row-types": draw_row_types(corpus),
        "spans": draw_spans(tree),
    }
    for name, figure in figures.items():
        metadata = {"Date": None} if kind == "svg" else None
        figure.savefig(folder / f"{name}.{kind}", dpi=100, facecolor="white", metadata=metadata)


if __name__ == "__main__":
    main()
