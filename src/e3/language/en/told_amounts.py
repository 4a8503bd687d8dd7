"""What an amount in a story is told to be: pay, how long it has lasted, how many there are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from e3.language.en.comparing_words import either
from e3.language.en.hedges import near
from e3.language.en.numbers import NUMBER
from e3.language.en.story_people import RELATION
from e3.language.en.told_days import WEEKDAY
from e3.language.en.unit_words import PERIOD, period_named
from e3.language.en.whole_quantities import Quantity
from e3.policy.facts import Kind


@dataclass(frozen=True, slots=True)
class Measured:
    """What an amount measures."""

    kind: Kind
    unit: str
    is_ago: bool = False
    """Whether something happened that long ago."""


_SPENDS = re.compile(
    r"\b(?:makes?|made|earns?|earned|gets?|paid|pays?|paying|(?:take|bring)s? (?:home|in)"
    r"|income|on|sum"
    r"|salary|wages?|spends?|spending|rent|costs?|charges?|charged|owes?|owed|worth|gives?|receives?"
    r"|bill|savings|saved|deposit|clear|pension|sold|bought|borrowed|mortgage|price|sales|turnover"
    r"|debts?|loan|have|value|budget|went for|inherited|won|lost|lent|claimed|refund\w*)\b",
    re.IGNORECASE,
)
_PERIOD = re.compile(PERIOD, re.IGNORECASE)
_TAKES_HOME = re.compile(
    r"\b(?:earns?|(?:take|bring)s?\shome|(?:is|am|are|was|gets?|got|[’'](?:m|s|re))\spaid)\s(?:only\s|just\s)?$",
    re.IGNORECASE,
)
_ON_THE_CLOCK = re.compile(r"\son the clock\b", re.IGNORECASE)
_LARGE = re.compile(r"\dk$|thousand|million|\d,\d", re.IGNORECASE)
_NO_NOUN = re.compile(
    r"$|[.,;!?)]|\s(?:on|in|for|a|an|per|and|but|so|last|this|with|to|from|of it|of debt"
    r"|deposit|savings"
    r"|loan|mortgage|after|before|at|over|by|out|left|put|saved|back)\b",
    re.IGNORECASE,
)
# "a week last Sunday"
_BESIDE_A_DAY = re.compile(
    rf"\s(?:ago\s)?(?:(?:on|last)\s{WEEKDAY}|yesterday|today|tomorrow)\b", re.IGNORECASE
)
_AGO = re.compile(r"\s(?:ago|back)\b", re.IGNORECASE)
_NO_TIME_BEFORE = re.compile(
    r"(?:\b(?:in|within|next|the|until|least|first|last|than|this|these|those|it[’']ll be"
    r"|to|past|from"
    r"|before|that|a|an|every|your|their|his|extra|whole|when|at|on)|-)\s?$",
    re.IGNORECASE,
)
# "five shifts a week", "300 a month"
_COUNTED_BEFORE = re.compile(
    rf"(?:(?:{NUMBER})\s(?:[\w-]+\s){{0,2}}|\b(?:once|twice)\s)$", re.IGNORECASE
)
_TOOK = re.compile(r"\b(?:takes?|took|taken|taking)\s(?:\w+\s)?$", re.IGNORECASE)
_LASTED = re.compile(r"\b(?:for|over|in) the (?:last|past)\s$", re.IGNORECASE)
_SINGULAR = re.compile(
    r"(?!an?\b|half\b).*(?<![-\s]a)(?<![-\s]an)[-\s](?:year|month|week|day|hour|minute|night)",
    re.IGNORECASE,
)
_SHIFTS = re.compile(r"[-\s](shifts|classes|lessons|sessions|trips)\b", re.IGNORECASE)
_WALK = re.compile(
    r"[-\s](?:\w+\s)?(?:walk|drive|journey|commute|ride|run|wait|delay|shift|trip|notice|contract|stay"
    r"|course|ban|job|holiday|break|visa|lease|tenancy|sentence|training|placement|apprenticeship)\b",
    re.IGNORECASE,
)
_NO_TIME_AFTER = re.compile(
    r"\s(?:to\s(?!run|go|pay)\w+|in which|warranty|guarantee|deal|period|return|limit|after|before"
    r"|earlier|ahead|in advance|beforehand)\b",
    re.IGNORECASE,
)
_SCORES = either(
    "score, rating, mark, grade, reading, level, result, index, count, gpa, bmi, iq, pressure,"
    " temperature, cholesterol, average, prescription, band, number, handicap, pulse, sugar,"
    " ferritin, apgar, attainment"
)
_SIGN = r"(?-i:[A-Z]{2,}|[A-Z]\w*[A-Z0-9]\w*|[a-z]+[A-Z]\w*)"  # GPA, HbA1c, eGFR
_SCORE_BEFORE = re.compile(
    rf"\b(?:{_SCORES}|{_SIGN})\s(?:\w+\s){{0,3}}"
    r"(?:is|was|were|as|of|at|came out at|came back at|came in at)\s"
    r"(?:still\s|now\s|only\s|just\s)?$"
    rf"|\b(?:{_SCORES}|{_SIGN})\s(?:has\s|had\s)?(?:fallen|risen|dropped|gone|went|fell|rose)\s"
    r"(?:\w+\s)?to\s$"
    rf"|\b(?:{_SCORES}|(?-i:[A-Z]{{2,}}))[’']s\s(?:only\s|now\s|just\s)?$"
    r"|\b(?:got|scored|managed|number|rated|level|grade|size|flat)\s(?:an?\s)?$"
    r"|\bin (?:year|grade|class|band)\s$",
    re.IGNORECASE,
)
# "Credit score 612, should I wait?"
_SCORE_ALONE = re.compile(
    rf"(?:^|[,:;]\s|\band\s)(?:(?:my|our)\s)?(?:[\w-]+\s){{0,2}}{_SCORES}:?\s$", re.IGNORECASE
)
# "a 3.7 GPA", "my 720 credit score"
_SCORE_OF = re.compile(
    rf"\s(?:[\w-]+\s)?(?:(?:score|rating|average|handicap|gpa|bmi|iq)\b|{_SIGN})", re.IGNORECASE
)
_HAS_SCORE = re.compile(r"\b(?:an?|my|his|her|our|their|with|got|have|has)\s$", re.IGNORECASE)
_OUT_OF = re.compile(rf"\s(?:out\s)?of\s(?:a possible\s)?(?:{NUMBER})\b", re.IGNORECASE)
_OUT_OF_THAT = re.compile(rf"(?:{NUMBER})\s(?:out of|of)\s(?:a possible\s)?$", re.IGNORECASE)
_MY_NUMBER = re.compile(
    r"\b(?:my|our|his|her|their|[’']s)\s(?:[\w-]+\s){0,2}[\w-]+"
    r"(?:\s(?:is|was|were|are|averages?|comes? to|adds up to)|[’']s)\s"
    r"(?:now\s|only\s|just\s|still\s|down to\s|up to\s|(?:at|an?|off)\s)?$"
    r"|\b(?:my|our|his|her)\s(?:[\w-]+\s){1,3}(?:went|gone|dropped|rose|improved|fell)\b.*\bto\s$"
    r"|(?-i:\b[A-Z]{2,5}\s$)|\b(?:flow|count|level)[’']s\sdown to\s$",
    re.IGNORECASE,
)
_SCORE_AFTER = re.compile(
    r"$|[.,;!?]|\s(?:on|in|out|and|overall|for|but|now|so|at|which|keeps|this|today|yesterday|last"
    r"|when|by|as|after|then|because|if|according|apparently|though|while|with|from|the"
    r"|shoes?|boots?)\b",
    re.IGNORECASE,
)
_NOT_COUNTED = re.compile(
    r"(?:\b(?:in|at|on|of|over|after|within|to|from|by|per|about|the|these|those|other|last|next"
    r"|first|all|than|every|each|(?<!there )(?:is|was|are|were)|between|number"
    r"|page|year|band|grade|level|day|week)"
    r"|(?<!there)(?<!that)[’']s|[-(])\s?$",
    re.IGNORECASE,
)
_THINGS = re.compile(
    r"\s((?:(?!of\b|in\b|for\b|at\b)[\w-]+\s){0,2}?(?!is\b|was\b|as\b|us\b|has\b|this\b|years\b)"
    r"(?:[a-z]+s|[a-z]*children|people|staff|men|women|sheep))\b",
    re.IGNORECASE,
)
_OF_US = re.compile(r"\sof us\b", re.IGNORECASE)
_OF_MINE = re.compile(r"\sof (?:my|our|his|her|the) ([a-z]+s|children)\b", re.IGNORECASE)
_GROUP_OF = re.compile(
    r"\b(?:family|household|party|groups?|firm|team|crew|class|company|staff) of\s$", re.IGNORECASE
)
_JUST_ONE = re.compile(
    r"\b(?:have|has|got|[’']ve|just|only|with)\s(?:only\s|just\s|the\s)?$", re.IGNORECASE
)
_ONE_THING = re.compile(r"\s(?!of\b|or\b|and\b)([a-z]+)\b")
_WEIGHS = re.compile(
    r"\b(?:weigh\w*|heavy|heaviest|weight|born|load|luggage|suitcase|bag|lost|gained)\b",
    re.IGNORECASE,
)
_IS_SOMEBODY = re.compile(
    rf"\b(?:i[’']?m|i am|s?he[’']?s|s?he is|{RELATION} is|{RELATION}[’']s)"
    r"\s(?:only\s|just\s|now\s)?$",
    re.IGNORECASE,
)


def measured(quantity: Quantity, text: str) -> Measured | None:
    """What a quantity of a clause measures that is no age; None where it tells nothing."""
    before, after = text[: quantity.span.start], text[quantity.span.end :]
    kind, unit = quantity.kind, quantity.unit
    if kind is None:
        return _bare(quantity, text, before, after)
    # "three night shifts"
    many = kind is Kind.DURATION and quantity.amount != 1 and _SHIFTS.match(after)
    if many and _SINGULAR.fullmatch(quantity.span.of(text)):
        return Measured(Kind.COUNT, many[1].casefold())
    if kind is Kind.DURATION:
        return _lasted(quantity, text, before, after)
    in_words = "£" not in quantity.span.of(text)
    if unit == "GBP" and in_words and (_WEIGHS.search(text) or _IS_SOMEBODY.search(before)):
        # "7 pounds 4" was joined as money.
        return Measured(Kind.WEIGHT, "lb") if is_whole(quantity) else None
    return Measured(kind, unit)


def is_score(before: str, after: str) -> bool:
    """Whether a number between these words is a score, or a reading: "my BMI is", "a … GPA"."""
    if _OUT_OF.match(after) and re.search(r"\b(?:got|scored|with|managed)\s$", before, re.I):
        return True
    if _HAS_SCORE.search(before) and _SCORE_OF.match(after):
        return True
    said = _SCORE_BEFORE.search(before) or _SCORE_ALONE.search(before)
    return bool(said and _SCORE_AFTER.match(after))


def is_whole(quantity: Quantity) -> bool:
    """Whether an amount has no part: £7.04 has."""
    return isinstance(quantity.amount, Fraction) and quantity.amount.denominator == 1


_LATE = re.compile(r"\s(?:late|early|overdue)\b", re.IGNORECASE)
_SINCE = re.compile(
    r"\bit(?:[’']s|\sis|\shas|[’']s been|\shas been)\s(?:been\s)?(?:only\s|just\s|now\s)?$",
    re.IGNORECASE,
)


def _lasted(quantity: Quantity, text: str, before: str, after: str) -> Measured | None:
    """How long something lasts, or how long ago it was."""
    if _LATE.match(after):
        return Measured(Kind.DURATION, quantity.unit)
    if re.match(r"\ssince\b", after, re.IGNORECASE) and _SINCE.search(before):
        return Measured(Kind.DURATION, quantity.unit, is_ago=True)
    if _BESIDE_A_DAY.match(after):
        return None
    if _AGO.match(after):
        return Measured(Kind.DURATION, quantity.unit, is_ago=True)
    if not quantity.period:
        is_one = quantity.span.of(text).casefold().startswith(("a ", "an "))
        to_do = _NO_TIME_AFTER.match(after) and not _TOOK.search(before)
        if to_do or (is_one and _COUNTED_BEFORE.search(before)):
            return None
        # "a 2 year warranty"; a 20 minute walk takes as long.
        one = quantity.amount == 1 or not _SINGULAR.fullmatch(quantity.span.of(text))
        lasts = _WALK.match(after) or _LASTED.search(before)
        if not lasts and (not one or _NO_TIME_BEFORE.search(before)):
            return None
    return Measured(Kind.DURATION, quantity.unit)


def _bare(quantity: Quantity, text: str, before: str, after: str) -> Measured | None:
    """Of a number without a unit: "I make 300 a week", "I've got three children"."""
    if _SPENDS.search(before) and (period := _PERIOD.match(after)):
        return Measured(Kind.MONEY, period_named(period[0]).strip())
    if _OUT_OF_THAT.search(before):
        return None
    if _ON_THE_CLOCK.match(after):
        return Measured(Kind.DISTANCE, "miles")
    if is_score(before, after):
        return Measured(Kind.NUMBER, "")
    scored = _SCORE_AFTER.match(after) or not is_whole(quantity)
    if scored and _MY_NUMBER.search(before):
        return Measured(Kind.MONEY if _SPENDS.search(near(before)) else Kind.NUMBER, "")
    if _OF_US.match(after) or _GROUP_OF.search(before):
        return Measured(Kind.COUNT, "people")
    if of := _OF_MINE.match(after):
        return Measured(Kind.COUNT, of[1].casefold())
    several = quantity.amount != 1 and not _NOT_COUNTED.search(before)
    if several and (things := _THINGS.match(after)):
        return Measured(Kind.COUNT, things[1].split()[-1].casefold())
    if quantity.amount == 1 and _JUST_ONE.search(before) and (thing := _ONE_THING.match(after)):
        return Measured(Kind.COUNT, thing[1])
    much = isinstance(quantity.amount, Fraction) and quantity.amount >= 50
    if much and _TAKES_HOME.search(before) and _NO_NOUN.match(after):
        return Measured(Kind.MONEY, "")
    large = _LARGE.search(quantity.span.of(text))
    if large and _SPENDS.search(text) and _NO_NOUN.match(after):
        return Measured(Kind.MONEY, "")
    return None
