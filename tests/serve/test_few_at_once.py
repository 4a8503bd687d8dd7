"""Few read at once: the others wait for them, and who reads nothing waits for nobody."""

import asyncio
from dataclasses import dataclass, field
from threading import Event, Lock, Semaphore

import pytest
from tests.patience import PATIENCE

from e3.policy.rule_text import RuleText
from e3.reading.drafts import Bearing, FoundDraft, SiftingSystem, Told
from e3.serve.few_at_once import FewAtOnce, few_at_once
from e3.serve.settings import Limits
from e3.serve.turns import Turns

DRAFT = FoundDraft((), None, 1.0, 1.0, 1.0)


@dataclass
class Slow:
    """Reads until it is let go, and knows how many it read for at the same time."""

    let_go: Event = field(default_factory=Event)
    begun: Semaphore = field(default_factory=lambda: Semaphore(0))
    lock: Lock = field(default_factory=Lock)
    now: int = 0
    most: int = 0

    def draft(self, *_: object, **__: object) -> FoundDraft:
        self._read()
        return DRAFT

    def tell(self, *_: object, **__: object) -> list[Told]:
        self._read()
        return []

    def _read(self) -> None:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        self.begun.release()
        assert self.let_go.wait(PATIENCE)
        with self.lock:
            self.now -= 1


def test_an_answer_waits_for_no_story() -> None:
    slow, turns = Slow(), Turns(Limits(waiting=12))
    few = FewAtOnce(slow, 2)

    async def crowd() -> None:
        stories = [asyncio.ensure_future(turns.take(lambda: few.tell("", "", []))) for _ in "12345"]
        drafts = [
            asyncio.ensure_future(turns.take(lambda: few.draft(RuleText("You may row."), "")))
            for _ in "12345"
        ]
        await asyncio.sleep(0)
        assert slow.begun.acquire(timeout=PATIENCE)
        assert slow.begun.acquire(timeout=PATIENCE)
        assert await turns.take(lambda: "an answer") == "an answer"
        slow.let_go.set()
        assert await asyncio.gather(*stories) == [[]] * 5
        assert await asyncio.gather(*drafts) == [DRAFT] * 5

    asyncio.run(crowd())
    turns.stop()
    assert slow.most == 2


def test_a_reading_that_fails_makes_room() -> None:
    class Broken(Slow):
        def _read(self) -> None:
            raise RuntimeError("out of memory")

    few = FewAtOnce(Broken(), 1)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="out of memory"):
            few.tell("", "", [])


def test_who_can_sift_long_texts_still_can() -> None:
    class Sieve(Slow):
        def bearing(self, *_: object) -> Bearing:
            self._read()
            return Bearing(0.5, ())

        def pieces(self, text: str) -> int:
            return len(text)

        def room(self, question: str) -> int:
            return 500 - len(question)

    assert not isinstance(few_at_once(Slow(), 2), SiftingSystem)
    sieve = Sieve()
    sieve.let_go.set()
    few = few_at_once(sieve, 2)
    assert isinstance(few, SiftingSystem)
    assert few.bearing(RuleText("You may row."), "May I?") == Bearing(0.5, ())
    assert (few.pieces("row"), few.room("May I?")) == (3, 494)
    assert sieve.most == 1
