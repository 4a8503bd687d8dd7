"""One question to a language model's server, and its answer (the OpenAI-compatible chat API).

An answer is sent whole and not as a stream: it is short, and half of one is of no use.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from time import sleep
from typing import Any
from weakref import finalize

import httpx

from e3.errors import ContextFull, ModelUnreachable
from e3.harmless import one_line
from e3.llm.deadline import Deadline
from e3.llm.server import ADDRESS, KEY, SECONDS, Server

_TRIES = 4
"""Of a request that the server was too busy for, or that broke off."""
_LONGEST_WAIT = 60.0
"""Seconds between two of them; who is told to wait for longer is told so."""
_BUSY = (408, 409, 425, 429, 500, 502, 503, 504)
_OPTIONS = ("response_format", "seed", "temperature", "max_tokens")
"""What servers may not know; each is left out where one says so."""
_ALSO = {"response_format": ("json_schema", "schema", "grammar"), "max_tokens": ("max_completion",)}
_CONTEXT = ("context length", "context size", "context window", "context_length", "exceed_context")
_MOST_BYTES = 10_000_000
"""Of what a server sends: an answer has some thousands."""
_NO_CHAT = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    OverflowError,
    RecursionError,
)
"""What comes of taking JSON for a chat that is something else."""
_LETTERS = 12
"""Letters of a token, at most and on average: where less was read, the server cut the text."""


@dataclass(frozen=True, slots=True)
class Said:
    """An answer."""

    text: str
    is_cut: bool
    """Whether it ends where the server had no more room for it."""
    read: int = 0
    written: int = 0


class Line:
    """Asks one server; for any number of threads."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._unknown: frozenset[str] = frozenset()
        # A proxy of the environment would carry to another machine what is meant for this one.
        self._http = httpx.Client(
            headers={"Authorization": f"Bearer {server.key}"} if server.key else {},
            timeout=httpx.Timeout(server.seconds, connect=min(server.seconds, 20)),
            # Each request has its own connection, which its deadline can cut.
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),
            trust_env=not server.is_here,
        )
        finalize(self, self._http.close)

    def ask(self, body: Mapping[str, Any]) -> Said:
        """The answer to a chat, or one sentence that says why there is none."""
        for _ in range(len(_OPTIONS) + 1):
            response = self._answered(_known(body, self._unknown))
            if response.status_code in (400, 422) and (found := self._refused(response, body)):
                self._unknown |= {found}
                continue
            return self._said(response, body)
        raise self._failed("refuses every form of the request")

    def _answered(self, body: Mapping[str, Any]) -> httpx.Response:
        """What the server answers, once it has time; what breaks off is asked again."""
        at = f"{self._server.address}/chat/completions"
        for tried in range(1, _TRIES + 1):
            again = 0.5 * 2**tried
            try:
                response = self._received(at, body)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                raise ModelUnreachable(
                    f"there is no language model at {self._server.host}: start its server, or name"
                    f" another by {ADDRESS}"
                ) from None
            except httpx.TimeoutException:
                raise self._failed(
                    f"did not answer within {self._server.seconds:g} seconds: give it more"
                    f" by {SECONDS}"
                ) from None
            except httpx.HTTPError as error:
                if tried == _TRIES:
                    why = " ".join(str(error).split())[:200] or type(error).__name__
                    raise self._failed(f"breaks off: {why}") from None
            else:
                if response.status_code not in _BUSY:
                    return response
                again = _retry_after(response) or again
                if tried == _TRIES or again > _LONGEST_WAIT:
                    raise self._busy(response, again)
            sleep(min(again, _LONGEST_WAIT))
        raise AssertionError("the last try returns or raises")

    def _received(self, at: str, body: Mapping[str, Any]) -> httpx.Response:
        """What a server sends, whole, and no more than we can hold nor for longer than we wait."""
        with Deadline(self._server.seconds) as deadline:
            try:
                response = self._whole(at, body, deadline)
            except httpx.TransportError:
                if not deadline.is_over:
                    raise
            # What ends with the connection looks whole.
            if deadline.is_over:
                raise httpx.ReadTimeout("the answer takes too long")
            return response

    def _whole(self, at: str, body: Mapping[str, Any], deadline: Deadline) -> httpx.Response:
        traced = {"trace": deadline.trace}
        with self._http.stream("POST", at, json=body, extensions=traced) as response:
            data = bytearray()
            for part in response.iter_bytes():
                data += part
                if len(data) > _MOST_BYTES:
                    raise self._failed(f"sends more than {_MOST_BYTES // 10**6} MB, no answer")
            # What is packed was unpacked above.
            kept = [(n, v) for n, v in response.headers.items() if n != "content-encoding"]
            return httpx.Response(response.status_code, headers=kept, content=bytes(data))

    def _busy(self, response: httpx.Response, seconds: float) -> ModelUnreachable:
        said = _complaint(response)
        later = (
            f"try again in {seconds:.0f} seconds" if response.status_code == 429 else "try later"
        )
        return self._failed(f"has no time ({response.status_code}{said}): {later}")

    def _refused(self, response: httpx.Response, body: Mapping[str, Any]) -> str | None:
        """The option that a server does not know, where it names one."""
        said = response.text.casefold()
        if any(words in said for words in _CONTEXT):
            return None
        for option in _OPTIONS:
            named = any(word in said for word in (option, *_ALSO.get(option, ())))
            if named and option in body and option not in self._unknown:
                return option
        return None

    def _said(self, response: httpx.Response, body: Mapping[str, Any]) -> Said:
        server, status = self._server, response.status_code
        if status in (401, 403):
            raise ModelUnreachable(
                f"the server at {server.host} does not take the key: {KEY} holds it"
            )
        if status == 404:
            raise ModelUnreachable(
                f"the server at {server.host} has no model {server.model!r}, or no chat there:"
                f" {ADDRESS} ends in /v1 for most servers{_complaint(response)}"
            )
        if status != 200:
            if any(words in response.text.casefold() for words in _CONTEXT):
                raise ContextFull(server.model)
            raise self._failed(f"refuses the request ({status}{_complaint(response)})")
        try:
            whole = response.json()
            choice = whole["choices"][0]
            text = choice["message"].get("content") or ""
            usage = whole.get("usage") or {}
            read, written = (
                int(usage.get(name) or 0) for name in ("prompt_tokens", "completion_tokens")
            )
            if not isinstance(text, str):
                raise TypeError
        except _NO_CHAT:
            raise ModelUnreachable(
                f"what is at {server.host} is no chat server: {ADDRESS} names one that speaks the"
                " OpenAI-compatible API"
            ) from None
        letters = sum(len(each["content"]) for each in body["messages"])  # as they were sent
        if read and read * _LETTERS < letters:
            raise ContextFull(server.model)
        return Said(text, choice.get("finish_reason") == "length", read, written)

    def _failed(self, what: str) -> ModelUnreachable:
        return ModelUnreachable(
            f"the language model {self._server.model} at {self._server.host} {what}"
        )


def _known(body: Mapping[str, Any], unknown: frozenset[str]) -> dict[str, Any]:
    """The request without what the server does not know."""
    left = {name: value for name, value in body.items() if name not in unknown}
    if "max_tokens" in unknown:  # newer models of some servers have this one instead
        left["max_completion_tokens"] = body["max_tokens"]
    return left


def _complaint(response: httpx.Response) -> str:
    """What a server says of its refusal, shortened."""
    try:
        error = response.json().get("error", "")
        said = str(error.get("message", "") if isinstance(error, dict) else error)
    except _NO_CHAT:
        said = ""
    return f": {one_line(said[:1000])[:200]}" if said else ""


def _retry_after(response: httpx.Response) -> float | None:
    """The seconds that a server asks for, as it may write them: a number, or a time."""
    said = response.headers.get("Retry-After", "")
    try:
        return max(0.1, float(said))
    except ValueError:
        pass
    try:
        return max(0.1, (parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None


def written(body: Mapping[str, Any]) -> str:
    """A request as a text: the same for the same request."""
    return json.dumps(body, sort_keys=True, ensure_ascii=False)
