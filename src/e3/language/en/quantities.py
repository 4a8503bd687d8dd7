"""Quantities in a text (information extraction): amounts of money, of time, of length and so on.

By grammar alone. A list of unit names is all that is wanted from a library of units, and those that
we looked at take a month for 30.44 days; see docs/concepts.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from e3.language.en.dates import DATE, MONTH_NAME, day_in
from e3.language.en.numbers import NUMBER, SHARES, number_in
from e3.policy.amounts import Amount
from e3.policy.facts import Kind
from e3.policy.units import changed
from e3.text import Span

_CURRENCIES = {
    "£": "GBP",
    "€": "EUR",
    "$": "dollars",
    "us$": "USD",
    "a$": "AUD",
    "c$": "CAD",
    "nz$": "NZD",
    "kr": "kr",
    "₹": "INR",
    "r": "ZAR",
}
_CURRENCY_WORDS = {
    "pounds?": "GBP",
    "pence": "pence",
    "euros?": "EUR",
    "dollars?": "dollars",
    "cents?": "cents",
    "kr(?:onor|oner|ona|one)?": "kr",
    "dinars?": "dinars",
    "francs?": "francs",
    "crowns?": "crowns",
    "rupees?": "INR",
    "rand": "ZAR",
    "shillings?": "shillings",
    "yen": "JPY",
    "lira": "lira",
    "pesos?": "pesos",
    "USD|GBP|EUR|AUD|CAD|NZD|CHF|SEK|NOK|DKK|INR|ZAR": "",
}
_UNITS: dict[Kind, dict[str, str]] = {
    Kind.DURATION: {
        "seconds": "seconds",
        "minutes?|mins?": "minutes",
        "hours?|hrs?": "hours",
        "days?": "days",
        "nights?": "nights",
        "weeks?": "weeks",
        "fortnights?": "fortnights",
        "months?": "months",
        "terms?": "terms",
        "years?|yrs?": "years",
    },
    Kind.DISTANCE: {
        "millimet(?:re|er)s?|mm": "mm",
        "centimet(?:re|er)s?|cm": "cm",
        "kilomet(?:re|er)s?|kms?": "km",
        "met(?:re|er)s?|m": "metres",
        "inch(?:es)?": "inches",
        "f(?:ee|oo)t|ft": "feet",
        "yards?": "yards",
        "nautical miles?": "nautical miles",
        "miles?": "miles",
    },
    Kind.WEIGHT: {
        "kilo(?:gram(?:me)?)?s?|kgs?": "kg",
        "gram(?:me)?s?|g": "g",
        "tonnes?|tons?|t": "tonnes",
        "stones?|st": "stone",
        "lbs?": "lb",
        "ounces?|oz": "oz",
    },
    Kind.NUMBER: {
        "square met(?:re|er)s|m²|sq ?m": "square metres",
        "square feet|sq ?ft": "square feet",
        "cubic met(?:re|er)s?|m³": "cubic metres",
        "hectares?": "hectares",
        "acres?": "acres",
        "lit(?:re|er)s?|l": "litres",
        "millilit(?:re|er)s?|ml": "ml",
        "kilowatts?|kw": "kW",
        "watt-hours?|wh": "Wh",
        "watts?|w": "watts",
        "decibels?|db": "dB",
        "mbps": "Mbps",
        "°\\s?c|degrees(?: celsius)?|°": "°C",
        "°\\s?f|degrees fahrenheit": "°F",
        "km/h|kph": "km/h",
        "mph": "mph",
        "points?": "points",
        "marks?": "marks",
        "credits?": "credits",
        "units?": "units",
    },
    Kind.PERCENTAGE: {"%|per ?cent": "%"},
}
_BY_UNIT = [
    (re.compile(pattern, re.IGNORECASE), kind, unit)
    for kind, units in _UNITS.items()
    for pattern, unit in units.items()
]
_UNIT = "|".join(sorted((p for units in _UNITS.values() for p in units), key=len, reverse=True))
_WORKING = r"(?:full|whole|complete|calendar|consecutive|clear|continuous|working|school|business)"
"""What a day or a year may be; days of work are no days."""
_PERIOD = (
    r"(?:\s(?:an?|per|each|every)\s(?:hour|day|night|week|month|term|year|person)"
    r"|/(?:week|month|year))"
)
_QUANTITY = re.compile(
    rf"(?P<date>\b{DATE})"
    rf"|(?<![\w$])(?P<sign>US\$|A\$|C\$|NZ\$|[£€$₹]|kr\s?|(?:NOK|SEK|DKK|CHF|USD|GBP|EUR)\s|R(?=\d))(?P<money>{NUMBER})(?P<per>{_PERIOD})?"
    rf"|(?<![\w.,/:-])(?P<stones>{NUMBER})\s?(?:stone|st)\s(?P<pounds>{NUMBER})\s?(?:pounds|lbs?)\b"
    rf"|(?<![\w.,/:-])(?P<feet>{NUMBER})\s?(?:feet|foot|ft)\s(?P<inches>{NUMBER})\s?(?:inches|in)\b"
    rf"|(?<![\w.,/:-])(?P<sum>{NUMBER})\s(?P<currency>{'|'.join(_CURRENCY_WORDS)})\b(?P<per2>{_PERIOD})?"
    rf"|(?<![\w.,/:-])(?P<number>{NUMBER}|\ban?(?=\s(?:full\s|whole\s|calendar\s)?(?:{_UNIT})\b)|half\san?)"
    rf"(?:\s|-)?(?P<sort>{_WORKING}\s)*(?P<unit>{_UNIT})(?:(?<=\W)|\b)(?P<of>[’']s?)?(?P<per3>{_PERIOD})?"
    rf"|\b(?P<share>{'|'.join(SHARES)})(?=\s(?:of|or)\b)"
    rf"|(?<![\w.,/:-])(?P<bare>{NUMBER})(?![\w/:]|[.,]\d)",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\s?(?:[ap]\.?m\b|o[’']clock|noon|midnight)", re.IGNORECASE)
_BEFORE_A_NAME = re.compile(
    r"(?:\b(?:form|batch|ward|type|class|zone|article|section|line|platform|appendix"
    r"|part|room|band|group|chapter|schedule|step|route|category|tier|stage)\s|[#№])$",
    re.IGNORECASE,
)
_MONTH_BEFORE = re.compile(rf"\b{MONTH_NAME}\s$", re.IGNORECASE)
_MONTH_AFTER = re.compile(rf"(?:st|nd|rd|th)?(?:\sof)?\s{MONTH_NAME}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount, of what kind and in what unit, and where it stands."""

    amount: Amount
    kind: Kind | None
    """None of a bare number: what it counts stands elsewhere."""
    unit: str
    span: Span
    period: str = ""
    """Such as "a week"; part of the unit."""
    is_genitive: bool = False
    """Whether it is like "two weeks'": two weeks' notice."""


