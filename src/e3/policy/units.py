"""Units, and amounts changed from one to another exactly (unit conversion).

Months and days have no fixed ratio, nor have a day and its hours where clocks change: such units
are never changed into each other. Nor is what somebody does a day seven times as much a week: who
works four hours a day may have days off. A unit that is not known here is like none but itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from e3.memory import remembered

_POUND = Fraction("0.45359237")
_FOOT = Fraction("0.3048")

_DAYS = "days"

_SIZES: dict[str, dict[str, Fraction | int]] = {
    "time of the clock": {"seconds": Fraction(1, 60), "minutes": 1, "hours": 60},
    _DAYS: {"days": 1, "weeks": 7},
    "months": {"months": 1, "quarters": 3, "years": 12},
    "length": {
        "mm": Fraction(1, 1000),
        "cm": Fraction(1, 100),
        "metres": 1,
        "km": 1000,
        "inches": _FOOT / 12,
        "feet": _FOOT,
        "yards": 3 * _FOOT,
        "miles": 5280 * _FOOT,
        "nautical miles": 1852,
    },
    "mass": {
        "g": Fraction(1, 1000),
        "kg": 1,
        "tonnes": 1000,
        "oz": _POUND / 16,
        "lb": _POUND,
        "stone": 14 * _POUND,
    },
    "share": {"%": 1},
    "volume": {"ml": Fraction(1, 1000), "litres": 1},
    "area": {"square metres": 1, "hectares": 10_000, "square feet": _FOOT**2},
}

_ALSO = {
    "second": "seconds",
    "minute": "minutes",
    "min": "minutes",
    "hour": "hours",
    "day": "days",
    "week": "weeks",
    "month": "months",
    "quarter": "quarters",
    "year": "years",
    "millimetres": "mm",
    "millimeters": "mm",
    "centimetres": "cm",
    "centimeters": "cm",
    "m": "metres",
    "metre": "metres",
    "meter": "metres",
    "meters": "metres",
    "kilometres": "km",
    "kilometers": "km",
    "kilometre": "km",
    "kms": "km",
    "inch": "inches",
    "foot": "feet",
    "ft": "feet",
    "yard": "yards",
    "mile": "miles",
    "grams": "g",
    "grammes": "g",
    "kilograms": "kg",
    "kilogram": "kg",
    "kilos": "kg",
    "kilo": "kg",
    "tonne": "tonnes",
    "t": "tonnes",
    "ounces": "oz",
    "pounds in weight": "lb",
    "lbs": "lb",
    "percent": "%",
    "per cent": "%",
    "percentage": "%",
    "litre": "litres",
    "liters": "litres",
    "l": "litres",
    "m²": "square metres",
    "m2": "square metres",
    "square meters": "square metres",
    "hectare": "hectares",
    "£": "GBP",
    "pounds": "GBP",
    "pound": "GBP",
    "€": "EUR",
    "euros": "EUR",
    "euro": "EUR",
    "$": "dollars",
    "dollar": "dollars",
}

# "hours a week", "GBP per month", "km/h"
_RATE = re.compile(r"(.+?)(?:\s+(?:an?|per|each|every)\s+|\s*/\s*)(\S.*)")


_LONGEST = 100
"""Characters of a unit with a period."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What a unit measures, and how large it is."""

    measures: str
    size: Fraction


@remembered
def unit_of(name: str) -> Unit:
    """The unit with a name, in any of its spellings."""
    written = " ".join(name.split())
    if len(written) <= _LONGEST and (found := _RATE.fullmatch(written)):
        of, period = unit_of(found[1]), unit_of(found[2])
        if period.measures == _DAYS:
            each = "day" if period.size == 1 else "week"
            return Unit(f"{of.measures} per {each}", of.size)
        return Unit(f"{of.measures} per {period.measures}", of.size / period.size)
    known = _ALSO.get(written.casefold(), written)
    for measures, sizes in _SIZES.items():
        if (size := sizes.get(known.casefold())) is not None:
            return Unit(measures, Fraction(size))
    return Unit(known.casefold(), Fraction(1))


def are_alike(one: str, other: str) -> bool:
    """Whether amounts in one unit can be changed to the other."""
    return unit_of(one).measures == unit_of(other).measures


def changed(amount: Fraction, *, unit: str, to: str) -> Fraction:
    """An amount in another unit, exactly; raises ValueError where they measure different things."""
    if not are_alike(unit, to):
        raise ValueError(f"{unit or 'a plain number'} can't be changed to {to or 'a plain number'}")
    return amount * unit_of(unit).size / unit_of(to).size


def other_units(unit: str) -> tuple[str, ...]:
    """The units that a person may answer in instead, the smallest first."""
    for sizes in _SIZES.values():
        if _ALSO.get(unit.casefold(), unit.casefold()) in sizes:
            return tuple(sorted(sizes, key=lambda name: Fraction(sizes[name])))
    return ()
