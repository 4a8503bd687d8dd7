"""`e3 library list`, `show` and `search`."""

from __future__ import annotations

import click

from e3.cli.libraries import (
    json_option,
    library_options,
    open_library,
    story_option,
    tell_how_it_was_searched,
    within_option,
)
from e3.cli.library_report import (
    document_json,
    document_list,
    document_report,
    entry_json,
    found_json,
    found_report,
)
from e3.cli.output import echo, echo_json
from e3.interview.interview import check
from e3.policy.rule_text import RuleText


@click.command("list")
@json_option
@library_options
def list_documents(*, to_json: bool, where: str, encoder: str | None) -> None:
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


@click.command()
@click.argument("document", metavar="DOCUMENT")
@click.option("--text", "whole", is_flag=True, help="Print its text and nothing else.")
@json_option
@library_options
def show(*, document: str, whole: bool, to_json: bool, where: str, encoder: str | None) -> None:
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


@click.command()
@click.argument("question")
@story_option
@click.option("--most", default=5, show_default=True, type=click.IntRange(1, 100), metavar="NUMBER")
@within_option
@json_option
@library_options
def search(
    *,
    question: str,
    scenario: str,
    most: int,
    within: str | None,
    to_json: bool,
    where: str,
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
        tell_how_it_was_searched(opened, by_meaning=found.by_meaning)
        if to_json:
            echo_json(found_json(opened, found))
        else:
            echo(found_report(opened, found) or "There are no documents in this library.")
