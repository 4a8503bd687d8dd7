"""kill -9 at random moments: nothing acknowledged is lost, nothing half-written is read.

A warm process forks a writer on demand, so that a kill does not cost the start of Python. The
writer creates interviews, appends to them and deletes some, and says on a pipe what the store
acknowledged. It is killed; then the store is opened anew and compared with what it had said.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from e3.interview.journal import Journal, NoSuchInterview

KILLS = 1000
FILES = 20
LONGEST = 0.025


def policy(id: int) -> str:
    return f"You may row if you are number {id % 7}. " * 20


def event(number: int, seed: int) -> dict[str, Any]:
    """What event `number` has to be; some fill several pages of the database."""
    size = Random(f"{seed} {number}").choice([1, 30, 300, 3000])
    return {"number": number, "seed": seed, "said": f"{seed}/{number};" * size}


def say(*words: object) -> None:
    """Tells whoever is to kill the writer."""
    os.write(1, f"{' '.join(map(str, words))}\n".encode())


def writer(file: str, seed: int) -> None:
    """Goes on until it is killed."""
    random = Random(seed)
    say("alive", os.getpid())
    with Journal.open(file) as store:
        while True:
            id = store.create(policy=policy(seed), model="m", event=event(0, seed)).id
            say("wrote", id, 0)
            for number in range(1, random.randint(2, 12)):
                store.append(id, number, event(number, seed), model="m")
                say("wrote", id, number)
            if random.random() < 0.4:
                say("deletes", id)
                store.delete(id)
                say("deleted", id)


def nursery(writer: Callable[[str, int], None]) -> None:
    """Forks a writer for each line, and says when it is dead."""
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "warm.db") as store:
        store.append(store.create(policy="", model="", event={}).id, 1, {}, model="m")
    for line in sys.stdin:
        file, seed = line.split()
        child = os.fork()
        if not child:
            writer(file, int(seed))
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


@dataclass
class Told:
    """What a writer said before it was killed."""

    seed: int
    wrote: dict[str, int] = field(default_factory=dict)
    """By interview, the last event that was acknowledged."""
    deletes: set[str] = field(default_factory=set)
    deleted: set[str] = field(default_factory=set)


@dataclass
class Tally:
    """At which moments the kills came."""

    acknowledged: int = 0
    before_any: int = 0
    one_more: int = 0
    in_delete: int = 0


@contextmanager
def warm(module: str = "tests.interview.test_journal_kill") -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, "-m", module],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        yield process


def killed(process: subprocess.Popen[bytes], file: Path, seed: int, random: Random) -> Told:
    """Lets a writer write for a while, kills it, and returns what it said.

    Every fifth dies in its first moments, while it opens the store: that takes long enough.
    """
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"{file} {seed}\n".encode())
    process.stdin.flush()
    alive, pid = process.stdout.readline().split()
    assert alive == b"alive"
    first = b"" if random.random() < 0.2 else process.stdout.readline()
    time.sleep(random.random() * LONGEST)
    os.kill(int(pid), signal.SIGKILL)
    told = Told(seed)
    for line in (first, *iter(process.stdout.readline, b"dead\n")):
        if not line:
            continue
        word, id, *number = line.decode().split()
        if word == "wrote":
            told.wrote[id] = int(number[0])
        else:
            (told.deletes if word == "deletes" else told.deleted).add(id)
    return told


def check(store: Journal, told: Told, tally: Tally | None = None) -> None:
    """All that was acknowledged is there and whole, and at most one event more."""
    more = 0
    for id, last in told.wrote.items():
        try:
            stored = store.load(id)
        except NoSuchInterview:
            assert id in told.deletes, "an interview is lost"
            continue
        assert id not in told.deleted, "a deleted interview is back"
        events = [recorded.event for recorded in stored.events]
        assert events == [event(number, told.seed) for number in range(len(events))]
        assert len(events) - 1 in (last, last + 1)
        assert stored.policy == policy(told.seed)
        more += len(events) - 1 - last
    assert more <= 1
    if tally:
        tally.acknowledged += sum(last + 1 for last in told.wrote.values())
        tally.before_any += not told.wrote
        tally.one_more += more
        tally.in_delete += told.deletes != told.deleted


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[list[Path]]:
    """On a disk most kills come while it is written to; in memory, while SQLite is at work."""
    if not Path("/dev/shm").is_dir():
        yield [tmp_path]
        return
    with tempfile.TemporaryDirectory(dir="/dev/shm") as memory:
        yield [tmp_path, Path(memory)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and kill -9")
def test_a_thousand_kills(folders: list[Path]) -> None:
    random = Random()
    tally = Tally()
    seeds = iter(range(KILLS))
    with warm() as process:
        for number in range(FILES):
            file = folders[number % len(folders)] / f"{number}" / "interviews.db"
            all_told = []
            for _ in range(KILLS // FILES):
                told = killed(process, file, next(seeds), random)
                all_told.append(told)
                with Journal.open(file) as store:
                    check(store, told, tally)
            with Journal.open(file) as store:
                known = {id for told in all_told for id in told.wrote}
                unknown = [one for one in store.list(limit=99_999) if one.id not in known]
                # Created, and killed before it could say so.
                assert all(one.events == 1 for one in unknown)
                assert len(unknown) <= len(all_told)
                for told in all_told:
                    check(store, told)
            content = b"".join(path.read_bytes() for path in file.parent.iterdir())
            for told in all_told:
                assert not any(id.encode() in content for id in told.deleted)
    print(f"{KILLS} kills: {tally}")
    assert tally.acknowledged > KILLS / 2  # four in five are let write until they say so


if __name__ == "__main__":
    nursery(writer)
