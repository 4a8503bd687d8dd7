"""Which texts a process still holds, wherever they are."""

from __future__ import annotations

import gc
import random
import sys
import warnings
from threading import get_ident
from types import FrameType
from typing import Any


def rare_word() -> str:
    """A word that nobody says, and no source has in it; as short as stems are."""
    return "".join(random.choices("jkqvwxz", k=5))


def held(word: str) -> list[str | bytes]:
    """All texts in this process that have a word in them, and are not the word itself.

    Functions that other threads are in count with all that they have; those of this thread do not.
    """
    gc.collect()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # to look at old names of a library is to use them
        return _held(word)


def _held(word: str) -> list[str | bytes]:
    found: list[str | bytes] = []
    seen: set[int] = set()
    left: list[Any] = [*gc.get_objects(), *_locals_of_others()]
    seen.add(id(left))
    while left:
        for each in gc.get_referents(left.pop()):
            if id(each) in seen:
                continue
            seen.add(id(each))
            if isinstance(each, str):
                if word in each.casefold() and each != word:
                    found.append(each)
            elif isinstance(each, bytes | bytearray):
                if word.encode() in each.lower() and each != word.encode():
                    found.append(bytes(each))
            elif not gc.is_tracked(each) and not isinstance(each, FrameType):
                left.append(each)
    return found


def _locals_of_others() -> list[dict[str, Any]]:
    found = []
    for thread, frame in sys._current_frames().items():
        at: FrameType | None = frame
        while at is not None and thread != get_ident():
            found.append(dict(at.f_locals))
            at = at.f_back
    return found
