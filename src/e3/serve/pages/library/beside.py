"""The whole document beside an interview that was begun over a part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from e3.policy.policy import Policy
from e3.serve.pages.library.document_view import MOST_SHOWN, DocumentView, document_view
from e3.serve.pages.marks import Mark
from e3.serve.service import Service


@dataclass(frozen=True)
class Beside:
    """The document that an interview is about."""

    title: str
    view: DocumentView | None
    """None where it is too long to be sent with every question."""
    link: str | None
    """To the document with the same marks; None where it was replaced or removed since."""


def beside(service: Service, policy: Policy, marks: Sequence[Mark]) -> Beside | None:
    """The document with the marks that the policy's text has; None where it is from none."""
    if service.library is None or not policy.origin.address:
        return None
    citation = service.library.look(lambda library: library.cited(policy))
    if citation is None:
        return None
    document = citation.document
    there = [replace(mark, span=span) for mark in marks for span in citation.spans(mark.span)]
    shown = document_view(document, there) if len(document.text) <= MOST_SHOWN else None
    link = None
    if citation.current is not None:
        clause = ",".join(f"{mark.span.start}-{mark.span.end}" for mark in there)
        link = f"/library/{citation.current}?clause={clause}#clause"
    return Beside(document.title, shown, link)
