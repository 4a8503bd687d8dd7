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

from e3.language.en.dates import DATE, MONTH_NAME
from e3.language.en.numbers import NUMBER
from e3.language.en.quantities import Quantity, quantities
from e3.policy.amounts import Amount
from e3.policy.facts import Kind
from e3.text import Span

YOU = "you"
"""Who tells the story."""


@dataclass(frozen=True, slots=True)
class ToldValue:
    """A value that a story tells."""

    amount: Amount
    kind: Kind
    unit: str
    whose: str
    """`YOU`, or the word for whom or what it is told of: "son", "car"."""
    words: Span
    """The clause that tells it."""
    is_age: bool = False
    is_ago: bool = False
    """Whether something happened that long ago."""


_RELATIONS = (
    "son daughter child baby kid boy girl twin wife husband partner spouse boyfriend girlfriend fiancé"
    " fiancée mother mum mom father dad parent brother sister gran grandmother grandma granddad"
    " grandfather grandson granddaughter grandchild uncle aunt nephew niece cousin friend neighbour"
    " stepson stepdaughter stepchild carer tenant lodger dog cat horse puppy youngest eldest oldest"
).split()
_RELATION = "|".join(sorted(_RELATIONS, key=len, reverse=True))
_MALE = frozenset(
    "son boy husband boyfriend father dad brother granddad grandfather grandson uncle nephew stepson".split()
)
_FEMALE = frozenset(
    "daughter girl wife girlfriend mother mum mom sister gran grandmother grandma granddaughter aunt niece stepdaughter".split()
)
_MEASURED = frozenset(
    "income salary wage wages pay rent weight height age pension balance savings debt rating score bmi".split()
)
"""What is measured of somebody, and is nobody itself."""

