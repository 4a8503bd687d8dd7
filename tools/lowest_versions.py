"""Prints the lowest versions that pyproject.toml allows, as constraints for pip."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"

BOUND = re.compile(r"(?P<name>[\w.-]+)(\[\w+\])?>=(?P<lowest>[\w.]+)(,[^;]+)?(?P<marker>;.+)?")
"""A requirement with a lower bound; the marker says where it is one."""


def lowest(requirement: str) -> str:
    """The constraint for a requirement: its lowest version, without its extras."""
    found = BOUND.fullmatch(requirement)
    if found is None:
        raise ValueError(f"{requirement} has no lower bound")
    return f"{found['name']}=={found['lowest']}{found['marker'] or ''}"


def main() -> None:
    """Prints a line for each requirement, of whichever extra; our own extras name no version."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    for wanted in (project["dependencies"], *project["optional-dependencies"].values()):
        for requirement in wanted:
            if not requirement.startswith(project["name"]):
                print(lowest(requirement))


if __name__ == "__main__":
    main()
