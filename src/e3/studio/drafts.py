"""Drafts in a database: every acknowledged edit is durable, and no version is ever lost.

A draft is a tree of revisions, each a whole policy, and the one of them that is shown (its head).
An edit adds a revision to the one it was made of. Undo and redo move the head along the tree.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, delete, exists, func, insert, select

from e3.interview.interview import check
from e3.interview.journal.database import Database
from e3.interview.journal.deleting import deleted_all
from e3.interview.journal.entries import now, to_text
from e3.language.en import studio as words
from e3.memory import forget_texts
from e3.policy.policy import Policy
from e3.studio.editing import NothingToDo, followable
from e3.studio.edits import Edit, edit_object, edited
from e3.studio.rows import (
    child_of,
    draft_of,
    head_of,
    is_same,
    move_head,
    newest,
    next_number,
    row_of,
    write_revision,
)
from e3.studio.stored import (
    Draft,
    DraftSummary,
    EditConflict,
    Revision,
    RevisionSummary,
    revision_of,
    summary_of,
)
from e3.studio.tables import drafts, revisions, texts, versions, visits

Saved = Callable[[Draft], object]
"""Is told of a draft that was saved, before that is acknowledged."""


class Drafts:
    """The drafts of a studio."""

    def __init__(self, database: Database, saved: Saved = lambda _: None) -> None:
        self._database = database
        self._saved = saved

    def create(
        self, policy: Policy, *, by: str = "", what: str = words.BEGUN, file: str | None = None
    ) -> Draft:
        """A new draft; its id can't be guessed."""
        check(policy.rule_text, "?")
        policy = followable(policy)
        id = secrets.token_hex(16)

        def work(connection: Connection) -> None:
            time = now()
            row = {"id": id, "time": time, "head": 1, "changed": time, "file": file}
            connection.execute(insert(drafts), row)
            write_revision(connection, id, 1, policy, what=what, by=by, time=time)

        self._database.write(work)
        return self._kept(id)

    def list(self, limit: int = 20, before: str | None = None) -> tuple[DraftSummary, ...]:
        """The drafts that were changed last, newest first; `before` is the last one seen."""
        return self._database.read(lambda connection: newest(connection, limit, before))

    def of_file(self, file: str) -> Draft | None:
        """The draft that was opened from a file."""
        query = select(drafts.c.id).where(drafts.c.file == file).order_by(drafts.c.changed.desc())
        id = self._database.read(lambda connection: connection.scalar(query.limit(1)))
        return None if id is None else self.draft(id)

    def draft(self, id: str) -> Draft:
        """A draft as it is now."""
        return self._database.read(lambda connection: draft_of(connection, id))

    def edit(self, id: str, edit: Edit, *, base: int, by: str = "") -> Draft:
        """Makes an edit of the revision that the editor saw.

        Where somebody else was quicker, the result is kept beside theirs: EditConflict. The same
        edit of the same revision again is acknowledged again.
        """
        before = self.revision(id, base).policy
        after, said = edited(before, edit), edit_object(edit)
        text = before.rule_text.text
        what = words.done(said, text, {rule.id: rule.span.of(text) for rule in before.rules})
        return self._added(id, after, base=base, by=by, what=what, edit=to_text(said))

    def replace(self, id: str, policy: Policy, *, base: int, what: str, by: str = "") -> Draft:
        """A revision with another policy altogether."""
        return self._added(id, followable(policy), base=base, by=by, what=what)

    def restore(self, id: str, revision: int, *, base: int, by: str = "") -> Draft:
        """A new revision with the policy of another one, older or kept beside."""
        policy = self.revision(id, revision).policy
        return self._added(id, policy, base=base, by=by, what=words.taken_again(revision))

    def undo(self, id: str, *, base: int) -> Draft:
        """Back to the revision that this one was made of."""

        def parent(connection: Connection, head: Any) -> int:
            found = row_of(connection, id, head.head).parent
            if found is None:
                raise NothingToDo("there is nothing to undo")
            return int(found)

        return self._moved(id, base, parent)

    def redo(self, id: str, *, base: int) -> Draft:
        """On to the revision that was made of this one last."""

        def child(connection: Connection, head: Any) -> int:
            found = child_of(connection, id, head.head)
            if found is None:
                raise NothingToDo("there is nothing to redo")
            return found

        return self._moved(id, base, child)

    def revisions(self, id: str) -> tuple[RevisionSummary, ...]:
        """The history of a draft, newest first."""

        def work(connection: Connection) -> tuple[RevisionSummary, ...]:
            head_of(connection, id)
            published = select(versions.c.revision, func.max(versions.c.number))
            of_it = published.where(versions.c.draft == id).group_by(versions.c.revision)
            numbers = {row[0]: row[1] for row in connection.execute(of_it)}
            query = select(revisions).where(revisions.c.draft == id)
            rows = connection.execute(query.order_by(revisions.c.number.desc()))
            return tuple(summary_of(row, numbers.get(row.number)) for row in rows)

        return self._database.read(work)

    def revision(self, id: str, number: int) -> Revision:
        """A draft as it was."""

        def work(connection: Connection) -> Revision:
            head_of(connection, id)
            return revision_of(row_of(connection, id, number))

        return self._database.read(work)

    def duplicate(self, id: str, *, by: str = "") -> Draft:
        """A new draft with the policy of this one."""
        return self.create(self.draft(id).policy, by=by, what=words.COPIED)

    def delete(self, id: str) -> None:
        """Deletes a draft for good: all revisions, versions, numbers, and the interviews."""

        def work(connection: Connection) -> None:
            head_of(connection, id)
            # Nobody could come to them any more, not even who wants to delete them.
            of_it = select(visits.c.interview).where(visits.c.draft == id)
            deleted_all(
                connection, connection.scalars(of_it.where(visits.c.interview.is_not(None)))
            )
            connection.execute(delete(drafts).where(drafts.c.id == id))
            used = exists().where(revisions.c.text == texts.c.version)
            connection.execute(delete(texts).where(~used))

        self._database.erase(work)
        forget_texts()

    def _added(
        self,
        id: str,
        policy: Policy,
        *,
        base: int,
        by: str,
        what: str,
        edit: str | None = None,
    ) -> Draft:
        """Adds a revision to the one that it was made of."""

        def work(connection: Connection) -> EditConflict | None:
            head = head_of(connection, id, for_update=True).head
            if edit is not None and is_same(row_of(connection, id, head), base, edit):
                return None
            number = next_number(connection, id)
            beside, time = head != base, now()
            write_revision(
                connection,
                id,
                number,
                policy,
                what=what,
                by=by,
                time=time,
                parent=base,
                edit=edit,
                beside=beside,
            )
            if beside:
                return EditConflict(id, head, number)
            move_head(connection, id, number, time)
            return None

        if conflict := self._database.write(work):
            raise conflict
        return self._kept(id)

    def _moved(self, id: str, base: int, to: Callable[[Connection, Any], int]) -> Draft:
        def work(connection: Connection) -> None:
            head = head_of(connection, id, for_update=True)
            if head.head != base:
                raise EditConflict(id, head.head, None)
            move_head(connection, id, to(connection, head), now())

        self._database.write(work)
        return self._kept(id)

    def _kept(self, id: str) -> Draft:
        draft = self.draft(id)
        self._saved(draft)
        return draft
