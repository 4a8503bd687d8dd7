"""A question to a library: the right document, the passages of it, and a draft policy over them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from e3.documents.document import Document, Place
from e3.documents.excerpt import Excerpt
from e3.drafting.drafter import Drafter
from e3.library.entries import DocumentEntry, Search
from e3.library.library import Library
from e3.library.long_texts import excerpt_in
from e3.policy.policy import Origin, Policy, PolicyRule


@dataclass(frozen=True)
class LibraryDraft:
    """A draft over passages of a document, and how its rules lead back to the original."""

    entry: DocumentEntry
    document: Document
    excerpt: Excerpt
    policy: Policy
    """Of the excerpt's text."""

    def places(self, rule: PolicyRule) -> tuple[Place, ...]:
        """Where a rule stands in the original."""
        spans = self.excerpt.in_whole(rule.span)
        return tuple(place for span in spans for place in self.document.places(span))

    def quoted(self, rule: PolicyRule) -> str:
        """The rule in the original's words."""
        spans = self.excerpt.in_whole(rule.span)
        return " ".join(self.document.quoted(span) for span in spans)


def draft_from(
    library: Library, search: Search, question: str, story: str = "", *, drafter: Drafter
) -> LibraryDraft | None:
    """A draft over the document that is nearest to a question; None in an empty library."""
    if not search.found:
        return None
    stored = library.document(search.found[0].document.id)
    document, entry = stored.document, stored.entry
    excerpt = excerpt_in(library, entry.id, document, question, story)
    policy = drafter.draft(excerpt.rule_text, [question])
    from_here = replace(policy, title=entry.title, origin=Origin(address=entry.source))
    return LibraryDraft(entry, document, excerpt, from_here)
