"""The words that compare: over, at least, no more than, or older, between, before (a lexicon)."""

from __future__ import annotations

import re


def either(words: str) -> str:
    """A pattern for one of some words or phrases, which commas part."""
    parts = sorted((part.strip() for part in words.split(",")), key=len, reverse=True)
    return f"(?:{'|'.join(parts)})"


MORE = either(
    "more, over, above, older, longer, higher, later, greater, larger, bigger, better, further, up,"
    " upwards, upward, taller, heavier, hotter, warmer"
)
LESS = either(
    "less, under, below, younger, shorter, lower, earlier, smaller, fewer, closer, nearer, lighter,"
    " colder, cooler, cheaper, narrower, shallower, slower, weaker, thinner, quieter, sooner"
)
_NOT_MORE = either(
    "more, longer, later, further, greater, higher, larger, bigger, older, taller, heavier, wider,"
    " deeper"
)
_NOT_LESS = either("less, fewer, shorter, younger, lower, smaller, earlier, sooner")

# "stronger than", "faster than": what is more of something, whatever that is
_ANY_MORE = r"(?!other|rather|under|over|after|never|either|whether)[a-z]{3,}er"

_BEFORE = {
    rf"(?:no|not) {_NOT_MORE} than"
    r"|not (?:over|exceed(?:ing)?|above)|at (?:the )?most|up to(?: and including)?"
    r"|(?:a |the )?maximum (?:of )?|within(?: the first)?|inside|at or (?:under|below)"
    r"|(?:less|fewer) than or equal to|capped at|limited to"
    r"|in (?:the|its|your|their|his|her) first": "<=",
    rf"(?:no|not) {_NOT_LESS} than"
    r"|not (?:under|below)|at least|(?:a |the )?minimum (?:of )?|at or (?:over|above)"
    r"|(?:more|greater) than or equal to|equal to or (?:more|greater) than": ">=",
    rf"{MORE} than|(?:wider|deeper) than"
    r"|over|above|exceed(?:s|ed|ing)?|in excess of|upwards of|(?<!the )(?<!last )past"
    r"|beyond": ">",
    rf"{LESS} than|under|below": "<",
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
_AFTER = {
    rf"(?:or|and) (?:{MORE}|late|after)|\+|plus\b|upwards|or anything (?:more|over)"
    r"|at the least": ">=",
    rf"(?:or|and) (?:{LESS}|before)|at (?:the )?most|at the latest|maximum": "<=",
    rf"or {_ANY_MORE}|minimum|at least": ">=",
}

Signs = list[tuple[re.Pattern[str], str]]
"""Patterns of words that compare, each with its sign."""


def _compiled(words: dict[str, str], form: str) -> Signs:
    return [
        (re.compile(form.format(pattern), re.IGNORECASE), sign) for pattern, sign in words.items()
    ]


OR_LESS = re.compile(rf"\s*or {LESS}\b", re.IGNORECASE)
SIGNS_BEFORE = _compiled(_BEFORE, r"\b(?:{0})\s*(?:the age of |age |the )?$")
SIGNS_BEFORE_DAY = _compiled(_BEFORE_DAY, r"\b(?:{0})\s*(?:the )?$")
SIGNS_AFTER = _compiled(
    _AFTER, r",?(?:\s(?:long|wide|high|tall|deep|away|late)(?=\sat\b))?\s*(?:{0})(?!\w)"
)

# "20 hours a week or more", "five years of service or more"
SIGN_LATER = re.compile(
    rf"(?:\s(?!or\b|and\b)[\w’'-]+){{1,3}}\sor\s(?:({MORE})|{LESS})(?!\w)", re.IGNORECASE
)
BETWEEN = re.compile(r"\b(between|from|aged|ages)\s*(?:the ages of )?$", re.IGNORECASE)
TO = re.compile(r"\s*(?:and|to|or|[-–—]|through|up to)\s*", re.IGNORECASE)
