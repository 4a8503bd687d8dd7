"""Of whom or what an amount in a clause of a story is told."""

from __future__ import annotations

import re

from e3.language.en.hedges import near
from e3.language.en.story_people import MEASURED, RELATION, YOU
from e3.language.en.whole_quantities import Quantity
from e3.policy.facts import Kind

_MINE = re.compile(
    r"\b(?:(?:me|us)\s(?:back\s|only\s|just\s|a full\s)?|(?:my|our)\s)$", re.IGNORECASE
)
_OWN_SCORE = re.compile(
    r"\b(?:my|our)\s(?:[\w-]+\s){0,3}(?:is|was|as|of|at)\s"
    r"(?:an?\s|now\s|only\s|down to\s|up to\s)?(?:grade\s|band\s|level\s|size\s)?$"
    rf"|\b(?:my|our)\s(?:[\w-]+\s){{0,2}}(?!{RELATION}\b)[\w-]+[’']s\s(?:\w+\s){{0,2}}$"
    r"|\b(?:my|our)\s(?:[\w-]+\s){1,3}(?:went|gone|dropped|rose|improved|fell)\b.*\bto\s$"
    r"|\b(?:my|our)\s(?:[\w-]+\s){1,3}(?:comes?|adds up)\sto\s$",
    re.IGNORECASE,
)
_OF_THING = re.compile(
    r"\b(?:an?|the|my|our|their)\s(?:\w+\s)?"
    r"(?P<thing>(?!is\b|was\b|are\b|has\b|had\b|with\b|of\b|at\b)\w+)"
    r"\s(?:(?P<has>with)\s|(?P<of>of|at)\s)?$",
    re.IGNORECASE,
)
_JOURNEY = re.compile(
    r"[-\s](?:(?:\w+\s)?(?:walk|drive|journey|commute|ride|trip)|each way|there and back"
    r"|door to door)\b",
    re.IGNORECASE,
)
_PAYS_ME = re.compile(r"\b(?:pays?|paid|gives?|gave|charges?|charged)\s(?:me|us)\b", re.IGNORECASE)
_FROM_ME = re.compile(
    r"\s(?:away\s)?from\s(?:home|me|us|where i live|(?:my|our)\s(?:house|home|flat|place))\b",
    re.IGNORECASE,
)
_OF_THINGS = (Kind.WEIGHT, Kind.MONEY, Kind.DISTANCE)
_THAT_IS = re.compile(
    r"\b(?P<what>\w+)\s(?:that|which)\s(?:weighs?|costs?|measures?|is worth|are worth)\s$"
    r"|\b(?:an?|the|my|our|his|her)\s(?:\w+\s)?(?P<worth>(?!is\b|was\b|are\b|be\b)\w+)\sworth\s$",
    re.IGNORECASE,
)
_A_THING = re.compile(
    r"\s(parcel|package|bag|case|suitcase|box|letter|dog|van|trailer|load)\b", re.I
)
_SHARE = re.compile(r"\b(?:shar(?:e|es|ing)|liv(?:e|es|ing))\b", re.IGNORECASE)
_HIGH = re.compile(r"\s(?:high|tall|long|wide|deep)\b", re.IGNORECASE)
_WORTH = re.compile(
    r"\b(?:worth|valued|is on for|costs?|sold|priced|went for)\b"
    r"|(?:\b(?:is|was|were|are)|[’']s)\s(?:only\s|just\s)?$",
    re.IGNORECASE,
)
_FIRMS = frozenset("company firm business club charity shop council bank school society".split())
"""What is no person, and has money."""
_PRONOUNS = ("he", "she", "they", YOU)
_TO_SOMEWHERE = re.compile(
    r"\b(?:nearest|closest)\b|\bit[’']?s?(?:\sis)?\s(?:\w+\s)?$", re.IGNORECASE
)
_FROM = re.compile(r"\s(?:from|to|away)\b", re.IGNORECASE)
_OWN_THING = re.compile(
    rf"\b(?:my|our|the)\s(?:\w+\s)?(?:{'|'.join(sorted(MEASURED))})\b", re.IGNORECASE
)
_OF_THEIRS = re.compile(rf"\b(?:{RELATION}|[A-Z][a-z]+)[’']s\b|\b(?:his|her|their)\b")


