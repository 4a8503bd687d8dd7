"""No word of ShARC is in the repository: its licence is another, and its texts are not ours."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
RUN = 12
"""So many words in a row are no coincidence; "the tax year runs from 6 April to 5 April" is one."""


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, held in value.items():
            yield key
            yield from strings(held)
    elif isinstance(value, list):
        for held in value:
            yield from strings(held)


def runs(text: str) -> Iterator[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9']+", text.lower())
    for place in range(len(words) - RUN + 1):
        yield tuple(words[place : place + RUN])


def texts(path: Path) -> Iterator[str]:
    """What stands in a file, each string of JSON on its own; nothing of what is no text."""
    try:
        read = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    yield from strings(json.loads(read)) if path.suffix == ".json" else (read,)


def in_common(text: str, known: set[tuple[str, ...]]) -> list[str]:
    return [" ".join(run) for run in runs(text) if run in known]


def test_nothing_of_sharc_is_committed(shared: Path) -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("needs git, to say what is committed")
    theirs = {
        run
        for part in ("sharc", "or-sharc")
        for path in (shared / "data" / part).glob("*.json")
        for text in set(texts(path))
        for run in runs(text)
    }
    assert theirs
    ours = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    found = {
        str(path.relative_to(ROOT)): common
        for path in ours
        if path.is_file()
        if (common := [run for text in texts(path) for run in in_common(text, theirs)])
    }
    assert found == {}


def test_words_in_common_are_found() -> None:
    theirs = "You may get the grant if you have lived in Ashby for at least two years."
    known = set(runs(theirs))
    assert in_common(f"Our page says: {theirs}", known)
    assert in_common("You may get the grant if you live in Ashby.", known) == []
