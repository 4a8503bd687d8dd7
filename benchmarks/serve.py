"""200 interviews at once with a server in another process, beside the reader on its own.

    python benchmarks/serve.py

Everybody here has their own question to their own policy and answers it in their own way, so
that nothing can be read once for several. The reader alone leads the same interviews, one after
the other in this process. Both take turns, so that what else the machine does hits both alike.
What each person was acknowledged is compared at the end with what the server has kept, and with
how the interview ends without a server. At last the server is killed and restarted midway.
"""

from __future__ import annotations

import argparse
import operator
import re
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from statistics import quantiles
from urllib.request import urlopen

from interviewed import Caller, Person, Timed, people
from served import Server, served

from e3.reading.reader import Reader
from e3.serve.client import Client


def interview_all(everybody: Sequence[Person], port: int) -> float:
    """Interviews all at once; how many seconds that took."""
    with ThreadPoolExecutor(len(everybody)) as pool:
        began = time.perf_counter()
        for _ in pool.map(lambda person: person.interviewed(Caller(port)), everybody):
            pass
        return time.perf_counter() - began


@dataclass(frozen=True)
class Speed:
    """What was done, and how long it took."""

    turns: int
    readings: float
    seconds: float
    reading_seconds: float

    def __str__(self) -> str:
        return (
            f"{self.turns / self.seconds:.1f} turns a second,"
            f" {self.readings / self.reading_seconds:.1f} readings a second"
        )

    def __add__(self, other: Speed) -> Speed:
        return Speed(
            self.turns + other.turns,
            self.readings + other.readings,
            self.seconds + other.seconds,
            self.reading_seconds + other.reading_seconds,
        )


def alone(reader: Reader, everybody: Sequence[Person]) -> tuple[Speed, list[str]]:
    """One interview after the other without a server: how fast, and how they end."""
    timed = Timed(reader)
    began = time.perf_counter()
    ended = [person.alone_with(timed) for person in everybody]
    seconds = time.perf_counter() - began
    turns = sum(len(interview.events) for interview in ended)
    outcomes = [interview.explain().outcome.value for interview in ended]
    return Speed(turns, len(timed.seconds), seconds, sum(timed.seconds)), outcomes


def at_once(server: Server, everybody: Sequence[Person]) -> Speed:
    """All interviews at once."""
    before = readings(server)
    seconds = interview_all(everybody, server.port)
    read, batches = (now - then for now, then in zip(readings(server), before, strict=True))
    print(f"  read at once            {read / batches:.1f}")
    turns = sum(len(person.seconds) for person in everybody)
    return Speed(turns, read, seconds, seconds)


def readings(server: Server) -> tuple[float, float]:
    """How many conversations the server's model has read, and in how many batches."""
    with urlopen(f"{server.address}/metrics") as answer:
        figures = answer.read().decode()
    found = dict(re.findall(r"^e3_batch_size_(sum|count) (\S+)$", figures, re.MULTILINE))
    return float(found["sum"]), float(found["count"])


def report(everybody: Sequence[Person], outcomes: Sequence[str], server: Server) -> None:
    """Prints how it went."""
    percentiles = quantiles((turn for person in everybody for turn in person.seconds), n=100)
    with Client(server.address) as client:
        kept = sum(person.is_kept(client) for person in everybody)
    ids = {person.last["id"] for person in everybody}
    same = sum(p.last["outcome"] == alone for p, alone in zip(everybody, outcomes, strict=True))
    print(f"  interviews to the end   {len(ids):,} of {len(everybody):,}")
    print(f"  kept as acknowledged    {kept:,}")
    print(f"  ended as without server {same:,}")
    p50, p95, p99 = (percentiles[place - 1] * 1000 for place in (50, 95, 99))
    print(f"  a turn                  p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms")


def compare(reader: Reader, server: Server, interviews: int, rounds: int) -> None:
    """The reader alone and the server at load, in turns."""
    singly, together = [], []
    for number in range(rounds):
        everybody = people(interviews, seed=10 + number)
        speed, outcomes = alone(reader, everybody)
        print(f"The reader alone: {speed}")
        singly.append(speed)
        print(f"{interviews} interviews at once")
        together.append(at_once(server, everybody))
        report(everybody, outcomes, server)
        print(f"  throughput              {together[-1]}")
    one, many = (reduce(operator.add, speeds) for speeds in (singly, together))
    print(f"All rounds: alone {one}; at once {many}")


def main() -> None:
    """Measures the server beside the reader, then kills it midway."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", help="the model that comes with E3 if none is given")
    parser.add_argument("--interviews", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    reader = Reader.load(options.model)
    reader.read(people(1, seed=0)[0].conversation)
    with (
        tempfile.TemporaryDirectory() as folder,
        served(
            str(Path(folder) / "interviews.db"),
            Path(folder) / "log",
            model=options.model,
            workers=options.workers,
        ) as server,
    ):
        print("The server, one interview after the other")
        everybody = people(options.interviews, seed=1)
        seconds = sum(interview_all([person], server.port) for person in everybody)
        turns = sum(len(person.seconds) for person in everybody)
        report(everybody, alone(reader, everybody)[1], server)
        print(f"  throughput              {turns / seconds:.1f} turns a second")
        compare(reader, server, options.interviews, options.rounds)
        print("The same, with the server killed and restarted midway")
        everybody = people(options.interviews, seed=2)
        speed, outcomes = alone(reader, everybody)
        midway = threading.Timer(speed.seconds / 3, server.kill_and_restart)
        midway.start()
        interview_all(everybody, server.port)
        midway.join()
        report(everybody, outcomes, server)


if __name__ == "__main__":
    main()
