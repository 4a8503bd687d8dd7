"""What the studio keeps of a draft, and what can go wrong with it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from e3.errors import BadInput
from e3.interview.journal.entries import in_utc, to_text
from e3.memory import remembered
from e3.policy.parsing import parse_policy
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.policy.writing import policy_object
from e3.studio.editing import EditRefused
from e3.studio.edits import Edit, edit_of


@dataclass(frozen=True)
class Draft:
    """A policy that is edited, as it is now."""

    id: str
    revision: int
    """The number of the revision that this is."""
    policy: Policy
    created: datetime
    changed: datetime
    changed_by: str
    what: str
    """What was done last, in a sentence."""
    can_undo: bool
    can_redo: bool
    address: str | None
    """Where it is or was published."""
    published: int | None
    """The version that people are interviewed by; None where it is not published."""
    file: str | None
    """The file that it is the policy of, if it was opened from one."""


@dataclass(frozen=True, slots=True)
class DraftSummary:
    """One line of a list of drafts."""

    id: str
    title: str
    revision: int
    changed: datetime
    changed_by: str
    address: str | None
    published: int | None


@dataclass(frozen=True, slots=True)
class RevisionSummary:
    """One line of the history of a draft."""

    number: int
    parent: int | None
    """The revision that it was made of."""
    time: datetime
    by: str
    what: str
    beside: bool
    """Whether somebody else was quicker: it was kept, and is not what is shown."""
    version: int | None = None
    """The last that was published of it."""


@dataclass(frozen=True)
class Revision:
    """A draft as it was at one moment."""

    summary: RevisionSummary
    policy: Policy
    edit: Edit | None
    """What made it of its parent, if that was one edit."""


class NoSuchDraft(BadInput):
    """An id that is of no draft here."""

    def __init__(self, id: str) -> None:
        super().__init__(f"there is no draft {id[:80]!r} here")


class NoSuchRevision(BadInput):
    """A number that no revision of a draft has."""

    def __init__(self, number: int) -> None:
        super().__init__(f"this draft has no revision {number}")


class EditConflict(BadInput):
    """Somebody has changed a draft since it was looked at; both versions are kept."""

    def __init__(self, draft: str, head: int, kept: int | None) -> None:
        yours = "" if kept is None else f"; your change is kept beside it as revision {kept}"
        super().__init__(f"somebody has changed this draft since: it is at revision {head}{yours}")
        self.draft = draft
        self.head = head
        """The revision that is shown."""
        self.kept = kept
        """The revision that was kept beside it; None where there was nothing to keep."""


def policy_fields(policy: Policy) -> str:
    """A policy without its text, as JSON."""
    fields = policy_object(policy)
    del fields["rule_text"]
    return to_text(fields)


def policy_of(row: Any) -> Policy:
    """The policy of the row of a revision with its text."""
    policy = _policy(row.policy, row.rule_text)
    # What is found in the text, its blocks above all, takes up to thirty times the room of the
    # text: it goes with this copy, and what is remembered stays as large as it was counted.
    return replace(policy, rule_text=RuleText(row.rule_text))


@remembered
def _policy(fields: str, rule_text: str) -> Policy:
    # Revisions never change, and all who are interviewed by one come here with every turn.
    return parse_policy({**json.loads(fields), "rule_text": rule_text})


def summary_of(row: Any, version: int | None = None) -> RevisionSummary:
    """The line of the history that the row of a revision is."""
    return RevisionSummary(
        row.number,
        row.parent,
        in_utc(row.time),
        row.author,
        row.what,
        bool(row.beside),
        version,
    )


def revision_of(row: Any) -> Revision:
    """The revision of its row with its text."""
    return Revision(summary_of(row), policy_of(row), _edit(row.edit))


def _edit(kept: str | None) -> Edit | None:
    """What was done, where this version of E3 knows such an edit; its result is kept anyway."""
    try:
        return None if kept is None else edit_of(json.loads(kept))
    except EditRefused:
        return None
