"""Writes the tables of docs/results.md from ./results; --check only says if they are stale."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from e3.cli.commands.simulate import cell
from e3.cli.commands.table import as_markdown
from e3.evaluation.runs import find_runs, read_run
from e3.evaluation.simulation_results import read_simulated
from e3.evaluation.table_rows import our_rows

TARGET = Path(__file__).parent / "results.md"
RESULTS = Path(__file__).parents[1] / "results"

SIMULATED = {
    "interviews": "interviews",
    "right": "right, %",
    "sure": "sure, %",
    "right_where_sure": "right where sure, %",
    "cannot_tell": "can't tell, %",
    "not_answered": "not answered, %",
    "redundant": "redundant, %",
    "off_topic": "off topic, %",
    "questions": "questions",
    "times_fewest": "/ fewest",
    "times_fewest_where_right": "/ fewest where right",
}
"""The figures of a simulation that the page shows, and their headings."""


def with_tables(page: str) -> str:
    """The page with new tables between their markers."""
    ours = our_rows(run for folder in find_runs(RESULTS) for run in read_run(folder))
    page = _between(page, "table", as_markdown(ours))
    return _between(page, "simulate", "\n".join(_simulated()))


def _between(page: str, name: str, table: str) -> str:
    first, last = f"<!-- {name} -->", f"<!-- /{name} -->"
    before, start, rest = page.partition(first)
    _, end, after = rest.partition(last)
    if not (start and end):
        raise SystemExit(f"docs/results.md has no {first} and {last} to write between")
    return f"{before}{first}\n\n{table}\n\n{last}{after}"


def _simulated() -> Iterator[str]:
    """A line for each leader, model, source, and way to be asked."""
    headings = ["led by", "model", "people of", "", *SIMULATED.values(), "commit"]
    yield f"| {' | '.join(headings)} |"
    yield f"|{' --- |' * 4}{' ---: |' * (len(headings) - 4)}"
    for path in sorted((RESULTS / "simulate").glob("*.json")):
        found = read_simulated(path)
        source = f"`{Path(found.source).name}`"
        for heading, figures in found.columns:
            cells = [cell(getattr(figures, name), title) for name, title in SIMULATED.items()]
            line = [found.by, found.model.split()[0], source, heading, *cells, found.commit]
            yield f"| {' | '.join(line)} |"


def main() -> int:
    """Writes the page, or with --check compares it."""
    page = TARGET.read_text(encoding="utf-8")
    wanted = with_tables(page)
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(wanted, encoding="utf-8")
    elif page != wanted:
        sys.stderr.write("docs/results.md is stale: run python docs/make_results.py\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
