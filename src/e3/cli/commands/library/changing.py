"""`e3 library add`, `update` and `remove`."""

from __future__ import annotations

import json
from collections.abc import Iterable

import click

from e3.cli.libraries import library_options, open_library
from e3.cli.library_report import entry_json
from e3.cli.output import echo, echo_written_json, progress_bar
from e3.harmless import one_line
from e3.library import updating
from e3.library.library import Library
from e3.library.updating import Outcome, Updated, sources_of


@click.command()
@click.argument("sources", metavar="FOLDER|FILE|URL...", nargs=-1, required=True)
@click.option("--json", "to_json", is_flag=True, help="Print a JSON object a line.")
@library_options
def add(*, sources: tuple[str, ...], to_json: bool, where: str, encoder: str | None) -> None:
    """Add documents; those that are there are read again if they have changed.

    Each document is there whole as soon as its line is printed, whatever happens to the others.
    Of a folder all documents are added, also of folders in it, but for hidden ones. An address is
    fetched once, and only from the public internet.

    \b
    Example:
      e3 library add policies/ refunds.pdf
    """
    names = dict.fromkeys(name for source in sources for name in sources_of(source))
    with open_library(where, encoder, create=True) as opened:
        done = (updating.add(opened, name) for name in names)
        _report(done, len(names), to_json=to_json)


@click.command()
@click.option("--json", "to_json", is_flag=True, help="Print a JSON object a line.")
@library_options
def update(*, to_json: bool, where: str, encoder: str | None) -> None:
    """Read all documents again that have changed, and remove those whose file is gone.

    Passages that the encoder has not read yet are given to it.

    \b
    Example:
      e3 library update --json
    """
    with open_library(where, encoder) as opened:
        _report(updating.update(opened), len(opened.documents()), to_json=to_json)
        _encode(opened)


def _report(done: Iterable[Updated], total: int, *, to_json: bool) -> None:
    """A line for each document; those that failed at the end, and then the code 2."""
    failed: list[Updated] = []
    counts = dict.fromkeys(Outcome, 0)
    with progress_bar(total, " documents") as bar:
        for each in done:
            counts[each.outcome] += 1
            bar.update()
            if to_json:
                document = None if each.document is None else entry_json(each.document)
                said = {"source": each.source, "outcome": each.outcome, "document": document}
                echo_written_json(json.dumps({**said, "why": each.why}, ensure_ascii=False))
            elif each.outcome not in (Outcome.UNCHANGED, Outcome.FAILED):
                echo(f"{each.outcome}  {one_line(each.source)}")
            for note in each.document.notes if each.document else ():
                echo(f"{one_line(each.source)}: {note}.", err=True)
            if each.outcome is Outcome.FAILED:
                failed.append(each)
    if not to_json:
        echo(", ".join(f"{count:,} {outcome}" for outcome, count in counts.items() if count))
    for each in failed:
        echo(f"Error: {one_line(each.why)}", err=True)
    if failed:
        raise click.exceptions.Exit(2)


def _encode(opened: Library) -> None:
    if missing := opened.without_vectors():
        with progress_bar(missing, " passages") as bar:
            while done := opened.encode_some():
                bar.update(done)


@click.command()
@click.argument("documents", metavar="DOCUMENT...", nargs=-1, required=True)
@library_options
def remove(*, documents: tuple[str, ...], where: str, encoder: str | None) -> None:
    """Remove documents; from then on they answer nothing. Their files stay.

    \b
    Example:
      e3 library remove refunds.pdf
    """
    with open_library(where, encoder) as opened:
        for entry in [opened.find(name) for name in documents]:
            opened.remove(entry.id)
            echo(f"removed  {one_line(entry.source)}")
