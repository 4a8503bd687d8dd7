"""Says on every page where texts are sent, if a language model on a server reads them."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from e3.serve.pages.render import sent_to


class Telling:
    """An ASGI middleware: while a page is made, it is known where its texts go."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        serving = getattr(scope["app"].state, "serving", None) if "app" in scope else None
        sent_to.set(serving.model.sends_to if serving else None)
        await self._app(scope, receive, send)
