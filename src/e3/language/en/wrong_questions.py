"""Signs that a question came out wrong (grammaticality): then the rule is asked as it stands."""

from __future__ import annotations

import re

from e3.language.en.grammar import RELATIVES
from e3.language.en.verbs import MOSTLY_NOUNS, present

_LONGEST = 32
"""Words of a question; a longer one has swallowed another sentence."""

_WRONG = re.compile(
    r"^(?:Do|Does|Did|Is|Are|Was|Were|Has|Have|Can|Will)"
    r" (?:in|during|at|for|with|by|from|of|and|or|that (?:is|are)|before|after)\b"
    r"|;|\byou (?:you|applies|is|has)\b"
    # The clause that follows from the rule was taken along.
    r"|, (?:the|you|we|it|they|he|she) [^,]*\b(?:shall|must|will|may|cannot)\b"
    r"|\b(?:what|how|which) (?:your|the|an?) \w+\?$"
    r"|^Is it an? (?:simply|only|just|also|other|not)\b"
    r"|\b(?:and|or|but|the|an?|of|to|because)\?$",
    re.IGNORECASE,
)
_THING = re.compile(r"Is it (?!true\b)(?P<thing>.*)\?")


def reads_wrong(question: str) -> bool:
    """Whether a question can hardly be good English."""
    if _WRONG.search(question) or len(question.split()) > _LONGEST:
        return True
    thing = _THING.match(question)
    return thing is not None and _is_clause(thing["thing"].casefold().split())


def _is_clause(words: list[str]) -> bool:
    """Whether a thing that is asked for is a clause with a verb of its own."""
    for place, word in enumerate(words):
        if word in RELATIVES:
            return False
        base = present(word.strip(",.;:"))
        if place > 1 and base is not None and base not in MOSTLY_NOUNS:
            return True
    return False
