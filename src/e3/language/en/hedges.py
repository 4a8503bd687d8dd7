"""What a story says roughly, of others, or not at all: such an amount is no value of anybody."""

from __future__ import annotations

import re
from collections.abc import Sequence

from e3.language.en.comparing_words import either
from e3.language.en.whole_quantities import Quantity

_ABOUT = either(
    "about, around, roughly, approximately, nearly, almost, over, under, more than, less than,"
    " at least, up to, not yet, below, above, past, just short of, getting on for, coming up,"
    " coming up to, going on, pushing, in my, in his, in her, between, some, within,"
    " maybe, probably,"
    " best part of, close to, near, nearer, upwards of, fewer than, as much as,"
    " as many as, at most,"
    " no more than, bar, except, apart from, but for, minus, every, each, another,"
    " first, anything from, or, until, till, perhaps, say, starts at, starting at"
)
_BEFORE = re.compile(rf"\b{_ABOUT}\s$", re.IGNORECASE)
# "the rent has gone up to £850"
_TURNED_OVER = re.compile(r"\b(?:turn(?:s|ed)?|took|taken|take)\sover\s$", re.IGNORECASE)
_WENT_TO = re.compile(
    r"\b(?:gone|goes|went|going|go|put|is|are|[’']s|[’']m|raised)\s(?:back\s)?up to\s$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s?(?:-?ish\b|or so\b|or (?:more|over|less)\b|something\b|-?odd\b|s\b|give or take\b"
    r"|(?:each(?! way)|apiece)\b|by mistake\b|at (?:the )?most\b|tops\b|max\b|minimum\b"
    r"|maximum\b|limit\b)",
    re.IGNORECASE,
)
_TO = re.compile(r"\s(?:to|or|and)\s|\s?[-–—/]\s?", re.IGNORECASE)
_FROM = re.compile(r"\b(?:between|from|anywhere|somewhere)\s$", re.IGNORECASE)
_MOVED = re.compile(
    r"\b(?:gone|went|going|dropped|rose|raised|risen|up|cut|down|increased|reduced|fell)\b[^.;]*"
    r"\bfrom\s$",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(
    r"^say i\b|[’']d (?:be|have to|need|pay|get|earn)\b"
    r"|\b(?:limit|threshold|cap|maximum|minimum|rules?|supposed|meant|should(?!(?:[’']ve|\shave)\sbeen)|must|need(?:ed|s)?"
    r"|unless|if|anyone|anybody|everyone|someone|allowed|you[’']re|you|cut-off|could|would|might|ought"
    r"|average|says? it[’']s|used to|offered|offering|quoted|had been|allowance is)\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|never|no longer|without)\b|n[’']t\b", re.IGNORECASE)
_POSSIBLE = re.compile(
    r"\b(?:might|could|would|perhaps|maybe|if|supposed|thinking of|hoping to|hope to|wanted to)\b"
    r"|[’']d (?:be|like|have to)\b",
    re.IGNORECASE,
)
_IS_NOT = re.compile(r"\b(?:is|was|are|were)(?:\snot|n[’']t)\b", re.IGNORECASE)
# "without water for six days", "he hasn't paid for three months"
_LACKING = re.compile(
    r"\bwithout\b[^.;,]*\bfor\s$|\b(?:has|have|[’']s|[’']ve)(?:\snot|n[’']t)\s[^.;,]*\bfor\s$",
    re.IGNORECASE,
)
_PARTS = re.compile(r"[;(]|,(?!\d)|\b(?:and|but|while|because|since)\b", re.IGNORECASE)


def near(before: str) -> str:
    """The words before a place that belong to it."""
    return _PARTS.split(before)[-1]


def is_hedged(before: str, after: str) -> bool:
    """Whether an amount between these words is only roughly so: "about 60", "sixty-ish"."""
    exact = _WENT_TO.search(before) or _TURNED_OVER.search(before)
    rough = _BEFORE.search(before) and not exact
    return bool(rough or _AFTER.match(after))


_ON_THE_FORM = re.compile(r"\b(?:said|put|wrote|entered|thought|down as)\b[^.;]*$", re.IGNORECASE)
_FORM = re.compile(r"[^.;,]*\bon the (?:form|system|application|website)\b", re.IGNORECASE)


def is_mistaken(before: str, after: str) -> bool:
    """Whether an amount is what somebody wrote, and may well have been wrong."""
    return bool(_ON_THE_FORM.search(before) and _FORM.match(after))


def is_denied(before: str) -> bool:
    """Whether what follows these words is not so, or is said of others: "the limit is"."""
    words = near(before)
    return bool(_NOT.search(words) or _OF_OTHERS.search(words))


def is_not(before: str) -> bool:
    """Whether what follows these words is not so: "it isn't"."""
    words = near(before)
    return bool(_IS_NOT.search(words)) and not _OF_OTHERS.search(words)


def is_possible(before: str) -> bool:
    """Whether what is told after these words may never be: "I might move on"."""
    return bool(_POSSIBLE.search(near(before)))


def is_lacking(before: str) -> bool:
    """Whether the time after these words is that of something that was not: "not paid for"."""
    return bool(_LACKING.search(before)) and not _OF_OTHERS.search(near(before))


def is_in_a_range(text: str, every: Sequence[Quantity], place: int) -> bool:
    """Whether it is an end of "£180 to £260"; of what went from one to another, the first."""
    for one, other in ((place, place + 1), (place - 1, place)):
        if one < 0 or other == len(every):
            continue
        gap = text[every[one].span.end : every[other].span.start]
        before = text[: every[one].span.start]
        if not _TO.fullmatch(gap):
            continue
        if _MOVED.search(before):
            return one == place
        if _FROM.search(before) or gap.strip().casefold() != "and":
            return True
    return False
