"""`e3 interviews`: the interviews that are kept, to look at, to hand out and to delete."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import click

from e3.cli.journals import open_journal, store_option
from e3.cli.output import echo_json, table
from e3.harmless import one_line

_WIDTH = 300


@click.group()
def interviews() -> None:
    """Look at the interviews that were kept, export them, and delete them for good.

    To go on with one: e3 chat --resume ID.
    """


@interviews.command(name="list")
@store_option
@click.option(
    "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most so many."
)
@click.option("--before", metavar="ID", help="Only those older than this one: the next page.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array instead of a table.")
def list_(where: str, limit: int, before: str | None, as_json: bool) -> None:
    """The interviews that were begun last, newest first. Times are in UTC.

    \b
    e3 interviews list --limit 100
    e3 interviews list --store interviews.db --json
    """
    with open_journal(where) as journal:
        found = journal.list(limit, before)
    if as_json:
        echo_json(
            [
                {
                    "id": one.id,
                    "created": one.created.isoformat(),
                    "last": one.last.isoformat(),
                    "events": one.events,
                    "policy_version": one.policy_version,
                    "model": one.model,
                }
                for one in found
            ]
        )
        return
    if not found:
        click.echo("There are no interviews here." if before is None else "There are no more.")
        return
    lines = [["id", "begun", "last event", "events", "policy", "model"]]
    for one in found:
        times = (_time(one.created), _time(one.last))
        version = one.policy_version[:12]
        lines.append([one.id, *times, f"{one.events:,}", version, one_line(one.model)])
    click.echo(table(lines, right=[3]))


@interviews.command()
@click.argument("id")
@store_option
def show(id: str, where: str) -> None:
    """All events of interview ID, in order, each with its time in UTC and the model that read.

    Long texts are shortened.

    \b
    e3 interviews show 7f6b3d84cc3fd44262c287ff92f61aa4
    """
    with open_journal(where) as journal:
        stored = journal.load(id)
    head = [
        ["interview", stored.id],
        ["begun", _time(stored.created)],
        ["policy", f"{_shortened(stored.policy)} (version {stored.policy_version[:12]})"],
    ]
    click.echo(table(head))
    for number, entry in enumerate(stored.events):
        click.echo(f"\n{number}  {_time(entry.time)}  {one_line(entry.model)}")
        lines = [[one_line(name), _shown(value)] for name, value in entry.event.items()]
        if lines:
            click.echo(table(lines, indent="   "))


@interviews.command()
@click.argument("id")
@store_option
def export(id: str, where: str) -> None:
    """All that is kept of interview ID, as JSON on standard output.

    With the whole text of its policy, and every event with its time and its model.

    \b
    e3 interviews export 7f6b3d84cc3fd44262c287ff92f61aa4 > interview.json
    """
    with open_journal(where) as journal:
        click.echo(journal.export(id))


@interviews.command()
@click.argument("id")
@store_option
@click.option("--yes", is_flag=True, help="Don't ask.")
def delete(id: str, where: str, yes: bool) -> None:
    """Deletes interview ID for good: it can't be brought back.

    The text of its policy goes too if no other interview has it. Of an SQLite file and its log no
    byte of the interview is left; copies and backups that you made of them are yours to delete.

    \b
    e3 interviews delete 7f6b3d84cc3fd44262c287ff92f61aa4
    """
    with open_journal(where) as journal:
        stored = journal.load(id)
        if not yes:
            events = "1 event" if len(stored.events) == 1 else f"{len(stored.events):,} events"
            question = f"Delete the interview of {_time(stored.created)} with {events} for good?"
            click.confirm(question, abort=True)
        journal.delete(id)
    click.echo(f"Interview {id} is deleted.")


def _time(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M:%S}"


def _shown(value: Any) -> str:
    return _shortened(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _shortened(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _WIDTH else f"{line[:_WIDTH]} …"
