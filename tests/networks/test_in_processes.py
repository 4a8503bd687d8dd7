"""Features made by several processes are those that one makes."""

from __future__ import annotations

import os

import pytest

from e3.networks.in_processes import made_of


@pytest.mark.parametrize("processes", [None, 1, 3])
def test_in_order_whatever_the_number_of_processes(processes: int | None) -> None:
    times = 3
    found = made_of(lambda number: number * times, range(100), processes=processes)
    assert found == [number * 3 for number in range(100)]


def test_other_processes_do_the_work() -> None:
    assert os.getpid() not in made_of(lambda _: os.getpid(), range(20), processes=2)


def test_what_goes_wrong_is_told() -> None:
    with pytest.raises(ZeroDivisionError):
        made_of(lambda number: 1 // number, [1, 0], processes=2)
    assert made_of(lambda number: number, [], processes=2) == []
