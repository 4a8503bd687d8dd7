"""Documents listed, added, shown, searched, asked and removed."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import ValidationError
from starlette.responses import RedirectResponse

from e3.documents.document import where
from e3.errors import BadInput
from e3.library.entries import NoSuchDocument, Search, StoredDocument
from e3.library.library import Library
from e3.library.uploads import put_file, put_text
from e3.serve.library_policies import begin_draft
from e3.serve.library_questions import Begun, Checked, ask, desk_of
from e3.serve.library_requests import AskRequest, DocumentDraftRequest, TextRequest
from e3.serve.pages.forms import form_of, turn_of
from e3.serve.pages.library.document_view import document_view
from e3.serve.pages.library.sent import sent_form
from e3.serve.pages.marks import Mark
from e3.serve.pages.render import page
from e3.serve.pages.routes import MOST, start_errors
from e3.serve.refusals import sentence
from e3.serve.service import Service
from e3.serve.serving import Shared
from e3.serve.settings import MOST_NAME
from e3.text import Span

library = APIRouter(include_in_schema=False)

DocumentId = Annotated[int, Path(ge=1, le=2**31 - 1)]
"""No database has another, nor can be asked for it."""
_CLAUSE = re.compile(r"(\d{1,7})-(\d{1,7})")
_FOUND = 10


@library.get("/library")
async def listed(serving: Shared) -> Response:
    """All documents, and a question to them."""
    return await serving.take(lambda service: _start(service, {}, {}))


@library.post("/library/ask")
async def asked(request: Request, serving: Shared) -> Response:
    """An interview over the right document, or a choice, or that it is not here; or a search."""
    fields = await form_of(request)
    values = {name: fields.get(name, "").strip() for name in ("question", "scenario")}

    def done(service: Service) -> Response:
        try:
            wanted = AskRequest(
                question=values["question"],
                scenario=values["scenario"],
                document=turn_of(fields, "document"),
                unchecked="unchecked" in fields,
            )
            if "search" in fields:
                return _found(service, wanted)
            came = ask(
                service,
                wanted.question,
                wanted.scenario,
                wanted.document,
                unchecked=wanted.unchecked,
            )
        except ValidationError as error:
            return _start(service, values, start_errors(error))
        except NoSuchDocument:
            raise
        except BadInput as error:
            return _start(service, values, {"question": sentence(str(error))})
        if isinstance(came, Begun):
            return RedirectResponse(f"/interviews/{came.kept.id}", 303)
        if isinstance(came, Checked):
            return page("library/checked.html", found=came, values=values)
        return page("library/choice.html", choice=came, values=values, kind=type(came).__name__)

    return await serving.take(done)


@library.get("/library/add")
async def new(serving: Shared) -> Response:
    """The form for a file or a text."""
    return await serving.take(lambda service: _form(service, {}, {}))


@library.post("/library/add")
async def added(request: Request, serving: Shared) -> Response:
    """Adds a file or a text."""
    form = await sent_form(request)

    def done(service: Service) -> Response:
        desk = desk_of(service)
        try:
            if form.name:
                entry = desk.change(lambda it: put_file(it, form.name, form.data))
            else:
                given = {name: form.fields.get(name, "") for name in ("title", "text")}
                wanted = TextRequest(title=given["title"].strip(), text=given["text"])
                entry = desk.change(lambda it: put_text(it, wanted.title, wanted.text))
        except ValidationError as error:
            return _form(service, form.fields, _errors(error))
        except BadInput as error:
            field = "file" if form.name else "text"
            return _form(service, form.fields, {field: sentence(str(error))})
        return RedirectResponse(f"/library/{entry.id}", 303)

    return await serving.take(done)


@library.get("/library/{document}")
async def shown(document: DocumentId, serving: Shared, clause: str = "") -> Response:
    """A whole document, with a clause marked."""

    return await serving.take(lambda service: _shown(service, document, clause))


@library.post("/library/{document}/draft")
async def drafted(document: DocumentId, request: Request, serving: Shared) -> Response:
    """Begins a draft in the studio over what of the document bears on a question."""
    fields = await form_of(request)
    by = request.state.owner or ""
    values = {"question": fields.get("question", "").strip()}

    def made(service: Service) -> Response:
        desk = desk_of(service)
        try:
            wanted = DocumentDraftRequest(question=values["question"])
            draft = begin_draft(service, desk, document, wanted.question, by=by)
        except ValidationError as error:
            return _shown(service, document, values=values, errors=start_errors(error))
        except NoSuchDocument:
            raise
        except BadInput as error:
            errors = {"question": sentence(str(error))}
            return _shown(service, document, values=values, errors=errors)
        return RedirectResponse(f"/studio/{draft.id}", 303)

    return await serving.take(made)


@library.get("/library/{document}/remove")
async def ask_to_remove(document: DocumentId, serving: Shared) -> Response:
    """Asks whether a document shall be removed."""
    stored = await serving.take(
        lambda service: desk_of(service).look(lambda it: it.document(document))
    )
    return page("library/remove.html", entry=stored.entry)


@library.post("/library/{document}/remove")
async def remove(document: DocumentId, request: Request, serving: Shared) -> Response:
    """Removes a document."""
    await form_of(request)
    await serving.take(lambda service: desk_of(service).change(lambda it: it.remove(document)))
    return RedirectResponse("/library", 303)


def _shown(
    service: Service,
    document: int,
    clause: str = "",
    *,
    values: dict[str, str] | None = None,
    errors: dict[str, str] | None = None,
) -> Response:
    stored = desk_of(service).look(lambda it: it.document(document))
    marks = [Mark(span, "asked", "the clause") for span in _spans(clause, stored)]
    return page(
        "library/document.html",
        status=422 if errors else 200,
        entry=stored.entry,
        view=document_view(stored.document, marks),
        marked=bool(marks),
        values=values or {"question": ""},
        errors=errors or {},
        most=MOST,
    )


def _start(service: Service, values: dict[str, str], errors: dict[str, str]) -> Response:
    entries = [] if service.library is None else service.library.look(Library.documents)
    return page(
        "library/list.html",
        status=422 if errors else 200,
        there=service.library is not None,
        entries=entries,
        values={"question": "", "scenario": "", **values},
        errors=errors,
        most=MOST,
    )


def _found(service: Service, wanted: AskRequest) -> Response:
    def found(library: Library) -> tuple[Search, dict[int, StoredDocument]]:
        search = library.search(wanted.question, wanted.scenario, most=_FOUND)
        ids = {each.document.id for each in search.found}
        return search, {id: library.document(id) for id in ids}

    search, documents = desk_of(service).look(found)
    rows = [
        {
            "id": each.document.id,
            "titles": list(dict.fromkeys((each.document.title, *each.passage.path))),
            "text": each.text,
            "clause": ",".join(f"{span.start}-{span.end}" for span in each.passage.spans),
            "where": where(documents[each.document.id].document.places(each.passage.spans[0])[:1]),
        }
        for each in search.found
    ]
    return page("library/found.html", rows=rows, wanted=wanted, by_meaning=search.by_meaning)


def _spans(clause: str, stored: StoredDocument) -> list[Span]:
    """The spans in an address, as 12-30,40-55; what is none is left out."""
    found = [tuple(map(int, each)) for each in _CLAUSE.findall(clause[:1000])]
    length = len(stored.document.text)
    return [Span(start, end) for start, end in found if start < end <= length]


def _form(service: Service, values: dict[str, str], errors: dict[str, str]) -> Response:
    desk_of(service)
    return page(
        "library/add.html",
        status=422 if errors else 200,
        values={"title": "", "text": "", **values},
        errors=errors,
        most=MOST["policy"],
        longest=MOST_NAME,
    )


def _errors(error: ValidationError) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in error.errors():
        field = str(one["loc"][0])
        message = {
            "string_too_short": "choose a file, or write a title and paste the text",
            "string_pattern_mismatch": "write a title of one line",
        }.get(one["type"], one["msg"].removeprefix("Value error, "))
        found.setdefault(field, sentence(message))
    return found
