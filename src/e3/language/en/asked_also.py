"""What a question asks beside what it compares: "Are you a resident aged 75?" asks for two things.

A value answers one of them and leaves the other open.
"""

from __future__ import annotations

import re

from e3.language.en import verbs
from e3.language.en.compared_quantity import Compared
from e3.language.en.comparing_words import either
from e3.language.en.grammar import AUXILIARIES, BE, DETERMINERS
from e3.policy.facts import Kind

# "the climber a child": somebody is said to be something else, and of that age.
TWO_THINGS = re.compile(
    r"\b(?!(?:in|of|with|beside|for|to|at|on|by|from|near|and|or|is|are|than|that|who|as|about)\b)"
    r"\w+\s(?:an?|your|the|his|her|their)\s",
    re.IGNORECASE,
)

# What one can or promises, what is asked beside another question, and what is said of something in
# a clause of its own; not "that week", and not "your savings, leaving the home aside,".
_OF_ANOTHER = re.compile(
    r"\b(?:agree|declare|promise|which)\b|,\sand\s|,\sor\s$"
    r"|(?<!\bfor )(?<!\bof )(?<!\bin )(?<!\bwith )(?<!\bto )(?<!\bat )(?<!\bon )(?<!\bby )"
    r"(?<!^is )(?<!^was )(?<!^are )(?<!^were )(?<!^does )(?<!^did )(?<!^has )"
    r"(?<!^is something )(?<!^is anything )"
    r"\bthat\b(?!\s(?:day|week|month|year|time|period|date|course|trip|season)\b)"
    r"|^(?!\w+ (?:the|your) \w+ who\b).*\bwho\b|^[^,]*,[^,]*$",
    re.IGNORECASE,
)
_JOINS = re.compile(r"\sand\s(?P<next>[\w’']+)", re.IGNORECASE)
_YOU_AND = re.compile(  # "you and your partner together"
    r"(?<=^)(?:\w+\s(?:you|(?:your|the)\s\w+))\sand\s(?:your|the|his|her)\s", re.IGNORECASE
)
_BEGINS = AUXILIARIES | DETERMINERS | {"at", "then", "not"}
_SHOWS = re.compile(r"\b(?:show|prove|get|reach)\s(?:\w+\s){0,5}$", re.IGNORECASE)
_WITH_SO_MANY = re.compile(
    r"^(?:is|was|are|were)\s(?:the|your|this|that)\s[\w\s’'-]*?\w(?<!\sin)(?<!\son)(?<!\sat)(?<!\sfor)\san?\s"
    r"[\w\s’'-]+\s(?:with|of)\s$",
    re.IGNORECASE,
)
_TELLS_HOW_FAR = re.compile(r"\b(?:than|at least)\b", re.IGNORECASE)
_OF_SUBJECT = re.compile(r"^(\w+\s(?:the|your)\s(?:\w+\s)?\w+)\s(?:that|which)\s", re.IGNORECASE)
_LIST = re.compile(
    r",\s(?:\w+\s){0,2}\w+\s(?:or|and)\s(?=\w)"
)  # "the company, club or partnership"
_ALSO_SO = re.compile(
    r"\s(?:and|but)\s$|\bone\s(?:(?:of|built|from)\s)?$|\bwithout\b", re.IGNORECASE
)
# "Have you been without water for two days?", "worked without a break for a year"
_LACKS = re.compile(r"^(?:have|has|had)\s[^,]*\bwithout\s[^,]*\bfor\s$", re.IGNORECASE)
# "Do you live alone on €550 a week or less?", "Is it meant chiefly for those under 18?"
_SO_TOO = re.compile(r"\b(?:alone|chiefly|mainly|rather than|instead of)\b", re.IGNORECASE)
_BECAUSE = re.compile(r"\b(?:through no fault|so as to)\b", re.IGNORECASE)
_EXISTS = re.compile(r"^(?:do|does|did|has|have|will)\san?\s(?P<who>[\w\s-]+)$", re.IGNORECASE)


