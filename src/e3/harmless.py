"""Texts that do nothing where they are shown (output sanitising)."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_TURNS = frozenset("LRE RLE LRO RLO PDF LRI RLI FSI PDI".split())


def harmless(text: str) -> str:
    """The text with a visible sign for each character that would act on what is around it.

    These are controls and marks that turn the direction of a text; of those that are spaces, only
    the line break stays. No character changes its place.
    """
    return "".join(map(_harmless, text))


@lru_cache(maxsize=2**12)
def _harmless(sign: str) -> str:
    if sign == "\n":
        return sign
    acts = unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp")
    if acts or unicodedata.bidirectional(sign) in _TURNS:
        return " " if sign.isspace() else "\N{REPLACEMENT CHARACTER}"
    return sign


def harmless_json(text: str) -> str:
    """JSON of the same value, with an escape for each such character in its strings."""
    acts = {sign for sign in set(text) if _harmless(sign) != sign}
    return text.translate({ord(sign): f"\\u{ord(sign):04x}" for sign in acts})


def one_line(text: str) -> str:
    """The text in one line, harmless."""
    return " ".join(harmless(text).split())
