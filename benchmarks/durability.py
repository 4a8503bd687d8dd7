"""What a server has acknowledged is kept, once, whatever happens to it.

    python benchmarks/durability.py
    python benchmarks/durability.py --kills 210 --races 1600
    python benchmarks/durability.py --store postgresql://… --restart 'systemctl restart postgresql'

People are interviewed, and advisers edit and publish, while the server is killed and while its
database is restarted; many send the same answer at once; the disk is full; interviews are deleted,
and their words looked for in every byte that is left. All that is counted beside what was
acknowledged has to be 0: otherwise this ends with 1.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import astuple, dataclass, field, fields, replace
from functools import partial
from itertools import count
from pathlib import Path
from threading import Barrier, Event
from typing import Any
from uuid import uuid4

import httpx
from edited import Adviser
from interviewed import Caller, Person, people
from served import Server, served

from e3.interview.journal import Journal
from e3.policy.rule_text import RuleText
from e3.serve.client import Client

_RIVALS = 8
"""How many send an answer at once."""
_ALL = 10**9


@dataclass(frozen=True)
class Tally:
    """What was acknowledged, and what went wrong."""

    acknowledged: int = 0
    lost: int = 0
    """Acknowledged, and not kept."""
    twice: int = 0
    """Kept more often than it was said."""
    failed: int = 0
    """Answers with 5xx for which nothing was to blame but the server."""
    left: int = 0
    """Words of people whose interviews are deleted that can be read in some byte."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))

    @property
    def wrong(self) -> int:
        """All that has to be 0."""
        return self.lost + self.twice + self.failed + self.left


def total(tallies: Iterable[Tally]) -> Tally:
    """All of them together."""
    return sum(tallies, start=Tally())


# People who are interviewed while something happens


@dataclass
class Crowd:
    """People who are interviewed one after the other, and how often that was refused."""

    met: list[Person] = field(default_factory=list)
    refused: int = 0
    failed: int = 0

    def interviewed(self, port: int, number: int, over: Event) -> None:
        """Goes on until it is over, after one at least; each crowd has a number: all differ."""
        caller = Caller(port)
        for place in count():
            (person,) = people(1, seed=number * 1_000_000 + place)
            self.met.append(person)
            try:
                person.interviewed(caller)
            except RuntimeError as error:
                print(f"  {error}", file=sys.stderr)
                self.failed += 1
            if over.is_set():
                break
        self.refused = caller.refused


def while_interviewed(
    server: Server,
    store: str,
    harm: Callable[[], object],
    *,
    times: int,
    at_once: int,
    excuse: bool,
) -> Tally:
    """Does harm so many times at random moments; 503 is no failure where it is an excuse."""
    before = interviews_in(store)
    crowds = [Crowd() for _ in range(at_once)]
    meanwhile(
        [partial(each.interviewed, server.port, number) for number, each in enumerate(crowds)],
        harm,
        times=times,
    )
    met = [person for each in crowds for person in each.met if person.last]
    with Client(server.address) as client:
        kept = total(compared(person, client) for person in met)
    begun_twice = max(0, interviews_in(store) - before - len(met))
    failed = sum(each.failed + (0 if excuse else each.refused) for each in crowds)
    return kept + Tally(twice=begun_twice, failed=failed)


def meanwhile(
    working: Sequence[Callable[[Event], object]], harm: Callable[[], object], *, times: int
) -> None:
    """Does harm so many times at random moments while all are at work, until it is over."""
    over = Event()
    with ThreadPoolExecutor(len(working)) as pool:
        at_work = [pool.submit(each, over) for each in working]
        try:
            for _ in range(times):
                time.sleep(random.random())
                harm()
        finally:
            over.set()
        for one in at_work:
            one.result()  # raises what went wrong in it


