"""Where the commands find a library and its encoder, and what they say of both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from e3.cli.output import echo
from e3.cli.texts import ENCODER

if TYPE_CHECKING:
    from e3.library.library import Library

Command = Callable[..., Any]

LIBRARY = (
    "The library: an SQLite file, or a PostgreSQL database's URL (postgresql://user@host/name)."
)
"""The help of --library."""

json_option = click.option("--json", "to_json", is_flag=True, help="Print JSON.")
story_option = click.option("--scenario", default="", metavar="TEXT", help="What the person tells.")
within_option = click.option(
    "--in", "within", metavar="DOCUMENT", help="This document alone: its number, source or title."
)
encoder_option = click.option(
    "--encoder",
    envvar=ENCODER,
    metavar="FOLDER",
    help="The encoder that searches by meaning; without one, words alone do."
    " [default: E3_ENCODER, or the one that is installed]",
)


def default_library() -> str:
    """The file in the user's own folder for E3."""
    return str(Path(click.get_app_dir("e3")) / "library.db")


def library_options(command: Command) -> Command:
    """The options by which every command finds the library."""
    library = click.option(
        "--library",
        "where",
        envvar="E3_LIBRARY",
        default=default_library,
        show_default="library.db in your folder for E3, or E3_LIBRARY",
        metavar="FILE|URL",
        help=LIBRARY,
    )
    return library(encoder_option(command))


def open_library(
    where: str, encoder: str | None, *, create: bool = False, encoding: bool = True
) -> Library:
    """The library, which has to be there unless it may be made.

    Without `encoding` what is put in is not read by the encoder.
    """
    from e3.library.encoder import find_encoder  # noqa: PLC0415 - numpy is slow to load
    from e3.library.library import Library  # noqa: PLC0415
    from e3.library.word_pieces import word_pieces  # noqa: PLC0415

    found = find_encoder(encoder) if encoding else None
    return Library(where, count=word_pieces, encoder=found, create=create)


def tell_how_it_was_searched(library: Library, *, by_meaning: bool) -> None:
    """Says on standard error where only words were searched by, and what to do about it."""
    if by_meaning:
        return
    if library.encoder is None:
        echo("Searched by words alone: there is no encoder (--encoder).", err=True)
    elif missing := library.without_vectors():
        echo(
            f"Searched by words alone: {missing:,} passages were not read by this encoder yet"
            " (e3 library update).",
            err=True,
        )
