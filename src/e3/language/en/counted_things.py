"""What a bare number counts or measures: things, money, a score; and who is somebody.

Where it may be a time of the day or the name of something, it counts nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from e3.language.en import verbs
from e3.language.en.compared_quantity import Compared
from e3.language.en.comparing_words import either
from e3.language.en.grammar import PEOPLE
from e3.language.en.numbers import NUMBER
from e3.language.en.story_people import RELATION
from e3.language.en.unit_words import PERIOD, period_named, unit_named
from e3.policy.facts import Kind
from e3.text import Span

_GROUPS = either("group, crew, party, team, class")
_MEASURED = either(
    "mark, score, rating, level, grade, bmi, number, count, total, index, point, price, value,"
    " size, rank, sum, speed, balance, average, result, reading, temperature, rated, dose, cost,"
    " turnover, width, height, length, egfr, odds, ratio, floor, seating, hba1c, gpa, headcount,"
    " workforce, membership, magnitude, population"
)
MEASURES = re.compile(rf"\b(?:{_MEASURED}|{_GROUPS})s?\b", re.IGNORECASE)
_STOPS = either(
    "of, in, on, at, for, with, from, to, who, that, which, when, a, an, per, each, every, or, and,"
    " by, after, before, since, not, without, come, live, the, your, this, as, than, between,"
    " during, within, over, are, is, were, was, have, has, had, running, left, living, you, it,"
    " its, their, under, out, up, because, where, whose, if, do, did, does, will, through, into,"
    " today, tomorrow, yesterday, already, last, across, outside, inside, near, against, about,"
    " beside, towards"
)
_NOUN_STOPS = re.compile(rf"\s{_STOPS}\b|[,;:.?!()]", re.IGNORECASE)
_SOMEBODY = either(
    "child, children, baby, babies, dependant, adult, person, people, someone, somebody, anyone,"
    " relative, helper, companion, member, holder"
)
# "a UK one from 1997", "faster than one alone would"
_ONE_THAT = re.compile(r"\s(?:from|of three|of two|alone|would|that|which)\b", re.IGNORECASE)
_NESTED = re.compile(rf"\b{_SOMEBODY}s?\s(?:aged\s)?(?:of\s)?$", re.IGNORECASE)

TAKINGS = re.compile(
    r"\b(?:income|earn\w*|wages?|salary|savings|price\w*|costs?|worth|cash|turnover|fortune|loan|debts?|won|win"
    r"|owes?|sales|rent|balance|sum|estate|loss(?:es)?|profits?|fee|fine|deposit|fare|bill|budget|takings)\b",
    re.IGNORECASE,
)
"""What is money, though no currency is said."""
_NO_MONEY = ("points", "credits", "marks", "times", "hours", "people", "miles")


def _money(found: Compared, head: str, noun: str) -> Compared | None:
    """ "Is the price 450,000 or less?", "Are your goods worth more than 300 tarns?" """
    amount = found.quantity.amount
    assert isinstance(amount, Fraction)
    if not TAKINGS.search(head) or (noun and not re.fullmatch(r"[a-z]+s", noun)):
        return None
    if noun in _NO_MONEY or (not noun and amount != 0 and amount < 1000):
        return None
    return replace(found, kind=Kind.MONEY, unit=noun.casefold())


def is_somebody(who: str) -> bool:
    """Whether words name a person, or an animal; "your ferritin" is none."""
    if re.search(rf"\b{_SOMEBODY}$", who.rstrip(), re.IGNORECASE):  # "the document for a child"
        return True
    named = re.split(r"\s(?:who|of|in|at|on|with|for|from|to)\b", who)[0]
    return any(
        word in _SOME or word.removesuffix("s") in PEOPLE or bool(_SOMEONE.fullmatch(word))
        for word in re.findall(r"[\w-]+", named.casefold())
    )


_SOME = frozenset(
    "you he she they we someone somebody anyone anybody child children people men women".split()
)
_SOMEONE = re.compile(
    rf"{RELATION}s?|(?!number|order|water|paper|letter|degree|fee|factor|error|fever|\w*meter)\w{{2,}}(?:er|or|ee|ist|ian)s?|witness|escort|bride|groom|victim|spouse|deceased"
    r"|replacement|animal|(?!rent|agreement)\w+[^m](?:ant|ent)"
)


_CLOCK = re.compile(r"\d{1,2}\.[0-5]\d")
_AT_TIME = re.compile(r"\b(?:before|after|by|at(?! least| most)|from|past|until)\b", re.IGNORECASE)


_OF_THOSE = re.compile(
    r"\sof\s(?:you|us|them"
    r"|(?:the|your|those|these|its|their)\s(?:\w+\s){0,2}?([a-z]+s|people|children))\b",
    re.IGNORECASE,
)
_TIMES = ("days", "nights", "weeks", "months", "years")
_SEVERAL = re.compile(
    r"(?:[\w’'-]+\s){0,2}?(?:[a-z]+[^s\W]s|people|children|men|women|staff|sheep)(?=\s)",
    re.IGNORECASE,
)
_THING = re.compile(
    r"^(?:is|was|are|were)\s(?:your|his|her|their|the)\s(?P<what>[\w\s’'-]+)\s$", re.I
)


def _is_thing(head: str, found: Compared) -> bool:
    """Whether it is a thing with a number: "Is your ferritin under 30?"; not a time of the day."""
    thing = _THING.match(head)
    if thing is None or is_somebody(thing["what"]) or len(thing["what"].split()) > 4:
        return False
    return " and " not in found.test and not _AT_TIME.search(found.before)


_DOES = re.compile(r"(?:do|does|did|will|can)\s(?:.*\s)?(?P<verb>[a-z]+)\s$", re.IGNORECASE)
_MORE_OR_LESS = re.compile(r"\b(?:than|least|most|or)\b", re.IGNORECASE)
_HOLDS = ("seat", "hold", "sleep", "employ", "accommodate", "house")
"""What so many people go into or are, and no time of the day is."""


def _so_many(head: str, found: Compared, body: str) -> bool:
    """Whether what a verb has so many of goes without saying: "Do you employ five or more?" """
    does = _DOES.match(head)
    verb = does["verb"].casefold() if does else ""
    if verb in _HOLDS:
        return True
    return verb in verbs.BASES and bool(_MORE_OR_LESS.search(found.phrase.of(body)))


NO_THING = either(
    "or, and, to, through, up to, plus, upwards, at, minimum, maximum, inclusive, out of"
)
"""What stands behind a number and is no thing that it counts."""
_PERIOD = re.compile(PERIOD, re.IGNORECASE)
_NUMBER_IN = re.compile(rf"\s(?:{NUMBER})\s", re.IGNORECASE)
_THERE = re.compile(r"\w+\sthere\s", re.IGNORECASE)
_OF_HOW_MANY = re.compile(
    rf"\b{_GROUPS}\b|\b(?:chain|network|household|family|herd|flock|fleet)\sof\s$", re.IGNORECASE
)
_WARMTH = re.compile(r"\b(?:warmer|hotter|colder|cooler)\b", re.IGNORECASE)
# "Do your kidneys filter less than 45 (eGFR)?"
_SAID_BEHIND = re.compile(rf"\s\({_MEASURED}\)$", re.IGNORECASE)


def _is_number(body: str, found: Compared, head: str) -> bool:
    """Whether a number is clear that counts no things that are named."""
    said = found.phrase.of(body)
    return bool(
        _THERE.fullmatch(head)
        or MEASURES.search(head)
        or _SAID_BEHIND.match(body, found.phrase.end)
        or (_WARMTH.search(said) and head.casefold().endswith("it "))  # "Is it zero or warmer?"
        or _is_thing(head, found)
        or _so_many(head, found, body)
    )


def counted(body: str, found: Compared, head: str) -> Compared | None:
    """What a number without a unit counts or measures, where that is clear."""
    if _NESTED.search(head) or found.test == "== 1":
        return None
    if found.quantity.amount == 1 and _ONE_THAT.match(body, found.quantity.span.end):
        return None
    quantity_last = found.phrase.end == found.quantity.span.end
    start = found.quantity.span.end if quantity_last else found.phrase.end
    between = Span(found.quantity.span.end, found.phrase.end).of(body)
    things = re.match(rf"\s(?!{NO_THING}\b)(.+?)\s(?:or\s\w+|at\s(?:least|most))$", between)
    if things:  # "20 ewes or more"
        span = Span(*(found.quantity.span.end + at for at in things.span(1)))
    else:
        stop = _NOUN_STOPS.search(body, start)
        span = Span(start, stop.start() if stop else len(body)).stripped(body)
        if several := _SEVERAL.match(span.of(body)):  # "guests | attend"
            span = Span(span.start, span.start + several.end())
    noun = span.of(body)
    if (
        not noun and found.quantity.amount != 1 and (of := _OF_THOSE.match(body, start))
    ):  # "at least five of the trustees"
        unit = (of[1] or "people").casefold()
        kind = Kind.DURATION if unit in _TIMES else found.kind  # "five of the last ten years"
        return replace(found, kind=kind, unit=unit)
    if (money := _money(found, head, noun)) is not None:
        end = max(found.phrase.end, span.end if noun else 0)
        return replace(money, phrase=Span(found.phrase.start, end))
    if not noun:
        timed = _AT_TIME.search(found.before) or " and " in found.test
        if timed and _CLOCK.fullmatch(found.quantity.span.of(body)):
            return None
        whole = (
            isinstance(found.quantity.amount, Fraction) and found.quantity.amount.denominator == 1
        )
        if whole and not (_OF_HOW_MANY.search(head) or _is_number(body, found, head)):
            return None
        return replace(found, kind=Kind.COUNT if _OF_HOW_MANY.search(head) else Kind.NUMBER)
    if re.match(r"times\s(?:your|the|as|that)\b", body[span.start :]):  # "three times your savings"
        return None
    if noun.casefold() in ("old", "years old") or noun.startswith("-"):
        return None
    if _NUMBER_IN.search(noun):  # "at least one colleague three days a week"
        return None
    if unit := unit_named(noun.split()[0].rstrip("'’")):  # "three or more years' service"
        each = _PERIOD.match(body, span.end)  # "30 or more hours per week"
        return replace(
            found, kind=unit[0], unit=f"{unit[1]}{period_named(each[0] if each else '')}"
        )
    if verbs.gerund(noun.casefold()):  # "dated before 1955 stating that"
        return None
    subject = not re.search(r"\s\w+\s*$", head.strip())
    if found.quantity.amount == 1 and subject:
        return None
    return replace(found, unit=noun.split()[-1].casefold(), things=span)
