"""Figures for Prometheus (metrics)."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Where several workers put their figures together; the variable is the library's own."""

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_SIZES = (1, 2, 4, 8, 16, 32, 64)


class Metrics:
    """What a server counts."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self.requests = Counter(
            "e3_requests",
            "Requests by what became of them.",
            ["method", "route", "status"],
            registry=registry,
        )
        self.seconds = Histogram(
            "e3_request_seconds",
            "How long requests took.",
            ["route"],
            buckets=_SECONDS,
            registry=registry,
        )
        self.batches = Histogram(
            "e3_batch_size",
            "Conversations that the model was given at once.",
            buckets=_SIZES,
            registry=registry,
        )
        self.remembered = Counter(
            "e3_remembered",
            "Readings that were known and not asked of the model.",
            registry=registry,
        )
        self.waiting = Gauge(
            "e3_turns_waiting",
            "Turns that wait or are being taken.",
            multiprocess_mode="livesum",
            registry=registry,
        )

    def text(self) -> bytes:
        """All figures in Prometheus's format, of all workers."""
        registry = self._registry
        if FOLDER in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
