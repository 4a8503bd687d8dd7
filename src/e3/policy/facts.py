"""What rules compare (facts): what is measured, in what unit, and how a person is asked for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What kind of value a fact has."""

    NUMBER = "number"
    MONEY = "money"
    DATE = "date"
    DURATION = "duration"
    PERCENTAGE = "percentage"
    DISTANCE = "distance"
    WEIGHT = "weight"
    COUNT = "count"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class RuleValue:
    """The quantity that a rule compares: a yes to its question says that the test holds."""

    fact: str
    """What is measured, such as "age"; rules of one policy share it where they mean the same."""
    kind: str
    """Such as "money" or "duration"; see `Kind`."""
    unit: str
    """Of the number in the test; empty where it has none."""
    test: str
    """Such as ">= 60", ">= 16 and < 19", "< 1959-09-22" or "one of British | Irish"."""


@dataclass(frozen=True, slots=True)
class PolicyFact:
    """Something that is asked for once, and that several rules may compare."""

    id: str
    """As the values of rules name it."""
    kind: Kind
    unit: str = ""
    question: str = ""
    """Empty where it is computed."""
    choices: tuple[str, ...] = ()
    since: str | None = None
    """The fact, a date, since which it counts whole units until today: an age since a birth."""


@dataclass(frozen=True, slots=True)
class Value:
    """What somebody says a fact is, as it is written down."""

    text: str
    """A decimal number, a day such as 1959-09-22, or a choice."""
    unit: str = ""
