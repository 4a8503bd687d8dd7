"""Work that is spread over the machines of a cluster (Ray Data), and comes back in its order.

Each worker makes what it works with once. A worker or a machine that is lost is made up for by the
others: what it was given is given out again.
"""

from __future__ import annotations

import logging
import os
import pickle
import socket
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Generic, TypeVar

from e3.errors import E3Error, MissingExtra
from e3.provenance import VERSION

T = TypeVar("T")
R = TypeVar("R")

HERE = "local"
"""The address of a cluster that is this machine alone, and is started for the purpose."""

_WINDOW = 128_000_000
"""Bytes that are handed out before more is read: an input may be larger than all memory."""
_REACHED = 10.0
"""Seconds in which a cluster has to answer."""
_MOST_CPUS = 8
"""Of a worker: a model reads with so many threads at most."""

Make = Callable[[], Callable[[T], R]]
"""Makes, on another machine, what works there; a function of a module, or a `partial` of one."""


@dataclass(frozen=True)
class Cluster:
    """Machines that work together."""

    ray: Any
    """The module, which is an extra."""

    def spread(self, make: Make[T, R], items: Iterable[T]) -> Iterator[R]:
        """What is made of each item, in the order of the items.

        What a worker raises that a person can mend is raised here with the same sentence.
        """
        made = pickle.dumps(make)
        for window in _windows(pickle.dumps(item) for item in items):
            yield from self._work(made, window)

    def _work(self, made: bytes, items: Sequence[bytes]) -> Iterator[Any]:
        data = self.ray.data
        rows = [{"number": number, "item": item} for number, item in enumerate(items)]
        cpus, workers = self._shared_out()
        done = data.from_items(rows, override_num_blocks=len(rows)).map_batches(
            _Worker,
            fn_constructor_args=(made, VERSION),
            batch_size=1,
            num_cpus=cpus,
            compute=data.ActorPoolStrategy(min_size=1, max_size=min(workers, len(rows))),
        )
        try:
            for number, row in enumerate(done.iter_rows()):
                assert row["number"] == number
                yield _outcome(pickle.loads(row["done"]))
        except self.ray.exceptions.RayError as error:
            raise E3Error(f"the cluster failed: {str(error).strip().splitlines()[-1]}") from None

    def _shared_out(self) -> tuple[int, int]:
        """How many CPUs a worker has, and how many workers there can be."""
        each = [int(node["Resources"].get("CPU", 0)) for node in self.ray.nodes() if node["Alive"]]
        cpus = min([_MOST_CPUS, *(count for count in each if count)])
        return cpus, max(1, sum(count // cpus for count in each))


def check_ray() -> None:
    """Says how to install Ray where it is missing."""
    for package in ("ray", "pandas", "pyarrow"):
        if find_spec(package) is None:
            raise MissingExtra(package, "ray", "--ray")


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """The cluster at an address for as long as this lasts; `HERE` starts one on this machine."""
    check_ray()
    # Ray reports home unless it is told not to, and nothing leaves these machines.
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    # What is wrong is told by us; Ray would print it where a command prints its results.
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".*")
    import ray  # noqa: PLC0415 - an extra, and slow to load
    import ray.data  # noqa: PLC0415

    for name in ("ray", "ray.data"):
        logging.getLogger(name).setLevel(logging.ERROR)
    _check_address(address)
    told: dict[str, Any] = {"include_dashboard": False} if address == HERE else {}
    try:
        with _silent():
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **told)
    except Exception as error:  # what Ray raises here has no base class
        why = str(error).strip().partition("\n")[0]
        raise E3Error(f"the cluster at {address!r} can't be used: {why}") from None
    try:
        context = ray.data.DataContext.get_current()
        context.execution_options.preserve_order = True
        context.enable_progress_bars = False
        yield Cluster(ray)
    finally:
        ray.shutdown()


def _check_address(address: str) -> None:
    """Refuses an address where nobody is: Ray would try for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_REACHED).close()
    except (OSError, OverflowError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise E3Error(f"the cluster at {address!r} can't be reached: {why}") from None


@contextmanager
def _silent() -> Iterator[None]:
    """Without what Ray prints, below Python, on being told to print nothing."""
    sys.stderr.flush()
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _windows(items: Iterable[bytes]) -> Iterator[list[bytes]]:
    window: list[bytes] = []
    size = 0
    for item in items:
        window.append(item)
        size += len(item)
        if size >= _WINDOW:
            yield window
            window, size = [], 0
    if window:
        yield window


@dataclass(frozen=True)
class _Failed:
    """What a person can mend."""

    sentence: str


@dataclass(frozen=True)
class _Done(Generic[R]):
    result: R


def _outcome(done: _Done[R] | _Failed) -> R:
    if isinstance(done, _Failed):
        raise E3Error(done.sentence)
    return done.result


class _Worker:
    """One of those who work, on whichever machine."""

    def __init__(self, made: bytes, version: str) -> None:
        self._work: Callable[[Any], Any] | _Failed
        try:
            if version != VERSION:
                raise E3Error(f"E3 is {VERSION} there, and {version} here")
            self._work = pickle.loads(made)()
        except E3Error as error:
            self._work = _Failed(f"{socket.gethostname()}: {error}")

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        done = [pickle.dumps(self._done(item)) for item in batch["item"]]
        return {"number": batch["number"], "done": done}

    def _done(self, item: bytes) -> _Done[Any] | _Failed:
        if isinstance(self._work, _Failed):
            return self._work
        try:
            return _Done(self._work(pickle.loads(item)))
        except E3Error as error:
            return _Failed(str(error))
