"""`e3 library`: documents kept, searched and asked."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click

from e3.cli.libraries import library_options, open_library, tell_how_it_was_searched
from e3.cli.library_report import (
    ask_json,
    ask_report,
    document_json,
    document_list,
    document_report,
    entry_json,
    found_json,
    found_report,
)
from e3.cli.models import load_drafter
from e3.cli.output import echo, echo_json, echo_written_json, progress_bar
from e3.cli.texts import new_policy_file
from e3.drafting.drafter import DEFAULT
from e3.errors import BadInput
from e3.files import write_whole
from e3.harmless import one_line
from e3.interview.interview import check
from e3.library import updating
from e3.library.asking import draft_from
from e3.library.library import Library
from e3.library.updating import Outcome, Updated, sources_of
from e3.policy.parsing import is_yaml
from e3.policy.rule_text import RuleText
from e3.policy.writing import as_json, as_yaml
from e3.reading.reader import shipped_reader

json_option = click.option("--json", "to_json", is_flag=True, help="Print JSON.")
story_option = click.option("--scenario", default="", metavar="TEXT", help="What the person tells.")


@click.group()
def library() -> None:
    """A library of documents: PDF, DOCX, HTML, Markdown and text, from files and addresses.

    A question finds its passages in all of them, with their place in the original. Nothing of it
    leaves this machine; only an address that is added is fetched.

    \b
    e3 library add policies/ https://example.com/refunds
    e3 library search "Can I send it back?"
    e3 library ask "Can I send it back?"
    """


@library.command()
@click.argument("sources", metavar="FOLDER|FILE|URL...", nargs=-1, required=True)
@click.option("--json", "to_json", is_flag=True, help="Print a JSON object a line.")
@library_options
def add(*, sources: tuple[str, ...], to_json: bool, where: Path, encoder: str | None) -> None:
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


@library.command()
@click.option("--json", "to_json", is_flag=True, help="Print a JSON object a line.")
@library_options
def update(*, to_json: bool, where: Path, encoder: str | None) -> None:
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


@library.command("list")
@json_option
@library_options
def list_documents(*, to_json: bool, where: Path, encoder: str | None) -> None:
    """List the documents that are in the library.

    \b
    Example:
      e3 library list --json
    """
    with open_library(where, encoder) as opened:
        entries = opened.documents()
    if to_json:
        echo_json([entry_json(entry) for entry in entries])
    else:
        echo(document_list(entries) if entries else "There are no documents in this library.")


@library.command()
@click.argument("document", metavar="DOCUMENT")
@click.option("--text", "whole", is_flag=True, help="Print its text and nothing else.")
@json_option
@library_options
def show(*, document: str, whole: bool, to_json: bool, where: Path, encoder: str | None) -> None:
    """Show a document: what it is, and its contents. DOCUMENT is its number, source or title.

    \b
    Example:
      e3 library show refunds.pdf
    """
    if whole and to_json:
        raise click.UsageError("give --text or --json")
    with open_library(where, encoder) as opened:
        stored = opened.document(opened.find(document).id)
    if to_json:
        echo_json(document_json(stored))
    else:
        echo(stored.document.text if whole else document_report(stored))


@library.command()
@click.argument("documents", metavar="DOCUMENT...", nargs=-1, required=True)
@library_options
def remove(*, documents: tuple[str, ...], where: Path, encoder: str | None) -> None:
    """Remove documents; from then on they answer nothing. Their files stay.

    \b
    Example:
      e3 library remove refunds.pdf
    """
    with open_library(where, encoder) as opened:
        for entry in [opened.find(name) for name in documents]:
            opened.remove(entry.id)
            echo(f"removed  {one_line(entry.source)}")


@library.command()
@click.argument("question")
@story_option
@click.option("--most", default=5, show_default=True, type=click.IntRange(1, 100), metavar="NUMBER")
@click.option("--in", "within", metavar="DOCUMENT", help="Search this document alone.")
@json_option
@library_options
def search(
    *,
    question: str,
    scenario: str,
    most: int,
    within: str | None,
    to_json: bool,
    where: Path,
    encoder: str | None,
) -> None:
    """Find the passages that are nearest to a question, by its words and by its meaning.

    \b
    Example:
      e3 library search "Can I send it back?"
    """
    check(RuleText("-"), question, scenario)
    with open_library(where, encoder) as opened:
        id = None if within is None else opened.find(within).id
        found = opened.search(question, scenario, most=most, within=id)
        tell_how_it_was_searched(opened, found)
        if to_json:
            echo_json(found_json(opened, found))
        else:
            echo(found_report(opened, found) or "There are no documents in this library.")


@library.command()
@click.argument("question")
@story_option
@click.option(
    "--drafter", "name", default=DEFAULT, show_default=True, help="Who drafts, or llm:NAME."
)
@click.option(
    "--out",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write the policy to a new file, by its name YAML or JSON.",
)
@json_option
@library_options
def ask(
    *,
    question: str,
    scenario: str,
    name: str,
    out: Path | None,
    to_json: bool,
    where: Path,
    encoder: str | None,
) -> None:
    """Find the document for a question and draft a policy over its passages.

    Every rule is shown in the original's words and with its place there. Nobody has checked the
    draft. To be interviewed by it, write it to a file and give that to `e3 chat`.

    \b
    Example:
      e3 library ask "Can I send it back?"
    """
    if out is not None:
        new_policy_file(out)
    check(RuleText("-"), question, scenario)
    with open_library(where, encoder) as opened:
        found = opened.search(question, scenario)
        tell_how_it_was_searched(opened, found)
        drafter = load_drafter(name, shipped_reader())
        drafted = draft_from(opened, found, question, scenario, drafter=drafter)
    if drafted is None:
        raise BadInput("there are no documents in this library")
    policy = drafted.policy
    if out is not None and policy.rules:
        write_whole(out, [as_yaml(policy) if is_yaml(out) else as_json(policy)])
    if to_json:
        echo_json(ask_json(drafted, json.loads(as_json(policy))))
        return
    echo(ask_report(drafted))
    others = dict.fromkeys(one_line(each.document.title) for each in found.found)
    others.pop(one_line(drafted.entry.title), None)
    if others:
        echo(f"\nNear to it are also: {'; '.join(others)}.")