def unit_named(word: str) -> tuple[Kind, str] | None:
    """The kind and the unit that a word names: "years"; None where it names none."""
    return next(((k, u) for pattern, k, u in _BY_UNIT if pattern.fullmatch(word)), None)


def quantities(text: str) -> Iterator[Quantity]:
    """The quantities of a text, in order; times of the day and days without a year are none."""
    for found in _QUANTITY.finditer(text):
        if _CLOCK.match(text, found.end()) or _is_part_of_a_day(text, found):
            continue
        if (quantity := _quantity(text, found)) is not None:
            yield quantity


def _is_part_of_a_day(text: str, found: re.Match[str]) -> bool:
    if found["date"]:
        return False
    before = bool(_MONTH_BEFORE.search(text, 0, found.start()))
    return before or bool(_MONTH_AFTER.match(text, found.end()))


def _quantity(text: str, found: re.Match[str]) -> Quantity | None:
    span = Span(*found.span())
    if found["date"]:
        try:
            return Quantity(day_in(found["date"]), Kind.DATE, "", span)
        except ValueError:
            return None
    if found["stones"]:
        pounds = _two(found["stones"], "stone", found["pounds"], "lb")
        return None if pounds is None else Quantity(pounds, Kind.WEIGHT, "lb", span)
    if found["feet"]:
        inches = _two(found["feet"], "feet", found["inches"], "inches")
        return None if inches is None else Quantity(inches, Kind.DISTANCE, "inches", span)
    period = _period(found["per"] or found["per2"] or found["per3"] or "")
    if words := found["money"] or found["sum"]:
        number = number_in(words)
        sign = (found["sign"] or "").strip().casefold()
        unit = _CURRENCIES.get(sign) or sign.upper() or _currency(found["currency"] or "")
        if number is None:
            return None
        return Quantity(number, Kind.MONEY, f"{unit}{period}", span, period)
    if words := found["unit"]:
        return _with_unit(found, words, period, span)
    if words := found["share"]:
        return Quantity(100 * SHARES[words.casefold()], Kind.PERCENTAGE, "%", span)
    number = number_in(found["bare"])
    if number is None or _BEFORE_A_NAME.search(text, 0, found.start()):
        return None
    return Quantity(number, None, "", span)


def _two(one: str, unit: str, other: str, small: str) -> Fraction | None:
    """An amount in two units, in the smaller one: "7 stone 12 pounds"."""
    large, rest = number_in(one), number_in(other)
    if large is None or rest is None:
        return None
    return changed(large, unit=unit, to=small) + rest


def _with_unit(found: re.Match[str], words: str, period: str, span: Span) -> Quantity | None:
    said = found["number"].casefold()
    number = Fraction(1, 2) if said.startswith("half") else number_in(said)
    if said in ("a", "an"):
        number = Fraction(1)
    if number is None:
        return None
    kind, unit = next((k, u) for pattern, k, u in _BY_UNIT if pattern.fullmatch(words))
    if unit == "fortnights":
        number, unit = 2 * number, "weeks"
    sort = (found["sort"] or "").strip().casefold()
    if sort in ("working", "school", "business") and unit == "days":
        unit = f"{sort} {unit}"
    return Quantity(number, kind, f"{unit}{period}", span, period, bool(found["of"]))


def _currency(words: str) -> str:
    for pattern, unit in _CURRENCY_WORDS.items():
        if re.fullmatch(pattern, words, re.IGNORECASE):
            return unit or words.upper()
    return words


def _period(words: str) -> str:
    """ " a week", however it was said."""
    words = words.replace("/", " a ").strip()
    if not words:
        return ""
    each = words.split()[-1]
    return f" {'an' if each == 'hour' else 'a'} {each}"
