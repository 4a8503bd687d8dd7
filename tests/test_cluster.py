"""Work on a Ray cluster: the same results in the same order, also when a part of it is lost."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from socket import gethostname
from typing import Any

import pytest
from tests.command_line import Run
from tests.library.making import TopicEncoder, open_library
from tests.patience import until

from e3.cluster import _outcome, _Worker
from e3.documents.plain_text import read_plain_text
from e3.errors import E3Error
from e3.library.encoder import Vectors
from e3.library.encoding import Some
from e3.library.entries import Original
from e3.library.library import Library
from e3.provenance import VERSION

ROOT = Path(__file__).parents[1]
TEXT = "You may row if:\n\n* you swim\n* you own a boat\n"
ROWS = 160
SECTIONS = 700

ENCODES = """
import sys
from functools import partial
from pathlib import Path
from tests.library.making import TopicEncoder, open_library
from tests.test_cluster import slow_topics
from e3.cluster import cluster
from e3.library.encoding import encode_with

where, address, pids = sys.argv[1:]
with open_library(where, TopicEncoder()) as library, cluster(address) as machines:
    for done in encode_with(machines, library, partial(slow_topics, Path(pids))):
        pass
"""


_SLOW = 0.3
"""Seconds a batch takes, so that a worker can be killed in the midst of it."""


def slow_topics(pids: Path) -> Callable[[Some], tuple[Some, Vectors]]:
    """An encoder that takes its time, and leaves its process's number."""
    (pids / str(os.getpid())).touch()

    def work(some: Some) -> tuple[Some, Vectors]:
        time.sleep(_SLOW)
        return some, TopicEncoder().encode([each.text for each in some])

    return work


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Any]:
    """A cluster of a head that does no work, and two machines that do."""
    if sys.platform != "linux":
        pytest.skip("looks for processes in /proc")
    for package in ("ray", "pandas", "pyarrow"):
        pytest.importorskip(package, reason="needs e3-reader[ray]")
    from ray.cluster_utils import Cluster  # noqa: PLC0415 - an extra

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{ROOT / 'src'}{os.pathsep}{ROOT}")
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
        try:
            for _ in range(2):
                cluster.add_node(num_cpus=1)
            yield cluster
        finally:
            cluster.shutdown()


