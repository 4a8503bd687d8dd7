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

from e3.language.en import hedges, told_again, told_beside
from e3.language.en.comparisons import LONGEST
from e3.language.en.dates import DATE
from e3.language.en.numbers import ORDINAL, number_in
from e3.language.en.quantities import quantities
from e3.language.en.story_people import RELATION, YOU, Spoken, Subjects
from e3.language.en.told_ages import aged, is_age, is_now, years_now
from e3.language.en.told_amounts import measured
from e3.language.en.told_days import named_days
from e3.language.en.value_owners import day_owner, owner
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
    is_so: bool = True
    """Whether it is; "it isn't £1,450" says what another amount is of."""


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


def _known(told: ToldValue) -> told_beside.Known:
    assert isinstance(told.amount, Fraction)
    return told_beside.Known(told.amount, told.kind, told.unit, told.whose, told.is_age)


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
        start = max(0, clause.start - told_again.NEAR)
        heard = story[start : clause.start]
        follows = story[clause.start : clause.start + told_again.NEAR]
        for read in _Clause(text, clause, subjects, today, tuple(told), heard).values():
            who = told_again.named_later(follows) if read.whose in ("he", "she") else None
            each = replace(read, whose=who) if who else read
            if each.replaces and told and told_again.is_over(told[-1].words.of(story)):
                told.pop()
            told.append(each)
        spoken = subjects.then
    yield from (each for each in told if each.is_so)


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
    told: tuple[ToldValue, ...]
    """What the story has told until then."""
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
        last = self.told[-1] if self.told else None
        end = 0
        for place, quantity in enumerate(every):
            before, after = self._around(quantity)
            if hedges.is_hedged(before, after) or hedges.is_in_a_range(self.text, every, place):
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
        if last is not None and self._leaves_out(quantity, last, end):
            return replace(last, amount=quantity.amount, whose=subject, words=self.span)
        if quantity.kind is Kind.DATE and hedges.is_possible(before):
            return None
        if quantity.kind is Kind.DATE:
            whose = day_owner(before, subject)
            return ToldValue(quantity.amount, Kind.DATE, "", whose, self.span)
        lacks = quantity.kind is Kind.DURATION and hedges.is_lacking(before)
        sends = _HAS_A.search(before) and re.match(r"\s[a-z]+", after)
        if _IS_IT.search(before) or hedges.is_mistaken(before, after):
            return None
        if _CHILDREN.match(self.text, quantity.span.start):
            return None
        denied = hedges.is_denied(before) and not lacks and not sends
        if denied and not hedges.is_not(before):
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
        every = [*self.told, last] if last is not None else self.told
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
            return replace(
                last, amount=quantity.amount, words=self.span, replaces=True, is_so=True
            )
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
