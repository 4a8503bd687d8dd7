"""The page where people sign in with a key, for servers that ask for keys."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from starlette.responses import RedirectResponse
from starlette.types import Scope

from e3.serve.keys import Keys
from e3.serve.pages.forms import form_of
from e3.serve.pages.render import page
from e3.serve.refusals import Refusal
from e3.serve.sessions import sign_in, sign_out

signing = APIRouter(include_in_schema=False)

# Of our own addresses, and none that a browser takes for another site.
_ADDRESS = re.compile(r"/(?!/)[A-Za-z0-9/._-]*")
_KEPT = re.compile(r"/(interviews|studio)/[A-Za-z0-9]+")


async def _known(request: Request) -> Keys:
    keys: Keys = request.app.state.keys
    return keys


Known = Annotated[Keys, Depends(_known)]


@signing.get("/sign-in")
async def show() -> Response:
    """The form."""
    return sign_in_page("/")


@signing.post("/sign-in")
async def enter(request: Request, keys: Known) -> Response:
    """Signs in who has a key, and goes on where they were."""
    fields = await form_of(request)
    to = _ours(fields.get("to", ""))
    key = keys.find(fields.get("key", ""))
    if key is None:
        return sign_in_page(to, Refusal(401, "This key is not known here."), wrong=True)
    response = RedirectResponse(to, 303)
    sign_in(response, key, secure=request.url.scheme == "https")
    return response


@signing.post("/sign-out")
async def leave(request: Request) -> Response:
    """Signs out."""
    await form_of(request)
    response = RedirectResponse("/sign-in", 303)
    sign_out(response)
    return response


def sign_in_page(to: str, refusal: Refusal | None = None, *, wrong: bool = False) -> Response:
    """The form, which leads to an address afterwards; for who was refused there, or came to it."""
    error = refusal.detail if refusal and wrong else None
    response = page(
        "sign_in.html", status=refusal.status_code if refusal else 200, to=to, error=error
    )
    response.headers.update((refusal and refusal.headers) or {})
    return response


def back_to(scope: Scope) -> str:
    """Where somebody is to go on after they signed in: what they sent is not sent again."""
    path: str = scope["path"]
    if scope["method"] in ("GET", "HEAD"):
        return _ours(path)
    kept = _KEPT.match(path)
    return kept[0] if kept else "/"


def _ours(address: str) -> str:
    return address if _ADDRESS.fullmatch(address) else "/"
