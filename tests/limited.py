"""Work that may have no end, in a process of its own with limits of time and of memory."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SECONDS, ROOM = 120, 3 * 2**30
"""Of the processor, and bytes: what grows with the square of its input takes hours and more."""

needs_limits = pytest.mark.skipif(sys.platform != "linux", reason="needs limits of a process")


def ends(work: Callable[[str], object], name: str) -> None:
    """Does some work by its name, which fails where it takes more than the limits."""
    root = Path(__file__).parents[1]
    parts = Path(inspect.getfile(work)).relative_to(root).with_suffix("").parts
    module = ".".join(parts)
    code = (
        "import resource;"
        f"resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS}));"
        f"resource.setrlimit(resource.RLIMIT_AS, ({ROOM}, {ROOM}));"
        f"from {module} import {work.__name__} as work; work({name!r})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{name}: {done.returncode} {done.stderr[-500:]}"
