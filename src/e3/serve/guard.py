"""What stands before every request (middleware): its host, key, rate, length and time.

And behind it: headers that let a page do little, a line in the log, and figures.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from e3.serve import admission, logs
from e3.serve.hosts import Hosts
from e3.serve.json_bodies import check_json
from e3.serve.keys import Keys
from e3.serve.prometheus import Metrics
from e3.serve.rates import Rates
from e3.serve.refusals import Refusal, refusal_of
from e3.serve.settings import Limits

Answers = Callable[[Scope, Refusal], Response]
"""Puts a refusal into the form that who asks can read."""

UPLOADS = ("/v1/library/files", "/library/add")
"""Where files are sent to, which are longer than texts."""

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_FREE = ("/health", "/ready", "/static/")


def content_policy(*, framed_by: str = "'none'", frames: str = "'none'") -> str:
    """What a page may do: nothing with other sites; who may frame it, and what it may frame."""
    return (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self';"
        " connect-src 'self'; form-action 'self'; base-uri 'none';"
        f" frame-src {frames}; frame-ancestors {framed_by}"
    )


_HEADERS = {
    "Content-Security-Policy": content_policy(),
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": with that, browsers say of our own forms that they come from nowhere.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
}


class Guard:
    """An ASGI middleware around the whole application."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: Hosts,
        keys: Keys,
        limits: Limits,
        metrics: Metrics,
        refused: Answers,
        methods: Callable[[Scope], list[str]],
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._keys = keys
        self._limits = limits
        self._metrics = metrics
        self._refused = refused
        self._methods = methods
        self._rates = Rates(limits.rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        request = uuid4().hex
        status = 0
        head = scope["method"] == "HEAD"
        if head:  # like GET, but for the body
            scope = {**scope, "method": "GET"}
        scope.setdefault("state", {})["request"] = request

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = request
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if status == HTTPStatus.METHOD_NOT_ALLOWED:
                    headers["Allow"] = self._allowed(scope)
            elif head:
                message = {**message, "body": b""}
            await send(message)

        try:
            await self._admitted(scope, receive, sent)
        except Exception as error:
            refusal = refusal_of(error)
            if refusal.status_code == 500:
                logs.failed(error, request=request)
            if status:  # half an answer is out: nothing more can be said
                raise
            await self._refused(scope, refusal)(scope, receive, sent)
        finally:
            self._note(scope, request, status, time.perf_counter() - began)

    async def _admitted(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._hosts.check(scope)
        headers, path = Headers(scope=scope), scope["path"]
        key = admission.key_of(self._keys, path, headers)
        scope.setdefault("state", {})["owner"] = admission.owner_of(self._keys, key)
        if not path.startswith(_FREE):
            client = scope.get("client")
            seconds = self._rates.wait(key.owner if key else client[0] if client else "")
            if seconds:
                raise Refusal(
                    429, f"That was too often: wait {seconds} seconds.", retry_after=seconds
                )
        admission.check(self._keys, key, path)
        if scope["method"] == "OPTIONS" and (allowed := self._allowed(scope)):
            await Response(status_code=204, headers={"Allow": allowed})(scope, receive, send)
            return
        most = self._limits.document if path in UPLOADS else self._limits.body
        body = await self._body(headers, receive, most)
        if "json" in headers.get("content-type", "").casefold():
            check_json(body)
        await self._app(scope, _once(body, receive), send)

    def _allowed(self, scope: Scope) -> str:
        """The methods of an address, as a header says them; "" where there is nothing."""
        methods = self._methods(scope)
        return ", ".join((*methods, "OPTIONS")) if methods else ""

    async def _body(self, headers: Headers, receive: Receive, most: int) -> bytes:
        """The whole body, if it is not too long and does not take too long."""
        declared = headers.get("content-length", "")
        if declared.isdecimal() and int(declared) > most:
            raise _too_large(most)
        body = bytearray()
        try:
            async with asyncio.timeout(self._limits.seconds):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Refusal(400, "The request broke off.")
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > most:
                        raise _too_large(most)
        except TimeoutError:
            raise Refusal(
                408, f"The request did not arrive within {self._limits.seconds:g} seconds."
            ) from None
        return bytes(body)

    def _note(self, scope: Scope, request: str, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", None) or "none"
        # Whoever asks may call a method anything: each name would be a figure of its own.
        known = route != "none" and scope["method"] in _METHODS
        method = scope["method"] if known else "any"
        self._metrics.requests.labels(method, route, status).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        if not scope["path"].startswith(_FREE):
            logs.note(
                "request",
                request=request,
                method=method,
                route=route,
                status=status,
                ms=round(1000 * seconds, 1),
            )


def _too_large(most: int) -> Refusal:
    return Refusal(413, f"This is more than {most:,} bytes: shorten the text.")


def _once(body: bytes, receive: Receive) -> Receive:
    """The body that was read, then whatever else comes."""
    message: dict[str, Any] | None = {"type": "http.request", "body": body, "more_body": False}

    async def again() -> Message:
        nonlocal message
        if message is None:
            return await receive()
        found, message = message, None
        return found

    return again
