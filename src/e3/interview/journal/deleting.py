"""Deleting an interview by its id alone: nothing of it has to be readable."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote

from sqlalchemy import (
    ColumnElement,
    Connection,
    LargeBinary,
    cast,
    delete,
    exists,
    select,
)

from e3.interview.journal.entries import NoSuchInterview
from e3.interview.journal.loading import Owner, check_owner
from e3.interview.journal.tables import events, interviews, policies, requests


def deleted(connection: Connection, id: str, owner: Owner) -> None:
    """Deletes all rows of an interview, and the texts of policies that no interview has."""
    of_it = {column: _is(connection, column, id) for column in _IDS}
    row = connection.execute(select(interviews.c.owner).where(of_it[interviews.c.id])).first()
    check_owner(id, row, owner)
    there = sum(
        connection.execute(delete(column.table).where(is_it)).rowcount
        for column, is_it in of_it.items()
    )
    if not there:
        raise NoSuchInterview(id)
    _delete_unused(connection)


def deleted_all(connection: Connection, ids: Iterable[str]) -> None:
    """The same for interviews that are there, whoever began them."""
    for id in list(ids):
        for column in _IDS:
            connection.execute(delete(column.table).where(column == id))
    _delete_unused(connection)


def _delete_unused(connection: Connection) -> None:
    """Of all policies, not only of one that a row names: that may be what is damaged."""
    used = exists().where(interviews.c.policy == policies.c.version)
    connection.execute(delete(policies).where(~used))


_IDS: tuple[Any, ...] = (requests.c.interview, events.c.interview, interviews.c.id)
"""Where the id of an interview stands, in the order in which rows can go."""


def _is(connection: Connection, column: Any, id: str) -> ColumnElement[bool]:
    """Whether a row is of this interview, whose id may be damaged (see `written_id`)."""
    meant = unquote(id, errors="surrogateescape")
    try:
        if connection.dialect.name == "sqlite":
            # By its bytes, and not by an index, which may be damaged too. All rows are looked at:
            # the file is written anew afterwards, which takes longer.
            return cast(column, LargeBinary) == meant.encode("utf-8", "surrogateescape")
        meant.encode()
    except UnicodeEncodeError:
        raise NoSuchInterview(id) from None
    if "\0" in meant:
        raise NoSuchInterview(id)
    found: ColumnElement[bool] = column == meant
    return found
