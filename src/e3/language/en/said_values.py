"""Values as they are said to a person."""

from __future__ import annotations

from e3.harmless import one_line
from e3.language.en.dates import in_words
from e3.policy.amounts import read_day
from e3.policy.facts import Value

_SIGNS = {"GBP": "£", "£": "£", "EUR": "€", "€": "€", "USD": "$", "dollars": "$", "$": "$"}
_CLOSE = ("%",)


def fact_name(id: str) -> str:
    """What a fact is called at the beginning of a line."""
    line = one_line(id)
    return f"{line[:1].upper()}{line[1:]}"


def value_in_words(value: Value) -> str:
    """A value with its unit: "63 years", "£125 a week", "22 September 1959"."""
    text = one_line(value.text)
    try:
        return in_words(read_day(text))
    except ValueError:
        pass
    unit, _, period = value.unit.partition(" ")
    if sign := _SIGNS.get(unit):
        _, dot, part = text.partition(".")
        text = f"{text}0" if dot and len(part) == 1 else text  # £12.50
        return f"{sign}{_grouped(text)}{' ' if period else ''}{period}"
    if value.unit in _CLOSE:
        return f"{text}{value.unit}"
    return f"{_grouped(text)} {_one_of(value.unit, text)}".strip()


def unit_in_words(unit: str) -> str:
    """A unit with the sign of its money, in one line: "£ a week"."""
    money, space, period = one_line(unit).partition(" ")
    return f"{_SIGNS.get(money, money)}{space}{period}"


def _grouped(text: str) -> str:
    whole, dot, rest = text.partition(".")
    return f"{int(whole):,}{dot}{rest}" if whole.isascii() and whole.isdigit() else text


def _one_of(unit: str, text: str) -> str:
    """A unit after "1" without its s."""
    first, _, rest = unit.partition(" ")
    one = text == "1" and first.endswith("s") and len(first) > 3
    return f"{first.removesuffix('s') if one else first} {rest}".strip()
