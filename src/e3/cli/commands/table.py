"""`e3 table`: our rows beside those of the paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from e3.cli import output
from e3.corpus.rows import RowType
from e3.corpus.sources import read_rows
from e3.errors import BadInput
from e3.evaluation.confusion import draw_confusion
from e3.evaluation.published import DEV, DEV_ROWS, LATER, TEST, Published, misprints
from e3.evaluation.runs import FIGURES, find_runs, given_runs, read_run
from e3.evaluation.table_picture import draw_table
from e3.evaluation.table_rows import OurRows, Spread, TableRow, our_rows
from e3.reading.conversation import Decision
from e3.reading.model_folder import SETTINGS_FILE
from e3.training.on_test import measure_on_test

_PLACES = (Path("results"), Path("runs"))

_NO_TEST = (
    "No run of ours has been measured on it: it does not come with E3. With ShARC's archive,"
    " e3 table RUNS --test sharc1-official.zip:test does so."
)


@dataclass(frozen=True)
class Block:
    """A table with its heading and the sentences below it."""

    heading: str
    lines: Sequence[Sequence[str]]
    remarks: Sequence[str] = ()


@click.command()
@click.argument("runs", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, in fractions.")
@click.option("--markdown", is_flag=True, help="Print the tables as Markdown.")
@click.option(
    "--plot",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Draw table.png and confusion.png, of the row with the best Comb., in this folder.",
)
@click.option(
    "--test",
    metavar="SOURCE",
    help="First read ShARC's test set with the models of RUNS, for Table 1; kept as test.json.",
)
def table(
    runs: tuple[Path, ...], as_json: bool, markdown: bool, plot: Path | None, test: str | None
) -> None:
    """The paper's Tables 1 and 2, with the rows that our RUNS give.

    RUNS are run folders, or folders that hold some. Without any, all finished runs under ./results
    and ./runs count. Our figures are means over seeds, ± the sample standard deviation.

    E3 ships no test set. Who has ShARC's archive with it measures runs on it by --test; a run that
    was measured on the same rows is not read again.

    \b
    Example:
      e3 table
      e3 table runs/e3-0 runs/e3-1 --plot pictures
      e3 table runs/e3-0 --test sharc1-official.zip:test
    """
    if test is not None:
        _measure(runs, test)
    ours = collect(runs)
    if plot is not None:
        for picture in _draw(ours, plot):
            output.echo(f"Wrote {picture}", err=True)
    if as_json:
        output.echo_json(_object(ours))
    elif markdown:
        output.echo(as_markdown(ours))
    else:
        output.echo("\n\n".join(_text(block) for block in _blocks(ours)))
    for note in ours.notes:
        output.echo(f"Note: {note}", err=True)


def collect(runs: Sequence[Path]) -> OurRows:
    """Our rows from run folders; from all in the usual places where none are named."""
    return our_rows(measured for folder in _folders(runs) for measured in read_run(folder))


def _folders(runs: Sequence[Path]) -> list[Path]:
    find, places = (given_runs, runs) if runs else (find_runs, _PLACES)
    # A run that is found twice, by its own name and its parent's, is one run.
    return list(dict.fromkeys(folder for place in places for folder in find(place)))


def _measure(runs: Sequence[Path], source: str) -> None:
    """Measures runs on the test set; those that are named must have their models."""
    rows = read_rows(source)
    folders = [f for f in _folders(runs) if runs or (f / SETTINGS_FILE).is_file()]
    if not folders:
        raise BadInput("there is no run with its model under ./results or ./runs to measure")
    with output.progress_bar(len(rows) * len(folders), "row") as bar:
        for folder in folders:
            measure_on_test(folder, rows, source=source, progress=bar.update)


def as_markdown(ours: OurRows) -> str:
    """All tables, as docs/results.md shows them."""
    return "\n\n".join(_markdown(block) for block in _blocks(ours))


def _blocks(ours: OurRows) -> list[Block]:
    on_dev = [row for row in ours.rows if row.on_dev]
    on_test = [row for row in ours.rows if row.on_test]
    blocks = [
        Block("Table 1. Test set of ShARC", _lines(TEST, on_test), [] if on_test else [_NO_TEST]),
        Block(
            f"Table 2. Development set of ShARC ({DEV_ROWS:,} rows)",
            _lines(DEV, on_dev),
            [*misprints(DEV), *([] if on_dev else ["No run of ours has been measured on it."])],
        ),
        Block("Published later, development set of ShARC", _lines(LATER)),
    ]
    for size in sorted({row.rows for row in ours.rows if not (row.on_dev or row.on_test)}):
        elsewhere = [row for row in ours.rows if row.rows == size and not row.on_test]
        blocks.append(
            Block(
                f"Runs measured on {size:,} other rows",
                _lines((), elsewhere),
                ["These can't be compared with published figures."],
            )
        )
    if ours.rows:
        types = [row.by_row_type for row in ours.rows]
        recall = [row.recall for row in ours.rows]
        blocks += [
            Block("Accuracy by row type", _details(ours.rows, RowType, types)),
            Block("Recall by decision", _details(ours.rows, Decision, recall)),
        ]
    return blocks


def _lines(published: Sequence[Published], ours: Sequence[TableRow] = ()) -> list[list[str]]:
    """The printed rows, each followed by ours of the same name; the rest of ours below."""
    heading = ["system", "encoder", "seeds", *FIGURES.values()]
    lines = [[*heading, "commit"] if ours else heading]
    names = [*(row.system for row in published), *(row.system for row in ours)]
    for name in dict.fromkeys(names):
        for printed in published:
            if printed.system == name:
                figures = [_percent(figure) for figure in printed.figures.values()]
                line = [name, printed.encoder or "none", "paper", *figures]
                lines.append([*line, ""] if ours else line)
        for row in ours:
            if row.system == name:
                figures = [str(row.figures[figure]) for figure in FIGURES]
                commits = ", ".join(map(_short, row.commits)) or "-"
                lines.append([*_named(row), str(len(row.runs)), *figures, commits])
    return lines


def _percent(figure: float | None) -> str:
    return "-" if figure is None else f"{100 * figure:.1f}"


def _details(
    rows: Sequence[TableRow], columns: Iterable[str], spreads: Sequence[dict[Any, Spread]]
) -> list[list[str]]:
    shown = [column for column in columns if any(column in found for found in spreads)]
    return [
        ["system", "encoder", "rows", *shown],
        *(
            [
                *_named(row),
                f"{row.rows:,}",
                *(str(found[column]) if column in found else "-" for column in shown),
            ]
            for row, found in zip(rows, spreads, strict=True)
        ),
    ]


def _named(row: TableRow) -> tuple[str, str]:
    return row.system, row.encoder or "none"


def _short(commit: str) -> str:
    """Seven digits of a commit; "+" still says that files differed from it."""
    return commit[:7] + "+" * commit.endswith("+")


def _text(block: Block) -> str:
    columns = range(2, len(block.lines[0]))
    return "\n".join([block.heading, output.table(block.lines, right=columns), *block.remarks])


def _markdown(block: Block) -> str:
    heading, *lines = block.lines
    rule = ["---", "---", *["---:"] * (len(heading) - 2)]
    rows = [f"| {' | '.join(line)} |" for line in (heading, rule, *lines)]
    parts = [f"**{block.heading}**", "\n".join(rows), " ".join(block.remarks)]
    return "\n\n".join(part for part in parts if part)


def _object(ours: OurRows) -> dict[str, Any]:
    published = {"test": TEST, "development": DEV, "later": LATER}
    return {
        "ours": [row.to_dict() for row in ours.rows],
        "published": {
            name: [{"system": row.system, "encoder": row.encoder, **row.figures} for row in printed]
            for name, printed in published.items()
        },
        "notes": [*misprints(DEV), *ours.notes],
    }


def _draw(ours: OurRows, folder: Path) -> list[Path]:
    """Draws the bars and the best row's confusion matrix."""
    best = ours.best
    if best is None:
        raise BadInput("there is no finished run under ./results or ./runs: nothing to draw")
    pictures = [folder / "table.png", folder / "confusion.png"]
    on_dev = [row for row in ours.rows if row.on_dev]
    draw_table(on_dev or [row for row in ours.rows if not row.on_test], pictures[0])
    seeds = f", {len(best.runs)} seeds together" if len(best.runs) > 1 else ""
    micro, macro = (best.figures[name].mean for name in ("micro_accuracy", "macro_accuracy"))
    draw_confusion(
        best.confusion,
        pictures[1],
        title=f"{best.system}, {best.encoder or 'no encoder'}{seeds}\n"
        f"Micro accuracy {micro:.1%}, macro accuracy {macro:.1%}",
    )
    return pictures
