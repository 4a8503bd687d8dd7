"""A language model's server that says what a test wants, and does to a client what servers do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any

from e3.llm.server import Server
from e3.llm.usage import Prices

Does = Callable[["_Handler", dict[str, Any]], None]

PACE = 0.2
"""Seconds from one byte to the next of a server that drips."""
"""What the server does with a request."""


def says(text: str | Mapping[str, Any], *, finish: str = "stop", read: int = 0) -> Does:
    """An answer, whole."""
    content = text if isinstance(text, str) else json.dumps(text)

    def does(handler: _Handler, body: dict[str, Any]) -> None:
        letters = sum(len(each["content"]) for each in body["messages"])
        usage = {"prompt_tokens": read or letters // 4, "completion_tokens": len(content) // 4}
        choice = {"finish_reason": finish, "message": {"role": "assistant", "content": content}}
        handler.send(200, json.dumps({"choices": [choice], "usage": usage}))

    return does


def refuses(status: int, message: str = "", **headers: str) -> Does:
    """An error, in the form of the API."""
    body = json.dumps({"error": {"message": message}})
    return lambda handler, _: handler.send(status, body, headers)


def sends(text: str, status: int = 200) -> Does:
    """Something that is no chat."""
    return lambda handler, _: handler.send(status, text)


def breaks_off(handler: _Handler, _: dict[str, Any]) -> None:
    """Half of an answer, and then the line is cut."""
    handler.send(200, '{"choices": [{"mess', length=1_000)
    handler.close_connection = True


def drips(head: bool) -> Does:
    """A head, or what follows one, a byte at a time, each before anybody has waited for long."""

    def does(handler: _Handler, _: dict[str, Any]) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n" + (b"X-Slow: " if head else b"\r\n"))
        with suppress(OSError):
            while not handler.fake.over.wait(PACE):
                handler.wfile.write(b"x" if head else b" ")
        handler.close_connection = True

    return does


def stops(handler: _Handler, _: dict[str, Any]) -> None:
    """Half of an answer, and then nothing more."""
    handler.send(200, '{"choices": [{"mess', length=1_000)
    handler.fake.over.wait()


@dataclass
class Fake:
    """What a server does with one request after the other; the last is done again and again."""

    does: Sequence[Does]
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    over: Event = field(default_factory=Event)
    lock: Lock = field(default_factory=Lock)
    address: str = ""

    def server(self, **settings: Any) -> Server:
        """As a client knows it."""
        return Server(self.address, "fake", prices=settings.pop("prices", None), **settings)

    @property
    def last(self) -> str:
        """The last thing that was said to the model."""
        content: str = self.asked[-1]["messages"][-1]["content"]
        return content


class _Handler(BaseHTTPRequestHandler):
    fake: Fake
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.fake.lock:
            place = min(len(self.fake.asked), len(self.fake.does) - 1)
            self.fake.asked.append(body)
            self.fake.keys.append(self.headers.get("Authorization"))
        self.fake.does[place](self, body)

    def send(
        self,
        status: int,
        text: str,
        headers: Mapping[str, str] | None = None,
        *,
        length: int | None = None,
    ) -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data) if length is None else length))
        for name, value in (headers or {}).items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: tests tell by themselves."""


@contextmanager
def fake(*does: Does) -> Iterator[Fake]:
    """A server at work."""
    found = Fake(does)
    handler = type("Handler", (_Handler,), {"fake": found})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as http:
        http.daemon_threads = True
        found.address = f"http://127.0.0.1:{http.server_address[1]}/v1"
        thread = Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield found
        finally:
            found.over.set()
            http.shutdown()
            thread.join()


def prices(read: str, written: str) -> Prices:
    """Of a million tokens."""
    from decimal import Decimal  # noqa: PLC0415

    return Prices(Decimal(read), Decimal(written))
