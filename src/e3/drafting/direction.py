"""Whether a statement speaks for a yes to a question or for a no (polarity), and whether at all."""

from __future__ import annotations

import re

_DENIES = re.compile(
    r"\b(?:not|cannot|no|never|none|neither|nor|without|nothing|nobody|unable|only exception"
    r"|refus\w+|reject\w+|den(?:y|ied|ies)|los(?:e|es|t|ing)|exempt\w*|excus\w+|waiv\w+|avoid\w*"
    r"|exclu\w+|disqualif\w+|ineligib\w+|barred|bann\w+|forbid\w*|prohibit\w*|cancel\w*|stop\w*"
    r"|withdraw\w*|destroy\w*|remov\w+|shut out|skip\w*|miss out|turned away|void|invalid|dropped"
    r"|spared|unlawful|illegal|end(?:s|ed)?|forfeit\w*|leave off|off|exceptions?|exclusions?|escape)\b"
    r"|n[’']t\b",
    re.IGNORECASE,
)
_FREE = re.compile(r"\bfree\b", re.IGNORECASE)
_PAY = re.compile(r"\b(?:pay|charge[ds]?|fee|fees|cost|costs|price|bill|owe|taxed|tax|fare)\b", re.IGNORECASE)
_NOT_ONLY = re.compile(r"\bnot only\b|\bno later than\b|\bno more than\b|\bno less than\b|\bno longer than\b|\bno fewer than\b|\bno matter\b|\bno-\w+", re.IGNORECASE)
ASKS_DUTY = re.compile(
    r"\b(?:(?:do|does|will|would|did) (?:I|we|my|our|the|it|they|he|she)\b.{0,40}?\b(?:have to|need|owe)|must (?:I|we|my|our)|need (?:I|we)|am I required|are we required|should (?:I|we)|am I (?:liable|obliged))\b",
    re.IGNORECASE,
)


def speaks_for(said: str, question: str) -> bool:
    """Whether what is said, where it is so, means yes to a question rather than no."""
    return (_denials(said, question) + _denials(question, said)) % 2 == 0


def _denials(said: str, other: str) -> int:
    found = len(_DENIES.findall(_NOT_ONLY.sub("", said)))
    if _FREE.search(said) and not _FREE.search(other) and _PAY.search(other):
        found += 1
    return found
