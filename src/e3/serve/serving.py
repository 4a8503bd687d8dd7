"""A server at work: what its routes share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, TypeVar

from fastapi import Depends, Request

from e3.drafting.drafter import find_drafter
from e3.interview.journal import Journal
from e3.library.readings import judge_of
from e3.serve.batching import Batcher
from e3.serve.few_at_once import OneAtOnce
from e3.serve.forgetting import Forgetting
from e3.serve.library_desk import LibraryDesk
from e3.serve.prometheus import Metrics
from e3.serve.readiness import Readiness
from e3.serve.responses import ModelCard
from e3.serve.served_model import Model
from e3.serve.service import Service
from e3.serve.settings import Settings
from e3.serve.turns import Turns
from e3.studio.drafts import Saved

T = TypeVar("T")


@dataclass(frozen=True)
class Serving:
    """The service, the threads in which it works, and the model it reads with."""

    service: Service
    turns: Turns
    metrics: Metrics
    model: ModelCard
    batcher: Batcher
    forgetting: Forgetting
    readiness: Readiness

    @classmethod
    def start(
        cls, settings: Settings, model: Model, metrics: Metrics, saved: Saved = lambda _: None
    ) -> Serving:
        """Opens the database and sets the reader to work; `saved` is told of saved drafts."""
        limits = settings.limits
        journal = Journal.open(settings.database)
        turns = Turns(limits, on_count=metrics.waiting.set)
        batcher = Batcher(
            model.reader,
            most=limits.batch,
            on_batch=metrics.batches.observe,
            on_remembered=metrics.remembered.inc,
        )
        drafter = model.drafter or find_drafter(reader=batcher)
        forgetting = Forgetting(batcher, seconds=limits.remembered)
        desk = judge = None
        if settings.library is not None:
            desk = LibraryDesk.open(settings.library, settings.encoder)
            judge = judge_of(model.reader)
        service = Service(
            batcher,
            drafter,
            journal,
            model.reader.model_id,
            forgetting.forget,
            saved,
            desk,
            OneAtOnce(judge) if judge else None,
        )
        readiness = Readiness(journal)
        return cls(service, turns, metrics, model.about, batcher, forgetting, readiness)

    def stop(self) -> None:
        """Finishes the turns that are being taken."""
        self.turns.stop()
        self.forgetting.stop()
        self.batcher.stop()
        self.service.journal.close()
        if self.service.library is not None:
            self.service.library.close()

    async def take(self, work: Callable[[Service], T]) -> T:
        """What the service returns, without holding up others."""
        return await self.turns.take(lambda: work(self.service))


async def _serving(request: Request) -> Serving:
    serving: Serving = request.app.state.serving
    # Here and nowhere else: no route can reach an interview of another owner.
    return replace(serving, service=serving.service.seen_by(request.state.owner))


Shared = Annotated[Serving, Depends(_serving)]
"""The server at work, for a route and for whoever asks."""
