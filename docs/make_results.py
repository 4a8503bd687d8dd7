"""Writes the tables of docs/results.md from ./results; --check only says if they are stale."""

from __future__ import annotations

import sys
from pathlib import Path

from e3.cli.table import as_markdown
from e3.evaluation.runs import find_runs, read_run
from e3.evaluation.table import our_rows

TARGET = Path(__file__).parent / "results.md"
RESULTS = Path(__file__).parents[1] / "results"
START, END = "<!-- table -->", "<!-- /table -->"


def with_tables(page: str) -> str:
    """The page with new tables between its two markers."""
    before, start, rest = page.partition(START)
    _, end, after = rest.partition(END)
    if not (start and end):
        raise SystemExit(f"docs/results.md has no {START} and {END} to write between")
    ours = our_rows(run for folder in find_runs(RESULTS) for run in read_run(folder))
    return f"{before}{START}\n\n{as_markdown(ours)}\n\n{END}{after}"


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
