"""How commands print: colours, tables and JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

import click


def echo(text: str, *, end: str = "\n") -> None:
    """A text that may be coloured, without colours where they are not wanted."""
    click.echo(text + end, nl=False, color=False if os.environ.get("NO_COLOR") else None)


def echo_json(value: Any) -> None:
    """One JSON value on standard output."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def progress_bar(total: int, unit: str, *, done: int = 0, in_logs: bool = False) -> Any:
    """A progress bar on standard error, where that is a terminal, or also where it is a log."""
    from tqdm import tqdm  # noqa: PLC0415 - only long work needs it

    disable = False if in_logs else None
    return tqdm(total=total, initial=done, unit=unit, mininterval=1.0, disable=disable)


def table(rows: Sequence[Sequence[str]], *, right: Sequence[int] = (), indent: str = "") -> str:
    """Aligned columns; those in `right` are aligned to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = (
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append((indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)
