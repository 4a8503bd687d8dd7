"""The JSON object in what a language model says: fenced, or with words around it (repair)."""

from __future__ import annotations

import json
import re
from typing import Any

_THINKING = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_MOST_BEGINNINGS = 50
"""Braces at which an object may begin; prose with more of them is no answer."""


def json_in(text: str) -> dict[str, Any] | None:
    """The first whole JSON object in a text; what is cut off is none."""
    said = _THINKING.sub("", text)
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
