"""The studio as a server has it: its drafts, and what was published of them."""

from __future__ import annotations

from dataclasses import dataclass

from e3.interview.journal.database import Database
from e3.studio.drafts import Drafts, Saved
from e3.studio.publications import Publications


@dataclass(frozen=True)
class Studio:
    """Drafts and publications in one database."""

    drafts: Drafts
    publications: Publications

    @classmethod
    def kept_in(cls, database: Database, saved: Saved = lambda _: None) -> Studio:
        """The studio of a database that is in its latest form."""
        return cls(Drafts(database, saved), Publications(database))
