"""Something that is wrong with a policy, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass

Place = tuple[str | int, ...]
"""Where something stands in a file: the keys and numbers that lead to it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong."""

    place: Place
    sentence: str
    is_fatal: bool = True
    """Whether the policy can't be followed with it."""
    may_be_meant: bool = False
    """Whether the text itself may say so: then there is nothing to mend."""
