"""The API of the library: documents added, searched and asked."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response

from e3.library.entries import NoSuchDocument
from e3.library.uploads import put_file, put_text
from e3.serve.api import ALWAYS, CHANGES, Once, needs_key
from e3.serve.library_policies import begin_draft
from e3.serve.library_questions import ask, desk_of
from e3.serve.library_requests import (
    AskRequest,
    DocumentDraftRequest,
    FileRequest,
    SearchRequest,
    TextRequest,
)
from e3.serve.library_responses import (
    AnsweredQuestion,
    DocumentState,
    InterviewBegun,
    LibraryDocument,
    SearchFound,
    answered_question,
    document_state,
    library_document,
    search_found,
)
from e3.serve.refusals import documented
from e3.serve.service import Service
from e3.serve.serving import Shared
from e3.serve.studio_api import Author
from e3.serve.studio_responses import DraftState, draft_state

library = APIRouter(
    prefix="/v1/library", responses=documented(*ALWAYS, 404), dependencies=[Depends(needs_key)]
)

DocumentId = Annotated[
    int, Path(ge=1, le=2**31 - 1, description="The number that the document was given.")
]


@library.get("", summary="List documents")
async def list_documents(serving: Shared) -> list[LibraryDocument]:
    """All documents, in the order in which they were first added."""

    def listed(service: Service) -> list[LibraryDocument]:
        return desk_of(service).look(lambda it: [library_document(e) for e in it.documents()])

    return await serving.take(listed)


@library.post("/texts", status_code=201, responses=documented(403), summary="Add a text")
async def add_text(wanted: TextRequest, serving: Shared, response: Response) -> LibraryDocument:
    """Adds a text; one that was sent under the same title is replaced, at once and whole."""

    def added(service: Service) -> LibraryDocument:
        desk = desk_of(service)
        return library_document(desk.change(lambda it: put_text(it, wanted.title, wanted.text)))

    return _at(response, await serving.take(added))


@library.post("/files", status_code=201, responses=documented(403), summary="Add a file")
async def add_file(wanted: FileRequest, serving: Shared, response: Response) -> LibraryDocument:
    """Adds a file; one that was sent under the same name is replaced, at once and whole."""

    def added(service: Service) -> LibraryDocument:
        desk = desk_of(service)
        return library_document(desk.change(lambda it: put_file(it, wanted.name, wanted.data)))

    return _at(response, await serving.take(added))


def _at(response: Response, added: LibraryDocument) -> LibraryDocument:
    response.headers["Location"] = f"/v1/library/documents/{added.id}"
    return added


@library.get("/documents/{document}", summary="Look at a document")
async def look_at_document(document: DocumentId, serving: Shared) -> DocumentState:
    """A document with its text and its contents, each title with its place in the original."""
    return await serving.take(
        lambda service: document_state(desk_of(service).look(lambda it: it.document(document)))
    )


@library.delete(
    "/documents/{document}",
    status_code=204,
    response_model=None,
    responses=documented(403),
    summary="Remove a document",
)
async def remove_document(document: DocumentId, serving: Shared) -> None:
    """Removes a document: it answers nothing more. Interviews keep what they quote of it."""

    def removed(service: Service) -> None:
        if not desk_of(service).change(lambda it: it.remove(document)):
            raise NoSuchDocument(str(document))

    await serving.take(removed)


@library.post(
    "/documents/{document}/drafts",
    status_code=201,
    responses=documented(*CHANGES),
    summary="Draft from a document",
    response_model_exclude_unset=True,
)
async def draft_from_document(
    document: DocumentId,
    wanted: DocumentDraftRequest,
    by: Author,
    serving: Shared,
    response: Response,
) -> DraftState:
    """Begins a draft in the studio, over what of the document bears on the question."""

    def begun(service: Service) -> DraftState:
        desk = desk_of(service)
        return draft_state(begin_draft(service, desk, document, wanted.question, by=by))

    made = await serving.take(begun)
    response.headers["Location"] = f"/v1/studio/{made.id}"
    return made


@library.post("/search", responses=documented(403), summary="Find passages")
async def search(wanted: SearchRequest, serving: Shared) -> SearchFound:
    """The passages that are nearest to a question, with their places in the original."""

    def found(service: Service) -> SearchFound:
        return desk_of(service).look(
            lambda it: search_found(
                it,
                it.search(
                    wanted.question, wanted.scenario, most=wanted.most, within=wanted.document
                ),
            )
        )

    return await serving.take(found)


@library.post("/ask", responses=documented(*CHANGES), summary="Ask the library")
async def ask_library(
    wanted: AskRequest, request: Once, serving: Shared, response: Response
) -> AnsweredQuestion:
    """Begins an interview over the document that answers a question, by what somebody has checked
    and published of it where that answers it. Where several documents could be meant it says which,
    and where none is near that it is not in this library."""

    def asked(service: Service) -> AnsweredQuestion:
        came = ask(
            service,
            wanted.question,
            wanted.scenario,
            wanted.document,
            request,
            unchecked=wanted.unchecked,
        )
        return answered_question(came)

    answer = await serving.take(asked)
    if isinstance(answer, InterviewBegun):
        response.headers["Location"] = f"/v1/interviews/{answer.interview.id}"
    return answer
