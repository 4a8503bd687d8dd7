"""A question to a document of a library: the passages of it, and a draft policy over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from e3.documents.document import Document
from e3.documents.passages import Passage
from e3.drafting.drafter import Drafter
from e3.library.citations import Citation
from e3.library.entries import DocumentEntry
from e3.library.library import Library
from e3.library.long_texts import nearest_in, put_together
from e3.policy.policy import Origin, Policy
from e3.reading.drafts import SiftingSystem


@dataclass(frozen=True)
class Found:
    """A document of a library, and the passages of it that are nearest to a question.

    From here on no library is needed, so that others can use it while these are read.
    """

    entry: DocumentEntry
    document: Document
    near: Sequence[Passage]

    def read(self, question: str, sieve: SiftingSystem | None) -> Citation:
        """What of it is read for the question."""
        excerpt = put_together(self.document, [question], self.near, sieve=sieve)
        return Citation(self.entry.source, self.document, excerpt, self.entry.id)


@dataclass(frozen=True)
class LibraryDraft:
    """A draft over passages of a document, and how its rules lead back to the original."""

    entry: DocumentEntry
    citation: Citation
    policy: Policy
    """Of the excerpt's text."""


def passages_for(library: Library, id: int, question: str, story: str = "") -> Found:
    """The passages of a document that are nearest to a question."""
    stored = library.document(id)
    return Found(stored.entry, stored.document, nearest_in(library, id, question, story))


def from_library(policy: Policy, citation: Citation) -> Policy:
    """A draft of what was read, named by its document."""
    return replace(policy, title=citation.document.title, origin=Origin(address=citation.source))


def draft_from(
    library: Library,
    entry: DocumentEntry,
    question: str,
    story: str = "",
    *,
    drafter: Drafter,
    sieve: SiftingSystem | None = None,
) -> LibraryDraft:
    """A draft over a document; `sieve` says what of a long one bears on the question."""
    citation = passages_for(library, entry.id, question, story).read(question, sieve)
    policy = drafter.draft(citation.excerpt.rule_text, [question])
    return LibraryDraft(entry, citation, from_library(policy, citation))
