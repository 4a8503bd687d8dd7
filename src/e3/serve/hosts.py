"""Whom a request was meant for, and from which site it comes (DNS rebinding, request forgery)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from e3.errors import BadInput
from e3.serve.refusals import Refusal

OPTION = "--host-name"
_SAFE = ("GET", "HEAD", "OPTIONS")
_OWN_SITE = ("none", "same-origin")
"""What a browser says of requests that a person or one of our own pages made."""
_DEFAULT_PORTS = (80, 443)
_MAY_BE_HOST = re.compile(r"[^\s/?#@\\]+")
_FOR_WATCHERS = ("/health", "/ready")
"""These tell nothing that is worth a trick, and who watches over a server may know no name."""


@dataclass(frozen=True)
class Hosts:
    """The names that a server answers to, beside those of this machine and its own address."""

    names: frozenset[str] = frozenset()

    @classmethod
    def named(cls, names: Iterable[str]) -> Hosts:
        """Those names; a port does not matter."""
        hosts = {name: _host_and_port(name)[0] for name in names}
        for name, host in hosts.items():
            if not host:
                raise BadInput(
                    f"{name!r} is no host name: {OPTION} wants one such as e3.example.org"
                )
        return cls(frozenset(hosts.values()))

    def check(self, scope: Scope) -> None:
        """Refuses what was sent to another name, and what another site has a browser do here."""
        headers = Headers(scope=scope)
        host, _ = _host_and_port(headers.get("host", ""))
        if scope["path"] not in _FOR_WATCHERS and not self._is_ours(host, scope):
            raise Refusal(
                421,
                "This server does not answer to that host name: who runs it can add the name with"
                f" {OPTION} NAME.",
                field="Host",
            )
        if scope["method"] not in _SAFE and _from_another_site(headers):
            raise Refusal(403, "This was sent from another site: go to the start and do it there.")

    def _is_ours(self, host: str, scope: Scope) -> bool:
        server = scope.get("server")
        # A name can be made to lead here by anybody; an address leads where it says.
        own = {"localhost", *self.names, *([server[0].casefold()] if server else ())}
        return host in own or _is_loopback(host)


def _from_another_site(headers: Headers) -> bool:
    """Programs say nothing of a site, so that what says nothing is none's."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        return site not in _OWN_SITE
    if origin is None:
        return False
    # "null" is the origin of a page that hides its own.
    _, named, netloc = origin.partition("://")
    return not named or _host_and_port(netloc) != _host_and_port(headers.get("host", ""))


def _host_and_port(netloc: str) -> tuple[str, int | None]:
    """The host in small letters without brackets; and the port, where it is not the usual one."""
    if not _MAY_BE_HOST.fullmatch(netloc):
        return "", None
    try:
        parts = urlsplit(f"//{netloc}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "", None
    return host.removesuffix("."), None if port in _DEFAULT_PORTS else port


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
