"""The application: the API, the pages, and what stands before both."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from logging import ERROR

from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Match
from starlette.types import Scope

from e3.errors import E3Error, MemoryFull, ModelFailed
from e3.interview.journal import JournalFailed
from e3.policy.samples import samples
from e3.provenance import VERSION
from e3.serialise import from_json
from e3.serve import logs
from e3.serve.admission import FOR_PROGRAMS
from e3.serve.api import api, interviews
from e3.serve.guard import Guard
from e3.serve.health import health
from e3.serve.hosts import Hosts
from e3.serve.keys import Keys
from e3.serve.library_api import library
from e3.serve.pages.render import error_page
from e3.serve.pages.rooms import PAGES
from e3.serve.pages.signing import back_to, sign_in_page, signing
from e3.serve.pages.telling import Telling
from e3.serve.prometheus import Metrics
from e3.serve.publishing_api import interviews_there, publications, published
from e3.serve.readiness import warn_of_readers
from e3.serve.refusals import ErrorBody, Refusal, refusal_of
from e3.serve.served_model import Model
from e3.serve.serving import Serving
from e3.serve.settings import Settings
from e3.serve.studio_api import studio
from e3.studio.drafts import Saved

SETTINGS = "E3_SERVE_SETTINGS"
"""Where a worker finds its settings, as JSON."""

_METHODS = ("GET", "POST", "DELETE")
_ABOUT = """\
E3 reads a policy and interviews a person by it. Every error has one shape: a code for programs, a
sentence for people, and the field that is wrong. Texts are in bodies, never in addresses.
"""


def create_app(
    settings: Settings, model: Model | None = None, saved: Saved = lambda _: None
) -> FastAPI:
    """The application; it loads the model when it starts if it is given none.

    `saved` is told of drafts that are saved in the studio.
    """
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.serving = serving = Serving.start(
            settings, model or Model.load(settings.model), metrics, saved
        )
        samples()  # read once, before anybody waits for them
        logs.note("started", model=serving.model.name, sends_to=serving.model.sends_to)
        warn_of_readers(serving.service.journal)
        yield
        serving.stop()
        logs.note("stopped")

    app = FastAPI(
        title="E3",
        version=VERSION,
        description=_ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        # It would send people to the host that their request names.
        redirect_slashes=False,
    )
    keys, limits = Keys.wanted(settings), settings.limits
    app.state.keys = keys
    programs = (health, api, interviews, library, studio, publications, published, interviews_there)
    for router in (*programs, *_pages(settings, keys)):
        app.include_router(router)
    refused = _refused if settings.pages else _refused_to_programs

    async def refuse(request: Request, error: Exception) -> Response:
        if isinstance(error, JournalFailed):
            why = str(error)
            logs.note("database failed", level=ERROR, request=request.state.request, reason=why)
        if isinstance(error, MemoryFull | ModelFailed):
            why = str(error)
            logs.note("reading failed", level=ERROR, request=request.state.request, reason=why)
        return refused(request.scope, refusal_of(error))

    for kind in (HTTPException, RequestValidationError, E3Error):
        app.add_exception_handler(kind, refuse)
    app.add_middleware(Telling)
    app.add_middleware(
        Guard,
        hosts=Hosts.named(settings.host_names),
        keys=keys,
        limits=limits,
        metrics=metrics,
        refused=refused,
        methods=lambda scope: _methods(app, scope),
    )
    return app


def _pages(settings: Settings, keys: Keys) -> list[APIRouter]:
    if not settings.pages:
        return []
    return [*PAGES, signing] if keys else [*PAGES]


def create_worker() -> FastAPI:
    """The application of one of several workers, with the settings of the process above it."""
    logs.to_lines()
    return create_app(from_json(Settings, os.environ[SETTINGS]))


def _methods(app: FastAPI, scope: Scope) -> list[str]:
    """The methods that an address takes."""
    found = [
        method
        for method in _METHODS
        if any(
            route.matches({**scope, "method": method})[0] is Match.FULL
            for route in app.router.routes
        )
    ]
    return ["GET", "HEAD", *found[1:]] if "GET" in found else found


def _refused(scope: Scope, refusal: Refusal) -> Response:
    """A refusal: a page where pages are, JSON where programs ask."""
    if scope["path"].startswith(FOR_PROGRAMS):
        return _refused_to_programs(scope, refusal)
    if refusal.status_code == 401:
        return sign_in_page(back_to(scope), refusal)
    return error_page(refusal, scope["path"])


def _refused_to_programs(_: Scope, refusal: Refusal) -> Response:
    body = ErrorBody(error=refusal.problem)
    return JSONResponse(body.model_dump(), refusal.status_code, refusal.headers)
