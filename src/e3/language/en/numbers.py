"""Numbers as people write them, in figures and in words."""

from __future__ import annotations

import re
from fractions import Fraction

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SMALL = {word: number for number, word in enumerate(_UNITS)}
_SMALL |= {word: 10 * number for number, word in enumerate(_TENS, start=2)}
_SMALL |= {"dozen": 12}
_LARGE = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
SHARES = {
    "half": Fraction(1, 2),
    "a third": Fraction(1, 3),
    "two thirds": Fraction(2, 3),
    "two-thirds": Fraction(2, 3),
    "a quarter": Fraction(1, 4),
    "three quarters": Fraction(3, 4),
    "a fifth": Fraction(1, 5),
}

_SMALL_WORD = "|".join(sorted(_SMALL, key=len, reverse=True))
_LARGE_WORD = "|".join(_LARGE)
WORDS = (
    rf"(?:(?:{_SMALL_WORD})|an?(?=\s(?:{_LARGE_WORD}|dozen)\b))"
    rf"(?:(?:[-\s]|(?<=hundred)\sand\s|(?<=thousand)\sand\s)(?:{_SMALL_WORD}|{_LARGE_WORD})\b)*"
)
"""A number in words, as a pattern."""
FIGURES = r"\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?|\d+(?:\.\d+)?"
"""A number in figures, as English has it, in India too: 1,20,000."""
NUMBER = (
    rf"(?:(?:{FIGURES})(?:\s(?:thousand|million|billion)|(?:k|m|bn)\b)?|\b(?:{WORDS})\b)"
    r"(?:\sand\sa\shalf\b)?"
)
"""A number, as a pattern; it wants re.IGNORECASE."""
ORDINAL = rf"(?:\d+(?:st|nd|rd|th)|{'|'.join(_ORDINALS)})"

_LONGEST = 100
"""Letters of a number: more are none that anybody says."""
_SHORT = {"k": 1_000, "m": 1_000_000, "bn": 1_000_000_000}
_IN_FIGURES = re.compile(rf"({FIGURES})\s?(thousand|million|billion|k|m|bn)?", re.IGNORECASE)


def number_in(words: str) -> Fraction | None:
    """The number that a text is, which `NUMBER` or `ORDINAL` has found; None where it is none."""
    words = words.strip().casefold()
    if len(words) > _LONGEST:
        return None
    if words.endswith(" and a half"):
        whole = number_in(words.removesuffix(" and a half"))
        return None if whole is None else whole + Fraction(1, 2)
    if found := _IN_FIGURES.fullmatch(words):
        times = (_LARGE | _SHORT).get(found[2] or "", 1)
        return Fraction(found[1].replace(",", "")) * times
    if words in _ORDINALS:
        return Fraction(_ORDINALS.index(words) + 1)
    if found := re.fullmatch(r"(\d+)(?:st|nd|rd|th)", words):
        return Fraction(found[1])
    return _in_words(words.replace("-", " ").split())


def _in_words(words: list[str]) -> Fraction | None:
    total = part = last = 0
    for word in words:
        if word == "and":
            continue
        if word in ("a", "an"):
            part += 1
        elif word in _SMALL:
            small = _SMALL[word]
            # "twenty five" is one number, "two three" and "five twenty" are two.
            if part % 100 and not (last in range(20, 100, 10) and 0 < small < 10):
                if word != "dozen":
                    return None
                part, small = part * 12, 0
            part += small
            last = small
        elif word == "hundred":
            part = (part or 1) * 100
            last = 0
        elif word in _LARGE:
            total += (part or 1) * _LARGE[word]
            part = last = 0
        else:
            return None
    return Fraction(total + part) if words else None
