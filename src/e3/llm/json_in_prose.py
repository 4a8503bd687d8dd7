"""The JSON object in what a language model says: fenced, or with words around it (repair)."""

from __future__ import annotations

import json
import re
from typing import Any

_THINKS, _HAS_THOUGHT = re.compile(r"<think(?:ing)?>"), re.compile(r"</think(?:ing)?>")
_MOST_BEGINNINGS = 50
"""Braces at which an object may begin; prose with more of them is no answer."""


def json_in(text: str) -> dict[str, Any] | None:
    """The first whole JSON object in a text; what is cut off is none."""
    said = _without_thoughts(text)
    decoder = json.JSONDecoder()
    at = said.find("{")
    for _ in range(_MOST_BEGINNINGS):
        if at < 0:
            return None
        try:
            found, _end = decoder.raw_decode(said, at)
        except (ValueError, RecursionError):
            at = said.find("{", at + 1)
            continue
        return found if isinstance(found, dict) else None
    return None


def _without_thoughts(text: str) -> str:
    """What is said beside what is thought; a thought without an end is none."""
    parts: list[str] = []
    at = 0
    while (begins := _THINKS.search(text, at)) and (
        ends := _HAS_THOUGHT.search(text, begins.end())
    ):
        parts.append(text[at : begins.start()])
        at = ends.end()
    return "".join([*parts, text[at:]])
