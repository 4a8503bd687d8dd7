"""Whether what a story tells is what a question asks for: the same thing, of the same person."""

from __future__ import annotations

import re
from datetime import date, timedelta
from fractions import Fraction

from e3.language.en.content_words import stems
from e3.language.en.story_people import MEASURED, RELATION, YOU
from e3.language.en.told_value import ToldValue
from e3.policy.amounts import Amount, elapsed, whole_units
from e3.policy.facts import Kind
from e3.policy.units import are_alike, changed

_FAMILIES = (
    "son daughter child children baby babies bub newborn infant toddler kid boy girl lad lass"
    " little_one youngest eldest oldest younger_one older_one middle_one stepson"
    " stepdaughter stepchild twin teenager",
    "wife husband hubby missus partner spouse boyfriend girlfriend fiancé fiancée other_half bf gf",
    "mother father mum mom mam dad parent",
    "ex ex-partner ex-wife ex-husband",
    "friend mate buddy pal",
    "grandmother gran nan nana grandma",
    "grandfather grandad granddad grandpa",
    "dog puppy",
    "vehicle car van bike motorbike",
)
_FAMILY = {
    name.replace("_", " "): family.split()[0] for family in _FAMILIES for name in family.split()
}
_SAME_WORDS = (
    "earn earns make makes get paid pay income wage wages salary bring home",
    "buy bought purchase purchased got ordered order",
    "deliver delivered delivery arrived arrive came",
    "live lived living resident residence here moved",
    "born birth birthday",
    "work worked working service employed joined started job",
    "weigh weighs weight kilos",
    "hold held licence passed",
    "savings saved save capital bank",
)
_SAME = {
    stem: f"={number}"
    for number, group in enumerate(_SAME_WORDS)
    for word in group.split()
    for stem in stems(word)
}
_UNITS = stems(
    "years year months month weeks week days day hours hour minutes miles km metres pounds euros"
    " dollars much many old long far ago percentage when"
)
_ABOUT = re.compile(
    r"\b(?:are|do|did|have|were|will|would|can)\s(?P<you>you)\b|\b(?:your|the|this|that)\s(?:\w+\s){0,2}?(?P<noun>\w+)"
    r"(?=\s|\?|[’'])",
    re.IGNORECASE,
)
_HIGH = "high|tall|long|wide|deep|thick"
_HOW_HIGH = re.compile(rf"\bhow many \w+ (?P<how>{_HIGH})\b", re.IGNORECASE)
_SO_HIGH = re.compile(rf"\b(?:{_HIGH})\b", re.IGNORECASE)
_ALIKE = ("high", "tall")
# "How many miles from school do you live?", "I live 3 miles from the hospital"
_FROM = re.compile(
    r"\bfrom\s(?:(?:the|my|your|our|a|any)\s)?(?P<where>[\w\s-]+?)(?=\s(?:do|does|is|are|did|and|but)\b|[,.;?!]|$)",
    re.IGNORECASE,
)
_HOME = ("home", "house", "flat", "me", "us", "here")
# "My wife and I earn £40,000", "£12,000 between us": not what one of them has.
_OF_BOTH = re.compile(
    rf"\b(?:{RELATION}\sand\s(?:i|me)|(?:i|me)\sand\s(?:my|the)\s{RELATION})\b", re.IGNORECASE
)
_NEAR = 30
_ASKS_BOTH = re.compile(
    r"\b(?:household|family|partner|together|between|joint\w*|combined|couple|you and)\b",
    re.IGNORECASE,
)
_TO_COME = re.compile(r"\b(?:will|going to|due to)\b|[’']ll\b", re.IGNORECASE)
_ASKS_WHEN = re.compile(r"when (?:was|were|did)\b", re.IGNORECASE)
# What once was, or may be, where a question asks what is: "I had three dogs", "I want to work".
_ASKS_NOW = re.compile(r"\b(?:do|does|are|is)\s(?:you|(?:the|your)\b)", re.IGNORECASE)
_NOT_NOW = re.compile(
    r"(?<![’']ve )(?<!\bhave )(?<!\bhas )\bhad\s(?!to\b)|\b(?:was|were)\s[\w\s]*\bpregnant\b"
    r"|\b(?:want|wants|would like|hope|plan|intend|wish)\sto\b",
    re.IGNORECASE,
)
# "I lived in Leeds for five years", where it is asked how long somebody has lived
_ASKS_SO_FAR = re.compile(r"\bhave you (?:lived|worked|owned|rented|been)\b", re.IGNORECASE)
_ONCE = re.compile(r"\b(?:i|we)\s(?:lived|worked|owned|rented|was|were)\b", re.IGNORECASE)
_WHO = re.compile(r",\swho(?:se)?\s.*", re.IGNORECASE | re.DOTALL)  # "my dad, who earns"
_ASKS_WANT = re.compile(r"\b(?:want|like to|hope|plan|intend|wish|ask)\b", re.IGNORECASE)
_BORN = re.compile(r"\bborn\b|\b(?:birthday|date of birth|dob)\s(?:is|was)\b", re.IGNORECASE)
_HOMES = ("home", "house", "flat", "place", "address", "school", "work", "office", "workplace")
_YOUR_THING = re.compile(
    r"\b(?:does|do|did|is|are|was|were|will|would)\syour\s(?:[\w-]+\s){0,2}?(?P<thing>[\w-]+)"
    r"(?P<of>[’']s|\sof)?\s?(?:be\b|have\b|weigh\b|measure\b|stand\b|come\b|cover\b|hold\b|need\b|\?|$)",
    re.IGNORECASE,
)
_OF_YOU = re.compile(r"\byou\b", re.IGNORECASE)
_YEAR = "year"
_COUNTED = ("days", "weeks", "months", "years")
_AGE_NOW = re.compile(r"how old (?:are you|is (?:your|the) (?:\w+ )?(\w+))\??", re.IGNORECASE)


