"""Threads in which turns are taken: so many at once, and no more wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import TypeVar

from e3.serve.refusals import Refusal
from e3.serve.settings import Limits

T = TypeVar("T")


class Turns:
    """Takes turns for the event loop, which must not wait for a model or a database itself."""

    def __init__(
        self, limits: Limits, *, on_count: Callable[[int], object] = lambda _: None
    ) -> None:
        self._limits = limits
        self._pool = ThreadPoolExecutor(limits.waiting, thread_name_prefix="e3-turn")
        self._on_count = on_count
        self._lock = Lock()
        self.waiting = 0
        """Turns that wait or are being taken."""

    @property
    def full(self) -> bool:
        return self.waiting >= self._limits.waiting

    async def take(self, work: Callable[[], T]) -> T:
        """What `work` returns; refuses it where too many wait, and where it takes too long."""
        if self.full:
            raise Refusal(503, "Too many are waiting: try again in a moment.", retry_after=1)
        self._count(1)
        future = self._pool.submit(work)
        # Not when the wait for it ends: a turn that is given up still keeps its thread.
        future.add_done_callback(self._taken)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self._limits.seconds)
        except TimeoutError:
            raise Refusal(
                408,
                f"This took longer than {self._limits.seconds:g} seconds:"
                " try again, or with a shorter text.",
            ) from None
        finally:
            del future  # where it failed it holds the error, and that holds all that is here

    def stop(self) -> None:
        """Waits for the turns that are being taken."""
        self._pool.shutdown()

    def _taken(self, _: Future[T]) -> None:
        self._count(-1)

    def _count(self, change: int) -> None:
        with self._lock:
            self.waiting += change
            self._on_count(self.waiting)