_CLAUSE_END = re.compile(
    r"(?<=[.!?;])\s+|\n+|,\s+(?=(?:and|but|so|my|i|i[’']\w+|he|she|we|it|which|who|though)\b)"
    r"|\s+(?:and|but|while|though|because|so)\s+(?=(?:i|he|she|we|they|it|my|our|his|her|i[’']\w+|he[’']s|she[’']s)\b)",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    rf"\b(?:(?P<you>i|we|me|myself|us)\b|(?:my|our|his|her|their)\s(?:\w+\s){{0,2}}?(?P<relation>{_RELATION})\b"
    rf"|(?P<own>(?:my|our)\s(?:\w+\s)?(?=(?:{NUMBER})-years?-olds?\b))|(?P<name>(?-i:[A-Z][a-z]+))(?=\sis\s|[’']s\s\d)"
    rf"|(?P<he>he|him)\b|(?P<she>she|her)\b|(?P<they>they)\b|(?P<it>it)(?=[’']s\b|[’']ll\b|\s(?:is|was|has|had|will|cost|costs|weighs|arrived|came|took|lasted|measures|stands|lies|broke|got|went)\b)"
    r"|(?:the|my|our|this|that|a|an)\s(?:(?!my|our|the)\w+\s){0,1}?(?P<thing>\w+)(?=(?:[’']s)?\s(?:is|was|has|cost|weighs|costs|arrived|came|measures|stands|lies|[’']s)\b|[’']s\s))",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"\b(?:about|around|roughly|approximately|nearly|almost|over|under|more than|less than|at least|up to|not yet|under|below"
    r"|above|past|just short of|getting on for|coming up(?: to)?|going on|pushing|in my|in his|in her|between|or so)\s$",
    re.IGNORECASE,
)
_HEDGE_AFTER = re.compile(
    r"^\s?(?:-?ish\b|or so\b|or (?:more|over)\b|something\b|-?odd\b|s\b)", re.IGNORECASE
)
_ONCE = re.compile(
    r"\b(?:was|were|when|used to|back then|will be|[’']ll be|would be|going to be|had been|turn(?:s|ing)?|if|until|till|at the age of)\b",
    re.IGNORECASE,
)
_JUST_TURNED = re.compile(
    rf"\s(?:in (?:{MONTH_NAME})|last (?:week|month)|yesterday|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)"
    r"(?=$|[.,;!])",
    re.IGNORECASE,
)
_NOT_YET = re.compile(r"\b(?:not|n[’']t|never|no longer|without)\b", re.IGNORECASE)
_NOW = r"(?:\s(?:both|now|just|already|only|still|currently|actually|a|all of))?\s"
_AGE_BEFORE = re.compile(
    rf"(?:(?i:\b(?:i|he|she|they|we|who)(?:\sam|\sis|\sare|\swas|[’'](?:m|s|re))){_NOW}"
    rf"|\b(?:(?i:{_RELATION})s?(?:\s\w+)?|[A-Z][a-z]+)(?:\sis|\sare|[’']s|,){_NOW}"
    rf"|(?i:\b(?:the|my|our)\s(?:\w+\s)?\w+(?:\sis|[’']s)){_NOW}"
    r"|(?i:\b(?:aged|age|turned|at|myself,|me,|i,)\s)"
    r"|(?i:\b(?:woman|man|widow|widower|lady|girl|boy|student|pensioner) of\s))$"
)
_NO_AGE_AFTER = re.compile(
    r"\s?(?:%|percent|per cent|am\b|pm\b|o[’']clock|minutes|hours|days|weeks|months|points|of (?:us|them|the|my)|miles|km|kilos|(?!and\b|in\b|on\b|this\b"
    r"|next\b|but\b|so\b|now\b|years\b|year\b|with\b|who\b|or\b|today\b|last\b|at\b|since\b|already\b|yesterday\b|a\b|i\b|living\b|working\b|still\b|soon\b|until\b|till\b|just\b|though\b|too\b|then\b|as\b|for\b|if\b|not\b|when\b|the\b|to\b|old\b)[a-z]{3,})",
    re.IGNORECASE,
)
_EARNS = re.compile(
    r"\b(?:make|makes|earn|earns|get|gets|paid|pays?|take home|bring home|income|salary|wage|wages|on)\b",
    re.IGNORECASE,
)
_PERIOD = re.compile(r"\s(an?|per|each|every)\s(hour|day|week|month|year)\b", re.IGNORECASE)
_AGO = re.compile(r"\s(?:ago|back)\b", re.IGNORECASE)
_FOR = re.compile(
    r"\b(?:for|been|got|had|have|served|done|spent|with)\s(?:the (?:last|past) |just |only |a full |exactly )?$",
    re.IGNORECASE,
)
_SINCE_YEAR = re.compile(rf"\bsince\s(?:{MONTH_NAME}\s)?((?:19|20)\d\d)\b", re.IGNORECASE)
_DAYS_AGO = {"today": 0, "this morning": 0, "yesterday": 1, "last night": 1}
_DAY_WORD = re.compile(rf"\b({'|'.join(_DAYS_AGO)})\b", re.IGNORECASE)


def told_values(story: str, today: date) -> Iterator[ToldValue]:
    """The values that a story tells, in order."""
    spoken_of = ""
    for clause in _clauses(story):
        text = clause.of(story)
        subjects = list(_subjects(text, spoken_of))
        yield from _in_clause(text, clause, subjects, today)
        named = [who for _, who in subjects if who not in (YOU, "it")]
        spoken_of = named[-1] if named else spoken_of


def _clauses(story: str) -> Iterator[Span]:
    start = 0
    for cut in _CLAUSE_END.finditer(story):
        yield Span(start, cut.start()).stripped(story)
        start = cut.end()
    yield Span(start, len(story)).stripped(story)


