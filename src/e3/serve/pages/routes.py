"""The pages of an interview: start, questions, result.

Where nobody needs a key, who has its address has the interview.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import ValidationError
from starlette.responses import RedirectResponse

from e3.errors import BadInput
from e3.interview.journal import Conflict
from e3.interview.moves import ChangeAnswer, ConfirmFacts, GiveAnswer, GoBack, Move
from e3.language.en.wording import NOT_CHECKED, UNREAD
from e3.policy.answers import Answer
from e3.policy.facts import Value
from e3.policy.policy import Policy
from e3.policy.samples import samples
from e3.policy.writing import as_json, as_yaml
from e3.serve.api import MEDIA, PAGE_POLICY, Format, explained
from e3.serve.pages.described import described, operations
from e3.serve.pages.forms import answers_of, form_of, said_in, turn_of
from e3.serve.pages.hints import hint
from e3.serve.pages.marks import paragraphs
from e3.serve.pages.render import STATIC, page
from e3.serve.pages.rules_view import rules_view
from e3.serve.pages.views import clause_text, end_view, interview_view, told_view
from e3.serve.refusals import Refusal, sentence
from e3.serve.requests import StartRequest
from e3.serve.service import MoveRefused, Service, ValueRefused
from e3.serve.serving import Serving, Shared
from e3.serve.sessions import COOKIE
from e3.serve.settings import MOST_POLICY, MOST_QUESTION, MOST_SCENARIO

pages = APIRouter(include_in_schema=False)

_MOST = {"policy": MOST_POLICY, "question": MOST_QUESTION, "scenario": MOST_SCENARIO}
_FILES = {"json": Format.JSON, "txt": Format.TEXT, "md": Format.MD, "html": Format.HTML}
_POLICIES = {"yaml": (as_yaml, "application/yaml"), "json": (as_json, "application/json")}
_GONE_ON = "The interview has gone on elsewhere. This is where it stands now."


@pages.get("/static/{name}")
async def static(name: str) -> Response:
    """A style sheet, a script or a picture."""
    if name not in STATIC:
        raise Refusal(404, "There is no such file.")
    content, kind = STATIC[name]
    lasting = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(content, media_type=kind, headers=lasting)


@pages.get("/")
async def home(request: Request) -> Response:
    """The start."""
    return page("home.html", samples=samples(), signed_in=COOKIE in request.cookies)


@pages.get("/docs")
async def docs(request: Request) -> Response:
    """What the API is, for who writes programs."""
    spec = request.app.openapi()
    return page("docs.html", operations=operations(spec), described=described(spec))


@pages.get("/new")
async def new(policy: str | None = None) -> Response:
    """The form for a policy of the menu, or for one's own."""
    if policy is None:
        return _form(None, {})
    sample = _sample(policy)
    if sample is None:
        raise Refusal(404, "There is no such policy in the menu.")
    return _form(sample, {"asked": sample.questions[0].question})


def _sample(slug: str) -> Policy | None:
    """The policy of the menu that addresses have this name for."""
    return next((policy for policy in samples() if policy.slug == slug), None)


@pages.post("/interviews")
async def begin(request: Request, serving: Shared) -> Response:
    """Begins an interview, or says what is missing."""
    fields = await form_of(request)
    sample = _sample(fields.get("sample", ""))
    values = {name: fields.get(name, "").strip() for name in ("question", "asked", "scenario")}
    policy = fields.get("policy", "")

    async def again(errors: dict[str, str]) -> Response:
        """The form once more, written where it holds up nobody: what was sent may be long."""
        return await serving.take(lambda _: _form(sample, {**values, "policy": policy}, errors))

    try:
        start = StartRequest(
            policy=sample.rule_text.text if sample else policy,
            # Who writes a question means it, whatever is chosen above it.
            question=values["question"] or values["asked"],
            scenario=values["scenario"],
        ).beginning()
    except ValidationError as error:
        return await again(_errors(error))
    try:
        made = await serving.take(
            lambda service: service.begin(replace(start, policy=sample) if sample else start)
        )
    except BadInput as error:
        return await again({"question" if sample else "policy": sentence(str(error))})
    return _to(made.id)


