"""Days as people write them: 1 April 1958, April 1, 1958, 1/4/1958 and 4/1/1958."""

from __future__ import annotations

import re
from datetime import date

from e3.language.en.numbers import ORDINAL, number_in

_MONTHS = (
    "january february march april may june july august september october november december"
).split()
_MONTH = "|".join(rf"{name[:3]}(?:{name[3:]})?" if len(name) > 3 else name for name in _MONTHS)
_MONTH = _MONTH.replace("sep(?:tember)?", "sept?(?:ember)?")
_DAY = rf"(?:{ORDINAL}|\d{{1,2}})"
DATE = (
    rf"(?:\d{{4}}-\d\d-\d\d|(?:the\s)?{_DAY}(?:\sof)?\s(?:{_MONTH})\.?,?\s\d{{4}}"
    rf"|(?:{_MONTH})\.?\s{_DAY},?\s\d{{4}}|\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{4}})\b"
)
"""A whole day, as a pattern; it wants re.IGNORECASE."""
MONTH_NAME = rf"(?:{_MONTH})"

_PARTS = re.compile(
    rf"(?:the\s)?(?P<d>{_DAY})(?:\sof)?\s(?P<m>{_MONTH})\.?,?\s(?P<y>\d{{4}})"
    rf"|(?P<m2>{_MONTH})\.?\s(?P<d2>{_DAY}),?\s(?P<y2>\d{{4}})",
    re.IGNORECASE,
)
_IN_FIGURES = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})", re.ASCII)


def month_number(name: str) -> int:
    """The number of a month, by its name or the first letters of it."""
    return next(
        number
        for number, month in enumerate(_MONTHS, start=1)
        if month.startswith(name.casefold()[:3])
    )


def day_in(words: str, *, month_first: bool = False) -> date:
    """The day that a text is; raises ValueError where it is none that a calendar has.

    Of 4/1/1958 nobody can tell which is the month: `month_first` says it. Of 1/31/1958 all can.
    """
    words = " ".join(words.split())
    if found := _IN_FIGURES.fullmatch(words):
        one, other, year = map(int, found.groups())
        day, month = (other, one) if month_first or other > 12 else (one, other)
    elif found := _PARTS.fullmatch(words):
        day = int(number_in(found["d"] or found["d2"]) or 0)
        month = month_number(found["m"] or found["m2"])
        year = int(found["y"] or found["y2"])
    else:
        return date.fromisoformat(words)
    try:
        return date(year, month, day)
    except ValueError:
        raise ValueError(f"there is no day {words[:40]}") from None


def can_be_two_days(words: str) -> bool:
    """Whether it is a day in figures of which either may be the month: 4/1/1958, not 4.1.1958."""
    found = _IN_FIGURES.fullmatch(words.strip())
    if found is None or "." in words:
        return False
    return found[1] != found[2] and max(int(found[1]), int(found[2])) <= 12


def in_words(day: date) -> str:
    """A day as every reader of English reads it the same."""
    return f"{day.day} {_MONTHS[day.month - 1].capitalize()} {day.year}"
