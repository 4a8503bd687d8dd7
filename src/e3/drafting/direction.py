"""Whether a statement speaks for a yes to a question or for a no (polarity).

What denies is counted on both sides: "you cannot get it" and "will I be refused?" say the same.
"""

from __future__ import annotations

import re

_NO = r"no|none|nothing|nobody|nowhere"
_EXEMPT = (
    r"exempt\w*|excus\w+|waiv\w+|relie(?:f|ved)|spared|let off|off the hook|dropped|overlook\w*"
    r"|falls? away|disregard\w*"
)
_DENIES = re.compile(
    rf"\b(?:not|cannot|never|neither|nor|{_NO}|without|{_EXEMPT}"
    r"|refus\w+|reject\w+|den(?:y|ied|ies)|declin\w+|turn\w* (?:\w+ ){0,4}?(?:down|away)"
    r"|forbid\w*|prohibit\w*|bann\w+|barred|shut out|rule[sd]? (?:\w+ )?out|left out"
    r"|leave (?:\w+ ){0,3}?out"
    r"|los(?:e|es|t|ing)|forfeit\w*|miss out|give up"
    r"|avoid\w*|escape|skip|safe from|carry on|enough|get away with|get out of|keep quiet"
    r"|leave off|opt out"
    r"|exclu\w+|disqualif\w+|ineligib\w+|unable|void|invalid|unlawful|illegal"
    r"|stop(?:s|ped)?|withdrawn|paus\w+|suspend\w*|end(?:s|ed)|to an end|closed|broken"
    r"|destroy\w*|tak\w+ away|fined|wait|locked out|too (?:young|old|late|big|long|much))\b"
    r"|n[’']t\b",
    re.IGNORECASE,
)
_DENIES_NOTHING = re.compile(
    r"\bnot only\b|\bno (?:later|more|less|longer|fewer|earlier) than\b|\bno matter\b|\bno-\w+"
    r"|\bwhy not\b",
    re.IGNORECASE,
)
_NOT = re.compile(rf"\b(?:{_NO}|not|cannot|never|neither)\b|n[’']t\b", re.IGNORECASE)
_FREES = re.compile(rf"\b(?:{_EXEMPT})\b", re.IGNORECASE)
# What is free or costs less is a no to "do I pay (the full price)?".
_FREE = re.compile(
    r"\b(?:free|nothing to pay|half|reduced|discount|less|for nothing)\b", re.IGNORECASE
)
_PAY = re.compile(
    r"\b(?:pay|charge[ds]?|fees?|costs?|price|bill|owe|taxed|tax|fare|full)\b", re.IGNORECASE
)
ASKS_DUTY = re.compile(
    r"\b(?:(?:do|does|will|would|did) (?:I|we|my|our|the|it|they|he|she)\b.{0,40}?"
    r"\b(?:have to|need|owe)|must (?:I|we|my|our)|need (?:I|we)|am I required|are we required"
    r"|should (?:I|we)|am I (?:liable|obliged))\b",
    re.IGNORECASE,
)
"""In a question for what one has to do."""
_DUTY = re.compile(
    r"\b(?:must|need(?:s|ed)?|ha(?:ve|s) to|required?|shall|requirement|compulsory|should"
    r"|necessary|limit|cap|restriction)\b",
    re.IGNORECASE,
)
_PERMISSION = re.compile(
    r"\b(?:can|may|could|allowed|able to|welcome|free to|entitled)\b", re.IGNORECASE
)
_WITHOUT = re.compile(r"\bwithout\b", re.IGNORECASE)


def speaks_for(said: str, question: str) -> bool:
    """Whether what is said, where it is so, means yes to a question rather than no."""
    return (_denials(said, question) + _denials(question, said) + _clash(said, question)) % 2 == 0


def says_plainly(said: str) -> bool:
    """Whether a statement denies nothing."""
    return not _denials(said, "")


def frees(said: str) -> bool:
    """Whether a statement frees from a duty."""
    return bool(_FREES.search(said) or (_NOT.search(said) and _DUTY.search(said)))


def _denials(said: str, other: str) -> int:
    found = len(_DENIES.findall(_DENIES_NOTHING.sub("", said)))
    is_free = _FREE.search(said) and not _FREE.search(other) and _PAY.search(other)
    return found + bool(is_free)


def _clash(said: str, question: str) -> int:
    """1 where a duty is asked for and a permission said; or where what is not needed is asked for.

    "You can use the road" is a no to "do I have to register?", and "no permit is needed" a yes to
    "can I use the road?".
    """
    if ASKS_DUTY.search(question):
        plain = not _WITHOUT.search(said) and not _DUTY.search(said)
        return int(plain and bool(_PERMISSION.search(said)))
    if _denials(question, said) or _DUTY.search(question):
        return 0
    return int(bool(_NOT.search(said)) and bool(_DUTY.search(said)))
