"""Policies that are drafted from documents of the library, and what became of these since."""

from __future__ import annotations

from e3.language.en.studio import FROM_LIBRARY
from e3.library.asking import from_library, passages_for
from e3.library.changes import Changes
from e3.library.citations import Citation
from e3.library.entries import DocumentEntry
from e3.policy.policy import Policy
from e3.reading.drafts import sifting_of
from e3.serve.library_citations import citation_of
from e3.serve.library_desk import LibraryDesk
from e3.serve.service import Service
from e3.studio.publishing import Version
from e3.studio.stored import Draft


def draft_over(
    service: Service, desk: LibraryDesk, document: int, question: str, story: str = ""
) -> tuple[Policy, Citation]:
    """A draft over what of a document bears on a question."""
    found = desk.look(lambda library: passages_for(library, document, question, story))
    # Others look things up meanwhile.
    citation = found.read(question, sifting_of(service.reader))
    drafted = service.draft(citation.excerpt.rule_text, [question])
    policy = from_library(drafted, citation)
    desk.change(lambda library: library.cite(policy, citation))
    return policy, citation


def begin_draft(
    service: Service, desk: LibraryDesk, document: int, question: str, *, by: str = ""
) -> Draft:
    """A draft in the studio, over what of a document bears on a question."""
    policy, _ = draft_over(service, desk, document, question)
    return service.studio.drafts.create(policy, by=by, what=FROM_LIBRARY)


def changes_for(service: Service, policy: Policy) -> Changes | None:
    """What became of the document that a policy was drafted from; None where nothing did."""
    if service.library is None or not policy.origin.address:
        return None
    return service.library.look(lambda library: library.changes(policy))


def checked_for(service: Service, desk: LibraryDesk, entry: DocumentEntry) -> list[Version]:
    """What is published of a document, was checked by somebody, and still says what it says."""
    found = []
    for version in service.studio.publications.now():
        policy = version.policy
        if policy.is_draft or policy.origin.address != entry.source:
            continue
        changes = changes_for(service, policy)
        is_current = changes is None or not changes.matter
        if is_current and citation_of(desk, policy) is not None:
            found.append(version)
    return found
