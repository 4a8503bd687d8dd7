"""The values that a clause of a story tells, after what the story has told before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from e3.language.en import hedges, told_again, told_beside, told_counts
from e3.language.en.dates import DATE
from e3.language.en.quantities import quantities
from e3.language.en.story_people import RELATION, YOU, Subjects
from e3.language.en.told_ages import aged, is_age, is_now, years_now
from e3.language.en.told_amounts import measured
from e3.language.en.told_days import named_days
from e3.language.en.told_value import ToldValue
from e3.language.en.value_owners import day_owner, owner
from e3.language.en.whole_quantities import Quantity
from e3.policy.facts import Kind
from e3.text import Span

_YEAR = re.compile(r"\b(since|in|back in|from)\s((?:19|20)\d\d)\b(?!\s?[-/])", re.IGNORECASE)
_WITH_ME = re.compile(
    rf"\b({RELATION})\sand\s(?:i|me)\b|\b(?:i|me)\sand\s(?:my|the)\s({RELATION})\b", re.IGNORECASE
)
_SINCE = re.compile(r"\bsince\s$", re.IGNORECASE)
_HAS_A = re.compile(r"\b(?:send|post|carry|bring|ship|take|move)\san?\s$", re.IGNORECASE)
_IS_IT = re.compile(r"^(?:is|are|would|does|do|will)\s$", re.IGNORECASE)  # "Is 20 kg the limit?"
_BUILT = re.compile(
    r"\b(house|flat|home|bungalow|apartment|cottage|place)\s(?:was|were)\s(?:\w+\s)?"
    r"(?:built|converted|sold|bought|extended)\b",
    re.IGNORECASE,
)
# "I've a GPA of 2.9 and my roommate has 3.7"
_ALSO_SCORED = re.compile(
    r"\b(?:has|had|got|gets|is|was|only|off|took|takes|managed)\s(?:an?\s)?$", re.IGNORECASE
)
_GENITIVE = re.compile(
    rf"\b(?P<who>{RELATION}|(?-i:[A-Z][a-z]+))[’']s\s(?:own\s)?(?:is|was)\s(?:only\s)?$",
    re.IGNORECASE,
)


_SAID_ANEW = (
    Kind.MONEY,
    Kind.NUMBER,
    Kind.WEIGHT,
    Kind.PERCENTAGE,
    Kind.COUNT,
    Kind.DISTANCE,
)
"""What may be told a second time, without its unit."""
_NEAR = 8
"""Letters between two clauses that follow each other."""
_HEARD = 20
"""Values that another may be told by: older ones nobody has in mind."""


def _known(told: ToldValue) -> told_beside.Known:
    assert isinstance(told.amount, Fraction)
    return told_beside.Known(told.amount, told.kind, told.unit, told.whose, told.is_age)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a story, and whom it speaks of."""

    text: str
    span: Span
    subjects: Subjects
    today: date
    told: Sequence[ToldValue]
    """What the story has told until then."""
    before: str
    """What the story has said until then."""

    def values(self) -> Iterator[ToldValue]:
        """The values that the clause tells."""
        yield from self._amounts()
        yield from self._days()
        for counted in told_counts.counted(self.text):
            whose = counted.whose or self.subjects.at(counted.at)
            yield ToldValue(
                counted.amount,
                counted.kind,
                counted.unit,
                whose,
                self.span,
                is_age=counted.is_age,
            )

    def _amounts(self) -> Iterator[ToldValue]:
        every = list(quantities(self.text))
        told: ToldValue | None = None
        last = self.told[-1] if self.told else None
        end = 0
        for place, quantity in enumerate(every):
            before, after = self._around(quantity)
            if last is not None and self._corrects(quantity, last, before[end:] if end else before):
                unit = quantity.unit or last.unit
                told = replace(
                    last, amount=quantity.amount, unit=unit, words=self.span, is_corrected=True
                )
            elif hedges.is_hedged(before, after) or hedges.is_in_a_range(self.text, every, place):
                told = None
            elif told is not None and told.is_age and self._goes_on(every[place - 1], quantity):
                told = replace(told, amount=quantity.amount)
            else:
                told = self._told(quantity, last, end)
            if told is not None:
                last, end = told, quantity.span.end
                yield from self._of_both(told, before)
        if last is not None and self._is_near(last):
            yield from self._by_words(last, end)

    def _corrects(self, quantity: Quantity, last: ToldValue, between: str) -> bool:
        """Whether a number is said in place of the one that was told last."""
        same = quantity.kind in (None, last.kind) or (last.is_age and quantity.unit == last.unit)
        return same and self._is_near(last) and told_again.corrects(between)

    def _around(self, quantity: Quantity) -> tuple[str, str]:
        return self.text[: quantity.span.start], self.text[quantity.span.end :]

    def _told(self, quantity: Quantity, last: ToldValue | None, end: int) -> ToldValue | None:
        """What a quantity of the clause tells of somebody; the last one told ended at `end`."""
        before, after = self._around(quantity)
        subject = self.subjects.at(quantity.span.start)
        if told_beside.is_times(after):
            return None
        if told_beside.is_further(after):
            return self._further(quantity, after, subject, last)
        if quantity.kind is None and (other := _GENITIVE.search(before)):
            return self._the_same(quantity, other["who"], last)
        if again := self._again(quantity, before, last):
            return again
        scored = last is not None and last.kind is Kind.NUMBER and not (last.is_age or last.unit)
        if scored and quantity.kind is None and _ALSO_SCORED.search(before):
            return self._the_same(quantity, subject, last)
        if is_age(quantity, before, after, subject):
            assert isinstance(quantity.amount, Fraction)
            age = years_now(quantity.amount, after)
            if age is None and not is_now(before, after):
                return None
            whose, unit = aged(before, after, subject), quantity.unit or "years"
            amount = age or quantity.amount
            return ToldValue(amount, Kind.NUMBER, unit, whose, self.span, is_age=True)
        if last is not None and end and self._is_also(quantity, last):
            return replace(last, amount=quantity.amount)
        if last is not None and self._leaves_out(quantity, last, end):
            return replace(last, amount=quantity.amount, whose=subject, words=self.span)
        if quantity.kind is Kind.DATE and hedges.is_possible(before):
            return None
        if quantity.kind is Kind.DATE:
            whose, since = day_owner(before, subject), bool(_SINCE.search(before))
            return ToldValue(quantity.amount, Kind.DATE, "", whose, self.span, is_since=since)
        lacks = quantity.kind is Kind.DURATION and hedges.is_lacking(before)
        sends = _HAS_A.search(before) and re.match(r"\s[a-z]+", after)
        if _IS_IT.search(before) or hedges.is_mistaken(before, after):
            return None
        if told_counts.are_children(self.text, quantity.span.start):
            return None
        denied = hedges.is_denied(before) and not lacks and not sends
        if denied and not hedges.is_not(before):
            return None
        if (found := measured(quantity, self.text)) is None:
            return None
        whose = owner(quantity, found.kind, self.text, subject)
        if found.is_ago:
            whose = day_owner(before, whose)
        if found.is_ago and re.match(r"\ssince\b", after):  # "It's 16 days since I ordered it"
            if re.match(r"\ssince\s(?:my|our|i|we)\b", after, re.IGNORECASE):
                whose = YOU
            then = (who for at, who in self.subjects.found if at >= quantity.span.end)
            whose = next(then, whose)
        return ToldValue(
            quantity.amount,
            found.kind,
            found.unit,
            whose,
            self.span,
            is_ago=found.is_ago,
            is_so=not denied,
        )

    def _is_near(self, last: ToldValue) -> bool:
        """Whether a value was told in this clause, or in the one before."""
        return self.span.start - last.words.end < _NEAR

    def _is_also(self, quantity: Quantity, last: ToldValue) -> bool:
        """ "9 points on daily living and 4 on mobility": another score of the same."""
        before, after = self._around(quantity)
        scored = last.kind is Kind.NUMBER and not last.is_age and quantity.kind is None
        follows = re.search(r"\band\s(?:an?\s)?$", before, re.I)
        return bool(scored and follows and re.match(r"\s(?:on|in|for)\s[a-z]", after, re.I))

    def _leaves_out(self, quantity: Quantity, last: ToldValue, end: int) -> bool:
        """ "I've 3 points and my wife has six": who else is named has of what was told last."""
        start = quantity.span.start
        named = [who for at, who in self.subjects.found if end <= at <= start]
        if not named or named[-1] == last.whose or last.is_age or last.kind is Kind.DATE:
            return False
        thing = named[-1] not in (YOU, "he", "she", "they") and not re.fullmatch(
            RELATION, named[-1]
        )
        before, after = self._around(quantity)
        says = told_beside.left_out(quantity, before, after, is_thing=thing and bool(last.unit))
        return says and self._is_near(last) and not hedges.is_denied(before)

    def _further(
        self, quantity: Quantity, after: str, subject: str, last: ToldValue | None
    ) -> ToldValue | None:
        """ "My wife is three years older": told by the age of another."""
        every = [*self.told[-_HEARD:], last] if last is not None else self.told[-_HEARD:]
        known = [_known(each) for each in every if isinstance(each.amount, Fraction)]
        found = told_beside.further(quantity, after, known, subject)
        if found is None:
            return None
        amount, unit = found
        is_age = quantity.kind is Kind.DURATION
        kind = Kind.NUMBER if is_age else quantity.kind or Kind.NUMBER
        return ToldValue(amount, kind, unit, subject, self.span, is_age=is_age)

    def _by_words(self, last: ToldValue, end: int) -> Iterator[ToldValue]:
        """ "My brother owns 60% and I own the rest": told without a number."""
        if not isinstance(last.amount, Fraction):
            return
        said = told_beside.by_words(self.text, end, _known(last))
        if said is None:
            return
        before = self.text[: said.at]
        if not hedges.is_denied(before) and not hedges.is_hedged(before, ""):
            whose = said.whose or self.subjects.at(said.at)
            if whose != last.whose:
                yield replace(last, amount=said.amount, whose=whose, words=self.span)

    def _again(self, quantity: Quantity, before: str, last: ToldValue | None) -> ToldValue | None:
        """ "It was £10 an hour, now it's £11.50": what was told last is now something else."""
        if quantity.kind is None and (who := told_again.owner_of_another(before)):
            return self._the_same(quantity, who, last)
        if not told_again.says_it_again(before):
            return None
        same = last is not None and last.kind is (quantity.kind or last.kind) and not last.is_age
        if last is not None and same and last.kind in _SAID_ANEW:
            if quantity.unit and quantity.unit != last.unit.partition(" ")[0]:
                return None
            return replace(last, amount=quantity.amount, words=self.span, replaces=True, is_so=True)
        if quantity.kind is None and (whose := told_again.once_scored(self.before)):
            return ToldValue(quantity.amount, Kind.NUMBER, "", whose, self.span)
        return None

    def _of_both(self, told: ToldValue, before: str) -> Iterator[ToldValue]:
        """The value, and of "my wife and I are both 67" hers too."""
        if re.search(r"\bboth\b", before, re.I) and (pair := _WITH_ME.search(self.text)):
            yield replace(told, whose=(pair[1] or pair[2]).casefold())
            told = replace(told, whose=YOU)
        yield told

    def _the_same(self, quantity: Quantity, who: str, last: ToldValue | None) -> ToldValue | None:
        """ "My score is 612 and my partner's is 745": what was told last, of another."""
        if last is None or last.kind is Kind.DATE:
            return None
        return replace(last, amount=quantity.amount, whose=who.casefold(), words=self.span)

    def _goes_on(self, age: Quantity, quantity: Quantity) -> bool:
        """ "My kids are 4 and 7": the second is an age like the first."""
        gap, after = self.text[age.span.end : quantity.span.start], self._around(quantity)[1]
        ends = re.match(r"$|[.,;!?)]|\s(?:and|but|so|now|years|respectively)\b", after)
        return quantity.kind is None and bool(re.fullmatch(r",?\sand\s|,\s", gap) and ends)

    def _days(self) -> Iterator[ToldValue]:
        for named in named_days(self.text, self.today):
            start = named.span.start
            if hedges.is_possible(self.text[:start]):
                continue
            whose = day_owner(self.text[:start], self.subjects.at(start))
            yield ToldValue(named.day, Kind.DATE, "", whose, self.span, is_since=named.is_since)
        if re.search(DATE, self.text, re.IGNORECASE):
            return
        for found in _YEAR.finditer(self.text):
            whose, since = self.subjects.at(found.start()), found[1].casefold() == "since"
            if built := _BUILT.search(self.text, 0, found.start()):
                whose = built[1].casefold()
            year = Fraction(found[2])
            yield ToldValue(year, Kind.DATE, "year", whose, self.span, is_since=since)
