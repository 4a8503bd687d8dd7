"""Values that a story tells, by grammar: what is told, of whom, and in which words.

"My son is seventeen" is an age, and the son's. What is about so much, once was or will be is left
out: a person is asked for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

from e3.language.en.comparing_words import either
from e3.language.en.comparisons import LONGEST
from e3.language.en.dates import DATE, MONTH_NAME
from e3.language.en.quantities import Quantity, quantities
from e3.language.en.story_people import RELATION, Subjects
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


_SPEAKER = r"(?:i|he|she|we|they|it|my|our|his|her|i[’']\w+|he[’']s|she[’']s)\b"
_CLAUSE_END = re.compile(
    rf"(?<=[.!?;])\s+|\n+|,\s+(?=(?:and|but|so|which|who|though|{_SPEAKER})\b)"
    rf"|\s+(?:and|but|while|though|because|so)\s+(?={_SPEAKER})",
    re.IGNORECASE,
)
_ABOUT = either(
    "about, around, roughly, approximately, nearly, almost, over, under, more than, less than,"
    " at least, up to, not yet, below, above, past, just short of, getting on for, coming up,"
    " coming up to, going on, pushing, in my, in his, in her, between, or so"
)
_HEDGE = re.compile(rf"\b{_ABOUT}\s$", re.IGNORECASE)
_HEDGE_AFTER = re.compile(
    r"^\s?(?:-?ish\b|or so\b|or (?:more|over)\b|something\b|-?odd\b|s\b)", re.IGNORECASE
)
_THEN = either(
    "was, were, when, used to, back then, will be, would be, going to be, had been, turn, turns,"
    " turning, if, until, till, at the age of"
)
_ONCE = re.compile(rf"\b{_THEN}\b|[’']ll be\b", re.IGNORECASE)
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_JUST_TURNED = re.compile(
    rf"\s(?:in {MONTH_NAME}|last (?:week|month)|yesterday|on {_WEEKDAY})(?=$|[.,;!])",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|never|no longer|without)\b|n[’']t\b", re.IGNORECASE)
_NOW = r"(?:\s(?:both|now|just|already|only|still|currently|actually|a|all of))?\s"
_AGE_BEFORE = re.compile(
    rf"(?:(?i:\b(?:i|he|she|they|we|who)(?:\sam|\sis|\sare|\swas|[’'](?:m|s|re))){_NOW}"
    rf"|\b(?:(?i:{RELATION})s?(?:\s\w+)?|[A-Z][a-z]+)(?:\sis|\sare|[’']s|,){_NOW}"
    rf"|(?i:\b(?:the|my|our)\s(?:\w+\s)?\w+(?:\sis|[’']s)){_NOW}"
    r"|(?i:\b(?:aged|age|turned|at|myself,|me,|i,)\s)"
    r"|(?i:\b(?:woman|man|widow|widower|lady|girl|boy|student|pensioner) of\s))$"
)
_GOES_ON = either(
    "and, in, on, this, next, but, so, now, years, year, with, who, or, today, last, at, since,"
    " already, yesterday, living, working, still, soon, the, old, until, till, just, though, too,"
    " then, as, for, if, not, when"
)
_NO_AGE_AFTER = re.compile(
    rf"\s?(?:%|[ap]m\b|o[’']clock|of (?:us|them|the|my)\b|km\b|(?!{_GOES_ON}\b)[a-z]{{3,}})",
    re.IGNORECASE,
)
_EARNS = re.compile(
    r"\b(?:makes?|earns?|gets?|paid|pays?|(?:take|bring) home|income|salary|wages?|on)\b",
    re.IGNORECASE,
)
_PERIOD = re.compile(r"\s(?:an?|per|each|every)\s(hour|day|week|month|year)\b", re.IGNORECASE)
_AGO = re.compile(r"\s(?:ago|back)\b", re.IGNORECASE)
_FOR = re.compile(
    r"\b(?:for|been|got|had|have|served|done|spent|with)\s"
    r"(?:the (?:last|past) |just |only |a full |exactly )?$",
    re.IGNORECASE,
)
_HAS = re.compile(
    r"\b(?:have|has|had|got|keeps?|own|with|there are|employ)\b[^,.]*$", re.IGNORECASE
)
_THINGS = re.compile(r"\s((?:\w+\s)?(?:[a-z]+s|children|people))\b", re.IGNORECASE)
_SINCE_YEAR = re.compile(rf"\bsince\s(?:{MONTH_NAME}\s)?((?:19|20)\d\d)\b", re.IGNORECASE)
_DAYS_AGO = {"today": 0, "this morning": 0, "yesterday": 1, "last night": 1}
_DAY_WORD = re.compile(rf"\b({'|'.join(_DAYS_AGO)})\b", re.IGNORECASE)
_OLDEST = 120


def told_values(story: str, today: date) -> Iterator[ToldValue]:
    """The values that a story tells, in order."""
    spoken_of = ""
    for clause in _clauses(story):
        if len(clause) > LONGEST:
            continue
        text = clause.of(story)
        subjects = Subjects.of(text, spoken_of)
        yield from _in_clause(text, clause, subjects, today)
        spoken_of = subjects.last_named or spoken_of


def _clauses(story: str) -> Iterator[Span]:
    start = 0
    for cut in _CLAUSE_END.finditer(story):
        yield Span(start, cut.start()).stripped(story)
        start = cut.end()
    yield Span(start, len(story)).stripped(story)


def _in_clause(text: str, clause: Span, subjects: Subjects, today: date) -> Iterator[ToldValue]:
    for quantity in quantities(text):
        before, after = text[: quantity.span.start], text[quantity.span.end :]
        if _HEDGE.search(before) or _HEDGE_AFTER.match(after):
            continue
        told = _told(quantity, before, after, subjects.at(quantity.span.start), clause)
        if told is not None:
            yield told
    for found in _DAY_WORD.finditer(text):
        day = today - timedelta(days=_DAYS_AGO[found[1].casefold()])
        yield ToldValue(day, Kind.DATE, "", subjects.at(found.start()), clause)
    if (since := _SINCE_YEAR.search(text)) and not re.search(DATE, text, re.IGNORECASE):
        year = Fraction(since[1])
        yield ToldValue(year, Kind.DATE, "year", subjects.at(since.start()), clause)


def _told(
    quantity: Quantity, before: str, after: str, whose: str, clause: Span
) -> ToldValue | None:
    """What a quantity of a clause tells of somebody."""
    amount, kind, unit = quantity.amount, quantity.kind, quantity.unit
    if _is_age(quantity, before, after):
        once = _ONCE.search(before) and not _JUST_TURNED.match(after)
        if once or _NOT.search(before):
            return None
        return ToldValue(amount, Kind.NUMBER, "years", whose, clause, is_age=True)
    if kind is None:
        return _bare(quantity, before, after, whose, clause)
    if kind is Kind.DURATION:
        ago = bool(_AGO.match(after))
        if not (ago or quantity.period or quantity.is_genitive or _FOR.search(before)):
            return None
        return ToldValue(amount, kind, unit, whose, clause, is_ago=ago)
    if kind is not Kind.DATE and _NOT.search(before):
        return None
    return ToldValue(amount, kind, unit, whose, clause)


def _bare(
    quantity: Quantity, before: str, after: str, whose: str, clause: Span
) -> ToldValue | None:
    """Of a number without a unit: "I make 300 a week", "I've got three children"."""
    if _EARNS.search(before) and (period := _PERIOD.match(after)):
        each = period[1].casefold()
        unit = f"{'an' if each == 'hour' else 'a'} {each}"
        return ToldValue(quantity.amount, Kind.MONEY, unit, whose, clause)
    if (things := _THINGS.match(after)) and _HAS.search(before):
        return ToldValue(quantity.amount, Kind.COUNT, things[1].split()[-1], whose, clause)
    return None


def _is_age(quantity: Quantity, before: str, after: str) -> bool:
    amount = quantity.amount
    if not isinstance(amount, Fraction) or amount.denominator != 1 or amount > _OLDEST:
        return False
    if quantity.kind is Kind.DURATION:
        old = re.match(r"[-\s]?(?:old|of age)\b", after, re.IGNORECASE)
        return quantity.unit == "years" and bool(old)
    if quantity.kind is not None or _NO_AGE_AFTER.match(after):
        return False
    if re.search(r"\bat\s$", before, re.IGNORECASE):  # "At 71 I still drive"
        return bool(re.match(r"\s?(?:i|he|she)\b|,", after, re.IGNORECASE))
    return bool(_AGE_BEFORE.search(before))
