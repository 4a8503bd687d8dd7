"""The API for programs: policies and single turns without state, and interviews with state."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.routing import APIRoute
from fastapi.security import HTTPBearer

from e3.interview.explanation import Explanation
from e3.interview.journal import RequestDigest
from e3.interview.moves import ChangeAnswer, ConfirmFacts, GiveAnswer, GoBack
from e3.policy.fields import PolicyFields
from e3.policy.rule_text import RuleText
from e3.policy.writing import policy_object
from e3.reading.conversation import Reply
from e3.serve.refusals import Refusal, documented
from e3.serve.requests import (
    MOVE_PATHS,
    AnswerRequest,
    BackRequest,
    ChangeRequest,
    CheckRequest,
    ConfirmRequest,
    DraftRequest,
    MoveRequest,
    ReadRequest,
    StartRequest,
)
from e3.serve.responses import (
    CheckedPolicy,
    InterviewState,
    ModelCard,
    WhyAsked,
    checked_policy,
    interview_state,
    why_asked,
)
from e3.serve.service import Service
from e3.serve.serving import Serving, Shared

_IDEMPOTENCY_KEY = re.compile(r"[!-~]{16,255}")
CHANGES = (403, 409)
ALWAYS = (400, 401, 408, 413, 421, 422, 429, 503)

# Only described here: the guard has looked at the key before a route is found.
needs_key = HTTPBearer(auto_error=False, description="An API key, where the server asks for one.")

api = APIRouter(prefix="/v1", responses=documented(*ALWAYS), dependencies=[Depends(needs_key)])

InterviewId = Annotated[str, Path(description="The id that the interview was given.")]


class Format(StrEnum):
    """How an explanation is written."""

    JSON = "json"
    TEXT = "text"
    MD = "md"
    HTML = "html"


MEDIA = {
    Format.JSON: "application/json",
    Format.TEXT: "text/plain",
    Format.MD: "text/markdown",
    Format.HTML: "text/html",
}

PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""For a page that is whole in itself: it styles itself, and can do nothing."""


async def _once(
    request: Request,
    key: Annotated[
        str,
        Header(
            alias="Idempotency-Key",
            json_schema_extra={"pattern": f"^({_IDEMPOTENCY_KEY.pattern})?$"},
            description="A random name for this request, such as a UUID. If the request comes"
            " again with it, it is answered as before and nothing is done twice.",
        ),
    ] = "",
) -> RequestDigest | None:
    if not key:
        return None
    if not _IDEMPOTENCY_KEY.fullmatch(key):
        raise Refusal(
            422,
            "An Idempotency-Key has 16 to 255 characters and no spaces, such as a UUID.",
            field="Idempotency-Key",
        )
    says = f"{request.method} {request.url.path}\n".encode() + await request.body()
    # Requests of one owner are not another's: their idempotency keys differ.
    return RequestDigest.of(owner=request.state.owner or "", key=key, says=says)


Once = Annotated[RequestDigest | None, Depends(_once)]


@api.post("/read", responses=documented(403), summary="One turn without state")
async def read(turn: ReadRequest, serving: Shared) -> Reply:
    """The reply to a conversation: a decision or a follow-up question, and every rule's state."""
    return await serving.take(lambda service: service.read(turn.conversation()))


@api.post(
    "/drafts",
    responses=documented(403),
    summary="Draft a policy",
    response_model=PolicyFields,
    response_model_exclude_unset=True,
)
async def draft(wanted: DraftRequest, serving: Shared) -> dict[str, Any]:
    """Makes a policy of a text: its rules, their questions and the logic of the answers."""

    def drafted(service: Service) -> dict[str, Any]:
        return policy_object(service.draft(RuleText(wanted.policy), wanted.questions))

    return await serving.take(drafted)


@api.post("/policies/check", responses=documented(403), summary="Check a policy")
async def check(wanted: CheckRequest, serving: Shared) -> CheckedPolicy:
    """Says all that is wrong with a policy: what it can't be followed with, and what was hardly
    meant."""
    return await serving.take(lambda _: checked_policy(wanted.policy))


@api.get("/model", summary="The model's card")
async def model(serving: Shared) -> ModelCard:
    """What is known of the model that reads."""
    return serving.model


@api.post(
    "/interviews", status_code=201, responses=documented(*CHANGES), summary="Begin an interview"
)
async def begin(
    start: StartRequest, request: Once, serving: Shared, response: Response
) -> InterviewState:
    """Begins an interview: a policy, a question, and perhaps what the person tells."""
    made = await serving.take(
        lambda service: interview_state(service.begin(start.beginning(), request))
    )
    response.headers["Location"] = f"/v1/interviews/{made.id}"
    return made


