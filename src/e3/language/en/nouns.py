"""Nouns that a rule is about and that stand before it (noun phrases, pronoun resolution)."""

from __future__ import annotations

import re

from e3.language.en import verbs
from e3.language.en.clauses import take_apart
from e3.language.en.grammar import (
    AUXILIARIES,
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    SOMEBODY,
    bare,
    is_adverb,
    is_number,
    is_person,
)

MAIN_OPENING = re.compile(
    r"^(?:(?:in order to|to|in|at|for|on|with|without|within|after|before|whatever|whichever"
    r"|during)\b"
    r"[^,]*?(?:,\s*|(?=\b(?:you|he|she|they|it(?= (?:must|has|needs?|is)\b))\b(?! \w+,))"
    r"|(?<=\w )(?=the [\w-]+ (?:must|has to|needs to|shall|should)\b))"
    r"|(?:either way|failing that|until further notice|normally|also|and|or|but|then|here|instead"
    r"|usually|besides|what)\b,?\s*)+",
    re.IGNORECASE,
)
LONG_SUBJECT = 9
_BEHIND_NOUN = PREPOSITIONS | RELATIVES
_NO_NOUNS = (
    PREPOSITIONS
    | CONJUNCTIONS
    | AUXILIARIES
    | PRONOUNS
    | DETERMINERS
    | SOMEBODY
    | frozenset("to who so be been pm am only us me them".split())
)
_BEHIND_OBJECT = PREPOSITIONS | CONJUNCTIONS | {"to", "here", "there"}


def head(noun: str) -> str:
    """The noun that what stands behind it belongs to: "owners" of "owners of mobile homes"."""
    words = [bare(word) for word in noun.split()]
    if len(words) > 1 and words[1] in _BEHIND_NOUN:
        return words[0]
    for place, word in enumerate(words[2:], start=2):
        behind = word in _BEHIND_NOUN or verbs.participle(word) or verbs.gerund(word)
        if behind or is_number(word):
            return words[place - 1]
    return words[-1] if words else ""


def the(noun: str) -> str:
    """The noun as what was spoken of: "a bag" as "the bag"."""
    first, _, rest = noun.partition(" ")
    if first.casefold() in {"a", "an", "any", "every", "each", "all"} and rest:
        return f"the {rest}"
    return noun if first.casefold() in DETERMINERS else f"the {small(noun)}"


def small(noun: str) -> str:
    """The noun with a small first letter, unless it is a name."""
    first, _, rest = noun.partition(" ")
    name = first[1:2].isupper() or (rest[:1].isupper() and not is_person(bare(first)))
    return noun if name else noun[:1].lower() + noun[1:]


def noun_at_end(told: str) -> str:
    """The noun, with what belongs to it, that the words end in; "" where they end in none."""
    words = told.split()
    taken: list[str] = []
    for word in reversed(words[-4:]):
        each = bare(word)
        if (
            not each
            or each in _NO_NOUNS
            or is_adverb(each)
            or is_number(word)
            or (taken and word.endswith((",", ":", ".", ";")))
            or each in verbs.PLAIN
            or (verbs.past(each) and not taken)
            or verbs.surely_present(each)
            or verbs.is_past_alone(each)
        ):
            break
        taken.insert(0, word.strip(",;:"))
    before = bare(words[-len(taken) - 1]) if len(words) > len(taken) else ""
    if before in {"we", "they"} and len(taken) > 1 and bare(taken[0]) in verbs.BASES:
        del taken[0]  # "we fund groups"
    return " ".join(taken)


_LABEL = re.compile(r".*[:.!?] (?=\w)", re.DOTALL)
_LIST = re.compile(r"[\w -]+, (?:[\w -]+, )*[\w -]+ (?:or|and) \w")


def antecedent(main: str) -> str:
    """What "it" or "they" behind "if" means: the subject before it, or its one object."""
    main = _LABEL.sub("", main)
    main = re.sub(r"^(?:if|when|where|unless|while)\b[^,]*,\s*", "", main, flags=re.IGNORECASE)
    main = MAIN_OPENING.sub("", main)
    parts = take_apart(main)
    if re.match(r"(?:if|when|where|unless|while)\b", main, re.IGNORECASE):
        return ""  # nothing tells where that clause ends
    if re.search(r"\b(?:that|which|because|when) (?:you|we|they|it)\b", main):
        return ""  # it may be something of that clause
    if parts is None or re.search(r"\b(?:anyone|someone|anybody|people|those)\b", main):
        return ""
    if _LIST.match(parts.subject) and not is_person(bare(parts.subject.split()[-1])):
        return ""  # one of several
    if parts.subject.casefold() not in PRONOUNS and len(parts.subject.split()) < LONG_SUBJECT:
        first = bare(parts.subject.split()[0])
        unclear = first in {"no", "nobody", "anyone", "nothing", "our", "we"}
        return "" if unclear else the(parts.subject)
    objects = re.findall(r"\b(?:a|an|the|your|any) (?=\w)", " ".join(parts.rest))
    if len(objects) != 1 or parts.subject.casefold() != "you":
        return ""
    start = " ".join(parts.rest).index(objects[0])
    if _LIST.match(" ".join(parts.rest)[start:]):
        return ""
    led = bare((" ".join(parts.rest)[:start].split() or [""])[-1])
    if led in {"during", "in", "at", "on", "within", "after", "before", "until", "since", "from"}:
        return ""  # "paid work during the year, if it": the work
    taken: list[str] = []
    for word in " ".join(parts.rest)[start:].split():
        if bare(word) in _BEHIND_OBJECT:
            break
        if is_adverb(bare(word)) or (taken[1:] and verbs.surely_present(bare(word))):
            break
        taken.append(word.strip(",;:"))
        if word.endswith((",", ";", ":")):
            break
    return the(" ".join(taken)) if 1 < len(taken) < 5 else ""
