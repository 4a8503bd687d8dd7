"""Values as they are compared (measurement): exact numbers, days and choices."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Mapping
from datetime import date, timedelta
from fractions import Fraction

from e3.errors import BadInput
from e3.policy.facts import Kind, PolicyFact, Value
from e3.policy.units import are_alike, changed

Amount = Fraction | date | str
"""A number, a day or a choice; two of one fact are of one type."""

# No exponents: "1e400" is no number that anybody says of themselves.
_NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,6})?", re.ASCII)
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_MAY_BE_BELOW_ZERO = (Kind.MONEY, Kind.NUMBER, Kind.PERCENTAGE)


_A_YEAR = 1000
"""Who answers so many years was asked how old somebody is, and said when they were born."""


class BadValue(BadInput):
    """A value that a fact can't have."""

    def __init__(self, sentence: str, place: int = 0) -> None:
        super().__init__(sentence)
        self.place = place
        """Among values that were given together."""


def read_number(text: str) -> Fraction:
    """The number that a text is; raises ValueError."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{_shown(text)} is no number: write it in figures, such as 60 or 12.50")
    return Fraction(text)


def read_day(text: str) -> date:
    """The day that a text is; raises ValueError, also for a day that no calendar has."""
    if not _DAY.fullmatch(text):
        raise ValueError(
            f"{_shown(text)} is no day: write it as year-month-day, such as 1959-09-22"
        )
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"there is no day {text}") from None


def _shown(text: str) -> str:
    return repr(text[:40]) if text else "an empty answer"


def written(amount: Amount) -> str:
    """An amount as the text of a value has it; a number that has no end, to six decimals."""
    match amount:
        case Fraction():
            sign, digits = "-" if amount < 0 else "", f"{round(abs(amount) * 10**6):07}"
            return f"{sign}{digits[:-6]}.{digits[-6:]}".rstrip("0").rstrip(".")
        case date():
            return amount.isoformat()
    return amount


def is_age(fact: PolicyFact) -> bool:
    """Whether it says how old somebody or something is."""
    return fact.kind is Kind.NUMBER and are_alike(fact.unit, "years")


def is_whole(fact: PolicyFact) -> bool:
    """Whether only whole numbers of its unit can be said of a fact."""
    return is_age(fact) or fact.kind is Kind.COUNT or fact.since is not None


def may_be_below_zero(fact: PolicyFact) -> bool:
    """Whether it can be less than nothing, as a debt can."""
    return fact.kind in _MAY_BE_BELOW_ZERO and not is_age(fact)


def amount_of(fact: PolicyFact, value: Value) -> Amount:
    """A value in the unit of its fact; raises BadValue with what is wrong."""
    try:
        return _amount(fact, value)
    except ValueError as error:
        raise BadValue(str(error)) from None


def _amount(fact: PolicyFact, value: Value) -> Amount:
    if fact.kind is Kind.CHOICE:
        if value.text not in fact.choices:
            raise ValueError(f"{_shown(value.text)} is none of {', '.join(fact.choices)}")
        return value.text
    if fact.kind is Kind.DATE:
        return read_day(value.text)
    number = read_number(value.text)
    if number < 0 and not may_be_below_zero(fact):
        raise ValueError(f"{value.text} is below zero, which this can't be")
    if is_whole(fact) and number.denominator != 1:
        raise ValueError(f"{value.text} is no whole number")
    amount = changed(number, unit=value.unit or fact.unit, to=fact.unit)
    if is_age(fact) and amount >= _A_YEAR:
        raise ValueError(f"{value.text} is a year and no age: give how many years")
    # Who is 723 months old is 60, and not over 60.
    return Fraction(amount // 1) if is_whole(fact) else amount


def whole_units(since: date, until: date, unit: str) -> Fraction:
    """How many whole days, weeks, months or years lie between two days.

    Somebody born on 29 February is a year older on 1 March, where there is no 29th.
    """
    days = (until - since).days
    months = 12 * (until.year - since.year) + until.month - since.month
    months -= until.day < since.day
    match unit:
        case "days":
            return Fraction(days)
        case "weeks":
            return Fraction(days // 7)
        case "months":
            return Fraction(months)
        case "years":
            return Fraction(months // 12)
    raise ValueError(f"time is not counted in {unit or 'a plain number'} since a day")


def elapsed(since: date, until: date, unit: str) -> Fraction:
    """The whole units that lie between two days, and a half where days are left over.

    Who did something six years and a day ago did it more than six years ago.
    """
    whole = whole_units(since, until, unit)
    if unit == "days":
        return whole
    just_now = whole_units(since, until - timedelta(days=1), unit) < whole
    return (
        whole if just_now or since == last_day(int(whole), until, unit) else whole + Fraction(1, 2)
    )


def last_day(units: int, until: date, unit: str) -> date:
    """The last day since which so many whole units lie before another; the inverse of the above.

    Raises ValueError where no calendar goes back so far.
    """
    try:
        if unit in ("days", "weeks"):
            return until - timedelta(days=units * (7 if unit == "weeks" else 1))
        months = 12 * until.year + until.month - 1 - units * (12 if unit == "years" else 1)
        year, month = divmod(months, 12)
        return date(year, month + 1, min(until.day, monthrange(year, month + 1)[1]))
    except OverflowError:
        raise ValueError(f"no calendar goes back {units} {unit}") from None


def computed(
    facts: Mapping[str, PolicyFact], told: str, amount: Amount, today: date
) -> Mapping[str, Amount]:
    """The amount of a fact that was told, and of all that are computed from it."""
    found = {told: amount}
    for fact in facts.values():
        if fact.since == told:
            assert isinstance(amount, date)
            # An age is a number of whole years.
            count = elapsed if fact.kind is Kind.DURATION else whole_units
            found[fact.id] = count(amount, today, fact.unit)
    return found
