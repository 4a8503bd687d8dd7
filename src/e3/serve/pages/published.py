"""What people see at a published address: an introduction, then the interview and nothing else."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from pydantic import ValidationError
from starlette.responses import RedirectResponse

from e3.errors import BadInput
from e3.serve.pages.doors import Around, published_around
from e3.serve.pages.forms import form_of
from e3.serve.pages.markdown import blocks
from e3.serve.pages.marks import paragraphs
from e3.serve.pages.render import page
from e3.serve.pages.routes import MOST, start_errors
from e3.serve.refusals import sentence
from e3.serve.requests import StartRequest
from e3.serve.service import Service
from e3.serve.serving import Shared
from e3.studio.publishing import Version

published = APIRouter(include_in_schema=False)


@published.get("/p/{address}")
async def start(address: str, serving: Shared) -> Response:
    """The introduction, and the questions that can be asked."""
    return await serving.take(lambda service: _page(address, service, {}, {}))


@published.post("/p/{address}")
async def begin(address: str, request: Request, serving: Shared) -> Response:
    """Begins an interview."""
    fields = await form_of(request)
    values = {name: fields.get(name, "").strip() for name in ("question", "asked", "scenario")}

    def begun(service: Service) -> Response:
        version = service.studio.publications.published(address)
        asked = values["question"] or values["asked"]
        try:
            StartRequest(
                policy=version.policy.rule_text.text, question=asked, scenario=values["scenario"]
            )
            made = service.begin_published(address, asked, values["scenario"])
        except ValidationError as error:
            return _page(address, service, values, start_errors(error))
        except BadInput as error:
            return _page(address, service, values, {"question": sentence(str(error))})
        return RedirectResponse(f"/p/{address}/interviews/{made.id}", 303)

    return await serving.take(begun)


def _page(
    address: str, service: Service, values: dict[str, str], errors: dict[str, str]
) -> Response:
    version: Version = service.studio.publications.published(address)
    around: Around = published_around(address, version)
    first = version.policy.questions[0].question
    response = page(
        "published.html",
        status=422 if errors else 200,
        shell=around.shell,
        around=around,
        policy=version.policy,
        text=paragraphs(version.policy.rule_text, []),
        introduction=blocks(version.words.introduction),
        values={"question": "", "asked": first, "scenario": "", **values},
        errors=errors,
        most=MOST,
    )
    response.headers.update(around.headers)
    return response
