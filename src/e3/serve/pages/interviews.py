"""The pages of an interview: questions, result, its rules, its files.

Where nobody needs a key, who has its address has the interview.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Request, Response
from starlette.responses import RedirectResponse

from e3.interview.journal import Conflict
from e3.interview.moves import ChangeAnswer, ConfirmFacts, GiveAnswer, GoBack, Move
from e3.language.en.wording import NOT_CHECKED, UNREAD
from e3.policy.answers import Answer
from e3.policy.facts import Value
from e3.policy.policy import Policy
from e3.policy.writing import as_json, as_yaml
from e3.serve.api import MEDIA, PAGE_POLICY, Format, explained
from e3.serve.pages.doors import Around, Door, Opened
from e3.serve.pages.forms import answers_of, form_of, said_in, turn_of
from e3.serve.pages.hints import hint
from e3.serve.pages.library.beside import beside
from e3.serve.pages.render import page
from e3.serve.pages.rules_view import rules_view
from e3.serve.pages.views import clause_text, end_view, interview_view, step_marks, told_view
from e3.serve.refusals import Refusal, sentence
from e3.serve.service import KeptInterview, MoveRefused, Service, ValueRefused
from e3.serve.serving import Serving, Shared

T = TypeVar("T")

interviews = APIRouter(include_in_schema=False)

_FILES = {"json": Format.JSON, "txt": Format.TEXT, "md": Format.MD, "html": Format.HTML}
_POLICIES = {"yaml": (as_yaml, "application/yaml"), "json": (as_json, "application/json")}
_GONE_ON = "The interview has gone on elsewhere. This is where it stands now."


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
        except (Conflict, MoveRefused):
            return await self.shown(notice=_GONE_ON, status=409)

    async def shown(
        self,
        *,
        notice: str | None = None,
        error: str | None = None,
        given: Value | None = None,
        status: int = 200,
    ) -> Response:
        """The page of the interview, where it stands."""

        def made(service: Service) -> Response:
            kept, around = self.door.look(service, self.id)
            view = interview_view(kept)
            end = end_view(kept.interview) if view.kind == "ended" else None
            return _page(
                "interview.html",
                around,
                status=status,
                view=view,
                end=end,
                says=around.says(end.outcome) if end else [],
                notice=notice,
                error=error,
                given=given,
                not_checked=NOT_CHECKED,
                unread=UNREAD,
                document=beside(service, kept.interview.policy, step_marks(kept.interview)),
                **self.of_facts(kept.interview.policy),
            )

        return await self.serving.take(made)

    def of_facts(self, policy: Policy) -> dict[str, Any]:
        """The facts of a policy, and for each how a value is written where the reader is from."""
        return {
            "facts": {fact.id: fact for fact in policy.facts},
            "hints": {fact.id: hint(fact, self.languages) for fact in policy.facts},
        }


async def _at(id: str, request: Request, serving: Shared, door: Opened) -> At:
    return At(id, serving, door, request.headers.get("Accept-Language", ""))


Here = Annotated[At, Depends(_at)]


@interviews.get("/{id}")
async def look(here: Here) -> Response:
    """An interview, where it stands."""
    return await here.shown()


@interviews.post("/{id}/answer")
async def answer(here: Here, request: Request) -> Response:
    """An answer to the question."""
    fields = await form_of(request)
    return await _given(here, GiveAnswer(said_in(fields)), turn_of(fields))


@interviews.post("/{id}/confirm")
async def confirm(here: Here, request: Request) -> Response:
    """What is so of what was understood."""
    fields = await form_of(request)
    return await _given(here, ConfirmFacts(tuple(answers_of(fields))), turn_of(fields))


async def _given(here: At, move: Move, turn: int | None) -> Response:
    try:
        return await here.moved(move, turn)
    except ValueRefused as refused:
        said = move.answer if isinstance(move, GiveAnswer) else None
        given = said if isinstance(said, Value) else None
        return await here.shown(error=sentence(str(refused)), given=given, status=422)


@interviews.post("/{id}/back")
async def back(here: Here, request: Request) -> Response:
    """Back to the answer before."""
    return await here.moved(GoBack(), turn_of(await form_of(request)))


@interviews.get("/{id}/facts/{place}")
async def fact(here: Here, place: int) -> Response:
    """Something that was told, to change it."""
    return await _fact(here, place)


async def _fact(
    here: At, place: int, *, error: str | None = None, given: Answer | Value | None = None
) -> Response:
    def shown(kept: KeptInterview, around: Around) -> Response:
        told = told_view(kept, place)
        if told is None:
            raise Refusal(404, "Nothing was told there.")
        text = clause_text(kept, kept.interview.facts[place].rule)
        return _page(
            "fact.html",
            around,
            status=422 if error else 200,
            turn=kept.turn,
            fact=told,
            text=text,
            error=error,
            given=given if isinstance(given, Value) else None,
            **here.of_facts(kept.interview.policy),
        )

    return await here.take(shown)


@interviews.post("/{id}/facts/{place}")
async def change(here: Here, place: int, request: Request) -> Response:
    """Another answer for something that was told."""
    fields = await form_of(request)
    said = said_in(fields)
    try:
        return await here.moved(ChangeAnswer(place, said), turn_of(fields))
    except ValueRefused as refused:
        return await _fact(here, place, error=sentence(str(refused)), given=said)


@interviews.post("/{id}/instead")
async def ask_instead(here: Here, request: Request) -> Response:
    """A new interview with another question that the policy answers."""
    place = turn_of(await form_of(request), "question")

    def begun(service: Service) -> str:
        here.door.check_there(service, here.id)
        return service.ask_instead(here.id, place).id

    return RedirectResponse(f"{here.door.at}/{await here.serving.take(begun)}", 303)


@interviews.get("/{id}/rules")
async def rules(here: Here) -> Response:
    """The rules that the interview follows."""

    def shown(kept: KeptInterview, around: Around) -> Response:
        view = rules_view(kept.interview)
        return _page("rules.html", around, view=view, not_checked=NOT_CHECKED)

    return await here.take(shown)


@interviews.get("/{id}/policy.{ending}")
async def policy(here: Here, ending: str) -> Response:
    """The policy as a file, to review it and to ask it again."""
    if ending not in _POLICIES:
        raise Refusal(404, "There is no such format.")
    write, kind = _POLICIES[ending]
    written = await here.take(lambda kept, _: write(kept.interview.policy))
    return Response(written, media_type=kind, headers=_saved_as(f"policy.{ending}"))


@interviews.get("/{id}/explanation.{ending}")
async def explanation(here: Here, ending: str) -> Response:
    """The explanation as a file; as a page to print it is shown."""
    if ending not in _FILES:
        raise Refusal(404, "There is no such format.")
    form = _FILES[ending]
    written = await here.take(lambda kept, _: explained(kept.interview.explain(), form))
    if form is Format.HTML:
        headers = {"Content-Security-Policy": PAGE_POLICY}
    else:
        headers = _saved_as(f"explanation.{ending}")
    return Response(written, media_type=MEDIA[form], headers=headers)


@interviews.get("/{id}/export.json")
async def export(here: Here) -> Response:
    """All that is kept."""

    def exported(service: Service) -> str:
        here.door.check_there(service, here.id)
        return service.export(here.id)

    written = await here.serving.take(exported)
    return Response(written, media_type="application/json", headers=_saved_as("interview.json"))


@interviews.get("/{id}/delete")
async def ask_to_delete(here: Here) -> Response:
    """Asks whether the interview shall be deleted."""
    around = await here.serving.take(lambda service: here.door.check_there(service, here.id))
    return _page("delete.html", around, deleted=False)


@interviews.post("/{id}/delete")
async def delete(here: Here, request: Request) -> Response:
    """Deletes the interview for good."""
    await form_of(request)

    def deleted(service: Service) -> Around:
        around = here.door.check_there(service, here.id)
        service.delete(here.id)
        return around

    return _page("delete.html", await here.serving.take(deleted), deleted=True)


def _page(template: str, around: Around, **values: Any) -> Response:
    response = page(template, shell=around.shell, around=around, **values)
    response.headers.update(around.headers)
    return response


def _saved_as(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
