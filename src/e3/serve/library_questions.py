"""A question to the library of a server: an interview over the document that answers it."""

from __future__ import annotations

from dataclasses import dataclass

from e3.interview.journal import RequestDigest
from e3.library.asking import from_library, passages_for
from e3.library.choosing import READ, Chosen, NotInLibrary, Unclear, chosen_of
from e3.library.citations import Citation
from e3.library.entries import DocumentEntry
from e3.reading.drafts import sifting_of
from e3.serve.library_desk import LibraryDesk
from e3.serve.refusals import Refusal
from e3.serve.service import Beginning, KeptInterview, Service


@dataclass(frozen=True)
class Begun:
    """An interview, and the document that it is about."""

    kept: KeptInterview
    document: DocumentEntry
    citation: Citation


AskedLibrary = Begun | Unclear | NotInLibrary


def desk_of(service: Service) -> LibraryDesk:
    """The library of a server; refuses where there is none."""
    if service.library is None:
        raise Refusal(404, "This server has no library.")
    return service.library


def ask(
    service: Service,
    question: str,
    scenario: str = "",
    document: int | None = None,
    request: RequestDigest | None = None,
) -> AskedLibrary:
    """Begins an interview over the document that answers a question, or that a person named."""
    desk = desk_of(service)
    if document is not None:
        entry = desk.look(lambda library: library.document(document).entry)
    else:
        near = desk.look(lambda library: library.nearest(question, scenario, most=READ))
        # Others search meanwhile.
        choice = chosen_of(near, question, scenario, judge=service.judge)
        if not isinstance(choice, Chosen):
            return choice
        entry = choice.document
    found = desk.look(lambda library: passages_for(library, entry.id, question, scenario))
    citation = found.read(question, sifting_of(service.reader))
    drafted = service.draft(citation.excerpt.rule_text, [question])
    policy = from_library(drafted, citation)
    desk.change(lambda library: library.cite(policy, citation))
    return Begun(service.begin(Beginning(policy, question, scenario), request), entry, citation)