def _subjects(text: str, before: str) -> Iterator[tuple[int, str]]:
    """Of whom or what a clause speaks, each with its place."""
    for found in _SUBJECT.finditer(text):
        if found["you"]:
            yield found.start(), YOU
        elif found["own"]:
            yield found.start(), "child"
        elif (thing := found["thing"]) and thing.casefold() in _MEASURED:
            yield found.start(), YOU
        elif relation := found["relation"] or found["name"] or found["thing"]:
            yield found.end(), relation.casefold()
        elif found["he"]:
            yield found.start(), before if before and before not in _FEMALE else "he"
        elif found["she"]:
            yield found.start(), before if before and before not in _MALE else "she"
        elif found["they"]:
            yield found.start(), before or "they"
        else:
            yield found.start(), "it"


def _whose(place: int, subjects: list[tuple[int, str]]) -> str:
    """Who or what stands nearest before a place; a clause without a subject is the teller's."""
    before = [who for at, who in subjects if at <= place]
    return before[-1] if before else YOU


def _in_clause(
    text: str, clause: Span, subjects: list[tuple[int, str]], today: date
) -> Iterator[ToldValue]:
    for quantity in quantities(text):
        before, after = text[: quantity.span.start], text[quantity.span.end :]
        if _HEDGE.search(before) or _HEDGE_AFTER.match(after):
            continue
        whose = _whose(quantity.span.start, subjects)
        for kind, unit, is_age, is_ago in _read(quantity, before, after):
            yield ToldValue(quantity.amount, kind, unit, whose, clause, is_age, is_ago)
    for found in _DAY_WORD.finditer(text):
        day = today - timedelta(days=_DAYS_AGO[found[1].casefold()])
        yield ToldValue(day, Kind.DATE, "", _whose(found.start(), subjects), clause)
    if (since := _SINCE_YEAR.search(text)) and not re.search(DATE, text, re.IGNORECASE):
        whose = _whose(since.start(), subjects)
        yield ToldValue(Fraction(since[1]), Kind.DATE, "year", whose, clause)


def _read(quantity: Quantity, before: str, after: str) -> Iterator[tuple[Kind, str, bool, bool]]:
    """What a quantity of a clause is: its kind and unit, whether it is an age, whether it is ago."""
    if quantity.kind is Kind.DATE:
        yield Kind.DATE, "", False, False
    elif _is_age(quantity, before, after):
        once = _ONCE.search(before) and not _JUST_TURNED.match(after)
        if not once and not _NOT_YET.search(before):
            yield Kind.NUMBER, "years", True, False
    elif quantity.kind is None:
        yield from _bare(quantity, before, after)
    elif quantity.kind is Kind.DURATION:
        ago = bool(_AGO.match(after))
        if ago or quantity.period or quantity.is_genitive or _FOR.search(before):
            yield Kind.DURATION, quantity.unit, False, ago
    elif not _NOT_YET.search(before):
        yield quantity.kind, quantity.unit, False, False


def _bare(quantity: Quantity, before: str, after: str) -> Iterator[tuple[Kind, str, bool, bool]]:
    if _EARNS.search(before) and (period := _PERIOD.match(after)):
        article = "an" if period[2].casefold() == "hour" else "a"
        yield Kind.MONEY, f"{article} {period[2].casefold()}", False, False
    elif (things := re.match(r"\s((?:\w+\s)?(?:[a-z]+s|children|people))\b", after)) and re.search(
        r"\b(?:have|has|had|got|keep|keeps|own|with|there are|employ)\b[^,.]*$",
        before,
        re.IGNORECASE,
    ):
        yield Kind.COUNT, things[1].split()[-1], False, False


def _is_age(quantity: Quantity, before: str, after: str) -> bool:
    amount = quantity.amount
    if not isinstance(amount, Fraction) or amount.denominator != 1 or amount > 120:
        return False
    if quantity.kind is Kind.DURATION:
        old = re.match(r"[-\s]?(?:old|of age)\b", after, re.IGNORECASE)
        return quantity.unit == "years" and bool(old)
    if quantity.kind is not None or _NO_AGE_AFTER.match(after):
        return False
    if re.search(r"\bat\s$", before) and not re.match(r"\s?(?:i|he|she)\b|,", after, re.IGNORECASE):
        return False
    return bool(_AGE_BEFORE.search(before))
