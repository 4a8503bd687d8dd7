"""Words of English grammar, as far as the question writer has to know them."""

from __future__ import annotations

import re
from collections.abc import Sequence

PRONOUNS = frozenset("you they it he she we there".split())
DETERMINERS = frozenset(
    "a an the this that your their his her its our any all each every some".split()
)
PREPOSITIONS = frozenset("in on at under over within between from of above below aged age".split())
ADVERBS = frozenset(
    "also usually normally only just still already generally currently always now not".split()
)
DUTIES = frozenset("must should shall".split())
HAVE = frozenset("have has had".split())
AUXILIARIES = (
    DUTIES
    | HAVE
    | frozenset("am is are was were do does did will would can could may might".split())
)

VERBS = frozenset(
    """add agree aim appeal apply ask attend become belong break buy care carry certify change claim
    come complete contain contribute cost cover deal demonstrate die donate earn employ end enter
    exceed expect export fail fall finish follow get give go grow happen help hire hold include
    inherit intend keep know last lead leave live look lose make mean meet miss move need operate
    owe own participate pass pay possess provide qualify reach receive register reside return sell
    send serve show sign start stay stop study submit suffer supply support take tell think total
    travel turn use volunteer want wish work""".split()
)
"""What rules are often made of; other verbs are known by their endings alone."""

PARTICIPLES = {
    "became": "become",
    "began": "begun",
    "came": "come",
    "chose": "chosen",
    "gave": "given",
    "took": "taken",
    "went": "gone",
    "wrote": "written",
} | {
    word: word
    for word in """been bought built done given gone got had held left lost made met paid sent sold
    spent taken told""".split()
}
"""Irregular past forms, and what follows "have" in their place."""

PEOPLE = frozenset(
    """apprentice carer child citizen daughter director employee employer farmer individual man
    member national owner parent partner person refugee resident servicemember son spouse student
    veteran volunteer widow widower woman worker""".split()
)
STATES = frozenset(
    """able disabled divorced eligible employed entitled full-time habitually legally married
    part-time pregnant registered self-employed single unable unemployed""".split()
)
"""What one can be, beside what ends in "ed" or "ing"."""

# By sound: an hour, a union, a one-parent family, a UK resident.
_VOWEL = re.compile(r"(?!uni|use|usu|eu|one\b|once\b|u[ks]\b)[aeiou]|hour|hono|heir", re.IGNORECASE)
_BEHIND_HEAD = re.compile(r" (?:of|for|in|from|with|that|which|who|whose) ")


def is_verb(word: str, before: str) -> bool:
    """Whether a word is the verb of a clause, by its form and by the word before it."""
    word, before = word.casefold(), before.casefold()
    if before in {"to", "or", "and"}:
        return False
    if word in AUXILIARIES:
        return True
    return before not in DETERMINERS | PREPOSITIONS and (
        is_third_person(word)
        or is_participle(word)
        or (word in VERBS and singular(before) != before)
    )


def is_participle(word: str) -> bool:
    """Whether a word can follow "have" ("paid") or be a past form ("took")."""
    return word in PARTICIPLES or (word.endswith("ed") and word not in VERBS)


def is_third_person(word: str) -> bool:
    """Whether a word is a known verb with an s."""
    return word.endswith("s") and base(word) in VERBS


def base(verb: str) -> str:
    """The verb of a third person: "applies" is of "apply"."""
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("shes", "ches", "sses", "oes")) else verb.removesuffix("s")


def singular(noun: str) -> str:
    """One of many; a noun that is not plural as it is."""
    return noun if noun.endswith(("ss", "is", "us")) else noun.removesuffix("s")


def is_plural(subject: str) -> bool:
    """Whether a subject wants "are" and "do": "the value of shares" does not."""
    head = _BEHIND_HEAD.split(subject.casefold())[0].split()
    return head[0] in {"you", "they", "we"} or singular(head[-1]) != head[-1]


def with_article(words: Sequence[str], noun: str) -> tuple[str, ...]:
    """Words that go before a noun: "a" and "an" as it wants them, and neither before a plural."""
    if not noun or not words or words[-1] not in {"a", "an"}:
        return tuple(words)
    if is_plural(noun):
        return tuple(words[:-1])
    return (*words[:-1], "an" if _VOWEL.match(noun) else "a")