_OWES_ME = re.compile(
    r"\b(?:owes?|owed|owing)\s(?:me|us)\s(?:back\s|only\s|just\s)?$", re.IGNORECASE
)
# "I sold my old bike for"
_TRADED = re.compile(
    r"\b(?:bought|sold|purchased|ordered|selling|sell)\s(?:an?|the|my|our|his|her)\s"
    r"(?:(?!to\b|for\b)[\w-]+\s){0,2}?(?P<what>[\w-]+)"
    r"(?:\s(?:off|from|to|on|at)(?:\s[\w-]+){1,3})?\sfor\s(?:only\s|just\s)?$",
    re.IGNORECASE,
)
# "the neighbour's hedge is", "Mum's old house is"
_THEIR_THING = re.compile(
    rf"\b(?:{RELATION}|next door|(?-i:[A-Z][a-z]+))[’']s\s(?:\w+\s)?(?P<what>[a-z][\w-]+)\s"
    r"(?:is|was|weighs|measures|stands|costs?)\s(?:\w+\s)?$",
    re.IGNORECASE,
)
_BELONGS = re.compile(
    rf"\s(?:[\w]+\s){{0,4}}belongs to (?:my|our|the)\s(?P<who>{RELATION})\b"
    rf"|\s(?:is |are )?(?:in|on|from|of) (?:my|our|the)\s(?P<whose>{RELATION})[’']s"
    r"(?=[.,;!?]|$|\sand\b)",
    re.IGNORECASE,
)
_WHO_MEASURES = frozenset("nurse doctor gp clinic hospital bank lender optician surgery".split())
"""Who says what somebody else's reading is."""
_MEASURED = "|".join(sorted(MEASURED, key=len, reverse=True))
_BARE_THING = re.compile(
    rf"(?:^|[,;:.]\s?|\band\s|\bbut\s)(?:{_MEASURED})\s(?:is|was|are|comes to)\s(?:\w+\s)?$",
    re.IGNORECASE,
)
_SCORED = ("", "points", "marks", "credits")
"""The units of what somebody scores."""
_OF_BIRTH = ("birthday", "dob", "birth", "age")
_DAY_OF = re.compile(
    rf"\b(?:my|our|the)\s(?:\w+\s)?(?P<thing>{_MEASURED})(?:[’']s)?\s"
    r"(?:is|was|are|runs?|ran|ends?|ended|expires?|expired|starts?|started|begins|began|finish\w*|went"
    r"|goes|came|comes|on)\s(?:[\w’'-]+\s){0,3}$"
    r"|(?:^|[,;.]\s)(?-i:(?P<bare>[A-Z][a-z]+))\s(?:is|was|ends?|ended|starts?|started|runs? out)\s"
    r"(?:on\s)?$",
    re.IGNORECASE,
)


def day_owner(before: str, subject: str) -> str:
    """Of whom or what a day after these words is told: a visa runs out, and not its holder."""
    if re.search(r"\b(?:i|we|he|she|they)\b", near(before), re.IGNORECASE):
        return subject
    found = _DAY_OF.search(near(before))
    if found is None:
        return subject
    thing = (found["thing"] or found["bare"]).casefold()
    return subject if thing in _OF_BIRTH or re.fullmatch(RELATION, thing) else thing


def owner(quantity: Quantity, kind: Kind, text: str, subject: str) -> str:
    """Of whom a quantity of a clause is told, whose subject there is `subject`."""
    before, after = text[: quantity.span.start], text[quantity.span.end :]
    if belongs := _BELONGS.match(after):
        return (belongs["who"] or belongs["whose"]).casefold()
    if kind is Kind.MONEY and _OWES_ME.search(before):
        return subject
    if kind is Kind.MONEY and (traded := _TRADED.search(before)):
        return traded["what"].casefold()
    is_score = kind is Kind.NUMBER and quantity.unit in _SCORED
    if _MINE.search(before) or (is_score and _OWN_SCORE.search(before)):
        return YOU
    if (kind is Kind.NUMBER and subject in _WHO_MEASURES) or _BARE_THING.search(before):
        return YOU
    of_thing = kind in _OF_THINGS or (kind is Kind.NUMBER and bool(quantity.unit))
    theirs = of_thing and _THEIR_THING.search(before)
    if theirs and theirs["what"].casefold() not in MEASURED | {"one", "own"}:
        return theirs["what"].casefold()
    if kind in _OF_THINGS and (what := _THAT_IS.search(before)):
        return (what["what"] or what["worth"]).casefold()
    if kind in _OF_THINGS and before.endswith(("a ", "an ")) and (noun := _A_THING.match(after)):
        return noun[1].casefold()
    if kind is Kind.COUNT and _SHARE.search(before):
        return YOU
    if found := _OF_THING.search(before):
        high = kind is Kind.DISTANCE and _HIGH.match(after)
        if high or (found["has"] and not is_score) or (found["of"] and kind is Kind.PERCENTAGE):
            return found["thing"].casefold()
    if _OWN_THING.search(near(before)) and not _OF_THEIRS.search(before):
        return YOU
    if kind is Kind.MONEY and (subject == "they" or _PAYS_ME.search(before)):
        return YOU
    if kind is Kind.DISTANCE and _FROM_ME.match(after):  # "My office is 8 km from home"
        return YOU
    is_thing = not re.fullmatch(RELATION, subject) and subject not in _PRONOUNS
    if kind is Kind.MONEY and is_thing and subject not in _FIRMS and not _WORTH.search(before):
        return YOU
    if kind is Kind.DURATION and is_thing and _JOURNEY.match(after):  # "it's a ten minute walk"
        return YOU
    if kind is Kind.DISTANCE and _TO_SOMEWHERE.search(before) and _FROM.match(after):
        return YOU
    return subject
