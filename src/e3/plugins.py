"""What is installed by name (plug-ins): other packages add to E3 through entry points."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from e3.errors import BadInput


@cache
def installed(group: str) -> dict[str, EntryPoint]:
    """Entry points of a group by name; two packages that add the same name exclude each other."""
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=group):
        other = found.setdefault(entry.name, entry)
        if other.value != entry.value:
            raise BadInput(
                f"two packages add {entry.name!r} to {group} ({other.value} and {entry.value}):"
                " remove one of them"
            )
    if not found:
        raise BadInput("E3 is not installed, only its files are here: pip install -e .")
    return found
