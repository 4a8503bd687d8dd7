"""How well values are found in rules, and in stories, by grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from pydantic import BaseModel, ConfigDict

from e3.drafting.facts import with_facts
from e3.language.en.story_people import YOU
from e3.language.en.told_value import ToldValue
from e3.language.en.told_values import told_values
from e3.language.en.whose_values import family
from e3.policy.comparing import Bound, comparison
from e3.policy.facts import Kind, RuleValue
from e3.policy.policy import Policy, PolicyRule
from e3.policy.units import unit_of
from e3.serialise import from_object

_PERIOD = re.compile(r"\s(?:an?|per)\s\w+$")
_MONEY = {"usd": "dollars", "aud": "dollars", "cad": "dollars", "nzd": "dollars", "$": "dollars"}


@dataclass(frozen=True, slots=True)
class ValueFigures:
    """What is found in the rules of a corpus; shares of the rules with a value."""

    with_value: int
    without: int
    found: float
    right_fact: float
    """Found with the unit that its writer gave it, and joined with the same rules."""
    right_test: float
    """Found, and the same amounts pass."""
    false_of_found: float
    """The share of what is found in rules to which the writer gave no value."""
    false_of_others: float
    """The share of the rules without a value in which one is found."""


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A rule, the value that its writer gave it, and the one that was found."""

    rule: PolicyRule
    wanted: RuleValue | None
    found: RuleValue | None
    same_partners: bool


def found_values(policy: Policy) -> Iterator[FoundValue]:
    """Every rule of a policy with what is found in its question."""
    drafted = with_facts(policy)
    for wanted, found in zip(policy.rules, drafted.rules, strict=True):
        same = _partners(wanted, policy) == _partners(found, drafted)
        yield FoundValue(wanted, wanted.value, found.value, same)


def _partners(rule: PolicyRule, policy: Policy) -> frozenset[str]:
    """The rules that share a fact with a rule."""
    of = rule.value.fact if rule.value else None
    return frozenset(
        other.id for other in policy.rules if other.value is not None and other.value.fact == of
    )


def value_figures(policies: Iterable[Policy]) -> ValueFigures:
    """The figures of a corpus whose rules have values."""
    every = [each for policy in policies for each in found_values(policy)]
    wanted = [each for each in every if each.wanted is not None]
    others = [each for each in every if each.wanted is None]
    found = [each for each in wanted if each.found is not None]
    false = sum(each.found is not None for each in others)
    return ValueFigures(
        with_value=len(wanted),
        without=len(others),
        found=len(found) / max(1, len(wanted)),
        right_fact=sum(map(is_right_fact, wanted)) / max(1, len(wanted)),
        right_test=sum(map(is_right_test, wanted)) / max(1, len(wanted)),
        false_of_found=false / max(1, false + len(found)),
        false_of_others=false / max(1, len(others)),
    )


def is_right_fact(each: FoundValue) -> bool:
    """Whether what is found measures the same, and is shared by the same rules."""
    if each.wanted is None or each.found is None or not each.same_partners:
        return False
    one, other = each.wanted, each.found
    if Kind.DATE in (one.kind, other.kind):
        return one.kind == other.kind or "year" in (one.unit, other.unit)
    if Kind.MONEY in (one.kind, other.kind):
        return one.kind == other.kind
    if Kind.COUNT in (one.kind, other.kind) or Kind.NUMBER == one.kind == other.kind:
        return True  # writers name what is counted in their own words
    return unit_of(_unit(one)).measures == unit_of(_unit(other)).measures


def _unit(value: RuleValue) -> str:
    """The unit without its period, which writers often leave out."""
    unit = _PERIOD.sub("", value.unit)
    if value.kind == Kind.WEIGHT and unit == "pounds":
        return "lb"
    return _MONEY.get(unit.casefold(), unit)


def is_right_test(each: FoundValue) -> bool:
    """Whether the same amounts pass."""
    if each.wanted is None or each.found is None:
        return False
    whole = each.found.kind in (Kind.NUMBER, Kind.COUNT)
    return _bounds(each.wanted, whole) == _bounds(each.found, whole)


