"""Whether a statement speaks for a yes to a question or for a no (polarity).

What denies is counted on both sides: "you cannot get it" and "will I be refused?" say the same.
"""

from __future__ import annotations

import re

DENIALS: dict[str, str] = {
    "not": r"not|n[’']t|cannot|never|neither|nor",
    "no": r"no|none|nothing|nobody|nowhere",
    "without": r"without",
    "refuse": r"refus\w+|reject\w+|den(?:y|ied|ies)|declin\w+|turn\w* (?:\w+ ){0,4}?(?:down|away)|forbid\w*|prohibit\w*"
    r"|bann\w+|barred|shut out|rule[sd]? (?:\w+ )?out|leave (?:\w+ ){0,3}?out",
    "lose": r"los(?:e|es|t|ing)|forfeit\w*|miss out|give up",
    "exempt": r"exempt\w*|excus\w+|waiv\w+|relie(?:f|ved)|spared|let off|off the hook|dropped|overlook\w*|falls? away|disregard\w*",
    "avoid": r"avoid\w*|escape|skip|safe from|carry on|enough|get away with|get out of|keep quiet|leave off|opt out",
    "exclude": r"exclu\w+|disqualif\w+|ineligib\w+|unable|left out|void|invalid|unlawful|illegal",
    "stop": r"stop(?:s|ped)?|withdrawn|paus\w+|suspend\w*|end(?:s|ed)|to an end|closed|broken",
    "destroy": r"destroy\w*|tak\w+ away",
    "fined": r"fined",
    "too": r"too (?:young|old|late|big|long|much)|locked out",
    "wait": r"wait",
}
_PATTERNS = {
    name: re.compile(
        rf"\b(?:{words})\b" if name != "not" else rf"\b(?:not|cannot|never|neither|nor)\b|n[’']t\b",
        re.IGNORECASE,
    )
    for name, words in DENIALS.items()
}
_FREE = re.compile(
    r"\bfree\b|\bnothing to pay\b|\bhalf\b|\breduced\b|\bdiscount\b|\bless\b|\bfor nothing\b",
    re.IGNORECASE,
)
_PAY = re.compile(
    r"\b(?:pay|charge[ds]?|fee|fees|cost|costs|price|bill|owe|taxed|tax|fare|full)\b", re.IGNORECASE
)
_NO_DENIAL = re.compile(
    r"\bnot only\b|\bno (?:later|more|less|longer|fewer|earlier) than\b|\bno matter\b|\bno-\w+|\bwhy not\b",
    re.IGNORECASE,
)
ASKS_DUTY = re.compile(
    r"\b(?:(?:do|does|will|would|did) (?:I|we|my|our|the|it|they|he|she)\b.{0,40}?\b(?:have to|need|owe)"
    r"|must (?:I|we|my|our)|need (?:I|we)|am I required|are we required|should (?:I|we)"
    r"|am I (?:liable|obliged))\b",
    re.IGNORECASE,
)
_DUTY = re.compile(
    r"\b(?:must|need(?:s|ed)?|ha(?:ve|s) to|required?|shall|requirement|compulsory|should|necessary|limit|cap|restriction)\b",
    re.IGNORECASE,
)
_PERMISSION = re.compile(
    r"\b(?:can|may|could|allowed|able to|welcome|free to|entitled)\b", re.IGNORECASE
)
_NOT = re.compile(rf"\b(?:{DENIALS['no']}|not|cannot|never|neither)\b|n[’']t\b", re.IGNORECASE)
_WITHOUT = re.compile(r"\bwithout\b", re.IGNORECASE)


def speaks_for(said: str, question: str) -> bool:
    """Whether what is said, where it is so, means yes to a question rather than no."""
    return (_denials(said, question) + _denials(question, said) + _clash(said, question)) % 2 == 0


def says_plainly(said: str) -> bool:
    """Whether a statement denies nothing."""
    return not _denials(said, "")


def frees(said: str) -> bool:
    """Whether a statement frees from a duty."""
    return bool(_PATTERNS["exempt"].search(said) or (_NOT.search(said) and _DUTY.search(said)))


def _denials(said: str, other: str) -> int:
    plain = _NO_DENIAL.sub("", said)
    found = sum(len(pattern.findall(plain)) for pattern in _PATTERNS.values())
    if _FREE.search(said) and not _FREE.search(other) and _PAY.search(other):
        found += 1
    return found


def _clash(said: str, question: str) -> int:
    """1 where a duty is asked for and a permission said; or where what is not needed is asked for.

    "You can use the road" is a no to "do I have to register?", and "no permit is needed" a yes to
    "can I use the road?".
    """
    denied = bool(_NOT.search(said))
    if ASKS_DUTY.search(question):
        plain = not _WITHOUT.search(said) and not _DUTY.search(said)
        return int(bool(_PERMISSION.search(said)) and plain)
    if _denials(question, said) or _DUTY.search(question):
        return 0
    return int(denied and bool(_DUTY.search(said)))
