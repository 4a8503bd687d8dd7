"""Where words that a language model quotes stand in a text (alignment); it may not be believed."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from rapidfuzz.fuzz import partial_ratio_alignment

from e3.text import Span

_SAME = 90.0
"""How like, of 100, words must be to those of the text where they are not the same."""
_SHORTEST = 12
"""Letters from which on words may differ a little: of fewer any are like any."""
_LONGEST = 2_000
_SIGNS = str.maketrans("‘’‚‛“”„‟–—‑‐\u00a0", "''''" + '""""' + "---- ")
_EDGES = " \t\r\n.,;:*_#>-•…\"'()[]"
_NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Quoted:
    """Where words stand."""

    span: Span
    is_exact: bool
    """Whether they were quoted letter by letter, but for signs and spaces."""


def quoted(text: str, words: str, taken: Collection[Span] = ()) -> Quoted | None:
    """Where words stand in a text, at the first place that is not taken; None if nowhere."""
    said, _ = _plain(words)
    said = said.strip(_EDGES)
    if not any(sign.isalnum() for sign in said) or len(said) > _LONGEST:
        return None
    plain, places = _plain(text)
    at = plain.find(said)
    while at >= 0:
        span = Span(places[at], places[at + len(said) - 1] + 1)
        if _is_whole(text, span) and not any(span.overlaps(other) for other in taken):
            return Quoted(span, is_exact=True)
        at = plain.find(said, at + 1)
    if len(said) < _SHORTEST or said in plain:
        return None
    return _nearly(text, plain, places, said, taken)


def _nearly(
    text: str, plain: str, places: list[int], said: str, taken: Collection[Span]
) -> Quoted | None:
    """Where almost the same words stand, with the same numbers."""
    found = partial_ratio_alignment(said, plain, score_cutoff=_SAME)
    if found is None or found.dest_end <= found.dest_start or len(said) > len(plain):
        return None
    start, end = places[found.dest_start], places[found.dest_end - 1] + 1
    span = Span(start, end).whole_words(text).stripped(text, _EDGES)
    if _NUMBERS.findall(span.of(text)) != _NUMBERS.findall(said):
        return None
    if not span or any(span.overlaps(other) for other in taken):
        return None
    return Quoted(span, is_exact=False)


def _plain(text: str) -> tuple[str, list[int]]:
    """A text in small letters, plain signs and single spaces, and where each letter stood."""
    letters: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text.translate(_SIGNS)):
        small = sign.lower() if len(sign.lower()) == 1 else sign
        if small.isspace():
            if letters and letters[-1] == " ":
                continue
            small = " "
        letters.append(small)
        places.append(place)
    return "".join(letters), places


def _is_whole(text: str, span: Span) -> bool:
    """Whether a span begins and ends between words."""
    return not (
        (span.start > 0 and text[span.start - 1].isalnum() and text[span.start].isalnum())
        or (span.end < len(text) and text[span.end].isalnum() and text[span.end - 1].isalnum())
    )
