"""An interview at the door by which a request comes: looked at, moved on, shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request, Response
from starlette.responses import RedirectResponse

from e3.interview.journal import Conflict
from e3.interview.moves import Move
from e3.language.en.wording import NOT_CHECKED, UNREAD
from e3.policy.answers import Answer
from e3.policy.facts import Value
from e3.policy.policy import Policy
from e3.serve.pages.doors import Around, Door, Opened
from e3.serve.pages.hints import hint
from e3.serve.pages.render import page
from e3.serve.pages.views import end_view, interview_view
from e3.serve.refusals import sentence
from e3.serve.service import KeptInterview, MoveRefused, Service
from e3.serve.serving import Serving, Shared

T = TypeVar("T")

_GONE_ON = "The interview has gone on elsewhere. This is where it stands now."


@dataclass(frozen=True)
class Wrong:
    """A value that was refused, and all that was given with it: nobody writes it again."""

    sentence: str
    at: str
    """The field that is wrong."""
    given: Mapping[str, Answer | Value]
    """By the names of fields."""


@dataclass(frozen=True)
class At:
    """An interview, at the door by which a request comes."""

    id: str
    serving: Serving
    door: Door
    languages: str
    """Of the reader, as its browser names them."""

    async def take(self, work: Callable[[KeptInterview, Around], T]) -> T:
        """What is made of the interview, without holding up others."""
        return await self.serving.take(lambda service: work(*self.door.look(service, self.id)))

    async def moved(self, move: Move, turn: int | None) -> Response:
        """On to where the interview stands after a move."""

        def made(service: Service) -> str:
            around = self.door.around(service, self.id)
            service.move(self.id, move, turn=turn)
            return around.at

        try:
            return RedirectResponse(await self.serving.take(made), 303)
        except Conflict:
            return await self.shown(notice=_GONE_ON, status=409)
        except MoveRefused as refused:
            return await self.shown(notice=sentence(str(refused)), status=409)

    async def shown(
        self, *, notice: str | None = None, wrong: Wrong | None = None, status: int = 200
    ) -> Response:
        """The page of the interview, where it stands."""

        def made(kept: KeptInterview, around: Around) -> Response:
            view = interview_view(kept)
            end = end_view(kept.interview) if view.kind == "ended" else None
            return page_around(
                "interview.html",
                around,
                status=status,
                view=view,
                end=end,
                says=around.says(end.outcome) if end else [],
                notice=notice,
                wrong=wrong,
                not_checked=NOT_CHECKED,
                unread=UNREAD,
                **self.of_facts(kept.interview.policy),
            )

        return await self.take(made)

    def of_facts(self, policy: Policy) -> dict[str, Any]:
        """The facts of a policy, and for each how a value is written where the reader is from."""
        return {
            "facts": {fact.id: fact for fact in policy.facts},
            "hints": {fact.id: hint(fact, self.languages) for fact in policy.facts},
        }


async def _at(id: str, request: Request, serving: Shared, door: Opened) -> At:
    return At(id, serving, door, request.headers.get("Accept-Language", ""))


Here = Annotated[At, Depends(_at)]
"""The interview that a request is about."""


def page_around(template: str, around: Around, **values: Any) -> Response:
    """A page of an interview, in what stands around it."""
    response = page(template, shell=around.shell, around=around, **values)
    response.headers.update(around.headers)
    return response
