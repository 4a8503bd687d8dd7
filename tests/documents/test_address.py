"""Documents from addresses: only global ones, and none that never ends."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from e3.documents import address
from e3.documents.address import is_global, read_address
from e3.errors import BadInput

pytest.importorskip("lxml", reason="needs e3-reader[documents]")


class Pages(BaseHTTPRequestHandler):
    """A few pages, some of them bad."""

    def do_GET(self) -> None:
        match self.path:
            case "/cards":
                self._send(
                    "text/html; charset=latin-1", "<h1>Café</h1><p>You may.".encode("latin-1")
                )
            case "/plain":
                self._send("text/plain", b"You may.")
            case "/picture":
                self._send("image/png", b"\x89PNG")
            case "/packed":
                self._send("text/plain", b"You may.", ("Content-Encoding", "gzip"))
            case "/moved":
                self._redirect("/cards")
            case "/private":
                self._redirect("http://10.0.0.1/secret")
            case "/file":
                self._redirect("file:///etc/passwd")
            case "/circle":
                self._redirect("/circle")
            case "/endless" | "/drips":
                self._endless(slowly=self.path == "/drips")
            case _:
                self.send_error(404)

    def _send(self, kind: str, data: bytes, *headers: tuple[str, str]) -> None:
        self.send_response(200)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(data))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _redirect(self, where: str) -> None:
        self.send_response(302)
        self.send_header("Location", where)
        self.end_headers()

    def _endless(self, *, slowly: bool) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"a" * (1 if slowly else 2**16))
                time.sleep(0.01 if slowly else 0)
        except OSError:  # the other side has heard enough
            return

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Pages) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


@pytest.fixture
def reachable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes this machine for a global address, and nothing else."""
    monkeypatch.setattr(address, "is_global", lambda ip: ip == "127.0.0.1" or is_global(ip))


@pytest.mark.usefixtures("reachable")
def test_a_page_and_where_it_has_moved(server: str) -> None:
    for path in ("/cards", "/moved"):
        document = read_address(server + path)
        assert (document.text, document.title) == ("# Café\n\nYou may.", "cards")
    assert read_address(f"{server}/plain").format == "text"


@pytest.mark.usefixtures("reachable")
@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/private", "10.0.0.1 is in a private network, which is not reached"),
        ("/file", "no address that begins with http"),
        ("/circle", "this leads on more than 5 times"),
        ("/picture", "this is image/png, which is no document"),
        ("/packed", "sends it packed"),
        ("/nothing", "the server answers 404"),
    ],
)
def test_what_is_not_fetched(server: str, path: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        read_address(server + path)


@pytest.mark.usefixtures("reachable")
def test_what_never_ends(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "MOST_BYTES", 2_000_000)
    with pytest.raises(BadInput, match="this has more than 2 MB"):
        read_address(f"{server}/endless")
    monkeypatch.setattr(address, "PATIENCE", 0.5)
    with pytest.raises(BadInput, match=r"did not send it all within 0\.5 seconds"):
        read_address(f"{server}/drips")


def test_this_machine_is_private(server: str) -> None:
    with pytest.raises(BadInput, match=r"127\.0\.0\.1 is in a private network"):
        read_address(server)
    with pytest.raises(BadInput, match="localhost is in a private network"):
        read_address(server.replace("127.0.0.1", "localhost"))


def test_the_address_that_was_checked_is_connected_to(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that answers with a global address once and with a private one later (rebinding)."""
    port = int(server.rpartition(":")[2])
    looked_up: list[str] = []
    connected: list[str] = []

    def look_up(host: str, *_: Any, **__: Any) -> list[Any]:
        looked_up.append(host)
        ip = "93.184.215.14" if len(looked_up) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port))]

    def connect(where: tuple[str, int], *_: Any) -> socket.socket:
        connected.append(where[0])
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(BadInput, match="can't be fetched: Connection refused"):
        read_address(f"http://rebinds.example:{port}/cards")
    assert (connected, looked_up) == (["93.184.215.14"], ["rebinds.example"])


@pytest.mark.parametrize(
    "ip",
    [
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "0.0.0.0",
        "100.64.0.1",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::1",
        "ff02::1",
    ],
)
def test_addresses_that_are_not_global(ip: str) -> None:
    assert not is_global(ip)


def test_addresses_that_are_global() -> None:
    assert is_global("93.184.215.14")
    assert is_global("2606:2800:21f:cb07:6820:80da:af6b:8b2c")


@pytest.mark.parametrize(
    "wrong", ["http://", "https://a b.example", "ftp://a.example", "http://a.example:99999/"]
)
def test_what_is_no_address(wrong: str) -> None:
    with pytest.raises(BadInput, match="no address that begins with"):
        read_address(wrong)


def test_a_password_is_not_sent() -> None:
    with pytest.raises(BadInput, match="an address with a password in it is not fetched"):
        read_address("http://me:secret@a.example/")


def test_files_stay_where_they_are(tmp_path: Path) -> None:
    assert not address.is_address(str(tmp_path))
    assert address.is_address("HTTPS://a.example")