@pages.get("/interviews/{id}")
async def look(id: str, request: Request, serving: Shared) -> Response:
    """An interview, where it stands."""
    return await _interview(id, request, serving)


@pages.post("/interviews/{id}/answer")
async def answer(id: str, request: Request, serving: Shared) -> Response:
    """An answer to the question."""
    fields = await form_of(request)
    return await _moved(id, request, serving, GiveAnswer(said_in(fields)), turn_of(fields))


@pages.post("/interviews/{id}/confirm")
async def confirm(id: str, request: Request, serving: Shared) -> Response:
    """What is so of what was understood."""
    fields = await form_of(request)
    confirmed = ConfirmFacts(tuple(answers_of(fields)))
    return await _moved(id, request, serving, confirmed, turn_of(fields))


@pages.post("/interviews/{id}/back")
async def back(id: str, request: Request, serving: Shared) -> Response:
    """Back to the answer before."""
    return await _moved(id, request, serving, GoBack(), turn_of(await form_of(request)))


@pages.get("/interviews/{id}/facts/{place}")
async def fact(id: str, place: int, request: Request, serving: Shared) -> Response:
    """Something that was told, to change it."""
    return await _fact(id, place, request, serving)


async def _fact(
    id: str,
    place: int,
    request: Request,
    serving: Serving,
    *,
    error: str | None = None,
    given: Answer | Value | None = None,
) -> Response:
    def shown(service: Service) -> Response:
        kept = service.look(id)
        told = told_view(kept, place)
        if told is None:
            raise Refusal(404, "Nothing was told there.")
        text = clause_text(kept, kept.interview.facts[place].rule)
        return page(
            "fact.html",
            status=422 if error else 200,
            id=id,
            turn=kept.turn,
            fact=told,
            text=text,
            error=error,
            given=given if isinstance(given, Value) else None,
            **_of_facts(kept.interview.policy, request),
        )

    return await serving.take(shown)


@pages.post("/interviews/{id}/facts/{place}")
async def change(id: str, place: int, request: Request, serving: Shared) -> Response:
    """Another answer for something that was told."""
    fields = await form_of(request)
    changed, turn = ChangeAnswer(place, said_in(fields)), turn_of(fields)
    try:
        await serving.take(lambda service: service.move(id, changed, turn=turn))
    except ValueRefused as error:
        why = sentence(str(error))
        return await _fact(id, place, request, serving, error=why, given=changed.answer)
    except (Conflict, MoveRefused):
        return await _interview(id, request, serving, notice=_GONE_ON, status=409)
    return _to(id)


@pages.post("/interviews/{id}/instead")
async def ask_instead(id: str, request: Request, serving: Shared) -> Response:
    """A new interview with another question that the policy answers."""
    place = turn_of(await form_of(request), "question")
    made = await serving.take(lambda service: service.ask_instead(id, place))
    return _to(made.id)


@pages.get("/interviews/{id}/rules")
async def rules(id: str, serving: Shared) -> Response:
    """The rules that the interview follows."""

    def shown(service: Service) -> Response:
        view = rules_view(service.look(id).interview)
        return page("rules.html", id=id, view=view, not_checked=NOT_CHECKED)

    return await serving.take(shown)


@pages.get("/interviews/{id}/policy.{ending}")
async def policy(id: str, ending: str, serving: Shared) -> Response:
    """The policy as a file, to review it and to ask it again."""
    if ending not in _POLICIES:
        raise Refusal(404, "There is no such format.")
    write, kind = _POLICIES[ending]
    written = await serving.take(lambda service: write(service.look(id).interview.policy))
    return Response(written, media_type=kind, headers=_saved_as(f"policy.{ending}"))


