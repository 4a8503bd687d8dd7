"""Runs the tests while the machine is busy with other things, to find those that count on time.

    python tools/suite_under_load.py --times 5
    python tools/suite_under_load.py --busy 8 -- tests/serve -n 4
    python tools/suite_under_load.py --times 5 --at-once 5 --busy 0 -- -n 1

Some processes only count, some write to disk and wait for it, and now and then one of the tests'
own processes stands still, as it does where others have their turn. Runs that go on at once are
each other's load. What follows `--` goes to pytest in place of `-n 2`. Exits with 1 if any run
failed, and prints all that it said on stderr. For Linux.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

# Each ends with the process that started it, however that ended.
_COUNTING = """
import os
parent = os.getppid()
while os.getppid() == parent:
    sum(range(10**5))
"""
_WRITING = """
import os, sys
parent = os.getppid()
while os.getppid() == parent:
    with open(sys.argv[1], "wb") as file:
        for _ in range(64):
            file.write(os.urandom(2**20))
            file.flush()
            os.fsync(file.fileno())
"""
_LONGEST = 0.6
"""Seconds that a process stands still."""


@dataclass(frozen=True)
class Run:
    """How the tests went once."""

    passed: bool
    load: float
    summary: str
    failures: tuple[str, ...]
    output: str

    def __str__(self) -> str:
        told = f"{self.summary}; load {self.load:.1f}"
        return "\n".join([told, *(f"  {failure}" for failure in self.failures)])


@contextmanager
def load(busy: int, writing: int, folder: Path) -> Iterator[None]:
    """So many processes that count and that write, for as long as this is open."""
    commands = [[sys.executable, "-c", _COUNTING]] * busy
    commands += [
        [sys.executable, "-c", _WRITING, str(folder / f"written-{number}")]
        for number in range(writing)
    ]
    processes = [subprocess.Popen(command) for command in commands]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def processes_of(session: int) -> list[int]:
    """The processes that a session has now."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            if os.getsid(int(folder.name)) == session:
                found.append(int(folder.name))
    return found


def stutter(session: int, ended: Event) -> None:
    """Lets one process after the other stand still for a moment, until all is over."""
    while not ended.wait(random.random() * _LONGEST):
        with suppress(OSError, IndexError):
            stopped = random.choice(processes_of(session))
            os.kill(stopped, signal.SIGSTOP)
            ended.wait(random.random() * _LONGEST)
            os.kill(stopped, signal.SIGCONT)


def suite(arguments: list[str]) -> Run:
    """The tests, once."""
    command = [sys.executable, "-m", "pytest", *arguments]
    ended = Event()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as tests:
        stuttering = Thread(target=stutter, args=(tests.pid, ended))
        stuttering.start()
        try:
            output = tests.communicate()[0]
        finally:
            ended.set()
            stuttering.join()
            tests.kill()
    lines = output.strip().splitlines()
    failures = tuple(line for line in lines if re.match(r"(FAILED|ERROR) ", line))
    summary = lines[-1] if lines else "pytest said nothing"
    return Run(tests.returncode == 0, os.getloadavg()[0], summary, failures, output)


def main() -> None:
    """Runs the tests so many times, and says of each how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=1, help="runs that go on beside each other")
    parser.add_argument("--busy", type=int, default=4, help="processes that only count")
    parser.add_argument("--writing", type=int, default=1, help="processes that write to disk")
    parser.add_argument("pytest", nargs="*", default=["-n", "2"], help="for pytest, after --")
    options = parser.parse_args()
    failed = False
    with (
        tempfile.TemporaryDirectory() as folder,
        load(options.busy, options.writing, Path(folder)),
        ThreadPoolExecutor(options.at_once) as runs,
    ):
        begun = [options.pytest] * options.times
        for number, run in enumerate(runs.map(suite, begun), start=1):
            failed |= not run.passed
            print(f"{number}: {run}", flush=True)
            if not run.passed:
                print(run.output, file=sys.stderr, flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
