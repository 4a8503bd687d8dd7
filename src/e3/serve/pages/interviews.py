"""The pages of an interview: questions, result, its rules, and its end.

Where nobody needs a key, who has its address has the interview.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.responses import RedirectResponse

from e3.interview.moves import ChangeAnswer, ConfirmFacts, GiveAnswer, GoBack
from e3.language.en.wording import NOT_CHECKED
from e3.serve.pages.at_interview import At, Here, Wrong, page_around
from e3.serve.pages.doors import Around
from e3.serve.pages.forms import answers_of, form_of, said_in, turn_of
from e3.serve.pages.rules_view import rules_view
from e3.serve.pages.views import clause_text, told_view
from e3.serve.refusals import Refusal, sentence
from e3.serve.service import KeptInterview, Service, ValueRefused

interviews = APIRouter(include_in_schema=False)


@interviews.get("/{id}")
async def look(here: Here) -> Response:
    """An interview, where it stands."""
    return await here.shown()


@interviews.post("/{id}/answer")
async def answer(here: Here, request: Request) -> Response:
    """An answer to the question."""
    fields = await form_of(request)
    said = said_in(fields)
    try:
        return await here.moved(GiveAnswer(said), turn_of(fields))
    except ValueRefused as refused:
        wrong = Wrong(sentence(str(refused)), "value", {"value": said})
        return await here.shown(wrong=wrong, status=422)


@interviews.post("/{id}/confirm")
async def confirm(here: Here, request: Request) -> Response:
    """What is so of what was understood."""
    fields = await form_of(request)
    said = answers_of(fields)
    try:
        return await here.moved(ConfirmFacts(tuple(said.values())), turn_of(fields))
    except ValueRefused as refused:
        wrong = Wrong(sentence(str(refused)), list(said)[refused.place], said)
        return await here.shown(wrong=wrong, status=422)


@interviews.post("/{id}/back")
async def back(here: Here, request: Request) -> Response:
    """Back to the answer before."""
    return await here.moved(GoBack(), turn_of(await form_of(request)))


@interviews.get("/{id}/facts/{place}")
async def fact(here: Here, place: int) -> Response:
    """Something that was told, to change it."""
    return await _fact(here, place, None)


@interviews.post("/{id}/facts/{place}")
async def change(here: Here, place: int, request: Request) -> Response:
    """Another answer for something that was told."""
    fields = await form_of(request)
    said = said_in(fields)
    try:
        return await here.moved(ChangeAnswer(place, said), turn_of(fields))
    except ValueRefused as refused:
        wrong = Wrong(sentence(str(refused)), "value", {"value": said})
        return await _fact(here, place, wrong)


async def _fact(here: At, place: int, wrong: Wrong | None) -> Response:
    def shown(kept: KeptInterview, around: Around) -> Response:
        told = told_view(kept, place)
        if told is None:
            raise Refusal(404, "Nothing was told there.")
        return page_around(
            "fact.html",
            around,
            status=422 if wrong else 200,
            turn=kept.turn,
            fact=told,
            text=clause_text(kept, kept.interview.facts[place].rule),
            wrong=wrong,
            **here.of_facts(kept.interview.policy),
        )

    return await here.take(shown)


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
        return page_around("rules.html", around, view=view, not_checked=NOT_CHECKED)

    return await here.take(shown)


@interviews.get("/{id}/delete")
async def ask_to_delete(here: Here) -> Response:
    """Asks whether the interview shall be deleted."""
    around = await here.serving.take(lambda service: here.door.check_there(service, here.id))
    return page_around("delete.html", around, deleted=False)


@interviews.post("/{id}/delete")
async def delete(here: Here, request: Request) -> Response:
    """Deletes the interview for good."""
    await form_of(request)

    def deleted(service: Service) -> Around:
        around = here.door.check_there(service, here.id)
        service.delete(here.id)
        return around

    return page_around("delete.html", await here.serving.take(deleted), deleted=True)