def _bounds(value: RuleValue, whole: bool) -> frozenset[tuple[str, Fraction]]:
    """The bounds of a test in the smallest unit; of whole numbers "<= 15" is "< 16"."""
    size = unit_of(_unit(value)).size
    found = set()
    for bound in comparison(value.test, value.kind).bounds:
        sign, at = bound.sign, _number(bound) * size
        if whole and sign in ("<=", ">"):
            sign, at = {"<=": "<", ">": ">="}[sign], at + size
        if whole and sign == "==":
            found |= {(">=", at), ("<", at + size)}
        else:
            found.add((sign, at))
    return frozenset(found)


def _number(bound: Bound) -> Fraction:
    if not isinstance(bound.at, date):
        return bound.at
    # Who was born before 1960-01-01 was born before 1960.
    first_of_year = (bound.at.month, bound.at.day) == (1, 1)
    return Fraction(bound.at.year if first_of_year else bound.at.toordinal())


class StoryItem(BaseModel):
    """A story with one value in it, as somebody wrote it who did not write the grammar."""

    model_config = ConfigDict(extra="forbid")

    story: str
    fact_kind: str
    whose: str
    value: str | int | float | None
    """None where the story tells nothing of that kind of them: "I'm in my sixties"."""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class StoryFigures:
    """What is read from stories; shares of the items that have a value, but for the last."""

    items: int
    found: float
    """With any value of that kind."""
    value_right: float
    whose_right: float
    """With the value right, and whose it is too."""
    wrong: float
    """With the value of the kind taken for somebody else's, or another value for that person."""
    without: int
    """Items of which the story tells nothing."""
    false: float
    """The share of these in which something of that kind is read of that person."""


@dataclass(frozen=True, slots=True)
class ReadItem:
    """An item, and the values of its kind that were read from its story."""

    item: StoryItem
    told: tuple[ToldValue, ...]

    @property
    def value_right(self) -> bool:
        return any(_same_value(each, self.item) for each in self.told)

    @property
    def whose_right(self) -> bool:
        return any(
            _same_value(each, self.item) and _same_person(each, self.item) for each in self.told
        )

    @property
    def wrong(self) -> bool:
        """Whether something else was read; of an item without a value, anything of that person."""
        if self.item.value is None:
            return any(_same_person(each, self.item) for each in self.told)
        return bool(self.told) and not self.whose_right


def story_items(objects: Any) -> list[StoryItem]:
    """The items of a parsed file."""
    return from_object(list[StoryItem], objects)


def read_items(items: Sequence[StoryItem], today: date) -> list[ReadItem]:
    """What the grammar reads from each story."""
    return [
        ReadItem(
            item, tuple(t for t in told_values(item.story, today) if _is_of_kind(t, item.fact_kind))
        )
        for item in items
    ]


def story_figures(read: Sequence[ReadItem]) -> StoryFigures:
    """The figures of some items."""
    told = [each for each in read if each.item.value is not None]
    nothing = [each for each in read if each.item.value is None]
    count = max(1, len(told))
    return StoryFigures(
        items=len(told),
        found=sum(bool(each.told) for each in told) / count,
        value_right=sum(each.value_right for each in told) / count,
        whose_right=sum(each.whose_right for each in told) / count,
        wrong=sum(each.wrong for each in told) / count,
        without=len(nothing),
        false=sum(each.wrong for each in nothing) / max(1, len(nothing)),
    )


def _is_of_kind(told: ToldValue, kind: str) -> bool:
    if told.is_age:
        return kind == "age"
    # Points are counted, and a score is a number of them.
    return told.kind.value == kind or {told.kind.value, kind} == {"count", "number"}


def _same_value(told: ToldValue, item: StoryItem) -> bool:
    wanted = str(item.value).strip()
    if isinstance(told.amount, date):
        return told.amount.isoformat() == wanted
    try:
        number = Fraction(wanted)
    except ValueError:
        return False
    one, other = unit_of(told.unit), unit_of(item.unit or told.unit)
    if item.fact_kind == "money" and not told.unit.startswith(item.unit.split(" ")[0]):
        return told.amount == number  # the currency was not said
    if one.measures != other.measures:
        return told.amount == number and item.fact_kind in ("count", "number", "money")
    assert isinstance(told.amount, Fraction)
    return told.amount * one.size == number * other.size


def _same_person(told: ToldValue, item: StoryItem) -> bool:
    return family(told.whose) == (YOU if item.whose == "person" else family(item.whose.casefold()))
