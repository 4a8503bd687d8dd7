"""Databases that are named by a URL, as SQLAlchemy has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from e3.errors import BadInput

if TYPE_CHECKING:
    from sqlalchemy import URL


def is_url(where: str) -> bool:
    """Whether this names a database by its URL, and no file."""
    return "://" in where


def database_url(where: str, *, what: str) -> URL:
    """What a URL says; `what` is in the database."""
    from sqlalchemy import make_url  # noqa: PLC0415 - slow to load
    from sqlalchemy.exc import ArgumentError  # noqa: PLC0415

    try:
        url = make_url(where)
    except (ArgumentError, ValueError):  # not repeated: it may hold a password
        raise BadInput(f"{what} is neither a file nor the URL of a database") from None
    # SQLAlchemy 2.0 would look for psycopg2.
    return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url


def first_line(error: Exception) -> str:
    """Why a database refused; it goes on with details, which may hold what people told."""
    from sqlalchemy.exc import DBAPIError  # noqa: PLC0415

    why = error.orig if isinstance(error, DBAPIError) else error
    return str(why).partition("\n")[0]
