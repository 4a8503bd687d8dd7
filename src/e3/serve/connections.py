"""Connections: short heads that come in time, and so many at once (slowloris, header floods)."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from itertools import count
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

from e3.serve import logs

_SILENT = "no request in time"
"""Not worth a line where nothing came at all: browsers open connections that they may need."""
_moments = count()
"""What came before what: the loop's clock stands still while it takes what has come."""
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n\r\n"


def _files() -> int:
    """How many files this process may have open, connections among them."""
    try:
        import resource  # noqa: PLC0415 - Windows has none, and no such limit
    except ImportError:
        return sys.maxsize
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


class Connection(H11Protocol):
    """A connection that can't be held for nothing.

    Where there are too many, the one that has waited longest for a request makes room for the next:
    who opens connections and says nothing loses them, and nobody else is kept out.
    """

    head_bytes = 16 * 1024
    """Of a request's line and headers; one with more is answered with 400."""
    head_seconds = 10.0
    """For a request's head to be there, from when the connection or the answer before was made."""
    taking_seconds = 30.0
    """For who asked to take the next part of the answer."""
    most = min(500, _files() // 2)
    """Connections of one worker: the other half of its files is for what it does with them."""
    most_of_peer = 100
    """From one address. A proxy that is trusted speaks for many, and so may this machine."""

    def __init__(self, config: Config, *args: Any, **named: Any) -> None:
        config.h11_max_incomplete_event_size = self.head_bytes
        super().__init__(config, *args, **named)
        self._timer: asyncio.TimerHandle | None = None
        self._waiting_since: int | None = None

    @property
    def _peer(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()
        others = [one for one in self.connections if isinstance(one, Connection)]
        peers = [one for one in others if one._peer == self._peer]
        many = _speaks_for_many(self._peer, self.config)
        if not (many or _room(peers, self.most_of_peer)) or not _room(others, self.most):
            transport.write(_FULL)
            self._close("too many connections")

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._answering:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._answering:
            self._wait_for_head()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._give(self.taking_seconds, "the answer was not taken")

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_waiting()

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait_for_head(self) -> None:
        self._give(self.head_seconds, _SILENT)
        self._waiting_since = next(_moments)

    def _give(self, seconds: float, why: str) -> None:
        """Closes the connection after so many seconds, unless what it waits for comes."""
        self._stop_waiting()
        self._timer = self.loop.call_later(seconds, self._close, why)

    def _stop_waiting(self) -> None:
        self._waiting_since = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _close(self, why: str) -> None:
        self._stop_waiting()
        if self.transport.is_closing():
            return
        if self._answering or self.conn.trailing_data[0] or why != _SILENT:
            logs.note("connection closed", level=logging.WARNING, why=why, peer=self._peer)
        # What was not taken in time is not waited for again.
        if self._answering:
            self.transport.abort()
        else:
            self.transport.close()


def _room(connections: Iterable[Connection], most: int) -> bool:
    """Whether there is room for these; who has waited longest makes some."""
    standing = [one for one in connections if not one.transport.is_closing()]
    if len(standing) <= most:
        return True
    waiting = [one for one in standing if one._waiting_since is not None]
    # The newest is among them: alone, it has nobody to take the place of.
    if len(waiting) < 2:
        return False
    longest = min(waiting, key=lambda one: one._waiting_since or 0)
    longest._close("another came, and this one had waited longest for a request")
    return True


def _speaks_for_many(peer: str, config: Config) -> bool:
    """Whether an address is this machine's, or that of a proxy (FORWARDED_ALLOW_IPS)."""
    given = config.forwarded_allow_ips
    trusted = [one.strip() for one in (given.split(",") if isinstance(given, str) else given)]
    if peer in trusted or "*" in trusted:
        return True
    try:
        address = ip_address(peer)
    except ValueError:
        return True  # not over a network
    return address.is_loopback or any(address in network for network in _networks(trusted))


def _networks(trusted: Iterable[str]) -> Iterator[IPv4Network | IPv6Network]:
    for one in trusted:
        with suppress(ValueError):  # a name, or the path of a socket
            yield ip_network(one, strict=False)
