"""How a value is to be written, with an example as the reader's own country writes it."""

from __future__ import annotations

from datetime import date

from babel import Locale, UnknownLocaleError
from babel.dates import format_date
from babel.numbers import format_decimal

from e3.language.en.said_values import unit_in_words
from e3.policy.facts import Kind, PolicyFact

_DAY = date(1984, 3, 27)
_MOST_LANGUAGES = 10


def hint(fact: PolicyFact, languages: str) -> str:
    """A sentence for a reader with these languages (an Accept-Language header)."""
    locale = _locale(languages)
    named = f", as in {locale.display_name}" if locale.language != "en" or locale.territory else ""
    if fact.kind is Kind.DATE:
        return f"A whole day, for example {format_date(_DAY, 'long', locale=locale)}{named}."
    if fact.kind is Kind.CHOICE:
        return "Choose one."
    if fact.kind is Kind.COUNT:
        return "A whole number, in figures."
    if fact.kind is Kind.NUMBER and fact.unit == "years":
        return "In whole years, in figures."
    unit = f" in {unit_in_words(fact.unit)}" if fact.unit else ""
    # A browser's input for numbers takes no sign between thousands.
    example = format_decimal(1234.5, locale=locale, group_separator=False)
    return f"A number{unit}, for example {example}{named}."


def _locale(languages: str) -> Locale:
    """The first of the reader's languages that is known, else English."""
    wanted = []
    for part in languages.split(",")[:_MOST_LANGUAGES]:
        name, _, weight = part.strip().partition(";q=")
        wanted.append((_weight(weight), name.strip()))
    for _, name in sorted(wanted, key=lambda each: -each[0]):
        try:
            return Locale.parse(name, sep="-")
        except (UnknownLocaleError, ValueError, TypeError):
            continue
    return Locale("en")


def _weight(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0