def started(*arguments: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def is_working(node: Any) -> bool:
    """Whether rows are being answered on a machine of the cluster."""
    manager = node.all_processes["raylet"][0].process.pid
    children = Path(f"/proc/{manager}/task/{manager}/children").read_text().split()
    return any(b"MapWorker" in Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children)


def vectors(library: Library) -> list[Any]:
    with library._store.reading() as tables:
        return list(tables.execute("SELECT * FROM vectors ORDER BY passage").fetchall())


def test_passages_are_encoded_as_on_one_machine_while_a_worker_is_killed(
    two_workers: Any, tmp_path: Path
) -> None:
    animals = ("dog", "hound", "driver", "holiday")
    said = (f"# Part {at}\n\nA {animals[at % 4]} and {at} others." for at in range(SECTIONS))
    document = read_plain_text("\n\n".join(said).encode(), title="Parts", source="")
    with open_library(tmp_path / "one.db", TopicEncoder()) as library:
        library.put("parts", document, Original(""))
        expected = vectors(library)
        assert len(expected) == SECTIONS
    with open_library(tmp_path / "library.db") as library:
        library.put("parts", document, Original(""))
    pids = tmp_path / "pids"
    pids.mkdir()
    process = started("-c", ENCODES, tmp_path / "library.db", two_workers.address, pids)
    until(lambda: len(list(pids.iterdir())) == 2 or process.poll() is not None)
    if process.poll() is None:
        first, _ = sorted(pids.iterdir(), key=lambda path: path.stat().st_mtime)
        os.kill(int(first.name), signal.SIGKILL)
    with open_library(tmp_path / "library.db", TopicEncoder()) as library:
        assert library.without_vectors() > 0, "it was done already"
    _, errors = process.communicate()
    assert (process.returncode, errors) == (0, "")
    assert len(list(pids.iterdir())) > 2
    with open_library(tmp_path / "library.db", TopicEncoder()) as library:
        assert vectors(library) == expected


def test_rows_are_answered_as_on_one_machine_while_a_machine_is_lost(
    two_workers: Any, run: Run, tmp_path: Path
) -> None:
    """Behind the other test: the machine does not come back."""
    rows = [
        {
            "utterance_id": f"u{at}",
            "snippet": TEXT,
            "question": "May I row?",
            "scenario": f"I row since {at}" + " years" * (at % 7),
        }
        for at in range(ROWS)
    ]
    source = tmp_path / "rows.json"
    source.write_text(json.dumps(rows), encoding="utf-8")
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()

    def arguments(folder: Path) -> list[str | Path]:
        out, why = folder / "out.json", folder / "why.jsonl"
        return ["predict", source, out, "--explain", why, "--batch", "4"]

    ran = run(*arguments(one))
    assert ran.code == 0, ran.err
    process = started("-m", "e3", *arguments(other), "--ray", two_workers.address)
    kept = other / "out.json.partial"
    until(lambda: lines(kept) > 4 or process.poll() is not None)
    lost = next(filter(is_working, two_workers.worker_nodes))
    two_workers.remove_node(lost, allow_graceful=False)
    at_the_loss = lines(kept)
    printed, errors = process.communicate()
    assert (process.returncode, printed) == (0, ""), errors
    assert 4 < at_the_loss < ROWS // 4, "it was done already"
    for name in ("out.json", "why.jsonl"):
        assert (other / name).read_bytes() == (one / name).read_bytes()
    assert not kept.exists()


def test_what_a_person_can_mend_is_said_in_the_same_sentence(
    two_workers: Any, run: Run, tmp_path: Path
) -> None:
    row = {"utterance_id": "u", "snippet": TEXT, "question": "May I?" * 2000, "scenario": ""}
    source = tmp_path / "rows.json"
    source.write_text(json.dumps([row]), encoding="utf-8")
    arguments = ("predict", source, tmp_path / "out.json")
    ran = run(*arguments)
    process = started("-m", "e3", *arguments, "--ray", two_workers.address)
    _, errors = process.communicate()
    assert (process.returncode, ran.code) == (2, 2)
    assert errors.splitlines()[-1] == ran.err.splitlines()[-1]


@pytest.mark.parametrize(
    "arguments", [["predict", "policies:evaluation", "out.json"], ["library", "add", "texts"]]
)
def test_without_ray_it_says_how_to_install_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text("You may row.", encoding="utf-8")
    monkeypatch.setattr("e3.cluster.find_spec", lambda _: None)
    ran = run(*arguments, "--ray")
    said = "Error: --ray needs ray, which is not installed: pip install 'e3-reader[ray]'\n"
    assert (ran.code, ran.out, ran.err) == (2, "", said)
    assert not (tmp_path / "out.json").exists()


def test_a_cluster_that_is_not_there(run: Run, tmp_path: Path) -> None:
    for package in ("ray", "pandas", "pyarrow"):
        pytest.importorskip(package, reason="needs e3-reader[ray]")
    source = tmp_path / "rows.json"
    row = {"utterance_id": "u", "snippet": TEXT, "question": "May I row?", "scenario": ""}
    source.write_text(json.dumps([row]), encoding="utf-8")
    ran = run("predict", source, tmp_path / "out.json", "--ray", "127.0.0.1:1")
    said = "Error: the cluster at '127.0.0.1:1' can't be reached: Connection refused"
    assert (ran.code, ran.err.splitlines()[-1]) == (2, said)


def answer_twice(most: int) -> Callable[[int], int]:
    if most < 0:
        raise E3Error("there is no model")
    return lambda number: 2 * number


@pytest.mark.parametrize(
    ("most", "version", "sentence"),
    [
        (-1, VERSION, f"{gethostname()}: there is no model"),
        (1, "0.0.1", f"{gethostname()}: E3 is {VERSION} there, and 0.0.1 here"),
    ],
)
def test_a_machine_that_can_not_work_says_why(most: int, version: str, sentence: str) -> None:
    worker = _Worker(pickle.dumps(partial(answer_twice, most)), version)
    done = worker({"number": [0], "item": [pickle.dumps(4)]})
    with pytest.raises(E3Error, match=f"^{sentence}$"):
        _outcome(pickle.loads(done["done"][0]))
    worker = _Worker(pickle.dumps(partial(answer_twice, 1)), VERSION)
    done = worker({"number": [0], "item": [pickle.dumps(4)]})
    assert _outcome(pickle.loads(done["done"][0])) == 8
