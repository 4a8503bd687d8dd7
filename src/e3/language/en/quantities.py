"""Quantities in a text (information extraction): amounts of money, of time, of length and so on.

By grammar alone. A list of unit names is all that is wanted from a library of units, and those that
we looked at take a month for 30.44 days; see docs/concepts.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from e3.language.en.comparing_words import LESS, MORE
from e3.language.en.dates import DATE, MONTH_NAME, can_be_two_days, day_in
from e3.language.en.numbers import NUMBER, PART, SHARES, number_in, part_in
from e3.language.en.unit_words import (
    CURRENCY,
    PERIOD,
    SIGNS,
    UNIT,
    currency_named,
    period_named,
    unit_named,
)
from e3.language.en.whole_quantities import Quantity, whole
from e3.policy.facts import Kind
from e3.text import Span

_WORKING = (
    r"(?:full|whole|complete|calendar|consecutive|clear|continuous|successive|unbroken"
    r"|tax|financial|academic|working|school|business)"
)
"""What a day or a year may be; days of work are no days."""
_PARTS = {
    "half": Fraction(1, 2),
    "a quarter of": Fraction(1, 4),
    "quarter of": Fraction(1, 4),
    "three quarters of": Fraction(3, 4),
    "three-quarters of": Fraction(3, 4),
    "a third of": Fraction(1, 3),
    "two thirds of": Fraction(2, 3),
    "two-thirds of": Fraction(2, 3),
}
# "under a quarter acre", "a half-hour walk"
_HALF = (
    r"\b(?:an?\s)?(?:half|quarter)"
    r"(?=[\s-](?:mile|hour|acre|hectare|inch|kilo|kilometre|tonne|lit(?:re|er)|met(?:re|er))\b)"
)
_MORE = {"half": Fraction(1, 2), "quarter": Fraction(1, 4)}
_ONE = (
    rf"(?:(?P<part>\b(?:{'|'.join(sorted(_PARTS, key=len, reverse=True))}))\s)?\ban?"
    rf"(?=\s(?:{_WORKING}\s){{0,2}}(?!credit|point|mark|unit|degree|term)(?:{UNIT})\b)"
)
_IS_HALF = re.compile(r"(?:an?\s)?(half|quarter)")
_SHARE = "|".join(sorted(SHARES, key=len, reverse=True))
_OF_TIME = rf"(?!\sof\s(?:an?\s|the\s)?(?:full|time|{UNIT})\b)"  # "a tenth of a hectare"
_QUANTITY = re.compile(
    rf"(?P<date>\b{DATE})"
    rf"|(?<![\w$])(?P<sign>US\$|A\$|C\$|NZ\$|[£€$₹]|kr\s?|Rs\.?\s|(?:NOK|SEK|DKK|CHF|USD|GBP|EUR)\s|R(?=\d))"
    rf"(?P<money>{NUMBER})(?P<per>{PERIOD})?"
    r"|(?<![\w.,/:-])(?P<feet>\d)[’'′]\s?(?P<inches>\d{1,2})(?:[”″\"]|(?!\w))"
    rf"|(?<![\w.,/:-])(?P<sum>{NUMBER}|\ban?(?=\sgrand\b))\s?(?P<currency>{CURRENCY})\b"
    rf"(?P<per2>{PERIOD})?"
    rf"|(?<![\w.,/:+-])(?P<number>{NUMBER}|{_ONE}|{_HALF})"
    rf"(?:\s|-)?(?:more\s)?(?P<sort>{_WORKING}\s)*(?P<unit>{UNIT})(?:(?<=\W)|\b)(?!/(?:h|km|l)\b)(?P<of>[’']s?)?"
    rf"(?P<more>\sand\sa\s(?:half|quarter)\b)?(?P<per3>{PERIOD})?"
    r"|(?:(?<=than\s)|(?<=least\s)|(?<=most\s))(?P<times>(?<!least\s)once|twice)\b"
    r"(?!\s(?:the|your|his|her|its|their|as|what)\b)"  # "at least twice the fare"
    rf"|\b(?P<often>once|twice|(?:{NUMBER})\stimes(?={PERIOD}))(?P<per4>{PERIOD})?"
    r"(?=\s(?:or\s(?:more|less|fewer)|at\s(?:least|most))\b)"
    rf"|\b(?P<share>{_SHARE})(?=\s(?:of|or|my|our|his|her|your)\b){_OF_TIME}"
    rf"|(?<![\w.,/:-])(?P<of_so_many>{PART})(?!\s(?:{UNIT})\b)"
    r"|(?P<time>(?:(?<=least\s)|(?<=than\s))(?:half|three-quarters?)[-\s]time\b"
    r"|\b(?:half|three-quarters?)[-\s]time(?=\sor\s(?:more|less)\b))"
    rf"|(?:(?<=least\s)|(?<=than\s)|(?<=\bby\s)|(?<=\bover\s)|(?<=\bunder\s))(?P<share2>{_SHARE})"
    r"(?=\?|$|\s(?:left|in|the|your|my|our|its|tank|lower|higher|less|more|below|above|off"
    r"|full|[a-z]{3,}ed)\b)"
    rf"|(?<=\bof )(?P<share3>{_SHARE})(?=\?|$|\sor\s(?:more|less)\b)"
    rf"|(?<![\w.,/:+-])(?P<bare>{NUMBER})(?![\w/:]|[.,+]\d)",
    re.IGNORECASE,
)
_TIMES = {"once": Fraction(1), "twice": Fraction(2)}
# "a drop in sales of a fifth"
CHANGE = re.compile(
    r"\b(?:drop|fall|rise|cut|increase|decrease|reduction|loss|growth|discount)"
    r"(?:\s(?:in|to)\s(?:[\w’']+\s){1,3}|\s)of\s$",
    re.IGNORECASE,
)
"""Before a share by which something has changed."""
# "at least one in ten of the owners", "a gradient over 1 in 10"
_ONE_IN = re.compile(rf"(?:one|1)\sin\s(?:{NUMBER})(?!\s?(?:{UNIT})\b|\w)", re.IGNORECASE)
_IN_SO_MANY = re.compile(r"\b(?:one|1)\sin\s$", re.IGNORECASE)
_CLOCK = re.compile(r"\s?(?:h\b|[ap]\.?m\b|o[’']clock|noon|midnight)", re.IGNORECASE)
_BEFORE_A_NAME = re.compile(
    r"(?:\b(?:form|batch|ward|type|class|zone|article|section|line|platform|appendix"
    r"|part|room|band|group|chapter|schedule|step|route|category|tier|stage)\s|[#№])$",
    re.IGNORECASE,
)
_CITED = re.compile(r"\s(?:U\.?\s?S\.?\s?C|C\.?\s?F\.?\s?R)\b", re.IGNORECASE)  # "38 U.S.C."
_RANK = re.compile(r"\b(?:band|tier|category|stage|step|class)\s$", re.IGNORECASE)
_OR_MORE = re.compile(rf"\s(?:or|and)\s(?:{MORE}|{LESS}|stronger)\b", re.IGNORECASE)
# "Did you get your pet from Nine Lives?"
_IS_NAME = re.compile(r"[a-z]\s[A-Z][a-z]+$")
_NAME_GOES_ON = re.compile(r"\s[A-Z][a-z]")
# "a licensed Level 1 coach"
_LEVEL = re.compile(r"\b(?:level|grade|tier|class|key stage)\s$", re.IGNORECASE)
_NAMED_SO = re.compile(r"\s(?!or\b|and\b|to\b|in\b|on\b|at\b)[a-z]")
_MONTH_BEFORE = re.compile(rf"\b{MONTH_NAME}\s$", re.IGNORECASE)
_MONTH_AFTER = re.compile(rf"(?:st|nd|rd|th)?(?:\sof)?\s{MONTH_NAME}\b", re.IGNORECASE)


def quantities(text: str) -> Iterator[Quantity]:
    """The quantities of a text, in order; times of the day and days without a year are none."""
    return whole(text, _found(text))


def _found(text: str) -> Iterator[Quantity]:
    for found in _QUANTITY.finditer(text):
        if _CLOCK.match(text, found.end()) or _is_part_of_a_day(text, found):
            continue
        if (quantity := _quantity(text, found)) is not None:
            yield quantity


def _is_rank(text: str, found: re.Match[str]) -> bool:
    """Whether a name is one of many in order: "Are you in Band 6 or up?" """
    named = _RANK.search(text, 0, found.start())
    return bool(named and _OR_MORE.match(text, found.end()))


def _is_ratio(text: str, found: re.Match[str]) -> bool:
    return bool(_ONE_IN.match(text, found.start()) or _IN_SO_MANY.search(text, 0, found.start()))


def _is_part_of_a_day(text: str, found: re.Match[str]) -> bool:
    if not found["bare"]:
        return False
    before = bool(_MONTH_BEFORE.search(text, 0, found.start()))
    return before or bool(_MONTH_AFTER.match(text, found.end()))


def _quantity(text: str, found: re.Match[str]) -> Quantity | None:
    span = Span(*found.span())
    if found["date"]:
        if can_be_two_days(found["date"]):
            return None
        try:
            return Quantity(day_in(found["date"]), Kind.DATE, "", span)
        except ValueError:
            return None
    if found["feet"]:
        inches = 12 * Fraction(found["feet"]) + Fraction(found["inches"])
        return Quantity(inches, Kind.DISTANCE, "inches", span)
    period = period_named(found["per"] or found["per2"] or found["per3"] or "")
    if found["money"] or found["sum"]:
        return _money(found, period, span)
    if found["unit"]:
        return _with_unit(found, period, span)
    if words := found["times"] or found["often"]:
        times = _TIMES.get(words.casefold()) or number_in(words.rsplit(maxsplit=1)[0])
        of = period_named(found["per4"] or "")
        return None if times is None else Quantity(times, Kind.COUNT, f"times{of}", span, of)
    if found["share3"] and not CHANGE.search(text, 0, span.start):
        return None
    if found["of_so_many"]:
        part = part_in(found["of_so_many"])
        return None if part is None else Quantity(100 * part, Kind.PERCENTAGE, "%", span)
    if found["time"]:  # "at least half-time"
        part = Fraction(1, 2) if found["time"].casefold().startswith("half") else Fraction(3, 4)
        return Quantity(100 * part, Kind.PERCENTAGE, "%", span)
    if words := found["share"] or found["share2"] or found["share3"]:
        return Quantity(100 * SHARES[words.casefold()], Kind.PERCENTAGE, "%", span)
    if _is_ratio(text, found):
        return None
    number = number_in(found["bare"])
    if _IS_NAME.search(text, 0, found.end()) and _NAME_GOES_ON.match(text, found.end()):
        return None
    if _CITED.match(text, found.end()):
        return None
    if re.fullmatch("00+", found["bare"]):  # the number of the emergency services
        return None
    if number is None:
        return None
    if _BEFORE_A_NAME.search(text, 0, found.start()) and not _is_rank(text, found):
        return None
    if _LEVEL.search(text, 0, found.start()) and _NAMED_SO.match(text, found.end()):
        return None
    return Quantity(number, None, "", span)


def _money(found: re.Match[str], period: str, span: Span) -> Quantity | None:
    words, said = found["money"] or found["sum"], (found["currency"] or "").casefold()
    sign = (found["sign"] or "").strip().casefold()
    if sign == "€" and re.fullmatch(r"\d{1,3}\.\d{3}", words):  # no money has a third decimal
        words = words.replace(".", "")
    number = Fraction(1) if words.casefold() in ("a", "an") else number_in(words)
    if number is None:
        return None
    unit = SIGNS.get(sign) or sign.upper() or currency_named(said)
    times = 1_000 if said == "grand" else 1
    return Quantity(times * number, Kind.MONEY, f"{unit}{period}".strip(), span, period)


def _with_unit(found: re.Match[str], period: str, span: Span) -> Quantity | None:
    said, named = found["number"].casefold(), unit_named(found["unit"])
    is_one = said.split()[-1] in ("a", "an")
    number = (
        _PARTS.get((found["part"] or "").casefold(), Fraction(1)) if is_one else number_in(said)
    )
    if half := _IS_HALF.fullmatch(said):
        number = _MORE[half[1]]
    if number is None or named is None:
        return None
    number += _MORE.get((found["more"] or "").casefold().split(" ")[-1], 0)
    kind, unit = named
    if unit == "fortnights":
        number, unit = 2 * number, "weeks"
    if unit == "decades":
        number, unit = 10 * number, "years"
    sort = (found["sort"] or "").strip().casefold()
    if sort in ("working", "school", "business") and unit == "days":
        unit = f"{sort} {unit}"
    return Quantity(number, kind, f"{unit}{period}", span, period, bool(found["of"]))
