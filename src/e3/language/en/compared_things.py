"""What a question compares: an age, a year, a score, or things that are counted.

Where the rest of the question leaves a doubt, it compares nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from e3.language.en import verbs
from e3.language.en.asked_also import TWO_THINGS, asks_for_two
from e3.language.en.compared_quantity import Compared
from e3.language.en.comparing_words import either
from e3.language.en.grammar import PEOPLE
from e3.language.en.story_people import RELATION
from e3.language.en.unit_words import unit_named
from e3.language.en.whole_quantities import Quantity
from e3.policy.facts import Kind
from e3.text import Span

_SUBJECT = re.compile(
    r"^(?:is|are|was|were|will|would|have|has|must)\s"
    r"(?P<who>you(?:\s(?:an?|the)\s(?:young\s)?(?:person|child|adult|minor))?|they|he|she|we|it\s(?:for\s)?an?\s(?:child|baby|kid)|(?:your|the|each|this|that|an?|some)\s.+?"
    r"|some(?:one|body)\b.*?|[A-Z]\w+)\s(?:(?:still|already|now|just|also|currently)\s)?"
    r"(?:be\s|being\s)?(?:aged\s|age\s|of\s)?$",
    re.IGNORECASE,
)
_GROUPS = either("group, crew, party, team, class")
_MEASURED = either(
    "mark, score, rating, level, grade, bmi, number, count, total, index, point, price, value,"
    " size, rank, sum, speed, balance, average, result, reading, temperature, rated, dose, cost,"
    " turnover, width, height, length, egfr, odds, ratio, floor, seating, hba1c, gpa, average"
)
_MEASURES = re.compile(rf"\b(?:{_MEASURED}|{_GROUPS})s?\b", re.IGNORECASE)
_AGE_TAIL = re.compile(
    r"^(?:\s?years?)?(?:\s(?:old|of age))?"
    r"(?:$|,|\s(?:on|when|at|by|in|before|today|now|during|this|next)\b)",
    re.IGNORECASE,
)
_ANYBODY = either(
    "any, all, both, none, everyone, everybody, anyone, anybody, nobody, either, one of"
)
_ANY_OF = re.compile(rf"^\w+\s{_ANYBODY}\b", re.IGNORECASE)
# "Does either of you earn more than £100,000?" asks for the most that one of them does.
_ANY_EARNS = re.compile(
    r"(?:do|does)\s(?:any|either)\s(?:of\s)?(?:(?:the|your)\s)?(?:you|parents?|partners?)\searn\s$",
    re.IGNORECASE,
)
_EACH = re.compile(r"^\w+\s(?:each|every)\b", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:unable|fail(?:ed)? to|not(?! counting| including)|never|no longer)\b|n[’']t\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\b(?:but|unless|while|whose|which)\b|,\s(?:or|and)\s"
    r"|\b(?:and|or)\s(?:are|is|do|have|in|living|a)\b|^\sand\b"
    r"|^\s(?:by|x|×)\s(?=[\d.]+\s(?:m|met|cm|feet|ft|foot|inches|x|×|by))",
    re.IGNORECASE,
)
_STOPS = either(
    "of, in, on, at, for, with, from, to, who, that, which, when, a, an, per, each, every, or, and,"
    " by, after, before, since, not, without, come, live, the, your, this, as, than, between,"
    " during, within, over, are, is, were, was, have, has, had, running, left, living, you, it,"
    " its, their, under, out, up, because, where, whose, if, do, did, does, will, through, into,"
    " across, outside, inside, near, against, about, beside, towards"
)
_NOUN_STOPS = re.compile(rf"\s{_STOPS}\b|[,;:.?!()]", re.IGNORECASE)
_SOMEBODY = either(
    "child, children, baby, babies, dependant, adult, person, people, someone, somebody, anyone,"
    " relative, helper, companion, member, holder"
)
# "a UK one from 1997", "faster than one alone would"
_ONE_THAT = re.compile(r"\s(?:from|of three|of two|alone|would|that|which)\b", re.IGNORECASE)
_NESTED = re.compile(rf"\b{_SOMEBODY}s?\s(?:aged\s)?(?:of\s)?$", re.IGNORECASE)


_CHILD = re.compile(r"(?:young )?(?:child|adult|person)", re.IGNORECASE)
_THINGS_AGED = re.compile(
    r"\b(?:vehicle|car|van|building|house|home|boat|bike|caravan|system|policy|mortgage|it)\b",
    re.IGNORECASE,
)


def of_what(question: str, found: Compared) -> Compared | None:
    """The comparison with what it is of, where the rest of the question leaves no doubt."""
    body = question.rstrip("? ")
    head, rest = body[: found.phrase.start], body[found.phrase.end :]
    # "Were you unable to work for more than five days?"
    lasts = found.before.startswith("for") or head.endswith("for ")
    denied = _DENIED.search(head)
    none = re.match(r"(?:is|are|was|were)\sthere\sno\s", head, re.IGNORECASE)
    if none and found.kind is Kind.DISTANCE:
        found = _failing(found)
    if denied and denied[0].casefold() == "unable" and found.kind is Kind.DISTANCE:
        found = _failing(found)  # who is unable to walk 50 metres walks less
    elif denied and denied[0].casefold().startswith("fail") and found.before == "within":
        found = _failing(found)  # who fails to do it within 30 days takes longer
    elif denied and not (lasts and denied[0].casefold() in ("unable", "not", "n't", "n’t")):
        return None
    # "Has nobody slept there for 30 nights?"; "Was every bay within 200 metres full?"
    nobody = lasts and re.match(r"^\w+\snobody\b", body, re.IGNORECASE)
    earns = _ANY_EARNS.match(head) and found.kind is Kind.MONEY
    if (_ANY_OF.match(body) and not nobody and not earns) or (
        _EACH.match(body) and _IS_SO.fullmatch(rest)
    ):
        return None
    # "within 200 metres of a farm or a market" is one distance
    goes = _EITHER_PLACE.sub("", rest) if found.kind is Kind.DISTANCE else rest
    if (_GOES_ON.search(goes) and not _LEAVES_OUT.match(rest)) or _IN_WRITING.match(rest):
        return None
    if asks_for_two(head, rest, found):
        return None
    found = _turned(found, rest)
    if found.quantity.kind is None:
        return _bare(body, found, head, rest)
    if found.unit == "GBP" and _HEAVY.search(body) and not re.search("£", found.phrase.of(body)):
        return replace(found, kind=Kind.WEIGHT, unit="lb")
    if found.unit == "years" and re.match(r"\s?(?:old|of age)\b", rest, re.IGNORECASE):
        if found.phrase == found.quantity.span and found.test[:2] != "==":
            return None  # "Is she two years old?" may well mean two or over
        who = _SUBJECT.match(head)
        is_person = who and not _THINGS_AGED.search(who["who"])
        return replace(found, kind=Kind.NUMBER, is_age=True) if is_person else found
    return found


_IS_SO = re.compile(r"\s\w+")
_IN_WRITING = re.compile(r"\s(?:(?:ahead|notice|before)\s)?in writing$", re.IGNORECASE)
_EITHER_PLACE = re.compile(r"^\s(?:of|from)\s[^,;]*?\sor\san?\s", re.IGNORECASE)


def _failing(found: Compared) -> Compared:
    sign, amount = found.test.split(" ", 1)
    signs = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}
    return replace(found, test=f"{signs[sign]} {amount}") if sign in signs else found


_LEAVES_OUT = re.compile(r",\s(?:not counting|leaving out|excluding|including)\b", re.IGNORECASE)
_HEAVY = re.compile(r"\b(?:weigh\w*|load|luggage|heav\w+|bag)\b", re.IGNORECASE)
_TURNS = {">": "<", "<": ">", ">=": "<=", "<=": ">="}


def is_year(quantity: Quantity) -> bool:
    """Whether a bare number may well be a year."""
    amount = quantity.amount
    return quantity.kind is None and isinstance(amount, Fraction) and 1800 <= amount <= 2100


def _turned(found: Compared, rest: str) -> Compared:
    """ "later than 30 minutes before sailing" is less than 30 minutes before it."""
    turns = re.search(r"\b(?:later|earlier|sooner) than", found.before)
    if turns and found.kind is Kind.DURATION and re.match(r"\s(?:before|ahead)", rest, re.I):
        sign, amount = found.test.split()
        return replace(found, test=f"{_TURNS[sign]} {amount}")
    return found


# "Did you join before 2022?" may have to be answered with never; born is everybody.
_MAY_NEVER = re.compile(r"\w+\syou\s(?!.*\bborn\b)", re.IGNORECASE)


def _bare(body: str, found: Compared, head: str, rest: str) -> Compared | None:
    """A number without a unit: a year, an age, a score, or things that are counted."""
    if is_year(found.quantity) and not rest.strip():
        if _MAY_NEVER.match(head):
            return None
        dated = re.search(r"\b(?:before|after|since|in|by|from)\b", found.before)
        later = re.search(r"\bin\s$", head) and re.search("later|earlier", found.phrase.of(body))
        if dated or later:
            return replace(found, kind=Kind.NUMBER, unit="year")
    if re.search(r"\b(?:years|grades|levels|rounds)\s$", head, re.IGNORECASE):
        return None  # "in Years 7 to 9"
    if named := re.search(r"\b(week|day|year|level|grade|month)\s$", head, re.IGNORECASE):
        return replace(found, kind=Kind.NUMBER, unit=f"{named[1].casefold()}s")
    amount = found.quantity.amount
    assert isinstance(amount, Fraction)
    who = _SUBJECT.match(head)
    between = Span(found.quantity.span.end, found.phrase.end).of(body)
    counts = re.match(r"\s(?!or\b|and\b|to\b|through\b|up to\b)[a-z]", between)
    aged = "reach" in found.before or "turn" in found.before
    if amount.denominator != 1:
        return _counted(body, found, head)
    said = re.search(r"\b(?:aged?|older|younger)\b", body[len(head.rstrip()) - 5 :], re.IGNORECASE)
    if aged or (
        not counts
        and who
        and amount <= 120
        and _AGE_TAIL.match(rest)
        and not _MEASURES.search(head.partition(" of ")[0])
        and (said or is_somebody(who["who"]))
    ):
        two = who and TWO_THINGS.search(who["who"].partition(" who")[0])
        if who and two and not _CHILD.match(who["who"], two.end()):
            return None
        return replace(found, kind=Kind.NUMBER, unit="years", is_age=True)
    return _counted(body, found, head)


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


_SOME = frozenset("you he she they we someone somebody child children people men women".split())
_SOMEONE = re.compile(
    rf"{RELATION}s?|(?!number|order|water|paper|letter)\w{{2,}}(?:er|or|ee|ist|ian)s?|witness|escort"
    r"|replacement|animal|(?!rent|agreement)\w+[^m](?:ant|ent)"
)


_CLOCK = re.compile(r"\d{1,2}\.[0-5]\d")
_AT_TIME = re.compile(r"\b(?:before|after|by|at(?! least| most)|from|past|until)\b", re.IGNORECASE)


_OF_THOSE = re.compile(
    r"\sof\s(?:you|us|them|(?:the|your|those|these|its|their)\s(?:\w+\s)??([a-z]+s|people|children))\b",
    re.IGNORECASE,
)
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


def _so_many(head: str, found: Compared, body: str) -> bool:
    """Whether what a verb has so many of goes without saying: "Do you employ five or more?" """
    does = _DOES.match(head)
    counts = does is not None and does["verb"].casefold() in verbs.BASES
    return counts and bool(_MORE_OR_LESS.search(found.phrase.of(body)))


def _counted(body: str, found: Compared, head: str) -> Compared | None:
    if _NESTED.search(head) or found.test == "== 1":
        return None
    if found.quantity.amount == 1 and _ONE_THAT.match(body, found.quantity.span.end):
        return None
    quantity_last = found.phrase.end == found.quantity.span.end
    start = found.quantity.span.end if quantity_last else found.phrase.end
    between = Span(found.quantity.span.end, found.phrase.end).of(body)
    things = re.match(r"\s(?!or\b|and\b)(.+?)\sor\s\w+$", between)
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
        return replace(found, unit=(of[1] or "people").casefold())
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
        there = re.fullmatch(r"\w+\sthere\s", head, re.IGNORECASE)
        if whole and not (
            there or _MEASURES.search(head) or _is_thing(head, found) or _so_many(head, found, body)
        ):
            return None
        of_people = re.search(rf"\b{_GROUPS}\b", head, re.IGNORECASE)
        return replace(found, kind=Kind.COUNT if of_people else Kind.NUMBER)
    if re.match(r"times\s(?:your|the|as|that)\b", body[span.start :]):  # "three times your savings"
        return None
    if noun.casefold() in ("old", "years old") or noun.startswith("-"):
        return None
    if unit := unit_named(noun.split()[0]):
        return replace(found, kind=unit[0], unit=unit[1])
    subject = not re.search(r"\s\w+\s*$", head.strip())
    if found.quantity.amount == 1 and subject:
        return None
    return replace(found, unit=noun.split()[-1].casefold(), things=span)
