"""The pages that come before an interview: the start, a form, what the API is."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from pydantic import ValidationError
from starlette.responses import RedirectResponse

from e3.errors import BadInput
from e3.policy.samples import samples
from e3.serve.pages.described import described, operations
from e3.serve.pages.forms import form_of
from e3.serve.pages.render import STATIC, page
from e3.serve.refusals import Refusal, sentence
from e3.serve.requests import StartRequest
from e3.serve.serving import Shared
from e3.serve.sessions import COOKIE
from e3.serve.settings import MOST_POLICY, MOST_QUESTION, MOST_SCENARIO

pages = APIRouter(include_in_schema=False)

MOST = {"policy": MOST_POLICY, "question": MOST_QUESTION, "scenario": MOST_SCENARIO}
"""Characters of what people write."""


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
async def new() -> Response:
    """The form for a text of one's own."""
    return _form({})


@pages.post("/interviews")
async def begin(request: Request, serving: Shared) -> Response:
    """Begins an interview, or says what is missing."""
    fields = await form_of(request)
    values = {name: fields.get(name, "").strip() for name in ("question", "scenario")}
    policy = fields.get("policy", "")

    async def again(errors: dict[str, str]) -> Response:
        """The form once more, written where it holds up nobody: what was sent may be long."""
        return await serving.take(lambda _: _form({**values, "policy": policy}, errors))

    try:
        start = StartRequest(
            policy=policy, question=values["question"], scenario=values["scenario"]
        ).beginning()
    except ValidationError as error:
        return await again(start_errors(error))
    try:
        made = await serving.take(lambda service: service.begin(start))
    except BadInput as error:
        return await again({"policy": sentence(str(error))})
    return RedirectResponse(f"/interviews/{made.id}", 303)


def _form(values: dict[str, str], errors: dict[str, str] | None = None) -> Response:
    return page(
        "new.html",
        status=422 if errors else 200,
        values={"policy": "", "question": "", "scenario": "", **values},
        errors=errors or {},
        most=MOST,
    )


def start_errors(error: ValidationError) -> dict[str, str]:
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
