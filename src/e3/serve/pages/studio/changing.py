"""How a page of the studio changes a draft: on what its reader saw, and never on what they did not.

Where somebody else was faster, both versions are kept and a page says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from starlette.responses import RedirectResponse

from e3.policy.policy import Policy
from e3.serve.pages.forms import form_of, turn_of
from e3.serve.pages.render import page
from e3.serve.pages.studio.spans import ManyPlaces, Place
from e3.serve.refusals import Refusal, sentence
from e3.serve.service import Service
from e3.serve.serving import Serving, Shared
from e3.studio.differences import differences
from e3.studio.editing import EditRefused
from e3.studio.edits import Edit
from e3.studio.stored import Draft, EditConflict
from e3.studio.studio import Studio

TABS = {"review": "", "questions": "/questions", "try": "/try", "publish": "/publish"}
"""The pages of a draft, in the order of the work, and where they are."""


@dataclass(frozen=True)
class Problem:
    """Why something was not done."""

    sentence: str
    at: str = ""
    """The field that is wrong."""
    values: Mapping[str, str] = field(default_factory=dict)
    """What was filled in, so that nobody has to write it again."""
    places: tuple[Place, ...] = ()
    """Of words that stand in the text more than once."""

    def value(self, name: str, otherwise: str) -> str:
        return self.values.get(name, otherwise)


Shown = Callable[[Service, Draft, Problem | None], Response]
"""Makes a page of a draft."""


@dataclass(frozen=True)
class Desk:
    """A draft, who works on it, and the server."""

    id: str
    by: str
    serving: Serving

    @property
    def at(self) -> str:
        """The address of the draft's pages."""
        return f"/studio/{self.id}"

    async def show(self, shown: Shown) -> Response:
        """A page of the draft as it is."""
        return await self.serving.take(
            lambda service: shown(service, service.studio.drafts.draft(self.id), None)
        )

    async def change(
        self,
        request: Request,
        wanted: Callable[[Policy, dict[str, str]], Edit],
        to: str,
        shown: Shown,
        part: Callable[[dict[str, str]], str] = lambda _: "",
    ) -> Response:
        """Makes the edit that a form asks for and leads on, or shows what is wrong with it."""
        fields = await form_of(request)

        def made(studio: Studio, base: int) -> None:
            policy = studio.drafts.revision(self.id, base).policy
            studio.drafts.edit(self.id, wanted(policy, fields), base=base, by=self.by)

        return await self.act(fields, made, f"{to}{part(fields)}", shown)

    async def act(
        self,
        fields: dict[str, str],
        done: Callable[[Studio, int], object],
        to: str,
        shown: Shown,
    ) -> Response:
        """Does something with the draft as the reader saw it."""
        base = turn_of(fields, "base")
        if base is None:
            raise Refusal(422, "The form can't be read: go back and send it again.", field="base")

        def tried(service: Service) -> Response:
            studio = service.studio
            try:
                done(studio, base)
            except EditConflict as conflict:
                return conflict_page(studio, self.id, base, conflict.kept)
            except EditRefused as refused:
                places = refused.places if isinstance(refused, ManyPlaces) else ()
                problem = Problem(sentence(str(refused)), refused.field or "", fields, places)
                response = shown(service, studio.drafts.draft(self.id), problem)
                response.status_code = 422
                return response
            return RedirectResponse(f"{self.at}{to}", 303)

        return await self.serving.take(tried)


async def _desk(draft: str, request: Request, serving: Shared) -> Desk:
    return Desk(draft, request.state.owner or "", serving)


AtDesk = Annotated[Desk, Depends(_desk)]
"""The draft that a request is about."""


def studio_page(
    template: str, draft: Draft, tab: str, problem: Problem | None = None, **values: Any
) -> Response:
    """A page about a draft, under its heading and the tabs."""
    return page(
        f"studio/{template}",
        draft=draft,
        at=f"/studio/{draft.id}",
        tabs=TABS,
        tab=tab,
        problem=problem,
        **{"rules_at": "", "fields": {}, **values},
    )


def conflict_page(studio: Studio, id: str, base: int, kept: int | None) -> Response:
    """Somebody else was faster: what they changed, what you did, and what can be done."""
    drafts = studio.drafts
    draft, seen = drafts.draft(id), drafts.revision(id, base).policy
    mine = None if kept is None else drafts.revision(id, kept)
    return page(
        "studio/conflict.html",
        status=409,
        draft=draft,
        at=f"/studio/{id}",
        theirs=differences(seen, draft.policy),
        mine=mine,
        mine_words=() if mine is None else differences(seen, mine.policy),
    )