def family(word: str) -> str:
    """Whom a word is for, so that a son and a child are one."""
    return _FAMILY.get(word) or _FAMILY.get(word.removesuffix("s"), word)


def whose(question: str) -> str:
    """Of whom or what a question asks."""
    found = _ABOUT.search(question)
    if found is None or found["you"]:
        return YOU
    names = [name for name in re.findall(r"\w+", question.casefold()) if name in _FAMILY]
    if not names and re.fullmatch(RELATION, found["noun"], re.IGNORECASE):  # "your employer"
        return found["noun"].casefold()
    return family(names[0]) if names else YOU if "your" in found[0].casefold() else found["noun"]


def asks_for_age(question: str) -> str | None:
    """Whose age a question asks for, as it is today; None where it asks for something else."""
    found = _AGE_NOW.fullmatch(question.strip())
    if found is None:
        return None
    return family(found[1].casefold()) if found[1] else YOU


def asks_of_past(question: str) -> bool:
    """Whether a question asks when something was: no day to come is an answer."""
    return bool(_ASKS_WHEN.match(question))


def tells(told: ToldValue, story: str, question: str, kind: Kind, unit: str) -> bool:
    """Whether a value that a story tells is the one that a question asks for."""
    age_of = asks_for_age(question)
    if age_of is not None or told.is_age:
        if age_of is not None and _is_birth(told, story):
            return age_of == family(told.whose)
        if not told.is_age or age_of is None:
            return False
        # Of whom "she" is told nobody has said: of somebody else than the teller.
        somebody = told.whose in ("he", "she", "they") and age_of != YOU
        if age_of != YOU and _of_others(told, story):
            return False
        return somebody or age_of == family(told.whose)
    if kind is Kind.DATE or unit == _YEAR:
        happened = told.kind is Kind.DATE or told.is_ago
        if _ASKS_WHEN.match(question) and _TO_COME.search(told.words.of(story)):
            return False
        return happened and _happened_to(told, question) and _is_about(told, story, question)
    is_since = told.is_since and kind is Kind.DURATION and isinstance(told.amount, date)
    same = told.kind is kind and not told.is_ago and _same_unit(told, kind, unit)
    if not (same or is_since) or not _is_of_that(told, story, question):
        return False
    return family(told.whose) in _asked_of(question, kind) and _is_about(told, story, question)


def _asked_of(question: str, kind: Kind) -> tuple[str, ...]:
    """Of whom or what a question asks; of "your bag" its weight and its length are the bag's."""
    asked, thing = whose(question), _YOUR_THING.search(question)
    if asked != YOU or thing is None or kind not in (Kind.WEIGHT, Kind.DISTANCE, Kind.COUNT):
        return (asked,)
    noun = thing["thing"].casefold()
    if noun in MEASURED or noun in _HOMES or thing["of"]:
        return (YOU,)
    return (family(noun), YOU) if kind is Kind.COUNT else (family(noun),)


def _is_birth(told: ToldValue, story: str) -> bool:
    """Whether it tells when somebody was born, which says how old they are."""
    whole_day = isinstance(told.amount, date)
    return whole_day and told.kind is Kind.DATE and bool(_BORN.search(told.words.of(story)))


def _of_others(told: ToldValue, story: str) -> bool:
    """Whether it is told of somebody of theirs: "my neighbour's son"."""
    words = rf"\b{RELATION}[’']s\s(?:\w+\s)?{re.escape(told.whose)}\b"
    return bool(re.search(words, told.words.of(story), re.IGNORECASE))


