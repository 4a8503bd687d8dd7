"""What a story counts in other words than figures: "no children", "her 80th", "the third floor"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from e3.language.en.numbers import ORDINAL, number_in
from e3.language.en.story_people import YOU
from e3.policy.facts import Kind


@dataclass(frozen=True, slots=True)
class Counted:
    """A number that a clause tells, and where."""

    at: int
    amount: Fraction
    kind: Kind
    unit: str
    whose: str | None = None
    """Of whom, where its own words say so."""
    is_age: bool = False


_NONE_OF = re.compile(
    r"(?:^|\b(?:have|has|got|had|with|[’']ve)\s(?:got\s)?)no\s"
    r"(children|kids|dependants|dependents|pets|points|convictions|employees|savings|income|debts)\b",
    re.IGNORECASE,
)
_FLOOR = re.compile(rf"\bon the ({ORDINAL}) floor\b", re.IGNORECASE)
_TWICE = re.compile(
    r"(?<!more than )(?<!at least )\btwice(?=$|[.,;!?]|\s(?:this|in|since|before|already"
    r"|now|and|but)\b)",
    re.IGNORECASE,
)
_CHILD = r"(?:girls?|boys?|sons?|daughters?)"
_CHILDREN = re.compile(rf"\b(\w+)\s{_CHILD}\s(?:and|plus)\s(\w+)\s{_CHILD}\b", re.IGNORECASE)
_BIRTHDAY = re.compile(
    rf"\b(?:had|celebrated|marked)\s(?P<who>my|her|his|their)\s(?P<age>{ORDINAL})\b(?!\schild|\sbaby)"
    rf"|\b(?P<who2>my|her|his|their)\s(?P<age2>{ORDINAL})(?:\sbirthday)?\swas\b",
    re.IGNORECASE,
)


def counted(clause: str) -> Iterator[Counted]:
    """The numbers that a clause tells in other words."""
    yield from _birthdays(clause)
    for floor in _FLOOR.finditer(clause):
        if (number := number_in(floor[1])) is not None:
            yield Counted(floor.start(), number, Kind.NUMBER, "")
    if many := _CHILDREN.search(clause):
        each = [1 if word in ("a", "an") else number_in(word) for word in many.groups()]
        if each[0] and each[1]:
            yield Counted(many.start(), Fraction(each[0] + each[1]), Kind.COUNT, "children")
    if twice := _TWICE.search(clause):
        yield Counted(twice.start(), Fraction(2), Kind.COUNT, "times")
    if none := _NONE_OF.search(clause):
        what = none[1].casefold()
        is_money = what in ("savings", "income")
        kind, unit = (Kind.MONEY, "") if is_money else (Kind.COUNT, what)
        yield Counted(none.start(), Fraction(0), kind, unit)


def are_children(clause: str, place: int) -> bool:
    """Whether children are counted from a place on: "two girls and a boy"."""
    return bool(_CHILDREN.match(clause, place))


def _birthdays(clause: str) -> Iterator[Counted]:
    """ "Mum had her 80th last month"."""
    for born in _BIRTHDAY.finditer(clause):
        whose = YOU if (born["who"] or born["who2"]).casefold() == "my" else None
        if (age := number_in(born["age"] or born["age2"])) is not None:
            yield Counted(born.start(), age, Kind.NUMBER, "years", whose, is_age=True)