_interviews = APIRouter()


@_interviews.get("", summary="Where an interview stands")
async def look(id: InterviewId, serving: Shared) -> InterviewState:
    """The next question, or what is to be confirmed, or how it ended; and every rule's state."""
    return await serving.take(lambda service: interview_state(service.look(id)))


async def _moved(
    id: str, said: MoveRequest, request: RequestDigest | None, serving: Serving
) -> InterviewState:
    def move(service: Service) -> InterviewState:
        return interview_state(service.move(id, said.move(), turn=said.turn, request=request))

    return await serving.take(move)


@_interviews.post(
    MOVE_PATHS[GiveAnswer], responses=documented(*CHANGES), summary="Answer the question"
)
async def answer(
    id: InterviewId, said: AnswerRequest, request: Once, serving: Shared
) -> InterviewState:
    """Answers the question that is asked: yes, no or unknown."""
    return await _moved(id, said, request, serving)


@_interviews.post(
    MOVE_PATHS[ConfirmFacts], responses=documented(*CHANGES), summary="Confirm or correct"
)
async def confirm(
    id: InterviewId, said: ConfirmRequest, request: Once, serving: Shared
) -> InterviewState:
    """Says what is so of what the scenario was understood to tell, one answer a fact."""
    return await _moved(id, said, request, serving)


@_interviews.post(
    MOVE_PATHS[ChangeAnswer], responses=documented(*CHANGES), summary="Change an answer"
)
async def change(
    id: InterviewId, said: ChangeRequest, request: Once, serving: Shared
) -> InterviewState:
    """Changes what was told of a fact; what was told later stays."""
    return await _moved(id, said, request, serving)


@_interviews.post(MOVE_PATHS[GoBack], responses=documented(*CHANGES), summary="Go back")
async def back(
    id: InterviewId, request: Once, serving: Shared, said: BackRequest | None = None
) -> InterviewState:
    """Goes back to the fact before, which is asked again; nothing that was told is lost."""
    return await _moved(id, said or BackRequest(), request, serving)


@_interviews.get("/why", responses=documented(409), summary="Why this question")
async def why(id: InterviewId, serving: Shared) -> WhyAsked:
    """The clause that the question comes from, and where each answer would lead."""
    return await serving.take(lambda service: why_asked(service.look(id)))


@_interviews.get(
    "/explanation",
    summary="Explain",
    response_model=Explanation,
    responses={200: {"content": {kind: {} for kind in MEDIA.values()}}},
)
async def explanation(
    id: InterviewId, serving: Shared, form: Annotated[Format, Query(alias="format")] = Format.JSON
) -> Response:
    """Every rule, what is known of it, and by what: as JSON, text, Markdown or a page to print."""
    written = await serving.take(
        lambda service: explained(service.look(id).interview.explain(), form)
    )
    headers = {"Content-Security-Policy": PAGE_POLICY} if form is Format.HTML else None
    return Response(written, media_type=MEDIA[form], headers=headers)


@_interviews.get(
    "/export",
    summary="Export",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def export(id: InterviewId, serving: Shared) -> Response:
    """All that is kept of an interview: the policy, and every event with its time."""
    written = await serving.take(lambda service: service.export(id))
    return Response(written, media_type="application/json")


@_interviews.delete(
    "",
    status_code=204,
    response_model=None,
    responses=documented(403),
    summary="Delete for good",
)
async def delete(id: InterviewId, serving: Shared) -> None:
    """Deletes an interview and all that was told in it. It can't be brought back."""
    await serving.take(lambda service: service.delete(id))


def explained(explanation: Explanation, form: Format) -> str:
    """An explanation, written."""
    match form:
        case Format.JSON:
            return explanation.json()
        case Format.TEXT:
            return explanation.text()
        case Format.MD:
            return explanation.markdown()
        case Format.HTML:
            return explanation.html()


def interviews_at(prefix: str, needed: Callable[..., object]) -> APIRouter:
    """The routes of interviews under an address, for who has what is needed there."""
    router = APIRouter(
        prefix=prefix,
        responses=documented(*ALWAYS, 404, 410),
        dependencies=[Depends(needed)],
    )
    # Not included with a prefix: then the log and the figures would not know the whole address.
    for route in _interviews.routes:
        assert isinstance(route, APIRoute)
        router.add_api_route(
            route.path,
            route.endpoint,
            methods=sorted(route.methods or ()),
            status_code=route.status_code,
            summary=route.summary,
            responses=route.responses,
            response_model=route.response_model,
            response_class=route.response_class,
        )
    return router


interviews = interviews_at("/v1/interviews/{id}", needs_key)
