"""Connections that are held for nothing: closed, and nobody else is kept out by them."""

import io
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx
import pytest
import uvicorn
from tests.patience import PATIENCE, until
from tests.serve.server import UNHURRIED, client, model_of, running

from e3.serve import connections
from e3.serve.app import create_app
from e3.serve.connections import Connection
from e3.serve.settings import Settings

pytest_plugins = ("tests.serve.fixtures",)

WHOLE = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HALF = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
NO_BODY = (
    b"POST /v1/read HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Length: 9\r\nExpect: 100-continue\r\n\r\n"
)
"""It is told to go on once it is being answered."""


class Patient(Connection):
    head_seconds = PATIENCE
    taking_seconds = PATIENCE
    most = 6


class Hasty(Patient):
    head_seconds = 0.5


class NotKept(Patient):
    taking_seconds = 0.5


@contextmanager
def served(database: str, connection: type[Connection]) -> Iterator[str]:
    settings = Settings(database=database, limits=UNHURRIED)
    with running(create_app(settings, model_of()), connection) as address:
        yield address


@contextmanager
def connected(address: str, sent: bytes) -> Iterator[socket.socket]:
    url = httpx.URL(address)
    with socket.create_connection((url.host, url.port), timeout=PATIENCE) as connection:
        connection.sendall(sent)
        yield connection


def rest_of(connection: socket.socket) -> bytes:
    """All that comes until the server closes; raises TimeoutError where it does not."""
    found = b""
    try:
        while part := connection.recv(65536):
            found += part
    except ConnectionError:  # it closed with something of ours unread
        pass
    return found


def is_well(address: str) -> bool:
    with client(address) as http:
        return http.get("/health").status_code == 200


def test_a_head_has_an_end(database: str, lines: io.StringIO) -> None:
    with served(database, Patient) as address, ExitStack() as stack:
        for beginning in (HALF, b"GET /", b"GET / HTTP/1.1\r\n"):
            endless = stack.enter_context(connected(address, beginning))
            sent = 0
            with pytest.raises(ConnectionError):
                while sent < 50_000_000:
                    endless.sendall(
                        b"a: b\r\n" * 1_000 if beginning.endswith(b"\n") else b"a" * 6_000
                    )
                    sent += 6_000
        assert is_well(address)
    assert lines.getvalue().count("Invalid HTTP request received.") == 3


def test_a_head_that_does_not_come_is_not_waited_for(database: str, lines: io.StringIO) -> None:
    def answer_to(sent: bytes) -> bytes:
        with connected(address, sent) as connection:
            return rest_of(connection)

    def closed() -> int:
        return lines.getvalue().count('"why": "no request in time"')

    # Where the server stood still, what was sent came too late to be seen: it is sent again.
    with served(database, Hasty) as address:
        assert answer_to(b"") == b""
        assert closed() == 0  # nothing is not worth a line
        until(lambda: answer_to(HALF) == b"" and closed())
        until(lambda: answer_to(WHOLE + HALF).startswith(b"HTTP/1.1 200 OK"))
    assert closed() == 2


def test_a_head_that_drips_is_not_waited_for(database: str, lines: io.StringIO) -> None:
    with (
        served(database, Hasty) as address,
        connected(address, HALF) as dripping,
        pytest.raises(ConnectionError),
    ):
        until(lambda: dripping.sendall(b"a"))
    assert "no request in time" in lines.getvalue()


def test_who_waits_longest_makes_room_for_the_next(database: str, lines: io.StringIO) -> None:
    with served(database, Patient) as address, ExitStack() as stack:
        half = [stack.enter_context(connected(address, HALF)) for _ in range(20)]
        assert is_well(address)
        assert [rest_of(one) for one in half[:14]] == [b""] * 14
    assert "had waited longest" in lines.getvalue()


def test_one_address_has_its_share(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_speaks_for_many", lambda *_: False)
    monkeypatch.setattr(Patient, "most", 100)
    monkeypatch.setattr(Patient, "most_of_peer", 5)
    with served(database, Patient) as address, ExitStack() as stack:
        half = [stack.enter_context(connected(address, HALF)) for _ in range(9)]
        assert [rest_of(one) for one in half[:4]] == [b""] * 4
        half[-1].sendall(b"\r\n\r\n")
        assert half[-1].recv(100).startswith(b"HTTP/1.1 200 OK")


def test_where_all_are_being_answered_the_next_is_told_so(database: str) -> None:
    with served(database, Patient) as address, ExitStack() as stack:
        for _ in range(Patient.most):
            held = stack.enter_context(connected(address, NO_BODY))
            assert held.recv(100).startswith(b"HTTP/1.1 100 Continue")
        with connected(address, b"") as next_one:
            assert rest_of(next_one).startswith(b"HTTP/1.1 503 Service Unavailable")


def test_an_answer_that_is_not_taken_is_given_up(database: str, lines: io.StringIO) -> None:
    many = b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 1_000
    with served(database, NotKept) as address, connected(address, many):
        until(lambda: "the answer was not taken" in lines.getvalue())
        assert is_well(address)


@pytest.mark.parametrize(
    ("peer", "trusted", "many"),
    [
        ("127.0.0.1", "", True),
        ("::1", "", True),
        ("10.1.2.3", "127.0.0.1", False),
        ("10.1.2.3", "10.1.2.3,10.9.9.9", True),
        ("10.1.2.3", "localhost, 10.0.0.0/8", True),
        ("10.1.2.3", "*", True),
        ("", "127.0.0.1", True),
    ],
)
def test_proxies_speak_for_many(peer: str, trusted: str, many: bool) -> None:
    config = uvicorn.Config("none:none", forwarded_allow_ips=trusted, log_config=None)
    assert connections._speaks_for_many(peer, config) is many
