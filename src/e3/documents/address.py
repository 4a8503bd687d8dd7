"""A document at an address (URL): fetched from global addresses alone (SSRF protection).

Whoever names an address must not reach, through us, what only this machine can reach. A host is
looked up once, every address it has must be global, and the one that was checked is the one that is
connected to; each redirect is checked anew. Proxies are not used: they would look it up themselves.
"""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from e3.documents.document import Document
from e3.documents.formats import document_in
from e3.errors import BadInput
from e3.provenance import VERSION

MOST_BYTES = 50_000_000
PATIENCE = 60.0
"""Seconds for all of it, redirects among them."""

_MOST_REDIRECTS = 5
_PIECE = 2**16
_REDIRECTS = (301, 302, 303, 307, 308)
_PORTS = {"http": 80, "https": 443}
_SAFE = "/%:@!$&'()*+,;=~?[]"
_TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as some networks write them."""
_TYPES = {
    "application/pdf": "pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/markdown": "markdown",
    "text/plain": "text",
}


def is_address(name: str) -> bool:
    """Whether a name is an address, and not a file's."""
    return name.lower().startswith(("http://", "https://"))


def read_address(address: str) -> Document:
    """The document at an address, or one sentence that says why there is none."""
    return fetched_document(address)[0]


def fetched_document(address: str) -> tuple[Document, bytes]:
    """The document at an address, and the bytes that it was read from."""
    fetched = _fetch(address)
    document = document_in(
        fetched.data,
        name=Path(urlsplit(fetched.address).path).name or "page",
        source=address,
        format=fetched.format,
        encoding=fetched.encoding,
    )
    return document, fetched.data


@dataclass(frozen=True)
class _Fetched:
    address: str
    data: bytes
    format: str
    encoding: str | None


def _fetch(address: str) -> _Fetched:
    until = time.monotonic() + PATIENCE
    at = address
    for _ in range(_MOST_REDIRECTS + 1):
        with _response(at, until, source=address) as response:
            if response.status in _REDIRECTS:
                at = urljoin(at, response.getheader("Location", ""))
                continue
            if response.status != 200:
                why = f"the server answers {response.status} {response.reason}"
                raise BadInput(why, source=address)
            kind = response.headers.get_content_type()
            if kind not in _TYPES and kind != "application/octet-stream":
                raise BadInput(f"this is {kind}, which is no document", source=address)
            data = _read(response, until, source=address)
            encoding = response.headers.get_content_charset()
            return _Fetched(at, data, _TYPES.get(kind, "text"), encoding)
    raise BadInput(f"this leads on more than {_MOST_REDIRECTS} times", source=address)


@contextmanager
def _response(address: str, until: float, *, source: str) -> Iterator[HTTPResponse]:
    """The answer to a request, from an address that was checked."""
    parts = _parts(address, source)
    assert parts.hostname is not None
    port = parts.port or _PORTS[parts.scheme]
    ip = _checked(parts.hostname, port, source)
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~") + (
        f"?{parts.query}" * bool(parts.query)
    )
    headers = {"User-Agent": f"e3-reader/{VERSION}", "Accept-Encoding": "identity"}
    try:
        connection = _Connection(ip, parts, port, _left(until, source))
        with closing(connection):
            connection.request("GET", path, headers=headers)
            with closing(connection.getresponse()) as response:
                yield response
    except TimeoutError:
        raise _too_slow(source) from None
    except (OSError, HTTPException, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise BadInput(f"can't be fetched: {why}", source=source) from None


class _Connection(HTTPConnection):
    """To an IP address that was checked, in the name of the host."""

    def __init__(self, ip: str, parts: SplitResult, port: int, timeout: float) -> None:
        assert parts.hostname is not None
        super().__init__(parts.hostname, port, timeout=timeout)
        self._ip, self._secure = ip, parts.scheme == "https"

    def connect(self) -> None:
        self.sock = socket.create_connection((self._ip, self.port), self.timeout)
        if self._secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)


def _parts(address: str, source: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        valid = parts.scheme in _PORTS and parts.hostname and (parts.port or 1)
    except ValueError:
        valid = False
    if not valid or any(sign <= " " for sign in address):
        raise BadInput("this is no address that begins with http:// or https://", source=source)
    if parts.username is not None:
        raise BadInput("an address with a password in it is not fetched", source=source)
    return parts


def _checked(host: str, port: int, source: str) -> str:
    """The IP address of a host, all of whose addresses are global."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadInput(f"there is no host {host}", source=source) from None
    ips = [str(each[4][0]) for each in found]
    if not ips or not all(map(is_global, ips)):
        raise BadInput(f"{host} is in a private network, which is not reached", source=source)
    return ips[0]


def is_global(ip: str) -> bool:
    """Whether an IP address is one of the public internet, in whichever form it is written."""
    found: IPv4Address | IPv6Address = ip_address(ip.partition("%")[0])
    if isinstance(found, IPv6Address):
        within = found.ipv4_mapped or found.sixtofour
        if found in _TRANSLATED:
            within = IPv4Address(int(found) & 0xFFFFFFFF)
        if found.teredo is not None:
            return False
        found = within or found
    return found.is_global and not found.is_multicast


def _read(response: HTTPResponse, until: float, *, source: str) -> bytes:
    """All that is sent, unless it is too much or never ends."""
    if response.getheader("Content-Encoding", "identity").lower() != "identity":
        raise BadInput("the server sends it packed, which was not asked for", source=source)
    pieces, size = [], 0
    while piece := response.read1(_PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > MOST_BYTES:
            most = MOST_BYTES // 10**6
            raise BadInput(f"this has more than {most} MB, which is no policy", source=source)
        _left(until, source)
    return b"".join(pieces)


def _left(until: float, source: str) -> float:
    if (left := until - time.monotonic()) <= 0:
        raise _too_slow(source)
    return left


def _too_slow(source: str) -> BadInput:
    return BadInput(f"the server did not send it all within {PATIENCE:g} seconds", source=source)
