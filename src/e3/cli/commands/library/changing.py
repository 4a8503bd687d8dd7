"""`e3 library add`, `update` and `remove`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import click

from e3.cli.libraries import library_options, open_library
from e3.cli.library_report import entry_json
from e3.cli.output import echo, echo_written_json, progress_bar
from e3.cli.ray_option import ray_option
from e3.cluster import check_ray, cluster
from e3.harmless import one_line
from e3.library import updating
from e3.library.encoding import encode_on
from e3.library.library import Library
from e3.library.updating import Outcome, Updated, sources_of


@click.command()
@click.argument("sources", metavar="FOLDER|FILE|URL...", nargs=-1, required=True)
@click.option("--json", "to_json", is_flag=True, help="Print a JSON object a line.")
@library_options
@ray_option
def add(
    *, sources: tuple[str, ...], to_json: bool, where: str, encoder: str | None, ray: str | None
) -> None:
    """Add documents; those that are there are read again if they have changed.

    Each document is there whole as soon as its line is printed, whatever happens to the others.
    Of a folder all documents are added, also of folders in it, but for hidden ones. An address is
    fetched once, and only from the public internet.

    With --ray the encoder reads all passages at the end, on the machines of a Ray cluster; each
    needs E3 and the encoder at the same place. Until then the library is searched by words alone.

    \b
    Example:
      e3 library add policies/ refunds.pdf
      e3 library add archive/ --ray auto
    """
    names = dict.fromkeys(name for source in sources for name in sources_of(source))
    with _opened(where, encoder, ray, create=True) as (opened, adding):
        done = (updating.add(adding, name) for name in names)
        failed = _report(done, len(names), to_json=to_json)
        if ray is not None:
            _encode(opened, ray)
    _end(failed)


@click.command()
@click.option("--json", "to_json", is_flag=True, help="Print a JSON object a line.")
@library_options
@ray_option
def update(*, to_json: bool, where: str, encoder: str | None, ray: str | None) -> None:
    """Read all documents again that have changed, and remove those whose file is gone.

    Passages that the encoder has not read yet are given to it; with --ray, on the machines of a
    Ray cluster.

    \b
    Example:
      e3 library update --json
    """
    with _opened(where, encoder, ray) as (opened, adding):
        total = len(opened.documents())
        failed = _report(updating.update(adding), total, to_json=to_json)
        _encode(opened, ray)
    _end(failed)


@contextmanager
def _opened(
    where: str, encoder: str | None, ray: str | None, *, create: bool = False
) -> Iterator[tuple[Library, Library]]:
    """The library, and the same to add to, where nothing is encoded that others are to encode."""
    if ray is None:
        with open_library(where, encoder, create=create) as opened:
            yield opened, opened
        return
    check_ray()
    with (
        open_library(where, encoder, create=create) as opened,
        open_library(where, None, encoding=False) as adding,
    ):
        if opened.encoder is None:
            raise click.UsageError("--ray is for the encoder, and there is none (--encoder)")
        yield opened, adding


def _report(done: Iterable[Updated], total: int, *, to_json: bool) -> list[Updated]:
    """A line for each document; those that failed at the end, which are returned."""
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
    return failed


def _end(failed: list[Updated]) -> None:
    if failed:
        raise click.exceptions.Exit(2)


def _encode(opened: Library, ray: str | None) -> None:
    if not (missing := opened.without_vectors()):
        return
    with progress_bar(missing, " passages") as bar:
        if ray is None:
            while done := opened.encode_some():
                bar.update(done)
        else:
            with cluster(ray) as machines:
                for done in encode_on(machines, opened):
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
