"""Turns: so many wait, and no longer than so long."""

import asyncio
from threading import Event

import pytest
from tests.patience import PATIENCE

from e3.serve.refusals import Refusal
from e3.serve.settings import Limits
from e3.serve.turns import Turns


def test_a_turn_returns_what_its_work_does() -> None:
    assert asyncio.run(Turns(Limits()).take(lambda: 7)) == 7


def test_what_its_work_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        asyncio.run(Turns(Limits()).take(lambda: 1 / 0))


def test_one_too_many_is_told_to_come_back() -> None:
    turns, let_go = Turns(Limits(waiting=2)), Event()

    async def three() -> None:
        waiting = [
            asyncio.ensure_future(turns.take(lambda: let_go.wait(PATIENCE))) for _ in range(2)
        ]
        await asyncio.sleep(0)
        assert (turns.waiting, turns.full) == (2, True)
        with pytest.raises(Refusal) as refused:
            await turns.take(lambda: True)
        assert refused.value.status_code == 503
        assert refused.value.headers == {"Retry-After": "1"}
        let_go.set()
        assert await asyncio.gather(*waiting) == [True, True]
        assert await turns.take(lambda: True)

    asyncio.run(three())
    turns.stop()
    assert turns.waiting == 0


def test_a_turn_that_takes_too_long_is_given_up_and_keeps_its_place_till_it_ends() -> None:
    turns, let_go = Turns(Limits(seconds=0.01)), Event()

    async def slow() -> None:
        with pytest.raises(Refusal) as refused:
            await turns.take(lambda: let_go.wait(PATIENCE))
        assert refused.value.status_code == 408
        assert turns.waiting == 1

    asyncio.run(slow())
    let_go.set()
    turns.stop()
    assert turns.waiting == 0