def while_edited(server: Server, harm: Callable[[], object], *, times: int, at_once: int) -> Tally:
    """The same while advisers edit and publish."""
    advisers = [Adviser(number) for number in range(at_once)]
    meanwhile([partial(each.at_work, server.port) for each in advisers], harm, times=times)
    with httpx.Client(base_url=server.address, timeout=60) as http:
        return total(
            Tally(
                acknowledged=len(each.titles) + len(each.versions),
                lost=each.lost(http),
                twice=each.twice(http),
                failed=each.refused,
            )
            for each in advisers
        )


def compared(person: Person, client: Client) -> Tally:
    """What one person was told, and what is kept."""
    said, kept = person.last["turn"], len(client.export(person.last["id"])["events"])
    if said == kept and not person.is_kept(client):
        return Tally(acknowledged=said, lost=said)  # something is kept, and it is not that
    return Tally(acknowledged=said, lost=max(0, said - kept), twice=max(0, kept - said))


def interviews_in(store: str) -> int:
    """How many interviews are kept."""
    with Journal.open(store) as journal:
        return len(journal.list(limit=_ALL))


# The same answer, many times


def race(server: Server, pool: ThreadPoolExecutor, client: Client, number: int) -> Tally:
    """All answer one question at once: with one key, without keys, or not even the same."""
    begun = question_for(Caller(server.port), number)
    key = uuid4().hex if number % 3 == 0 else None
    rivals = number % 3 == 2
    start = Barrier(_RIVALS)

    def answer(place: int) -> tuple[int, str]:
        said = ("yes", "no")[place % 2 if rivals else 0]
        start.wait()
        body = {"answer": said, "turn": begun["turn"]}
        path = f"/v1/interviews/{begun['id']}/answers"
        return Caller(server.port).send(path, body, key=key)[0], said

    answers = list(pool.map(answer, range(_RIVALS)))
    told = [said for status, said in answers if status < 300]
    kept = [event["event"]["answer"] for event in client.export(begun["id"])["events"][1:]]
    return Tally(
        acknowledged=len(told),
        lost=sum(said not in kept for said in told),
        twice=max(0, len(kept) - 1),
        failed=sum(status >= 500 for status, _ in answers),
    )


def question_for(caller: Caller, number: int) -> dict[str, Any]:
    """An interview that has just asked its first question."""
    for place in count():
        (person,) = people(1, seed=number * 1_000 + place)
        begun = caller.post("/v1/interviews", {**person.start, "scenario": ""})
        if begun["step"]["kind"] == "ask":
            return begun
    raise AssertionError("there is always another")


def races(server: Server, times: int) -> Tally:
    """So many races, one after the other."""
    with ThreadPoolExecutor(_RIVALS) as pool, Client(server.address) as client:
        return total(race(server, pool, client, number) for number in range(times))


# A full disk


