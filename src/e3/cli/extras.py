"""Checks that an optional part of E3 is installed before a command needs it."""

from __future__ import annotations

from importlib.util import find_spec

from e3.errors import MissingExtra


def needs_torch(purpose: str) -> None:
    """Says how to install torch where it is missing."""
    for package in ("torch", "transformers", "accelerate"):
        if find_spec(package) is None:
            raise MissingExtra(package, "train", purpose)
