"""The words that compare: over, at least, no more than, or older, between, before (a lexicon)."""

from __future__ import annotations

import re

from e3.language.en.numbers import NUMBER


def either(words: str) -> str:
    """A pattern for one of some words or phrases, which commas part."""
    parts = sorted((part.strip() for part in words.split(",")), key=len, reverse=True)
    return f"(?:{'|'.join(parts)})"


MORE = either(
    "more, over, above, older, longer, higher, later, greater, larger, bigger, better, further on,"
    " further along, further, up, upwards, upward, taller, heavier, hotter, warmer, newer"
)
LESS = either(
    "less, under, below, younger, shorter, lower, earlier, smaller, fewer, closer, nearer, lighter,"
    " colder, cooler, cheaper, narrower, shallower, slower, weaker, thinner, quieter, sooner"
)
_NOT_MORE = either(
    "more, longer, later, further, greater, higher, larger, bigger, older, taller, heavier, wider,"
    " deeper"
)
# "further away than 5 miles", "longer ago than a year"
_AWAY = "(?: (?:away|apart|off|ago))?"
_ITS = "(?:the|its|your|their|his|her|our)"
_OVER_LIMIT = (
    rf"(?:over|above|beyond|past) {_ITS} (?:\w+ )?(?:limit|maximum|threshold|cap|ceiling) of"
)
_UNDER_LIMIT = (
    rf"(?:under|below) {_ITS} (?:\w+ )?(?:limit|minimum|threshold|cap|ceiling)(?: \w+)? of"
)
# "as long as two years"; not "twice as much as"
_AS_MUCH = (
    "(?<!twice )(?<!half )(?<!times )(?<!not )"
    "as (?:many|much|long|high|far|tall|wide|heavy|large) as"
)
# "stronger than", "faster than": what is more of something, whatever that is
_ANY_MORE = r"(?!other|rather|under|over|after|never|either|whether)[a-z]{3,}er"

_BEFORE = {
    rf"(?:no|not) {_NOT_MORE} than"
    r"|not (?:over|exceed(?:ing)?|above)|at (?:the )?most|up to(?: and including)?"
    r"|(?:a |the )?maximum (?:of )?|within(?: the first)?|inside|at or (?:under|below)"
    r"|(?:less|fewer|lower|smaller) than or equal to|equal to or (?:less|fewer|lower|smaller) than"
    rf"|capped at|limited to|(?:in|among|one of) {_ITS} first|as (?:little|few) as"
    r"|within (?:an?|the) (?:\w+ )?(?:limit|radius|range|distance|period|space) of": "<=",
    rf"(?:no|not) {LESS} than"
    r"|not (?:under|below)|at least|(?:a |the )?minimum (?:of )?|at or (?:over|above)"
    r"|(?:more|greater|higher|larger) than or equal to"
    rf"|equal to or (?:more|greater|higher|larger) than|{_AS_MUCH}": ">=",
    rf"{MORE}{_AWAY} than|(?:wider|deeper) than"
    r"|more (?:powerful|expensive|valuable|often|frequently) than"
    rf"|{_OVER_LIMIT}|over|above|exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|in excess of|upwards of"
    r"|(?<!the )(?<!last )past|beyond": ">",
    rf"{LESS}{_AWAY} than|less (?:powerful|expensive|valuable|often|frequently) than"
    rf"|{_UNDER_LIMIT}|under|below|not yet|(?:fall|falls|fell|fallen) short of": "<",
    r"exactly|just|only|precisely": "==",
    rf"(?:no|not) {_ANY_MORE} than": "<=",
    rf"{_ANY_MORE} than": ">",
}
_BEFORE_DAY = {
    r"(?:on|in) or before|by|no later than|not later than|at or before": "<=",
    r"(?:on|in) or after|since|from|no earlier than|not before": ">=",
    r"before|earlier than|prior to": "<",
    r"after|later than": ">",
    r"on": "==",
}
# "Do you earn north of £50,000?"; north of 66° is a place.
_BEFORE_MONEY = {"north of": ">", "south of": "<"}
_AFTER = {
    rf"(?:or|and) (?:{MORE}|late|after|beyond)|\+|-?plus\b|upwards|or anything (?:more|over)"
    r"|at the least": ">=",
    rf"(?:or|and) (?:{LESS}|before)|at (?:the )?most|at the latest|maximum|max|tops": "<=",
    rf"or {_ANY_MORE}|minimum|at least": ">=",
}

Signs = list[tuple[re.Pattern[str], str]]
"""Patterns of words that compare, each with its sign."""


def _compiled(words: dict[str, str], form: str) -> Signs:
    return [
        (re.compile(form.format(pattern), re.IGNORECASE), sign) for pattern, sign in words.items()
    ]


# "Do you turn over £90,000?" says no bound: at least as much is meant.
DONE_OVER = re.compile(r"\b(?:turn|hand|carry|sign)(?:s|ed)?\sover\s$", re.IGNORECASE)
OR_LESS = re.compile(rf"\s*or {LESS}\b", re.IGNORECASE)
SIGNS_BEFORE = _compiled(
    _BEFORE, r"\b(?:(?:anything|something)\s)?(?:{0})\s*(?:the age of |age |the )?$"
)
SIGNS_BEFORE_DAY = _compiled(_BEFORE_DAY, r"\b(?:{0})\s*(?:the )?$")
SIGNS_BEFORE_MONEY = _compiled(_BEFORE_MONEY, r"\b(?:{0})\s$")
SIGNS_AFTER = _compiled(
    _AFTER, r",?(?:\s(?:long|wide|high|tall|deep|away|late)(?=\sat\b))?\s*(?:{0})(?!\w)"
)

# "20 hours a week or more", "five years of service or more", "one subject at most"
SIGN_LATER = re.compile(
    rf"(?:\s(?!or\b|and\b|at\b|by\b|\d)[\w’'-]+){{1,3}}\s"
    rf"(?:or\s(?:(?P<more>{MORE})|{LESS})|at\s(?:(?P<least>least)|most)(?=\?|$))(?!\w)",
    re.IGNORECASE,
)
# "Have you lived here for ten years or so?" names no bound.
ROUGHLY = re.compile(
    r"\b(?:or so|or thereabouts|more or less|give or take)(?![\w-])"
    rf"|\b(?:about|around|roughly|approximately)\s(?=[£€$]?(?:{NUMBER})(?!\w))",
    re.IGNORECASE,
)
BETWEEN = re.compile(
    r"\b(between|from|aged|ages|in the range(?: of| from)?)\s*(?:the ages of )?$", re.IGNORECASE
)
TO = re.compile(r"\s*(?:and|to|or|[-–—]|through|up to)\s*", re.IGNORECASE)
