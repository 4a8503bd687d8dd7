"""What became of the document that a draft is from: taken over sentence by sentence, or left."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.responses import RedirectResponse

from e3.policy.policy import Policy
from e3.serve.library_citations import hold
from e3.serve.pages.forms import form_of, turn_of
from e3.serve.pages.studio.changing import AtDesk, conflict_page
from e3.serve.pages.studio.review import review_page
from e3.serve.refusals import Refusal
from e3.serve.service import Service
from e3.studio.edits import Edit
from e3.studio.policy_edits import ChangeWords

document = APIRouter(include_in_schema=False)


@document.post("/studio/{draft}/document")
async def take(desk: AtDesk, request: Request) -> Response:
    """Takes what a sentence of the document says now."""
    return await desk.change(request, _words, "#document", review_page(0))


@document.post("/studio/{draft}/document/seen")
async def keep(desk: AtDesk, request: Request) -> Response:
    """Somebody has looked at what changed, and the draft holds as it is."""
    fields = await form_of(request)
    base = _number(fields, "base")

    def seen(service: Service) -> Response:
        draft = service.studio.drafts.draft(desk.id)
        if draft.revision != base:
            return conflict_page(service.studio, desk.id, base, None)
        if service.library is not None:
            hold(service.library, draft.policy)
        return RedirectResponse(desk.at, 303)

    return await desk.serving.take(seen)


def _words(_: Policy, fields: dict[str, str]) -> Edit:
    start, end = _number(fields, "start"), _number(fields, "end")
    return ChangeWords(start, end, fields.get("now", ""))


def _number(fields: dict[str, str], name: str) -> int:
    found = turn_of(fields, name)
    if found is None:
        raise Refusal(422, "The form can't be read: go back and send it again.", field=name)
    return found
