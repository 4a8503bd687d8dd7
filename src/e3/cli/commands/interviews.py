"""`e3 interviews`: the interviews that are kept, to look at, to hand out and to delete."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from e3.cli.journals import open_journal, store_option
from e3.cli.output import echo, echo_json, echo_written_json, table
from e3.harmless import one_line

if TYPE_CHECKING:
    from e3.interview.journal import Audited, InterviewSummary

_WIDTH = 300


@click.group()
def interviews() -> None:
    """Look at the interviews that were kept, check, export, and delete them for good.

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
                    "created": one.created and one.created.isoformat(),
                    "last": one.last and one.last.isoformat(),
                    "events": one.events,
                    "policy_version": one.policy_version,
                    "model": one.model,
                    "damaged": one.damaged,
                }
                for one in found
            ]
        )
        return
    if not found:
        echo("There are no interviews here." if before is None else "There are no more.")
        return
    lines = [["id", "begun", "last event", "events", "policy", "model"]]
    for one in found:
        times = (_time(one.created), _time(one.last))
        events = "?" if one.events is None else f"{one.events:,}"
        version, model = (
            one.policy_version[:12],
            "damaged: see e3 interviews check" if one.damaged else one.model or "",
        )
        lines.append([one.id, *times, events, version, model])
    echo(table(lines, right=[3]))


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
    echo(table(head))
    for number, entry in enumerate(stored.events):
        echo(f"\n{number}  {_time(entry.time)}  {one_line(entry.model)}")
        lines = [[name, _shown(value)] for name, value in entry.event.items()]
        if lines:
            echo(table(lines, indent="   "))


@interviews.command()
@click.argument("id", required=False)
@store_option
@click.option("--all", "every", is_flag=True, help="All interviews, one a line (JSON Lines).")
def export(id: str | None, where: str, every: bool) -> None:
    """All that is kept of interview ID, as JSON on standard output.

    With the whole text of its policy, and every event with its time and its model. Of all
    interviews, those that are damaged are left out and named on standard error, and the exit code
    is 1.

    \b
    e3 interviews export 7f6b3d84cc3fd44262c287ff92f61aa4 > interview.json
    e3 interviews export --all > interviews.jsonl
    """
    if (id is None) != every:
        raise click.UsageError("Give the ID of an interview, or --all.")
    from e3.interview.journal import Damaged  # noqa: PLC0415 - SQLAlchemy is slow to load

    with open_journal(where) as journal:
        if id is not None:
            echo_written_json(journal.export(id))
            return
        damaged = 0
        for one in journal.ids():
            try:
                echo_written_json(journal.export(one, indent=None))
            except Damaged as error:
                echo(f"Left out: {error}.", err=True)
                damaged += 1
    if damaged:
        raise click.exceptions.Exit(1)


@interviews.command()
@click.argument("ids", metavar="[ID]...", nargs=-1)
@store_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def check(ids: tuple[str, ...], where: str, as_json: bool) -> None:
    """Proves by their digests that interviews are as they were written: these, or all.

    Each line has the last digest: it changes if anything before it does. Noted elsewhere, it shows
    later that nothing was changed, moved or taken out, not even by somebody who can write digests.
    What was changed before events had digests can't be told; how many they are is said.

    The exit code is 1 if something is damaged.

    \b
    e3 interviews check
    e3 interviews check 7f6b3d84cc3fd44262c287ff92f61aa4 --json
    """
    with open_journal(where) as journal:
        found = tuple(journal.audit(*ids))
    if as_json:
        echo_json([asdict(one) for one in found])
    elif found:
        lines = [["id", "events", "last digest", "found"]]
        lines += [
            [one.id or "the store", f"{one.events:,}", one.digest or "", _found(one)]
            for one in found
        ]
        echo(table(lines, right=[1]))
    else:
        echo("There are no interviews here.")
    if any(one.damage for one in found):
        raise click.exceptions.Exit(1)


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
        if not yes:
            click.confirm(_question(journal.summary(id)), abort=True)
        journal.delete(id)
    echo(f"Interview {id} is deleted.")


def _question(one: InterviewSummary) -> str:
    if one.damaged:
        return f"Delete the damaged interview {one.id} for good?"
    events = "1 event" if one.events == 1 else f"{one.events:,} events"
    return f"Delete the interview of {_time(one.created)} with {events} for good?"


def _found(one: Audited) -> str:
    if one.damage is not None:
        return f"damaged: {one.damage}"
    if one.adopted:
        return f"sound since its first {one.adopted:,} got digests"
    return "sound"


def _time(time: datetime | None) -> str:
    return "?" if time is None else f"{time:%Y-%m-%d %H:%M:%S}"


def _shown(value: Any) -> str:
    return _shortened(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _shortened(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _WIDTH else f"{line[:_WIDTH]} …"
