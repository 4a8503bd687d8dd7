"""Days that a story names beside today: yesterday, on Tuesday, 2 November, since May."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from e3.language.en.dates import DATE, MONTH_NAME, month_number
from e3.language.en.numbers import NUMBER, ORDINAL, number_in
from e3.text import Span

_WEEKDAYS = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")
WEEKDAY = rf"(?:{'|'.join(_WEEKDAYS)})day"
_AGO = {
    "today": 0,
    "this morning": 0,
    "yesterday": 1,
    "last night": 1,
    "the day before yesterday": 2,
    "a week yesterday": 8,
    "a week ago yesterday": 8,
    "a week ago today": 7,
    "tomorrow": -1,
    "the day after tomorrow": -2,
    "a week tomorrow": -8,
}
_FEASTS = {
    "christmas eve": (24, 12),
    "christmas day": (25, 12),
    "boxing day": (26, 12),
    "new year’s eve": (31, 12),
    "new year’s day": (1, 1),
    "halloween": (31, 10),
    "valentine’s day": (14, 2),
}
_FEAST = "|".join(_FEASTS).replace("’", "[’']?")
_DAY = rf"(?:\d{{1,2}}|{ORDINAL})"
_NAMED = re.compile(
    rf"(?P<whole>{DATE})"
    rf"|\b(?P<weeks>{NUMBER}|a)\s(?P<unit>weeks?|days?)\sago\s(?P<from>today|yesterday)\b"
    rf"|\bthe (?P<of>{ORDINAL})(?P<this2>\sof (?:this|last) month)\b"
    rf"|\b(?P<word>{'|'.join(sorted(_AGO, key=len, reverse=True))})\b(?!\s\w+ing\b)"
    rf"|\b(?P<later>a week\s)?(?P<which>on|last|since|this|next)\s(?P<weekday>{WEEKDAY})\b"
    r"(?!s|\s(?:the\s)?\d)"
    r"(?P<gone>\sjust gone)?"
    rf"|\b(?:(?:on|since|from|by) the|{WEEKDAY}(?: the)?) (?P<alone>\d{{1,2}}(?:st|nd|rd|th))\b"
    r"(?P<this>\sof (?:this|last) month)?"
    rf"(?!\s(?:of|floor|day|\w+\sfloor|{MONTH_NAME})\b)"
    rf"|\b(?P<feast>{_FEAST})\b(?:,?\s(?P<year>(?:19|20)\d\d)\b)?"
    rf"|\b(?:the\s)?(?P<day>{_DAY})(?:\sof)?\s(?P<month>{MONTH_NAME})\b(?!,?\s[’'‘]?\d)"
    rf"|\b(?P<month2>{MONTH_NAME})\s(?:the\s)?(?P<day2>{_DAY})\b(?!,?\s(?:\d{{4}}|[’'‘]\d))",
    re.IGNORECASE,
)
_WHICH_YEAR = re.compile(r",?\s(this|last|next)\syear\b", re.IGNORECASE)
_SINCE = re.compile(r"\bsince\s(?:the\s)?$|^since\b", re.IGNORECASE)
_TO_COME = re.compile(
    r"\b(?:will|going to|due|by|until|till|next|starts?|finish(?:es)?|starting|fly|flying|moving"
    r"|leaving|going|expires?|runs? out|ends?|is on"
    r"|are on|hearing|appointment|deadline|date is|date[’']s|booked for"
    r"|move out|leave on)\b|[’']ll\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|had|came|got|bought|sent|went|left|began|gave|told|paid|born|took|fell|made|met"
    r"|wrote|lost|broke|dated|since|put|found|rang|ran|did|saw|\b(?!need|bed|red)\w{2,}ed)\b",
    re.IGNORECASE,
)


_MOVED_TO = re.compile(
    r"\b(?:changed|moved|rescheduled|postponed|put back|brought forward)\s(?:\w+\s)?to\b", re.I
)


@dataclass(frozen=True, slots=True)
class NamedDay:
    """A day that a clause names."""

    day: date
    span: Span
    is_since: bool
    """Whether something has been so from then on."""


def named_days(clause: str, today: date) -> Iterator[NamedDay]:
    """The days of a clause that can be told from the day on which it was said, in order."""
    for found in _NAMED.finditer(clause):
        if found["whole"]:
            continue
        day = _day(clause, found, today)
        if day is not None:
            since = bool(_SINCE.search(clause[: found.start()]) or _SINCE.match(found[0]))
            yield NamedDay(day, Span(*found.span()), since)


def _day(clause: str, found: re.Match[str], today: date) -> date | None:
    if found["word"]:
        return today - timedelta(days=_AGO[" ".join(found["word"].casefold().split())])
    if found["weeks"]:
        return _ago(found, today)
    if found["year"]:
        return _day_of(int(found["year"]), *reversed(_FEASTS[_feast(found)]))
    to_come, is_past = _tense(clause, found)
    if found["weekday"]:
        return _weekday(found, today, to_come=to_come and not is_past, is_past=is_past)
    if to_come is is_past:  # of such a day nobody can tell the year
        return None
    day_of = number_in(found["day"] or found["day2"] or found["alone"] or found["of"] or "")
    named = found["month"] or found["month2"]
    month = month_number(named) if named else None
    if found["feast"]:
        number, month = _FEASTS[_feast(found)]
    elif day_of is None:
        return None
    else:
        number = int(day_of)
    if this := found["this"] or found["this2"]:
        back = 1 if "last" in this.casefold() else 0
        year, before = divmod(12 * today.year + today.month - 1 - back, 12)
        return _day_of(year, before + 1, number)
    said = _WHICH_YEAR.match(clause, found.end())
    if said is not None and month is not None:
        year = today.year + {"last": -1, "this": 0, "next": 1}[said[1].casefold()]
        return _day_of(year, month, number)
    return _nearest(today, number, month, step=1 if to_come else -1)


def _ago(found: re.Match[str], today: date) -> date | None:
    """ "three weeks ago today" """
    said = found["weeks"].casefold()
    number = 1 if said == "a" else number_in(said)
    if number is None or number > 1000 or int(number) != number:
        return None
    each = 7 if found["unit"].casefold().startswith("week") else 1
    since = each * int(number) + (found["from"].casefold() == "yesterday")
    return today - timedelta(days=since)


def _feast(found: re.Match[str]) -> str:
    """The feast that was found, as it is written here."""
    plain = re.sub("[’']", "", found["feast"].casefold())
    return next(feast for feast in _FEASTS if feast.replace("’", "") == plain)


_CUTS = re.compile(r"[,;]|\b(?:and|but|or)\b", re.IGNORECASE)


def _tense(clause: str, found: re.Match[str]) -> tuple[bool, bool]:
    """Whether a day is to come, and whether it is past, by the words nearest to it."""
    start = max((cut.end() for cut in _CUTS.finditer(clause, 0, found.start())), default=0)
    cut = _CUTS.search(clause, found.end())
    near = clause[start : cut.start() if cut else len(clause)]
    if _MOVED_TO.search(near):
        return True, False
    for words in (near, clause):
        to_come, is_past = bool(_TO_COME.search(words)), bool(_PAST.search(words))
        if to_come or is_past:
            return to_come, is_past
    return False, False


def _nearest(today: date, number: int, month: int | None, *, step: int) -> date | None:
    """The next such day of a month, or the last one; of any month where none is said."""
    for months in range(24):
        year, before = divmod(12 * today.year + today.month - 1 + step * months, 12)
        day = _day_of(year, before + 1, number) if month in (None, before + 1) else None
        if day is not None and step * (day - today).days >= 0:
            return day
    return None


def _day_of(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None


def _weekday(found: re.Match[str], today: date, *, to_come: bool, is_past: bool) -> date | None:
    """The day that "last Friday", "on Friday" or "a week on Friday" is."""
    which = found["which"].casefold()
    number = next(n for n, w in enumerate(_WEEKDAYS) if found["weekday"].casefold().startswith(w))
    later = timedelta(days=7 if found["later"] else 0)
    before = today - timedelta(days=(today.weekday() - number - 1) % 7 + 1)
    if which in ("last", "since") or found["gone"]:
        return before - later
    if found["later"] and which == "on" and not is_past:
        return before + 2 * later
    if which in ("on", "this") and is_past and not to_come:
        return before - later
    if not is_past and (which == "this" or (which == "on" and to_come)):
        return before + timedelta(days=7)
    return None
