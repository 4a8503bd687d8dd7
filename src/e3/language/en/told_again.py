"""What a story tells anew: "it was £10, now it's £11.50", "her score is 88, mine's 79"."""

from __future__ import annotations

import re

from e3.language.en.comparing_words import either
from e3.language.en.story_people import RELATION, YOU

_IT_IS = re.compile(
    r"\b(?:it[’']?s|it is|that[’']s|now at|now)\s(?:now\s|only\s|just\s)?$"
    r"|\b(?:i[’']?m|i am|s?he[’']?s|s?he is|it[’']?s|is|are)\s(?:now\s)?(?:down|up)\s"
    r"(?:now\s)?to\s$",
    re.IGNORECASE,
)
_WAS = re.compile(
    r"\b(?:was|were|used to)\b|\b(?:said|put)\b.*\bon the (?:form|application)\b", re.IGNORECASE
)
_NO_WAIT = (
    r"(?:no,? wait|wait,? no|actually,? no|no,? actually|sorry|i mean|make that|or rather|no)"
)
_CORRECTS = re.compile(rf"[,.;–—-]\s{_NO_WAIT},?\s(?:i[’']m\s|it[’']s\s)?$", re.IGNORECASE)
_TAKES_BACK = re.compile(r"(?:actually,? no|no,? wait|wait,? no|scratch that)\b", re.IGNORECASE)
_MINE = re.compile(
    r"\b(?P<who>mine|hers|his|theirs|ours)(?:[’']s|\sis|\swas)\s(?:only\s|just\s)?$", re.IGNORECASE
)
_WHO = {"mine": YOU, "ours": YOU, "hers": "she", "his": "he", "theirs": "they"}
_LATER = re.compile(
    rf"[^.!?]*?,\s(?:my|our)\s(?:\w+\s)?(?P<who>{RELATION})\b(?=[,.!?]|$)", re.IGNORECASE
)
_SCORED = either("score, rating, bmi, bp, iq, gpa, level, reading, count, average, cholesterol")
_SCORE = re.compile(
    rf"\b(?P<whose>my|our|his|her)\s(?:\w+\s)?(?:{_SCORED}|(?-i:[A-Z]{{2,5}}))\s"
    r"(?:was|used to be)\b",
    re.IGNORECASE,
)


NEAR = 200
"""Letters of a story, before or after, in which somebody or something is meant that was named."""


def says_it_again(before: str) -> bool:
    """Whether an amount after these words is what something is now that was told before."""
    return bool(_IT_IS.search(before))


def corrects(before: str) -> bool:
    """Whether an amount after these words is said in place of the one before: "63, no wait, 64"."""
    return bool(_CORRECTS.search(before))


def takes_back(clause: str) -> bool:
    """Whether a clause takes back what was told just before it: "Actually, no"."""
    return bool(_TAKES_BACK.match(clause))


def is_over(clause: str) -> bool:
    """Whether a clause tells what once was."""
    return bool(_WAS.search(clause))


def owner_of_another(before: str) -> str | None:
    """Of whom "mine's 79" is told; None of other words."""
    found = _MINE.search(before)
    return None if found is None else _WHO[found["who"].casefold()]


def named_later(sentence: str) -> str | None:
    """Who "he" is of whom a sentence says it later: "He's 29, my brother"."""
    found = _LATER.match(sentence[:NEAR])
    return None if found is None else found["who"].casefold()


def once_scored(told: str) -> str | None:
    """Whose score a story has told that was once so: "my BMI used to be 35"."""
    found = _SCORE.search(told[-NEAR:])
    if found is None:
        return None
    return {"his": "he", "her": "she"}.get(found["whose"].casefold(), YOU)