def _is_of_that(told: ToldValue, story: str, question: str) -> bool:
    """Whether a clause tells what is so now, of one alone, and as high or as far as is asked."""
    said = told.words.of(story)
    if _ASKS_SO_FAR.search(question) and _ONCE.search(said):
        return False
    if _ASKS_NOW.search(question) and _NOT_NOW.search(said) and not _ASKS_WANT.search(question):
        return False
    # A clause begins at "I", also in "my wife and I".
    both = _OF_BOTH.search(story[max(0, told.words.start - _NEAR) : told.words.end])
    if told.kind is Kind.MONEY and both and not _ASKS_BOTH.search(question):
        return False
    if told.kind is not Kind.DISTANCE:
        return True
    high, how = {each.casefold() for each in _SO_HIGH.findall(said)}, _HOW_HIGH.search(question)
    if how and high and how["how"].casefold() not in high and not _are_alike(how["how"], high):
        return False
    asked, there = _FROM.search(question), _FROM.search(said)
    if asked is None or there is None or there["where"].casefold() in _HOME:
        return True
    return bool(stems(asked["where"]) & stems(there["where"])) or asked["where"].casefold() in _HOME


def _are_alike(how: str, high: set[str]) -> bool:
    return how.casefold() in _ALIKE and not high.isdisjoint(_ALIKE)


def _happened_to(told: ToldValue, question: str) -> bool:
    """Whether something happened to the one a question asks of; a thing may have many names."""
    asked, theirs = whose(question), family(told.whose)
    if _OF_YOU.search(question) or asked in _FAMILY.values():
        return asked == theirs
    return theirs not in _FAMILY.values() and not re.fullmatch(RELATION, told.whose)


def _same_unit(told: ToldValue, kind: Kind, unit: str) -> bool:
    """Whether a value is in a unit that is asked for, or leaves the currency out."""
    if are_alike(told.unit, unit):
        return True
    currency, _, period = unit.partition(" ")
    return kind is Kind.MONEY and bool(currency) and told.unit == period


def _is_about(told: ToldValue, story: str, question: str) -> bool:
    """Whether the clause and the question have a word in common beside their units."""
    said = told.words.of(story)
    said = _WHO.sub("", said) if told.whose == YOU else said
    one, other = _topics(said), _topics(question)
    return bool(one & other)


def _topics(text: str) -> frozenset[str]:
    return frozenset(_SAME.get(stem, stem) for stem in stems(text) - _UNITS if not stem.isdigit())


def amount_in(
    told: ToldValue, kind: Kind, unit: str, today: date, *, exactly: bool = False
) -> Amount | None:
    """The value in the unit that is asked for; a day for what happened so long ago.

    Time since a day is so many whole units, as somebody says it, or `exactly` what it is, of which
    more than two years is a day more than them.
    """
    amount = told.amount
    if told.is_age:
        return _whole_years(amount, told.unit)
    if told.is_ago and isinstance(amount, Fraction):
        day = days_ago(amount, told.unit, today)
        if kind is Kind.DATE or day is None:
            return day
        amount = day
    if kind is Kind.DATE:
        return amount if isinstance(amount, date) else None
    if isinstance(amount, date):
        if unit == _YEAR:
            return Fraction(amount.year)
        if unit not in _COUNTED:
            return None
        count = elapsed if exactly and kind is Kind.DURATION else whole_units
        return count(amount, today, unit)
    if isinstance(amount, Fraction) and are_alike(told.unit, unit):
        return changed(amount, unit=told.unit, to=unit)
    return amount


def _whole_years(amount: Amount, unit: str) -> Amount | None:
    """How old somebody is who is "two and a half" or "ten weeks old"."""
    assert isinstance(amount, Fraction)
    years = {"years": 1, "months": 12, "weeks": 53, "days": 366}.get(unit)
    return None if years is None else Fraction(amount // years)


def days_ago(amount: Fraction, unit: str, today: date) -> date | None:
    """The day so long before today, by the calendar; None where it can't be counted in days."""
    if amount.denominator != 1 or amount > 10_000:
        return None
    if unit in ("days", "weeks"):
        return today - timedelta(days=int(changed(amount, unit=unit, to="days")))
    if unit not in ("months", "years"):
        return None
    months = 12 * today.year + today.month - 1 - int(changed(amount, unit=unit, to="months"))
    for day in (today.day, 30, 29, 28):  # some months are shorter
        try:
            return date(months // 12, months % 12 + 1, min(day, today.day))
        except ValueError:
            continue
    return None
