"""benchmarks/durability.py: does its harm, and finds out what was lost."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from e3.readers.heuristic.system import HeuristicSystem

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def durability(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(BENCHMARKS)
    import durability  # noqa: PLC0415 - benchmarks run from their own folder

    return durability


class Kept:
    """A server that has kept so many events of an interview."""

    def __init__(self, events: int) -> None:
        self.events = events

    def export(self, _id: str) -> dict[str, Any]:
        return {"events": [{}] * self.events}


def test_a_little_harm_does_none(tmp_path: Path) -> None:
    HeuristicSystem().save(tmp_path / "model")
    few = {"kills": 2, "restarts": 1, "races": 10, "deletions": 2, "at-once": 4}
    ran = subprocess.run(
        [
            *(sys.executable, BENCHMARKS / "durability.py", "--model", tmp_path / "model"),
            *(f"--{option}={number}" for option, number in few.items()),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
    told = {line[:32].strip(): line[32:].split() for line in ran.stdout.splitlines()}
    for part in ("2 kills", "2 kills while editing", "1 restarts", "10 races", "2 deletions"):
        acknowledged, *wrong = told[part]
        assert int(acknowledged) > 0
        assert wrong == ["0"] * 4


@pytest.mark.parametrize(("kept", "lost", "twice"), [(2, 1, 0), (4, 0, 1)])
def test_what_is_not_kept_or_kept_twice_is_counted(
    durability: ModuleType, kept: int, lost: int, twice: int
) -> None:
    (person,) = durability.people(1, seed=0)
    person.last = {"id": "x", "turn": 3}
    tally = durability.compared(person, Kept(kept))
    assert (tally.acknowledged, tally.lost, tally.twice) == (3, lost, twice)
    assert tally.wrong == 1


def test_a_word_is_found_wherever_it_is_left(durability: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "interviews.db-wal").write_bytes(b"\0\xffa-word\xff")
    assert durability.found(["a-word", "another"], tmp_path) == 1
