"""A question to a document of a library: the passages of it, and a draft policy over them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from e3.drafting.drafter import Drafter
from e3.library.citations import Citation
from e3.library.entries import DocumentEntry
from e3.library.library import Library
from e3.library.long_texts import excerpt_in
from e3.policy.policy import Origin, Policy


@dataclass(frozen=True)
class LibraryDraft:
    """A draft over passages of a document, and how its rules lead back to the original."""

    entry: DocumentEntry
    citation: Citation
    policy: Policy
    """Of the excerpt's text."""


def passages_for(library: Library, id: int, question: str, story: str = "") -> Citation:
    """What of a document is read for a question."""
    stored = library.document(id)
    excerpt = excerpt_in(library, id, stored.document, question, story)
    return Citation(stored.entry.source, stored.document, excerpt, id)


def from_library(policy: Policy, citation: Citation) -> Policy:
    """A draft of what was read, named by its document."""
    return replace(policy, title=citation.document.title, origin=Origin(address=citation.source))


def draft_from(
    library: Library, entry: DocumentEntry, question: str, story: str = "", *, drafter: Drafter
) -> LibraryDraft:
    """A draft over a document."""
    citation = passages_for(library, entry.id, question, story)
    policy = drafter.draft(citation.excerpt.rule_text, [question])
    return LibraryDraft(entry, citation, from_library(policy, citation))
