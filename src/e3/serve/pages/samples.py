"""The samples that come with E3, published when somebody first asks for one."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.responses import RedirectResponse

from e3.policy.policy import Policy
from e3.policy.samples import sample
from e3.serve.pages.forms import form_of
from e3.serve.refusals import Refusal
from e3.serve.serving import Shared
from e3.studio.publishing import AddressTaken, NotPublished, Version, Words, suggested_address
from e3.studio.studio import Studio

sampled = APIRouter(include_in_schema=False)

_SAID = "A sample that comes with E3."
_INTRODUCTION = (
    "This policy is invented: it is a sample, and no law. Its rules come with it: none was drafted."
)


@sampled.post("/samples/{slug}")
async def open_sample(slug: str, request: Request, serving: Shared) -> Response:
    """Leads to the interview by a sample, or to its draft."""
    fields = await form_of(request)
    policy = sample(slug)
    if policy is None:
        raise Refusal(404, "There is no such policy in the menu.")
    version = await serving.take(lambda service: _published(service.studio, policy))
    to = f"/studio/{version.draft}" if "studio" in fields else f"/p/{version.words.address}"
    return RedirectResponse(to, 303)


def _published(studio: Studio, policy: Policy) -> Version:
    address = suggested_address(policy.title)
    try:
        return studio.publications.published(address)
    except NotPublished:
        draft = studio.drafts.create(policy, what=_SAID)
    words = Words(address, policy.title, introduction=_INTRODUCTION)
    try:
        return studio.publications.publish(draft.id, words, base=draft.revision)
    except AddressTaken:  # somebody was quicker, or took it off
        studio.drafts.delete(draft.id)
        return studio.publications.published(address)
