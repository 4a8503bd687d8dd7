"""What the API of the library answers (response schemas)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from e3.documents.document import Document, Place
from e3.documents.sections import sections
from e3.library.changes import Changes
from e3.library.choosing import NotInLibrary, Unclear
from e3.library.entries import DocumentEntry, FoundPassage, Search, StoredDocument
from e3.library.library import Library
from e3.policy.policy import Policy
from e3.serve.library_questions import AskedLibrary, Begun, Checked
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


class CheckedAnswers(BaseModel):
    """What somebody has checked and published of the document."""

    address: str = Field(description="Where it is published.")
    title: str
    questions: list[str]


class CheckedDocument(BaseModel):
    """The document was found. Somebody has checked answers of it, and none is to this question.

    Ask again with one of these questions and the document, or with `unchecked`."""

    kind: Literal["checked"] = "checked"
    document: LibraryDocument
    published: list[CheckedAnswers]


class Which(BaseModel):
    """Several documents could be meant: ask again with the number of one."""

    kind: Literal["which"] = "which"
    among: list[LibraryDocument]


class NotHere(BaseModel):
    """No document of the library seems to answer this."""

    kind: Literal["not in this library"] = "not in this library"
    nearest: list[LibraryDocument]


AnsweredQuestion = Annotated[
    InterviewBegun | CheckedDocument | Which | NotHere, Field(discriminator="kind")
]


class ChangedClause(BaseModel):
    """A sentence of a policy's text that its document does not have any more."""

    span: Span = Field(description="In the policy's text.")
    before: str
    rules: list[str] = Field(description="The rules that stand in it, or below it in a list.")
    now: str | None = Field(description="What stands there now; null where nothing is like it.")


class DocumentChanges(BaseModel):
    """What became of the document that a draft is from."""

    source: str | None = Field(description="Null for a draft from no document, or one unchanged.")
    document: LibraryDocument | None = Field(description="As it is now; null if it was removed.")
    matter: bool = Field(description="Whether somebody has to look.")
    changed: list[ChangedClause]
    added: list[str] = Field(description="New sentences under the titles that were read.")
    elsewhere: int = Field(description="How many more sentences are new.")


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


def document_changes(policy: Policy, found: Changes | None) -> DocumentChanges:
    """What became of a document as the API shows it."""
    if found is None:
        return DocumentChanges(
            source=None, document=None, matter=False, changed=[], added=[], elsewhere=0
        )
    return DocumentChanges(
        source=found.source,
        document=None if found.document is None else library_document(found.document),
        matter=found.matter,
        changed=[
            ChangedClause(
                span=each.span,
                before=each.span.of(policy.rule_text.text),
                rules=list(each.rules),
                now=each.now,
            )
            for each in found.changed
        ],
        added=list(found.added),
        elsewhere=found.elsewhere,
    )


def answered_question(
    asked: AskedLibrary,
) -> InterviewBegun | CheckedDocument | Which | NotHere:
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
        case Checked(entry, versions):
            return CheckedDocument(
                document=library_document(entry),
                published=[
                    CheckedAnswers(
                        address=version.words.address,
                        title=version.words.title,
                        questions=[each.question for each in version.policy.questions],
                    )
                    for version in versions
                ],
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
