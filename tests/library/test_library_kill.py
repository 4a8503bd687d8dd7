"""Several processes at once, and kill -9: nothing acknowledged is lost, nothing is half there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from tests.library.making import open_library, write

from e3.library.library import Library
from e3.library.updating import add, update

ROOT = Path(__file__).parents[2]
FILES = 12

ADDS = """
import sys
from tests.library.making import open_library
from e3.library.updating import add, sources_of

with open_library(sys.argv[1]) as library:
    for source in sources_of(sys.argv[2]):
        print(add(library, source).outcome, source, flush=True)
"""


def text(number: int, edition: int) -> str:
    """Several passages, each of which says which edition it is of."""
    part = f"# Part {number}\n\n{f'Edition {edition} says so. ' * 60}"
    return "\n\n".join([part] * 4)


def adding(database: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", ADDS, database, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def write_all(folder: Path, edition: int) -> None:
    write(folder, **{f"t{number:02}": text(number, edition) for number in range(FILES)})


def editions(library: Library) -> dict[str, int]:
    """The edition of each document; all its passages have to be of the same."""
    found = {}
    for entry in library.documents():
        stored = library.document(entry.id)
        bodies = [each.text for each in library.search("edition", most=99, within=entry.id).found]
        said = {body.split("Edition ")[1].split()[0] for body in bodies}
        assert said == {stored.document.text.split("Edition ")[1].split()[0]}
        assert len(bodies) == len(stored.passages) == entry.passages > 1
        found[entry.source] = int(said.pop())
    return found


def test_two_updates_at_once(library_at: str, tmp_path: Path) -> None:
    write_all(tmp_path / "texts", 1)
    both = [adding(library_at, tmp_path / "texts") for _ in range(2)]
    for process in both:
        _, errors = process.communicate()
        assert (process.returncode, errors) == (0, "")
    with open_library(library_at) as library:
        assert list(editions(library).values()) == [1] * FILES
        write_all(tmp_path / "texts", 2)
    both = [adding(library_at, tmp_path / "texts") for _ in range(2)]
    assert [(process.communicate()[1], process.returncode) for process in both] == [("", 0)] * 2
    with open_library(library_at) as library:
        assert list(editions(library).values()) == [2] * FILES


@pytest.mark.skipif(os.name == "nt", reason="there is no kill -9")
@pytest.mark.parametrize("seed", range(3))
def test_killed_midway(library_at: str, tmp_path: Path, seed: int) -> None:
    write_all(tmp_path / "texts", 1)
    process = adding(library_at, tmp_path / "texts")
    assert process.stdout is not None
    random = Random(seed)
    said = [process.stdout.readline() for _ in range(random.randint(1, FILES // 2))]
    time.sleep(random.random() / 100)
    os.kill(process.pid, signal.SIGKILL)
    said += process.communicate()[0].splitlines()
    acknowledged = {line.split()[1] for line in said if len(line.split()) == 2}
    with open_library(library_at) as library:
        assert acknowledged <= set(editions(library))
        for _ in update(library):
            pass
        for path in sorted((tmp_path / "texts").iterdir()):
            add(library, str(path))
        assert list(editions(library).values()) == [1] * FILES
