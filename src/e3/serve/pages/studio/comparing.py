"""A draft beside what another drafter makes of the same text."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from e3.errors import E3Error
from e3.serve.pages.forms import form_of
from e3.serve.pages.studio.changing import AtDesk, Problem, Shown, studio_page
from e3.serve.refusals import sentence
from e3.serve.service import Service
from e3.studio.stored import Draft

comparing = APIRouter(include_in_schema=False)


@comparing.get("/studio/{draft}/compare")
async def choose(desk: AtDesk) -> Response:
    """Which drafter to compare with."""
    return await desk.show(_page(None))


@comparing.post("/studio/{draft}/compare")
async def compare(desk: AtDesk, request: Request) -> Response:
    """The two drafts side by side; nothing is changed."""
    fields = await form_of(request)
    return await desk.show(_page(fields.get("drafter", "")))


def _page(name: str | None) -> Shown:
    def shown(service: Service, draft: Draft, _: Problem | None) -> Response:
        found = problem = None
        try:
            found = None if name is None else service.compared(draft.policy, name)
        except E3Error as error:
            problem = Problem(sentence(str(error)))
        response = studio_page(
            "compare.html",
            draft,
            "review",
            problem,
            drafters=service.drafters,
            chosen=name,
            found=found,
            text=draft.policy.rule_text.text,
        )
        response.status_code = 422 if problem else 200
        return response

    return shown
