"""By what figures are made: the version of E3, and the commit of its source."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

VERSION = "0.2.0"
"""Of E3; the package takes it from here."""


def source_commit() -> str:
    """The commit of the source tree, "+" behind it if files differ.

    A copy of the tree without its history names its commit in E3_COMMIT.
    """
    if named := os.environ.get("E3_COMMIT"):
        return named

    def git(*words: str) -> str:
        found = subprocess.run(
            ["git", "-C", str(Path(__file__).parent), *words],
            capture_output=True,
            text=True,
            check=False,
        )
        return found.stdout.strip()

    try:
        commit = git("rev-parse", "--short=12", "HEAD")
        return f"{commit}+" if commit and git("status", "--porcelain", "--", ".") else commit
    except OSError:
        return ""
