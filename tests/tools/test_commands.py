"""The tools run as their first lines and the documentation say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tools/*.py")]

_COMMAND = re.compile(r"\bpython (?:(tools/[a-z_]+\.py)|-m (tools\.[a-z_]+))")

COMMANDS = sorted(
    {
        (found[1],) if found[1] else ("-m", found[2])
        for page in PAGES
        for found in _COMMAND.finditer(page.read_text(encoding="utf-8"))
    }
)


def source_of(command: tuple[str, ...]) -> str:
    file = command[-1].removesuffix(".py").replace(".", "/")
    return (ROOT / f"{file}.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "command",
    [each for each in COMMANDS if re.search(r"^import (?:argparse|click)$", source_of(each), re.M)],
    ids=" ".join,
)
def test_a_tool_says_how_it_is_used(command: tuple[str, ...]) -> None:
    if "import torch" in source_of(command):
        pytest.importorskip("torch", reason="needs e3-reader[train]")
    ran = subprocess.run(
        [sys.executable, *command, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "usage" in ran.stdout.casefold()
