"""The words and signs for units, currencies and periods (a lexicon)."""

from __future__ import annotations

import re

from e3.policy.facts import Kind

SIGNS = {
    "£": "GBP",
    "€": "EUR",
    "$": "dollars",
    "us$": "USD",
    "a$": "AUD",
    "c$": "CAD",
    "nz$": "NZD",
    "kr": "kr",
    "₹": "INR",
    "rs": "INR",
    "rs.": "INR",
    "r": "ZAR",
}
_CURRENCIES = {
    "pounds?|quid": "GBP",
    "pence|p(?!\\.\\s?m)": "pence",
    "euros?": "EUR",
    "dollars?|bucks": "dollars",
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
    "grand": "",
    "USD|GBP|EUR|AUD|CAD|NZD|CHF|SEK|NOK|DKK|INR|ZAR": "",
}
CURRENCY = "|".join(_CURRENCIES)
_BY_CURRENCY = [(re.compile(words, re.IGNORECASE), unit) for words, unit in _CURRENCIES.items()]

_UNITS: dict[Kind, dict[str, str]] = {
    Kind.DURATION: {
        "seconds": "seconds",
        "minutes?|mins?": "minutes",
        "hours?|hrs?": "hours",
        "days?": "days",
        "nights?": "nights",
        "weeks?|wks?": "weeks",
        "fortnights?": "fortnights",
        "months?": "months",
        "terms?": "terms",
        "years?|yrs?": "years",
        "decades?": "decades",
    },
    Kind.DISTANCE: {
        "millimet(?:re|er)s?|mm": "mm",
        "centimet(?:re|er)s?|cm": "cm",
        "kilomet(?:re|er)s?|kms?": "km",
        "metres?|meters|m": "metres",  # a meter may be one for gas
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
        # "21st" is no weight.
        "stones?|(?<!1)st|(?<=11)st|(?<=\\s)st": "stone",
        "lbs?": "lb",
        "ounces?|oz": "oz",
    },
    Kind.NUMBER: {
        "square met(?:re|er)s|m²|m2|sq\\.? ?m": "square metres",
        "square feet|sq\\.? ?ft|ft²": "square feet",
        "square yards?": "square yards",
        "square kilomet(?:re|er)s?|km²|sq\\.? ?km": "square kilometres",
        "square miles?": "square miles",
        "cubic met(?:re|er)s?|m³|m3": "cubic metres",
        "hectares?": "hectares",
        "acres?": "acres",
        "lit(?:re|er)s?|l": "litres",
        "millilit(?:re|er)s?|ml": "ml",
        "kilowatts?|kw": "kW",
        "watt-hours?|wh": "Wh",
        "watts?|w": "watts",
        "decibels?|db": "dB",
        "mbps": "Mbps",
        "gigabytes?|gb": "GB",
        "megabytes?|mb": "MB",
        "knots?": "knots",
        "joules?": "joules",
        "volts?": "volts",
        "amps?": "amps",
        "kwh": "kWh",
        "lux": "lux",
        "cc": "cc",
        "storeys?": "storeys",
        "°\\s?c|degrees(?: celsius)?|°(?!\\s?f)": "°C",
        "°\\s?f|degrees fahrenheit": "°F",
        "km/h|kph": "km/h",
        "mph": "mph",
        "g/km": "g/km",
        "g/l": "g/l",
        "mg/dl": "mg/dl",
        "mmol/l": "mmol/l",
        "mmol/mol": "mmol/mol",
        "points?": "points",
        "marks?": "marks",
        "credits?": "credits",
        "units?": "units",
    },
    Kind.PERCENTAGE: {"%|per ?cent": "%"},
}
_BY_UNIT = [
    (re.compile(words, re.IGNORECASE), kind, unit)
    for kind, units in _UNITS.items()
    for words, unit in units.items()
]
UNIT = "|".join(sorted((w for units in _UNITS.values() for w in units), key=len, reverse=True))

_PERIODS = {
    "hour": "hour|hr|h",
    "day": "day",
    "night": "night",
    "week": "week|wk|w",
    "fortnight": "fortnight",
    "month": "month|mth|mo|m",
    "quarter": "quarter",
    "term": "term",
    "year": "year|annum|yr|a",
    "person": "person",
}
_EACH = {part: name for name, parts in _PERIODS.items() for part in parts.split("|")}
_LONG = "|".join(sorted((part for part in _EACH if len(part) > 1), key=len, reverse=True))
PERIOD = (
    rf"(?:[\s-](?:an?|per|each|every)[\s-](?:{_LONG})\b|\s?/\s?(?:{_LONG})\b"
    r"|\s?pcm\b|\s(?:p/?[whma]|p\.[whma]\.?)(?!\w)|(?<=\d)p[wma]\b|\s(?:hour|week|month|year)ly\b)"
)
""" "a week", "per month", "/hr", "pw": after money, or a unit."""


def unit_named(word: str) -> tuple[Kind, str] | None:
    """The kind and the unit that a word names: "years"; None where it names none."""
    return next(((k, u) for pattern, k, u in _BY_UNIT if pattern.fullmatch(word)), None)


def currency_named(words: str) -> str:
    """The currency that words name; of "grand" nobody can tell."""
    for pattern, unit in _BY_CURRENCY:
        if pattern.fullmatch(words):
            return unit or ("" if words.casefold() == "grand" else words.upper())
    return words


def period_named(words: str) -> str:
    """ " a week", however it was said; empty where nothing was."""
    found = re.findall(r"[a-z]+", words.casefold())
    if not found:
        return ""
    last = found[-1].removesuffix("ly") if found[-1].endswith("ly") else found[-1]
    each = _EACH.get(last) or _EACH[last[-1]]
    return f" {'an' if each == 'hour' else 'a'} {each}"
