"""Whether one thing of a list is enough or all are needed, by the words around the list."""

from __future__ import annotations

import re
from collections.abc import Sequence

from e3.language.en.coordination import is_finite

_ALL = re.compile(r"\b(?:all(?: of)?|both|each|every|everything|together)\b", re.IGNORECASE)
_ANY = re.compile(
    r"\b(?:any one|any of|any (?=(?:these|the)\b)|any\W*$|either|one of|one or more|at least one"
    r"|whichever|because)\b",
    re.IGNORECASE,
)
_NONE = re.compile(r"\b(?:none|neither|not any)\b", re.IGNORECASE)
_AFTER_ALL = re.compile(
    r"\W*(?:you (?:must|need to) (?:meet|satisfy) )?(?:all|both|each|every)\b.{0,30}"
    r"\b(?:must|need|apply|met|required|conditions?|these|them)\b",
    re.IGNORECASE,
)
_AFTER_ANY = re.compile(
    r"\W*(?:(?:any |just |only )?one|either)\b.{0,30}\b(?:will do|suffices|enough)\b", re.IGNORECASE
)
_BEFORE_NEXT = re.compile(r"\b(?P<word>and|or)\b[\s.,;:*_]*$", re.IGNORECASE)
_BEHIND_LAST = re.compile(r"\W*(?P<word>and|or)\b", re.IGNORECASE)
_DENIES = re.compile(
    r"\b(?:not|cannot|no|never|nothing|unless|except|refuse|lose|stop|exempt|free)\b|n[’']t\b",
    re.IGNORECASE,
)
# "It has:" and "you must:" go on with things of which all are needed.
_HAS = re.compile(
    r"\b(?:has|have|hold|holds|bring|need|show|provide|with|must|(?:need|have) to)\W*$",
    re.IGNORECASE,
)
_IS = re.compile(r"(?:\b(?:is|are|was|were)|[’'](?:re|s))\W*$", re.IGNORECASE)
_REPORT = re.compile(r"\W*(?:tell|report|contact|call|ring|let us know)\b", re.IGNORECASE)
_BEGIN_NOUNS = frozenset("the your".split())
_SAYS_SOMETHING = frozenset(
    """you your the it they we he she there at over under aged not no you’re you're you’ve
    you've""".split()
)


def is_none_of(lead: str) -> bool:
    """Whether a lead-in says that nothing of its list may be so."""
    return bool(_NONE.search(lead))


def one_is_enough(things: Sequence[str], lead: str, condition: str, after: str) -> bool:
    """Whether one of the things is enough.

    `condition` is the part of the lead-in that runs into the list, `after` what follows the list.
    """
    if _AFTER_ALL.match(after) or _AFTER_ANY.match(after):
        return bool(_AFTER_ANY.match(after))
    joined = [
        *(_BEFORE_NEXT.search(thing[-30:]) for thing in things[:-1]),
        *(_BEHIND_LAST.match(thing) for thing in things[1:]),
    ]
    if found := next(filter(None, joined), None):
        return found["word"].casefold() == "or"
    for said in (condition, lead):
        every, one = _ALL.search(said), _ANY.search(said) or _NONE.search(said)
        if every or one:
            return not every or (said == lead and bool(one))
    return _by_default(things, lead)


def _by_default(things: Sequence[str], lead: str) -> bool:
    """Each exclusion is enough; of nouns one is, and of whole conditions all are needed."""
    if _DENIES.search(lead):
        return True
    if _HAS.search(lead.strip(" *_")):
        return False
    if _REPORT.match(lead):
        return True
    firsts = [thing.split()[0].casefold() for thing in things if thing.split()]
    # "If you are:" goes on with what one is: "the child of a nurse", "a nurse".
    of_clauses = _SAYS_SOMETHING - _BEGIN_NOUNS if _IS.search(lead) else _SAYS_SOMETHING
    nouns = sum(not (is_finite(first) or first in of_clauses) for first in firsts)
    return nouns * 2 > len(firsts)
