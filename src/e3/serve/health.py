"""Whether the server is well: for those who watch over it."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel

from e3.serve.refusals import Refusal, documented
from e3.serve.serving import Shared


class HealthStatus(BaseModel):
    """The server is well."""

    status: Literal["ok"] = "ok"


health = APIRouter()


@health.get("/health", summary="Is it alive")
async def alive() -> HealthStatus:
    """Answers as long as the server runs."""
    return HealthStatus()


@health.get("/ready", responses=documented(408, 503), summary="Is it ready")
async def ready(serving: Shared) -> HealthStatus:
    """Answers with 200 if the next turn can be taken: there is room, and it can be written down."""
    if serving.turns.full:
        raise Refusal(503, "Too many are waiting.", retry_after=1)
    await serving.take(lambda _: serving.readiness.check())
    return HealthStatus()


@health.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, **documented(401, 429)},
    summary="Figures for Prometheus",
)
async def metrics(serving: Shared) -> Response:
    """Requests, their time, batches and what waits, in Prometheus's format."""
    return Response(serving.metrics.text(), media_type=CONTENT_TYPE_LATEST)
