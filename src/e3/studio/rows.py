"""The rows of drafts and their revisions, read and written."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, tuple_, update

from e3.errors import BadInput
from e3.harmless import one_line
from e3.interview.journal.entries import in_utc, same_json
from e3.policy.policy import Policy
from e3.studio.stored import (
    Draft,
    DraftSummary,
    NoSuchDraft,
    NoSuchRevision,
    policy_fields,
    policy_of,
)
from e3.studio.tables import drafts, revisions, texts

MOST_REVISIONS = 10_000
"""Of one draft: whoever needs more copies it."""

_revision = select(revisions, texts.c.text.label("rule_text")).join_from(
    revisions, texts, revisions.c.text == texts.c.version
)


def plain(id: str) -> str:
    """`id`, if it is one that a database can be asked for."""
    if not (id.isascii() and id.isalnum()):
        raise NoSuchDraft(id)
    return id


def head_of(connection: Connection, id: str, *, for_update: bool = False) -> Row[Any]:
    """The row of a draft; it is locked where it is to be written."""
    query = select(drafts).where(drafts.c.id == plain(id))
    # SQLite has one writer at a time, and leaves the words out.
    row = connection.execute(query.with_for_update() if for_update else query).first()
    if row is None:
        raise NoSuchDraft(id)
    return row


def row_of(connection: Connection, id: str, number: int) -> Row[Any]:
    """The row of a revision, with its text."""
    of_it = (revisions.c.draft == id, revisions.c.number == number)
    row = connection.execute(_revision.where(*of_it)).first()
    if row is None:
        raise NoSuchRevision(number)
    return row


def child_of(connection: Connection, id: str, number: int) -> int | None:
    """The revision that was made last of another, and shown."""
    of_it = (revisions.c.draft == id, revisions.c.parent == number, revisions.c.beside == 0)
    found: int | None = connection.scalar(select(func.max(revisions.c.number)).where(*of_it))
    return found


def draft_of(connection: Connection, id: str) -> Draft:
    """A draft as it is now."""
    head = head_of(connection, id)
    row = row_of(connection, id, head.head)
    return Draft(
        id,
        row.number,
        policy_of(row),
        in_utc(head.time),
        in_utc(head.changed),
        row.author,
        row.what,
        can_undo=row.parent is not None,
        can_redo=child_of(connection, id, row.number) is not None,
        address=head.address,
        published=head.published,
        file=head.file,
    )


def newest(connection: Connection, limit: int, before: str | None) -> tuple[DraftSummary, ...]:
    """The drafts that were changed last; see `Drafts.list`."""
    of_head = (revisions.c.draft == drafts.c.id) & (revisions.c.number == drafts.c.head)
    query = (
        select(drafts, revisions.c.title, revisions.c.author)
        .join_from(drafts, revisions, of_head)
        .order_by(drafts.c.changed.desc(), drafts.c.id.desc())
        .limit(limit)
    )
    if before is not None:
        seen = head_of(connection, before)
        query = query.where(tuple_(drafts.c.changed, drafts.c.id) < (seen.changed, seen.id))
    return tuple(
        DraftSummary(
            row.id,
            row.title,
            row.head,
            in_utc(row.changed),
            row.author,
            row.address,
            row.published,
        )
        for row in connection.execute(query)
    )


def is_same(head: Row[Any], base: int, edit: str) -> bool:
    """Whether what is shown was made by this very edit: then it comes again."""
    return head.parent == base and head.edit is not None and same_json(head.edit, edit)


def next_number(connection: Connection, id: str) -> int:
    """The number of the next revision."""
    last = connection.scalar(select(func.max(revisions.c.number)).where(revisions.c.draft == id))
    if last >= MOST_REVISIONS:
        raise BadInput(f"a draft has {MOST_REVISIONS:,} revisions at most: copy it")
    return int(last) + 1


def move_head(connection: Connection, id: str, head: int, time: str) -> None:
    """Shows another revision."""
    connection.execute(update(drafts).where(drafts.c.id == id).values(head=head, changed=time))


def write_revision(
    connection: Connection,
    id: str,
    number: int,
    policy: Policy,
    *,
    what: str,
    by: str,
    time: str,
    parent: int | None = None,
    edit: str | None = None,
    beside: bool = False,
) -> None:
    """Writes a revision, and its text where it is new."""
    version = policy.rule_text.version
    if connection.scalar(select(texts.c.version).where(texts.c.version == version)) is None:
        row = {"version": version, "text": policy.rule_text.text}
        connection.execute(insert(texts), row)
    connection.execute(
        insert(revisions),
        {
            "draft": id,
            "number": number,
            "parent": parent,
            "text": version,
            "policy": policy_fields(policy),
            "title": one_line(policy.title),
            "edit": edit,
            "what": what,
            "author": by,
            "time": time,
            "beside": int(beside),
        },
    )
