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
_LARGE |= {"lakh": 100_000, "crore": 10_000_000}
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
_ORDINALS += [f"twenty-{ordinal}" for ordinal in _ORDINALS[:9]] + ["thirtieth", "thirty-first"]
_PARTS_OF_ONE = {"third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_SEVERAL = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "nine": 9}
_TENTHS = {
    f"{tens.removesuffix('y')}ieth": 10 * number for number, tens in enumerate(_TENS, start=2)
} | {"hundredth": 100}
SHARES = {"half": Fraction(1, 2), "one half": Fraction(1, 2), "a half": Fraction(1, 2)} | {
    f"{several}{between}{part}{'s' if many > 1 else ''}": Fraction(many, of)
    for part, of in _PARTS_OF_ONE.items()
    for several, many in _SEVERAL.items()
    for between in (" ", "-")
    if many < of and (several, between) != ("a", "-")
}

_PART_SIGNS = {
    "½": Fraction(1, 2),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
}
_TO_TEN = "|".join(_UNITS[1:11])
PART = (
    rf"(?:[1-9]/[2-9]|[{''.join(_PART_SIGNS)}])(?=\s(?:of|or)\b)"
    rf"|\b(?:{_TO_TEN})\s(?:in|out\sof)\s(?:every\s)?(?:{_TO_TEN})"
    r"(?=\s(?:of\s|[a-z-]+s\b))"
)
"""A share as a fraction or as so many of so many, as a pattern: 2/3, "two in three members"."""


def part_in(words: str) -> Fraction | None:
    """The share that `PART` has found; None where it is not less than the whole."""
    if words in _PART_SIGNS:
        return _PART_SIGNS[words]
    several = re.split(r"/|\s(?:in|out\sof)\s(?:every\s)?", words.casefold())
    many, of = (Fraction(n) if n.isdigit() else Fraction(_UNITS.index(n)) for n in several)
    return many / of if many < of else None


_SMALL_WORD = "|".join(sorted(_SMALL, key=len, reverse=True))
_LARGE_WORD = "|".join(_LARGE)
WORDS = (
    rf"(?:(?:{_SMALL_WORD})|an?(?=\s(?:{_LARGE_WORD}|dozen)\b))"
    rf"(?:(?:[-\s]|(?<=hundred)\sand\s|(?<=thousand)\sand\s)(?:{_SMALL_WORD}|{_LARGE_WORD})\b)*"
)
"""A number in words, as a pattern."""
FIGURES = (
    r"\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?"
    r"|\d+,\d{1,2}(?=\s?(?:k[gm]|[cm]?m|kilos?|kilomet\w+|met\w+|lit\w+|l|euros?)\b)"
    r"|\d+(?:\.\d+)?"
)
"""A number in figures, in English, of India too: 1,20,000. In 2,9 kg the comma is a point."""
_PARTS = {
    "a half": Fraction(1, 2),
    "a quarter": Fraction(1, 4),
    "three quarters": Fraction(3, 4),
}
_PART_OF = r"(?:half|(?:a\s)?quarter\sof|three\squarters\sof)"
_AND_PART = rf"\sand\s(?:{'|'.join(_PARTS)})"
_LARGER = rf"(?:\s(?:{_LARGE_WORD})\b)"
NUMBER = (
    rf"(?:(?:{FIGURES})(?:½|{_LARGER}|(?:k|m|bn)\b)?"
    rf"|\b(?:{_PART_OF}\sa\s(?:{_LARGE_WORD}|dozen)|{WORDS})\b)(?:{_AND_PART}\b{_LARGER}?)?"
)
"""A number, as a pattern; it wants re.IGNORECASE."""
ORDINAL = (
    r"(?:\d+(?:st|nd|rd|th)|"
    + "|".join(sorted({*_ORDINALS, *_TENTHS}, key=len, reverse=True))
    + ")"
)

_LONGEST = 100
"""Letters of a number: more are none that anybody says."""
_SHORT = {"k": 1_000, "m": 1_000_000, "bn": 1_000_000_000}
_IN_FIGURES = re.compile(rf"({FIGURES}|\d+,\d{{1,2}})(½)?\s?({_LARGE_WORD}|k|m|bn)?", re.IGNORECASE)
_OF_LARGE = re.compile(
    rf"(?:a\s|three\s)?(half|quarters?)(?:\sof)?\sa\s({_LARGE_WORD}|dozen)", re.IGNORECASE
)
_WITH_PART = re.compile(rf"(.+)\sand\s({'|'.join(_PARTS)})(?:\s({_LARGE_WORD}))?", re.IGNORECASE)


def number_in(words: str) -> Fraction | None:
    """The number that a text is, which `NUMBER` or `ORDINAL` has found; None where it is none."""
    if len(words) > _LONGEST:
        return None
    words = " ".join(words.casefold().split())
    if found := _WITH_PART.fullmatch(words):
        whole = number_in(found[1])
        return None if whole is None else (whole + _PARTS[found[2]]) * _LARGE.get(found[3] or "", 1)
    if found := _IN_FIGURES.fullmatch(words):
        half = Fraction(1, 2) if found[2] else 0
        point = "." if re.fullmatch(r"\d+,\d{1,2}", found[1]) else ""
        times = (_LARGE | _SHORT).get(found[3] or "", 1)
        return (Fraction(found[1].replace(",", point)) + half) * times
    if found := _OF_LARGE.fullmatch(words):
        part = _PARTS[f"{'three ' if 'three' in words else 'a '}{found[1]}"]
        return part * (_LARGE | _SMALL)[found[2]]
    if (ordinal := words.replace(" ", "-")) in _ORDINALS:
        return Fraction(_ORDINALS.index(ordinal) + 1)
    if words in _TENTHS:
        return Fraction(_TENTHS[words])
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
