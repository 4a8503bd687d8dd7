"""Values that a story tells, by grammar: what is told, of whom, and in which words.

"My son is seventeen" is an age, and the son's. What is about so much, once was or will be, and what
is said of others (a limit, what anybody may) is left out: a person is asked for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from e3.language.en import hedges, told_again
from e3.language.en.comparisons import LONGEST
from e3.language.en.dates import DATE
from e3.language.en.numbers import ORDINAL, number_in
from e3.language.en.quantities import quantities
from e3.language.en.story_people import RELATION, YOU, Spoken, Subjects
from e3.language.en.told_ages import aged, is_age, is_now
from e3.language.en.told_amounts import measured
from e3.language.en.told_days import named_days
from e3.language.en.value_owners import owner
from e3.language.en.whole_quantities import Quantity
from e3.policy.amounts import Amount
from e3.policy.facts import Kind
from e3.text import Span


@dataclass(frozen=True, slots=True)
class ToldValue:
    """A value that a story tells."""

    amount: Amount
    kind: Kind
    unit: str
    whose: str
    """The teller (`YOU`), or the word for whom or what it is told of: "son", "car"."""
    words: Span
    """The clause that tells it."""
    is_age: bool = False
    is_ago: bool = False
    """Whether something happened that long ago."""
    is_since: bool = False
    """Whether something has been so since that day or year."""
    replaces: bool = False
    """Whether it is now so, and the value told before once was."""


_SPEAKER = r"(?:i|he|she|we|they|it|my|our|his|her|i[’']\w+|he[’']s|she[’']s)\b"
_CLAUSE_END = re.compile(
    rf"(?<=[.!?;])\s+|\n+|,\s+(?=(?:and|but|so|which|though|{_SPEAKER})\b)"
    rf"|\s+(?:and|but|while|though|because|so)\s+(?!i\s(?:are|have|were|both)\b)"
    rf"(?!(?<=\bme and )my\b)(?={_SPEAKER})",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?\n]\s*$")
_YEAR = re.compile(r"\b(since|in|back in|from)\s((?:19|20)\d\d)\b(?!\s?[-/])", re.IGNORECASE)
_NONE_OF = re.compile(
    r"\b(?:have|has|got|had|with|[’']ve)\s(?:got\s)?no\s"
    r"(children|kids|dependants|dependents|pets|points|convictions|employees|savings|income|debts)\b",
    re.IGNORECASE,
)
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
_WITH_ME = re.compile(
    rf"\b({RELATION})\sand\s(?:i|me)\b|\b(?:i|me)\sand\s(?:my|the)\s({RELATION})\b", re.IGNORECASE
)
_WITHOUT = re.compile(r"\bwithout\b[^.;,]*\bfor\s$", re.IGNORECASE)  # "without water for six days"
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


def told_values(story: str, today: date) -> Iterator[ToldValue]:
    """The values that a story tells, in order."""
    told: list[ToldValue] = []
    spoken = Spoken()
    for clause in _clauses(story):
        if len(clause) > LONGEST:
            continue
        text = clause.of(story)
        if _SENTENCE_END.search(story, max(0, clause.start - 3), clause.start):
            spoken = replace(spoken, subject=YOU)
        subjects = Subjects.of(text, spoken)
        last = told[-1] if told else None
        start = max(0, clause.start - told_again.NEAR)
        heard = story[start : clause.start]
        follows = story[clause.start : clause.start + told_again.NEAR]
        for read in _Clause(text, clause, subjects, today, last, heard).values():
            who = told_again.named_later(follows) if read.whose in ("he", "she") else None
            each = replace(read, whose=who) if who else read
            if each.replaces and told and told_again.is_over(told[-1].words.of(story)):
                told.pop()
            told.append(each)
        spoken = subjects.then
    yield from told


def _clauses(story: str) -> Iterator[Span]:
    start = 0
    for cut in _CLAUSE_END.finditer(story):
        yield Span(start, cut.start()).stripped(story)
        start = cut.end()
    yield Span(start, len(story)).stripped(story)


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause of a story, and whom it speaks of."""

    text: str
    span: Span
    subjects: Subjects
    today: date
    told_last: ToldValue | None
    before: str
    """What the story has said until then."""

    def values(self) -> Iterator[ToldValue]:
        yield from self._amounts()
        yield from self._days()
        yield from self._birthdays()
        yield from self._counts()

    def _amounts(self) -> Iterator[ToldValue]:
        every = list(quantities(self.text))
        told: ToldValue | None = None
        last = self.told_last
        for place, quantity in enumerate(every):
            before, after = self._around(quantity)
            if hedges.is_hedged(before, after) or hedges.is_in_a_range(self.text, every, place):
                told = None
            elif told is not None and told.is_age and self._goes_on(every[place - 1], quantity):
                told = replace(told, amount=quantity.amount)
            else:
                told = self._told(quantity, last)
            if told is not None:
                last = told
                yield from self._of_both(told, before)

    def _around(self, quantity: Quantity) -> tuple[str, str]:
        return self.text[: quantity.span.start], self.text[quantity.span.end :]

    def _told(self, quantity: Quantity, last: ToldValue | None) -> ToldValue | None:
        """What a quantity of the clause tells of somebody."""
        before, after = self._around(quantity)
        subject = self.subjects.at(quantity.span.start)
        if quantity.kind is None and (other := _GENITIVE.search(before)):
            return self._the_same(quantity, other["who"], last)
        if again := self._again(quantity, before, last):
            return again
        scored = last is not None and last.kind is Kind.NUMBER and not (last.is_age or last.unit)
        if scored and quantity.kind is None and _ALSO_SCORED.search(before):
            return self._the_same(quantity, subject, last)
        if is_age(quantity, before, after, subject):
            if not is_now(before, after):
                return None
            whose, unit = aged(before, after, subject), quantity.unit or "years"
            return ToldValue(quantity.amount, Kind.NUMBER, unit, whose, self.span, is_age=True)
        if quantity.kind is Kind.DATE:
            return ToldValue(quantity.amount, Kind.DATE, "", subject, self.span)
        lacks = quantity.kind is Kind.DURATION and _WITHOUT.search(before)
        sends = _HAS_A.search(before) and re.match(r"\s[a-z]+", after)
        if _IS_IT.search(before) or hedges.is_mistaken(before, after):
            return None
        if (hedges.is_denied(before) and not lacks and not sends) or _CHILDREN.match(
            self.text, quantity.span.start
        ):
            return None
        if (found := measured(quantity, self.text)) is None:
            return None
        whose = owner(quantity, found.kind, self.text, subject)
        if found.is_ago and re.match(r"\ssince\b", after):  # "It's 16 days since I ordered it"
            if re.match(r"\ssince\s(?:my|our|i|we)\b", after, re.IGNORECASE):
                whose = YOU
            then = (who for at, who in self.subjects.found if at >= quantity.span.end)
            whose = next(then, whose)
        return ToldValue(
            quantity.amount, found.kind, found.unit, whose, self.span, is_ago=found.is_ago
        )

    def _again(self, quantity: Quantity, before: str, last: ToldValue | None) -> ToldValue | None:
        """ "It was £10 an hour, now it's £11.50": what was told last is now something else."""
        if quantity.kind is None and (who := told_again.owner_of_another(before)):
            return self._the_same(quantity, who, last)
        if not told_again.says_it_again(before):
            return None
        same = last is not None and last.kind is (quantity.kind or last.kind) and not last.is_age
        if last is not None and same and last.kind in (Kind.MONEY, Kind.NUMBER, Kind.WEIGHT):
            if quantity.unit and quantity.unit != last.unit.partition(" ")[0]:
                return None
            amount = replace(last, amount=quantity.amount, words=self.span)
            return replace(amount, replaces=True)
        if quantity.kind is None and (whose := told_again.once_scored(self.before)):
            return ToldValue(quantity.amount, Kind.NUMBER, "", whose, self.span)
        return None

    def _of_both(self, told: ToldValue, before: str) -> Iterator[ToldValue]:
        """The value, and of "my wife and I are both 67" hers too."""
        if re.search(r"\bboth\b", before) and (pair := _WITH_ME.search(before)):
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
            whose = self.subjects.at(named.span.start)
            yield ToldValue(named.day, Kind.DATE, "", whose, self.span, is_since=named.is_since)
        if re.search(DATE, self.text, re.IGNORECASE):
            return
        for found in _YEAR.finditer(self.text):
            whose, since = self.subjects.at(found.start()), found[1].casefold() == "since"
            if built := _BUILT.search(self.text, 0, found.start()):
                whose = built[1].casefold()
            year = Fraction(found[2])
            yield ToldValue(year, Kind.DATE, "year", whose, self.span, is_since=since)

    def _birthdays(self) -> Iterator[ToldValue]:
        """ "Mum had her 80th last month"."""
        for born in _BIRTHDAY.finditer(self.text):
            who = (born["who"] or born["who2"]).casefold()
            whose = YOU if who == "my" else self.subjects.at(born.start())
            if (age := number_in(born["age"] or born["age2"])) is not None:
                yield ToldValue(age, Kind.NUMBER, "years", whose, self.span, is_age=True)

    def _counts(self) -> Iterator[ToldValue]:
        """What is counted in other words: "no children", "two girls and a boy"."""
        if many := _CHILDREN.search(self.text):
            each = [1 if word in ("a", "an") else number_in(word) for word in many.groups()]
            if each[0] and each[1]:
                whose = self.subjects.at(many.start())
                total = Fraction(each[0] + each[1])
                yield ToldValue(total, Kind.COUNT, "children", whose, self.span)
        if twice := _TWICE.search(self.text):
            whose = self.subjects.at(twice.start())
            yield ToldValue(Fraction(2), Kind.COUNT, "times", whose, self.span)
        if none := _NONE_OF.search(self.text):
            is_money = none[1].casefold() in ("savings", "income")
            kind, unit = (Kind.MONEY, "") if is_money else (Kind.COUNT, none[1].casefold())
            whose = self.subjects.at(none.start())
            yield ToldValue(Fraction(0), kind, unit, whose, self.span)
