"""The drafts of the studio: listed, begun from a text or a sample, duplicated, deleted, undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fastapi import APIRouter, Request, Response
from pydantic import ValidationError
from starlette.responses import RedirectResponse

from e3.errors import BadInput, ModelUnreachable
from e3.language.en.studio import BEGUN
from e3.policy.rule_text import RuleText
from e3.serve.pages.forms import form_of
from e3.serve.pages.render import page
from e3.serve.pages.studio.changed_document import changed_document
from e3.serve.pages.studio.changing import TABS, AtDesk, Desk, Problem, studio_page
from e3.serve.pages.studio.review import review_page
from e3.serve.refusals import sentence
from e3.serve.requests import DraftRequest
from e3.serve.service import Service
from e3.serve.serving import Shared
from e3.serve.settings import MOST_POLICY
from e3.studio.differences import differences
from e3.studio.review import sentence as when_yes
from e3.studio.stored import Draft
from e3.studio.studio import Studio

drafts = APIRouter(include_in_schema=False)

_LISTED = 50
_LONGEST_TITLE = 200


@drafts.get("/studio")
async def listed(serving: Shared) -> Response:
    """All drafts."""

    def made(service: Service) -> Response:
        drafts = service.studio.drafts
        found = drafts.list(_LISTED)
        changed = {
            each.id
            for each in found
            if each.published and changed_document(service, drafts.draft(each.id).policy)
        }
        return page("studio/list.html", drafts=found, changed=changed)

    return await serving.take(made)


@drafts.get("/studio/new")
async def new() -> Response:
    """The form for a text."""
    return _form({}, {})


@drafts.post("/studio/new")
async def begin(request: Request, serving: Shared) -> Response:
    """A draft made of a text."""
    fields = await form_of(request)
    asked = [line.strip() for line in fields.get("questions", "").splitlines() if line.strip()]
    title = " ".join(fields.get("title", "").split())[:_LONGEST_TITLE]
    by = request.state.owner or ""
    try:
        wanted = DraftRequest(policy=fields.get("text", ""), questions=asked)
    except ValidationError as error:
        return _form(fields, _errors(error))

    def made(service: Service) -> str:
        drafted = service.drafted(RuleText(wanted.policy), wanted.questions)
        policy = replace(drafted.policy, title=title) if title else drafted.policy
        what = " ".join((BEGUN, *map(sentence, drafted.notes)))
        return service.studio.drafts.create(policy, by=by, what=what).id

    try:
        return RedirectResponse(f"/studio/{await serving.take(made)}", 303)
    except (BadInput, ModelUnreachable) as error:
        return _form(fields, {"text": sentence(str(error))})


@drafts.post("/studio/{draft}/undo")
async def undo(desk: AtDesk, request: Request) -> Response:
    """Takes the last change back."""
    return await _moved(desk, request, lambda studio, base: studio.drafts.undo(desk.id, base=base))


@drafts.post("/studio/{draft}/redo")
async def redo(desk: AtDesk, request: Request) -> Response:
    """Makes a change again that was taken back."""
    return await _moved(desk, request, lambda studio, base: studio.drafts.redo(desk.id, base=base))


@drafts.get("/studio/{draft}/history")
async def history(desk: AtDesk) -> Response:
    """Every change, with who made it."""
    return await desk.show(
        lambda service, draft, _: studio_page(
            "history.html", draft, "", revisions=service.studio.drafts.revisions(draft.id)
        )
    )


@drafts.get("/studio/{draft}/history/{number}")
async def revision(desk: AtDesk, number: int) -> Response:
    """An earlier state, beside the one of now."""

    def shown(service: Service, draft: Draft, _: Problem | None) -> Response:
        then = service.studio.drafts.revision(draft.id, number)
        return studio_page(
            "revision.html",
            draft,
            "",
            revision=then,
            changes=differences(then.policy, draft.policy),
            sentences=[when_yes(then.policy, place) for place in range(len(then.policy.questions))],
        )

    return await desk.show(shown)


@drafts.post("/studio/{draft}/history/{number}")
async def restore(desk: AtDesk, number: int, request: Request) -> Response:
    """Takes an earlier state, or makes the change once more that a conflict set aside."""
    fields = await form_of(request)

    def taken(studio: Studio, base: int) -> None:
        drafts = studio.drafts
        then = drafts.revision(desk.id, number)
        if "again" in fields and then.edit is not None:
            drafts.edit(desk.id, then.edit, base=base, by=desk.by)
        else:
            drafts.restore(desk.id, number, base=base, by=desk.by)

    return await desk.act(fields, taken, "", review_page(0))


@drafts.post("/studio/{draft}/duplicate")
async def duplicate(desk: AtDesk, request: Request) -> Response:
    """A draft that begins as this one is."""
    await form_of(request)
    made = await desk.serving.take(
        lambda service: service.studio.drafts.duplicate(desk.id, by=desk.by)
    )
    return RedirectResponse(f"/studio/{made.id}", 303)


@drafts.get("/studio/{draft}/delete")
async def ask_to_delete(desk: AtDesk) -> Response:
    """Asks whether the draft shall be deleted."""
    return await desk.show(lambda _, draft, __: studio_page("delete.html", draft, ""))


@drafts.post("/studio/{draft}/delete")
async def delete(desk: AtDesk, request: Request) -> Response:
    """Deletes the draft for good, with its versions."""
    await form_of(request)
    await desk.serving.take(lambda service: service.studio.drafts.delete(desk.id))
    return RedirectResponse("/studio", 303)


async def _moved(desk: Desk, request: Request, move: Callable[[Studio, int], object]) -> Response:
    """Moves in the history, and leads back to the page that the form was on."""
    fields = await form_of(request)
    return await desk.act(fields, move, TABS.get(fields.get("page", ""), ""), review_page(0))


def _form(values: dict[str, str], errors: dict[str, str]) -> Response:
    return page(
        "studio/new.html",
        status=422 if errors else 200,
        values={"text": "", "title": "", "questions": "", **values},
        errors=errors,
        most=MOST_POLICY,
    )


def _errors(error: ValidationError) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in error.errors():
        field = "text" if one["loc"][0] == "policy" else "questions"
        if one["type"] == "string_too_short":
            message = "paste the text"
        elif one["type"] == "string_too_long":
            message = f"shorten it: it may have {one['ctx']['max_length']:,} characters"
        elif one["type"] == "too_long":
            message = f"ask {one['ctx']['max_length']} questions at most"
        else:
            message = one["msg"].removeprefix("Value error, ")
        found.setdefault(field, sentence(message))
    return found