def asks_for_two(head: str, rest: str, found: Compared) -> bool:
    """Whether a question asks for something else too, which a value would not answer."""
    can = re.match(r"can\b|could\b", head, re.IGNORECASE) and not _SHOWS.search(head)
    if can and not (
        _TELLS_HOW_FAR.search(found.before) or found.kind in (Kind.DISTANCE, Kind.WEIGHT)
    ):
        return True
    if (
        _OF_ANOTHER.search(_OF_SUBJECT.sub(r"\1 ", _LIST.sub(" ", head)))
        or _is_also(head, rest, found)
        or _WITH_SO_MANY.match(head)
    ):
        return True
    first = head.split(" ", 1)[0].casefold()
    lasts = head if found.before.split()[:1] != ["for"] else f"{head}for "
    lacks = found.kind is Kind.DURATION and _LACKS.search(lasts)
    if _SO_TOO.search(head):
        return True
    if not first or (_ALSO_SO.search(head) and not lacks) or _BECAUSE.search(rest):
        return True
    for joins in _JOINS.finditer(_YOU_AND.sub("", head)):
        word = joins["next"].casefold()
        # "sign and return it", "a pitched roof and a height of"; not "net assets and savings"
        if word in _BEGINS or (first in ("did", "do", "does", "will") and word in verbs.BASES):
            return True
    # "Does a baby under six months sleep in the room?" asks for the baby.
    exists = _EXISTS.match(head)
    if exists and rest and not _has_verb(exists["who"]):
        return True
    # "Has the farm been sold within six years?": from when on, the question does not say.
    perfect = first in ("has", "have") and found.before == "within" and not rest
    return perfect and found.kind is Kind.DURATION


def _is_also(head: str, rest: str, found: Compared) -> bool:
    """Whether somebody is to be something, and so old or so large too."""
    lasts = found.kind is Kind.DURATION and head.endswith(" for ")
    if not _IS_ALSO.match(head) or lasts or _FOR_A_CHILD.match(head):
        return False
    # "Is it a van over 2.5 tonnes?" tells what it is of.
    return bool(rest) or found.quantity.kind is None or not _IT_IS.fullmatch(head)


_FOR_A_CHILD = re.compile(r"is it (?:for )?an? (?:child|baby|kid)\s$", re.IGNORECASE)
_IT_IS = re.compile(r"is it an? (?!(?!shed\b|bed\b)\w+ed\b)\w+(?: \w+)?\s", re.IGNORECASE)


def _has_verb(words: str) -> bool:
    return any(
        word in verbs.BASES or verbs.participle(word) or verbs.past(word)
        for word in words.casefold().split()[1:]
    )


_KINDS_OF_PEOPLE = either(
    "child, adult, person, young person, family of, group, party, team, crew, class, household,"
    " minor, teenager, chain, business, company, firm, employer, club, school, farm, shop"
)
# "Are you a resident aged 75?" asks for two things, "Are you an adult of 18 or over?" for one.
_IS_ALSO = re.compile(
    rf"^(?:is|are|was|were)\s(?:it|you|this)\s(?:on\s|in\s)?an?\s"
    rf"(?!{_KINDS_OF_PEOPLE}\b|(?:week|month|year|day)\swith\b|(?:slope|hill|gradient)\sof\b)",
    re.IGNORECASE,
)
_SAYS_MORE = re.compile(
    r"\b(?:that|which|who)\b|,|^(?:is|are|was|were)\s(?:it|you|this)\s(?:on\s|in\s)?an?\s",
    re.IGNORECASE,
)


def says_more(head: str) -> bool:
    """Whether a question says more before what it compares: "Are you a child under 12?"

    A value then does not answer it.
    """
    first, _, rest = head.partition(" ")
    does = re.match(r"(?:you|he|she|it|they)\s\w+ing\s", rest)  # "you returning | a tool"
    is_another = first.casefold() in BE and TWO_THINGS.search(rest[does.end() :] if does else rest)
    return bool(_SAYS_MORE.search(head) or is_another)
