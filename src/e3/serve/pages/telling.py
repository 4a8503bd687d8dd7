"""What every page says of its server: where texts are sent, and whether there is a library."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from e3.serve.pages.render import has_library, sent_to


class Telling:
    """An ASGI middleware: while a page is made, it is known what kind of server makes it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        serving = getattr(scope["app"].state, "serving", None) if "app" in scope else None
        sent_to.set(serving.model.sends_to if serving else None)
        has_library.set(serving is not None and serving.service.library is not None)
        await self._app(scope, receive, send)
