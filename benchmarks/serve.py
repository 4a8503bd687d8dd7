"""200 interviews at once with a server in another process, beside the same ones without a server.

    python benchmarks/serve.py
    python benchmarks/serve.py --published

Everybody here has a policy, a question and their own way to answer it; half of them tell a story,
each another one, so that nothing can be read once for several. Both take turns, so that what else
the machine does hits both alike. What each person was acknowledged is compared at the end with
what the server has kept, and with how the interview ends without a server. At last the server is
killed and restarted midway. With --published all are interviewed by one policy, the one with the
most rules, that was published in the studio.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import quantiles

from interviewed import ANSWER, SILENT, TOLD, Caller, Person, people, publish
from served import Server, served

from e3.corpus.policies import our_policies
from e3.policy.policy import Policy
from e3.reading.reader import Reader
from e3.serve.client import Client


@dataclass(frozen=True)
class Crowds:
    """Where people come from."""

    number: int
    policies: Sequence[Policy]
    at: str | None = None
    """Where the one policy is published."""

    @classmethod
    def of(cls, options: argparse.Namespace, server: Server) -> Crowds:
        """People with policies of their own, or with one that is published first."""
        policies = our_policies()
        if not options.published:
            return cls(options.interviews, policies)
        largest = max(policies, key=lambda policy: len(policy.rules))
        at = publish(Caller(server.port), largest, "the-largest")
        print(f"All by one published policy, of {len(largest.rules)} rules")
        return cls(options.interviews, [largest], at)

    def people(self, seed: int) -> list[Person]:
        """As many as are interviewed at once."""
        made = people(self.number, seed, self.policies)
        return [replace(person, at=self.at) for person in made] if self.at else made


def interview_all(everybody: Sequence[Person], port: int) -> float:
    """Interviews all at once; how many seconds that took."""
    with ThreadPoolExecutor(len(everybody)) as pool:
        began = time.perf_counter()
        for _ in pool.map(lambda person: person.interviewed(Caller(port)), everybody):
            pass
        return time.perf_counter() - began


def alone(reader: Reader, everybody: Sequence[Person]) -> tuple[float, list[str]]:
    """One interview after the other without a server: how long it took, and how they end."""
    began = time.perf_counter()
    ended = [person.alone_with(reader) for person in everybody]
    seconds = time.perf_counter() - began
    return seconds, [interview.explain().outcome.value for interview in ended]


def report(everybody: Sequence[Person], outcomes: Sequence[str], server: Server) -> None:
    """Prints how it went."""
    with Client(server.address) as client:
        kept = sum(person.is_kept(client) for person in everybody)
    ids = {person.last["id"] for person in everybody}
    same = sum(p.last["outcome"] == alone for p, alone in zip(everybody, outcomes, strict=True))
    print(f"  interviews to the end   {len(ids):,} of {len(everybody):,}")
    print(f"  kept as acknowledged    {kept:,}")
    print(f"  ended as without server {same:,}")
    for kind in (TOLD, SILENT, ANSWER):
        seconds = list(taken(everybody, kind))
        p50, p95, p99 = (quantiles(seconds, n=100)[place - 1] * 1000 for place in (50, 95, 99))
        figures = f"p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms"
        print(f"  {kind:<23} {figures} ({len(seconds):,})")


def taken(everybody: Sequence[Person], *kinds: str) -> Iterator[float]:
    """The seconds of all turns of these kinds."""
    return (seconds for person in everybody for kind, seconds in person.seconds if kind in kinds)


def turns(everybody: Sequence[Person]) -> int:
    """How many turns all of them took."""
    return sum(len(person.seconds) for person in everybody)


def main() -> None:
    """Measures the server beside the interviews alone, then kills it midway."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", help="the model that comes with E3 if none is given")
    parser.add_argument("--interviews", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument(
        "--published", action="store_true", help="all by one policy that is published"
    )
    options = parser.parse_args()
    reader = Reader.load(options.model)
    alone(reader, people(10, seed=0))
    with (
        tempfile.TemporaryDirectory() as folder,
        served(
            str(Path(folder) / "interviews.db"),
            Path(folder) / "log",
            model=options.model,
            workers=options.workers,
        ) as server,
    ):
        crowds = Crowds.of(options, server)
        print("The server, one interview after the other")
        everybody = crowds.people(seed=1)
        seconds = sum(interview_all([person], server.port) for person in everybody)
        report(everybody, alone(reader, everybody)[1], server)
        print(f"  throughput              {turns(everybody) / seconds:.1f} turns a second")
        for number in range(options.rounds):
            everybody = crowds.people(seed=10 + number)
            singly, outcomes = alone(reader, everybody)
            together = interview_all(everybody, server.port)
            took = turns(everybody)
            print(f"Without a server, one after the other: {took / singly:.1f} turns a second")
            print(f"{options.interviews} interviews at once: {took / together:.1f} turns a second")
            report(everybody, outcomes, server)
        print("The same, with the server killed and restarted midway")
        everybody = crowds.people(seed=2)
        seconds, outcomes = alone(reader, everybody)
        midway = threading.Timer(seconds / 3, server.kill_and_restart)
        midway.start()
        interview_all(everybody, server.port)
        midway.join()
        report(everybody, outcomes, server)


if __name__ == "__main__":
    main()
