"""One deadline for a whole answer: its head, its body, and whatever a server drips of them.

The time limits of an HTTP client are for each read, and a byte now and then keeps all of them.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from contextlib import suppress
from threading import Lock, Timer
from types import TracebackType
from typing import Any, Self

_CONNECTED = ("connect_tcp.complete", "start_tls.complete")


class Deadline:
    """Cuts the connection of one request when its time is over; it must be a new connection."""

    def __init__(self, seconds: float) -> None:
        self._timer = Timer(seconds, self._end)
        self._timer.daemon = True
        self._lock = Lock()
        self._stream: Any = None
        self.is_over = False

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """What httpx tells of a request (its extension `trace`): here, where it is connected."""
        if event.endswith(_CONNECTED):
            with self._lock:
                self._stream = info["return_value"]
                self._cut_if_over()

    def _end(self) -> None:
        with self._lock:
            self.is_over = True
            self._cut_if_over()

    def _cut_if_over(self) -> None:
        if self.is_over and self._stream is not None:
            with suppress(OSError):  # it has ended by itself
                self._stream.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
