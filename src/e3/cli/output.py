"""How commands print: nothing else does, and nothing that is printed acts on the terminal."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

import click

from e3.harmless import harmless, harmless_json


def echo(text: str, *, end: str = "\n", err: bool = False) -> None:
    """A text for people, whoever wrote it."""
    click.echo(harmless(text) + end, nl=False, err=err)


def echo_coloured(text: str, *, end: str = "\n") -> None:
    """A text with colours, made of harmless parts; without them where they are not wanted."""
    click.echo(text + end, nl=False, color=False if os.environ.get("NO_COLOR") else None)


def echo_json(value: Any) -> None:
    """One JSON value on standard output."""
    echo_written_json(json.dumps(value, ensure_ascii=False, indent=1))


def echo_written_json(text: str) -> None:
    """JSON that is a text already."""
    click.echo(harmless_json(text))


def progress_bar(total: int, unit: str, *, done: int = 0, in_logs: bool = False) -> Any:
    """A progress bar on standard error, where that is a terminal, or also where it is a log."""
    from tqdm import tqdm  # noqa: PLC0415 - only long work needs it

    disable = False if in_logs else None
    return tqdm(total=total, initial=done, unit=unit, mininterval=1.0, disable=disable)


def table(rows: Sequence[Sequence[str]], *, right: Sequence[int] = (), indent: str = "") -> str:
    """Aligned columns; those in `right` are aligned to the right. A row is one line."""
    rows = [[harmless(cell).replace("\n", " ") for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = (
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append((indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)
