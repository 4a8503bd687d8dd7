"""Where the commands keep interviews."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from e3.interview.journal import Journal


def default_store() -> str:
    """The file in the user's own folder for E3."""
    return str(Path(click.get_app_dir("e3")) / "interviews.db")


store_option = click.option(
    "--store",
    "where",
    envvar="E3_STORE",
    default=default_store,
    show_default="interviews.db in your folder for E3, or E3_STORE",
    metavar="FILE|URL",
    help="Where interviews are kept: an SQLite file, or a database's URL as SQLAlchemy has it"
    " (postgresql://user@host/name).",
)


def open_journal(where: str, *, create: bool = False) -> Journal:
    """The journal, which has to be there unless it may be made."""
    from e3.interview.journal import Journal  # noqa: PLC0415 - SQLAlchemy is slow to load

    return Journal.open(where, create=create)