@pages.get("/interviews/{id}/explanation.{ending}")
async def explanation(id: str, ending: str, serving: Shared) -> Response:
    """The explanation as a file; as a page to print it is shown."""
    if ending not in _FILES:
        raise Refusal(404, "There is no such format.")
    form = _FILES[ending]
    written = await serving.take(
        lambda service: explained(service.look(id).interview.explain(), form)
    )
    if form is Format.HTML:
        headers = {"Content-Security-Policy": PAGE_POLICY}
    else:
        headers = _saved_as(f"explanation.{ending}")
    return Response(written, media_type=MEDIA[form], headers=headers)


@pages.get("/interviews/{id}/export.json")
async def export(id: str, serving: Shared) -> Response:
    """All that is kept."""
    written = await serving.take(lambda service: service.export(id))
    return Response(written, media_type="application/json", headers=_saved_as("interview.json"))


@pages.get("/interviews/{id}/delete")
async def ask_to_delete(id: str, serving: Shared) -> Response:
    """Asks whether the interview shall be deleted."""
    await serving.take(lambda service: service.check_there(id))
    return page("delete.html", id=id, deleted=False)


@pages.post("/interviews/{id}/delete")
async def delete(id: str, request: Request, serving: Shared) -> Response:
    """Deletes the interview for good."""
    await form_of(request)
    await serving.take(lambda service: service.delete(id))
    return page("delete.html", id=id, deleted=True)


def _form(
    sample: Policy | None, values: dict[str, str], errors: dict[str, str] | None = None
) -> Response:
    return page(
        "new.html",
        status=422 if errors else 200,
        sample=sample,
        text=paragraphs(sample.rule_text, []) if sample else [],
        values={"policy": "", "question": "", "asked": "", "scenario": "", **values},
        errors=errors or {},
        most=_MOST,
    )


def _errors(error: ValidationError) -> dict[str, str]:
    """What is wrong, by field, in words for people."""
    found: dict[str, str] = {}
    for one in error.errors():
        field = str(one["loc"][0])
        words = "story" if field == "scenario" else field
        if one["type"] == "string_too_short":
            message = f"write your {words}" if field == "question" else f"paste the {words}"
        elif one["type"] == "string_too_long":
            most = one["ctx"]["max_length"]
            message = f"shorten the {words}: it may have {most:,} characters"
        else:
            message = one["msg"].removeprefix("Value error, ")
        found.setdefault(field, sentence(message))
    return found


def _of_facts(policy: Policy, request: Request) -> dict[str, Any]:
    """The facts of a policy, and for each how a value is written where the reader comes from."""
    languages = request.headers.get("Accept-Language", "")
    return {
        "facts": {fact.id: fact for fact in policy.facts},
        "hints": {fact.id: hint(fact, languages) for fact in policy.facts},
    }


async def _interview(
    id: str,
    request: Request,
    serving: Serving,
    *,
    notice: str | None = None,
    error: str | None = None,
    given: Value | None = None,
    status: int = 200,
) -> Response:
    def shown(service: Service) -> Response:
        kept = service.look(id)
        view = interview_view(kept)
        end = end_view(kept.interview) if view.kind == "ended" else None
        return page(
            "interview.html",
            status=status,
            view=view,
            end=end,
            notice=notice,
            error=error,
            given=given,
            not_checked=NOT_CHECKED,
            unread=UNREAD,
            **_of_facts(kept.interview.policy, request),
        )

    return await serving.take(shown)


async def _moved(
    id: str, request: Request, serving: Serving, move: Move, turn: int | None
) -> Response:
    """On to where the interview stands after a move."""
    try:
        await serving.take(lambda service: service.move(id, move, turn=turn))
    except ValueRefused as error:
        why = sentence(str(error))
        said = move.answer if isinstance(move, GiveAnswer) else None
        given = said if isinstance(said, Value) else None
        return await _interview(id, request, serving, error=why, given=given, status=422)
    except (Conflict, MoveRefused):
        return await _interview(id, request, serving, notice=_GONE_ON, status=409)
    return _to(id)


def _to(id: str) -> Response:
    return RedirectResponse(f"/interviews/{id}", 303)


def _saved_as(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
