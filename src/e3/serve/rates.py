"""How often somebody may ask (rate limiting): a bucket that empties with each request."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

_MOST_BUCKETS = 100_000


class Rates:
    """A bucket for each key or address; used from the event loop alone."""

    def __init__(self, a_minute: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._a_minute = a_minute
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        """What was left in it, and when."""

    def wait(self, who: str) -> int:
        """Takes one request out of a bucket: 0, or the seconds until there is one in it."""
        if not self._a_minute:
            return 0
        now = self._clock()
        left = self._left(who, now)
        if left >= 1:
            self._buckets[who] = (left - 1, now)
            if len(self._buckets) > _MOST_BUCKETS:
                self._forget(now)
            return 0
        return math.ceil((1 - left) * 60 / self._a_minute)

    def _left(self, who: str, now: float) -> float:
        left, then = self._buckets.get(who, (self._a_minute, now))
        return min(self._a_minute, left + (now - then) * self._a_minute / 60)

    def _forget(self, now: float) -> None:
        """Drops full buckets, which are as good as none."""
        self._buckets = {
            who: bucket
            for who, bucket in self._buckets.items()
            if self._left(who, now) < self._a_minute
        }
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets = {}  # rather all begin anew than that counting takes longer than work
