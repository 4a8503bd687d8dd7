"""Values as a person types them: "63", "sixty-three", "7 stone 12 pounds", "1 May 1960"."""

from __future__ import annotations

import re

from e3.language.en.dates import can_be_two_days, day_in
from e3.language.en.numbers import WORDS
from e3.language.en.quantities import quantities
from e3.language.en.unit_words import PERIOD, period_named
from e3.policy.amounts import BadValue, written
from e3.policy.facts import Kind, PolicyFact, Value
from e3.text import Span

_HEDGED = re.compile(
    r"^(?:about|around|roughly|approximately|approx\.?|nearly|almost|maybe|perhaps|circa|ca?\.|~"
    r"|(?:over|under|above|below|more than|less than|at least|at most|up to|between)\b"
    r"|(?:in (?:my|his|her|their) )?(?:early |mid-?\s?|late )?"
    r"(?:\d0s|(?:twen|thir|for|fif|six|seven|eigh|nine)ties)$)"
    rf"|(?:\d|\b{WORDS})[\s-]?ish\b|\b(?:or so|more or less|give or take)\b"
    r"|\d\s?\+$|^[£€$]?\d[\d,.]*\s?(?:[-–]|to\b|or\b)\s?[£€$]?\d[\d,.]*(?![\d,.-])"
    rf"|^{WORDS}\s(?:to|or)\s{WORDS}\b",
    re.IGNORECASE,
)
_RATHER_NOT = re.compile(
    r"(?:i[’']?d |i would )?(?:rather|prefer) not(?: to)?(?: say)?", re.IGNORECASE
)
_SAID_WITH = re.compile(r"^(?:i[’']m|i am|aged)\s|\s(?:years )?old$", re.IGNORECASE)
# As half of Europe writes it: 1.234,50 and 12,5.
_COMMA = re.compile(
    r"(?P<sign>-?[£€$]?\s?)(?:(?P<whole>\d{1,3}(?:[. ]\d{3})+|\d+),(?P<part>\d{1,2})"
    r"|(?P<spaced>\d{1,3}(?: \d{3})+))(?P<unit>\s?[a-zA-Z€£$%²]*(?:\s[a-zA-Z ]+)?)",
    re.ASCII,
)
_THOUSAND = re.compile(r"[£€$]?\d{1,3}\.\d{3}", re.ASCII)
"""Of a pound and a bit, or of a thousand where a point parts thousands: no money has mills."""
_NOTHING = ("none", "nothing", "nil")
_SIGN_LAST = re.compile(r"^([\d.,]+)\s?([£€$])", re.ASCII)
_SIGN_APART = re.compile(r"^(-?[£€$])\s(?=\d)")
_EACH_PERIOD = re.compile(rf"{PERIOD}$", re.IGNORECASE)
_LONGEST = 200
"""Characters; what is longer is a story."""
_DOLLARS = ("dollars", "USD", "AUD", "CAD", "NZD")
_MINUS = re.compile(r"^(?:-|−|minus )\s?(?=\S)", re.IGNORECASE)


def is_hedged(text: str) -> bool:
    """Whether somebody says about how much it is, or that they would rather not say."""
    said = text.strip()
    return bool(_HEDGED.search(said) or _RATHER_NOT.fullmatch(said))


def typed_value(text: str, fact: PolicyFact) -> Value:
    """The value that a text is; raises BadValue with what to type instead."""
    if len(text) > _LONGEST:
        raise BadValue(f"{text[:40]!r} and what follows is no {_wanted(fact)}: it is too long")
    said = " ".join(text.split())
    if fact.kind is Kind.CHOICE:
        return _choice(said, fact)
    if fact.kind is Kind.DATE:
        return _day(said)
    return _number(said, fact)


def _choice(said: str, fact: PolicyFact) -> Value:
    if said.isascii() and said.isdecimal() and 0 < int(said) <= len(fact.choices):
        return Value(fact.choices[int(said) - 1])
    for choice in fact.choices:
        if choice.casefold() == said.casefold():
            return Value(choice)
    raise BadValue(f"type one of {', '.join(fact.choices)}")


def _day(said: str) -> Value:
    if can_be_two_days(said):
        raise BadValue(f"{said} can be two days: write the month as a word, such as 27 March 1984")
    try:
        return Value(day_in(said).isoformat())
    except ValueError as error:
        why = str(error) if "there is no day" in str(error) else f"{said[:40]!r} is no day"
        raise BadValue(f"{why}: type it like 27 March 1984 or 1984-03-27") from None


def _number(said: str, fact: PolicyFact) -> Value:
    wanted = f"{said[:40]!r} is no {_wanted(fact)}: type it like {_example(fact)}"
    plain = _plain(_SAID_WITH.sub("", said), fact)
    if fact.kind is Kind.MONEY and _THOUSAND.fullmatch(plain):
        raise BadValue(f"{said[:40]} can be two amounts: type it like 1234 or 1.23")
    if comma := _COMMA.fullmatch(plain):
        whole = re.sub(r"[. ]", "", comma["whole"] or comma["spaced"])
        part = f".{comma['part']}" if comma["part"] else ""
        plain = f"{comma['sign'].rstrip()}{whole}{part}{comma['unit']}"
    if fact.kind in (Kind.COUNT, Kind.MONEY) and said.casefold() in _NOTHING:
        return Value("0")
    minus = _MINUS.match(plain)
    plain = _MINUS.sub("", plain)
    found = list(quantities(plain))
    if len(found) != 1 or found[0].span != Span(0, len(plain)) or found[0].kind is Kind.DATE:
        raise BadValue(wanted)
    amount = found[0].amount
    assert not isinstance(amount, str)
    number = written(amount)
    unit = found[0].unit
    if unit == "GBP" and fact.kind is Kind.WEIGHT and "£" not in plain:
        unit = "lb"
    if fact.kind is Kind.MONEY and unit in ("GBP", "EUR", "dollars"):
        any_currency = fact.unit.partition(" ")[0] in ("", "a", "an", "per")
        same = fact.unit.startswith(_DOLLARS if unit == "dollars" else unit)
        unit = "" if any_currency or same else unit
    return Value(f"-{number}" if minus else number, unit)


def _plain(said: str, fact: PolicyFact) -> str:
    """As quantities are found: "300£" is "£300", "2 children" is 2 where children are counted."""
    if fact.kind is Kind.MONEY:
        said = _SIGN_LAST.sub(r"\2\1", _SIGN_APART.sub(r"\1", said))
        found = _EACH_PERIOD.search(said)
        if found and found[0].strip() and fact.unit.endswith(period_named(found[0])):
            said = said[: found.start()]
    elif fact.kind is Kind.COUNT and fact.unit:
        thing, _, each = fact.unit.partition(" a ")
        counted = re.fullmatch(rf"(.+?)\s{re.escape(thing.removesuffix('s'))}s?", said, re.I)
        said = counted[1] if counted and not each else said
    return said


def _wanted(fact: PolicyFact) -> str:
    of = f" in {fact.unit}" if fact.unit and fact.kind is not Kind.COUNT else ""
    return f"{'amount' if fact.kind is Kind.MONEY else 'number'}{of}"


def _example(fact: PolicyFact) -> str:
    return "1250.50" if fact.kind is Kind.MONEY else "12"