@contextmanager
def small_disk() -> Iterator[Path | None]:
    """A disk of 4 MB in memory; none where this is not allowed."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]
        try:
            mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
        except FileNotFoundError:
            mounted = False
        if not mounted:
            yield None
            return
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def full_disk(disk: Path, log: Path, model: str | None) -> Tally:
    """What was acknowledged before and while the disk was full is there when it no longer is."""
    with served(str(disk / "interviews.db"), log, model=model) as server:
        caller = Caller(server.port)
        begun = question_for(caller, number=0)
        filler = disk / "filler"
        fill(filler)
        told, failed = 0, 0
        for number in range(20):
            start = {"policy": f"You may row if you can swim {number} miles.", "question": "Row?"}
            status, _ = Caller(server.port).send("/v1/interviews", start, key=None)
            told += status < 300
            failed += status >= 500 and status != 503
        kept = interviews_in(str(disk / "interviews.db"))
        filler.unlink()
        path = f"/v1/interviews/{begun['id']}/answers"
        went_on = caller.post(path, {"answer": "yes", "turn": begun["turn"]})["turn"]
    acknowledged = 1 + told + 1
    lost = max(0, 1 + told - kept) + (went_on != begun["turn"] + 1)
    return Tally(acknowledged, lost=lost, twice=max(0, kept - 1 - told), failed=failed)


def fill(filler: Path) -> None:
    """Leaves no room on a disk."""
    with filler.open("wb", buffering=0) as file:
        for size in (2**16, 2**12, 1):
            try:
                while file.write(bytes(size)):
                    pass
            except OSError:
                continue


# Deletion


def deletion(server: Server, folder: Path, number: int) -> Tally:
    """Deletes interviews, then looks for what was in them in every byte of a folder."""
    words: list[str] = []
    with Client(server.address) as client:
        for person in people(number, seed=3):
            secret, rule = uuid4().hex, uuid4().hex
            text = RuleText(f"{person.policy.rule_text.text}\n\nThe word is {rule}.")
            policy = replace(person.policy, rule_text=text)
            met = replace(person, policy=policy, scenario=f"{person.scenario} My word is {secret}.")
            met.interviewed(Caller(server.port))
            words += [secret, rule, met.last["id"]]
        there = found(words, folder)
        for id in words[2::3]:
            client.delete(id)
    if there < len(words):
        raise RuntimeError("what is not deleted is not found either: this search proves nothing")
    return Tally(acknowledged=number, left=found(words, folder))


def found(words: Sequence[str], folder: Path) -> int:
    """How many of these words are in some file of a folder."""
    content = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    return sum(word.encode() in content for word in words)


# All of it


def parts(options: argparse.Namespace, folder: Path) -> Iterator[tuple[str, Tally | str]]:
    """Each part and what it found, or why it was left out."""
    store = options.store or str(folder / "interviews.db")
    with served(store, folder / "log", model=options.model) as server:
        harmed = partial(while_interviewed, server, store, at_once=options.at_once)
        kills, restarts = f"{options.kills:,} kills", f"{options.restarts:,} restarts"
        yield kills, harmed(server.kill_and_restart, times=options.kills, excuse=False)
        yield restarts, harmed(server.restart, times=options.restarts, excuse=False)
        edited = partial(while_edited, server, at_once=options.at_once)
        yield f"{kills} while editing", edited(server.kill_and_restart, times=options.kills)
        if options.restart:
            again = partial(subprocess.run, options.restart, shell=True, check=True)
            yield f"{restarts} of the database", harmed(again, times=options.restarts, excuse=True)
        else:
            yield f"{restarts} of the database", "SQLite has none: give --store and --restart"
        yield f"{options.races:,} races", races(server, options.races)
        deletions = f"{options.deletions:,} deletions"
        if options.store:
            yield deletions, "only SQLite's files are searched: leave --store out"
        else:
            yield deletions, deletion(server, folder, options.deletions)
    with small_disk() as disk:
        if disk is None:
            yield "a full disk", "a small disk can't be mounted: this needs Linux and root"
        else:
            yield "a full disk", full_disk(disk, folder / "log-full", options.model)


def main() -> None:
    """Does all that harm, and prints a line for each kind of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", help="the model that comes with E3 if none is given")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--restarts", type=int, default=5)
    parser.add_argument("--races", type=int, default=200)
    parser.add_argument("--deletions", type=int, default=20)
    parser.add_argument("--at-once", type=int, default=16, help="how many are interviewed at once")
    parser.add_argument("--store", help="the URL of a database; a file of SQLite if none is given")
    parser.add_argument("--restart", help="the command that restarts this database")
    options = parser.parse_args()
    titles = [each.name for each in fields(Tally)]
    print(f"{'':32}", *(f"{title:>12}" for title in titles))
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, told in parts(options, Path(folder)):
            if isinstance(told, str):
                print(f"{name:32} left out: {told}", flush=True)
            else:
                print(f"{name:32}", *(f"{figure:12,}" for figure in astuple(told)), flush=True)
                wrong += told.wrong
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
