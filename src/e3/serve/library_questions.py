"""A question to the library of a server: an interview over the document that answers it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from e3.interview.journal import RequestDigest
from e3.library.choosing import READ, Chosen, NotInLibrary, Unclear, chosen_of
from e3.library.citations import Citation
from e3.library.entries import DocumentEntry
from e3.serve.library_citations import citation_of
from e3.serve.library_desk import LibraryDesk
from e3.serve.library_policies import checked_for, draft_over
from e3.serve.refusals import Refusal
from e3.serve.service import Beginning, KeptInterview, Service
from e3.studio.cases import taken_for
from e3.studio.publishing import Version


@dataclass(frozen=True)
class Begun:
    """An interview, and the document that it is about."""

    kept: KeptInterview
    document: DocumentEntry
    citation: Citation


@dataclass(frozen=True)
class Checked:
    """What somebody has checked and published of the document; none of it is this question."""

    document: DocumentEntry
    versions: Sequence[Version]


AskedLibrary = Begun | Checked | Unclear | NotInLibrary


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
    *,
    unchecked: bool = False,
) -> AskedLibrary:
    """Begins an interview over the document that answers a question, or that a person named.

    What somebody has checked and published of it comes first; `unchecked` is for who was shown
    that, and asks the document itself.
    """
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
    checked = [] if unchecked else checked_for(service, desk, entry)
    for version in checked:
        asked = taken_for(version.policy, question)
        cited = citation_of(desk, version.policy)
        if asked is not None and cited is not None:
            words = version.policy.questions[asked].question
            start = Beginning(version.policy, words, scenario)
            return Begun(service.begin(start, request), entry, cited)
    if checked:
        return Checked(entry, checked)
    policy, citation = draft_over(service, desk, entry.id, question, scenario)
    return Begun(service.begin(Beginning(policy, question, scenario), request), entry, citation)
