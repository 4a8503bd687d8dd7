"""What the API of the library answers (response schemas)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from e3.documents.document import Document, Place
from e3.documents.sections import sections
from e3.library.choosing import NotInLibrary, Unclear
from e3.library.entries import DocumentEntry, FoundPassage, Search, StoredDocument
from e3.library.library import Library
from e3.serve.library_questions import AskedLibrary, Begun
from e3.serve.responses import InterviewState, interview_state
from e3.text import Span


class LibraryDocument(BaseModel):
    """A document, without its text."""

    id: int
    title: str
    source: str = Field(description="The file or the address; sent: and a name if it was sent.")
    format: str
    digest: str = Field(description="SHA-256 of the original's bytes.")
    read: str = Field(description="When it was read, in ISO 8601 and UTC.")
    passages: int
    notes: list[str] = Field(description="What a reader should know, such as pages without text.")


class PlaceFound(BaseModel):
    """Where words stand in the original; what its format does not have is null."""

    page: int | None
    box: tuple[float, float, float, float] | None = Field(
        description="Left, bottom, right, top in points from the lower left corner."
    )
    line: int | None
    element: str | None


class SectionFound(BaseModel):
    """A title of a document."""

    path: list[str] = Field(description="The title, behind those it stands under.")
    span: Span
    places: list[PlaceFound]


class DocumentState(LibraryDocument):
    """A document with its text and contents."""

    text: str
    sections: list[SectionFound]


class PassageFound(BaseModel):
    """A passage that may answer a question."""

    document: int
    title: str
    path: list[str] = Field(description="The titles it stands under.")
    score: float
    text: str
    spans: list[Span] = Field(description="Where it stands in the document's text.")
    places: list[PlaceFound]


class SearchFound(BaseModel):
    """What was found, the nearest first."""

    searched_by: Literal["words", "words and meaning"]
    found: list[PassageFound]


class QuotedRule(BaseModel):
    """Where a rule of an interview stands in the original."""

    id: str
    quoted: str = Field(description="In the original's words.")
    spans: list[Span]
    places: list[PlaceFound]


class InterviewBegun(BaseModel):
    """A document was found, and an interview was begun over it."""

    kind: Literal["interview"] = "interview"
    document: LibraryDocument
    rules: list[QuotedRule]
    interview: InterviewState


class Which(BaseModel):
    """Several documents could be meant: ask again with the number of one."""

    kind: Literal["which"] = "which"
    among: list[LibraryDocument]


class NotHere(BaseModel):
    """No document of the library seems to answer this."""

    kind: Literal["not in this library"] = "not in this library"
    nearest: list[LibraryDocument]


AnsweredQuestion = Annotated[InterviewBegun | Which | NotHere, Field(discriminator="kind")]


def library_document(entry: DocumentEntry) -> LibraryDocument:
    """A document as the API shows it."""
    return LibraryDocument(
        id=entry.id,
        title=entry.title,
        source=entry.source,
        format=entry.format,
        digest=entry.original.digest,
        read=entry.read,
        passages=entry.passages,
        notes=list(entry.notes),
    )


def document_state(stored: StoredDocument) -> DocumentState:
    """A document with its text as the API shows it."""
    document = stored.document
    return DocumentState(
        **library_document(stored.entry).model_dump(),
        text=document.text,
        sections=[
            SectionFound(
                path=list(each.path),
                span=each.title.span,
                places=_places(document.places(each.title.span)),
            )
            for each in sections(document.rule_text)
            if each.title is not None
        ],
    )


def search_found(library: Library, search: Search) -> SearchFound:
    """What was found, with its places."""
    ids = {found.document.id for found in search.found}
    documents = {id: library.document(id).document for id in ids}
    return SearchFound(
        searched_by="words and meaning" if search.by_meaning else "words",
        found=[_passage(each, documents[each.document.id]) for each in search.found],
    )


def _passage(found: FoundPassage, document: Document) -> PassageFound:
    spans = found.passage.spans
    return PassageFound(
        document=found.document.id,
        title=found.document.title,
        path=list(found.passage.path),
        score=found.score,
        text=found.text,
        spans=list(spans),
        places=_places(place for span in spans for place in document.places(span)),
    )


def answered_question(asked: AskedLibrary) -> InterviewBegun | Which | NotHere:
    """What came of a question, as the API shows it."""
    match asked:
        case Begun(kept, entry, citation):
            return InterviewBegun(
                document=library_document(entry),
                rules=[
                    QuotedRule(
                        id=rule.id,
                        quoted=citation.quoted(rule.span),
                        spans=list(citation.spans(rule.span)),
                        places=_places(citation.places(rule.span)),
                    )
                    for rule in kept.interview.policy.rules
                ],
                interview=interview_state(kept),
            )
        case Unclear(documents):
            return Which(among=[library_document(entry) for entry in documents])
        case NotInLibrary(documents):
            return NotHere(nearest=[library_document(entry) for entry in documents])


def _places(places: Iterable[Place]) -> list[PlaceFound]:
    return [
        PlaceFound(page=each.page, box=each.box, line=each.line, element=each.element or None)
        for each in places
    ]
