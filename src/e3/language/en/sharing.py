"""What a rule shares with the clause that "and" or "or" joins it to (gapping)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from e3.language.en import verbs
from e3.language.en.clauses import INTRANSITIVE, Clause, take_apart
from e3.language.en.grammar import (
    AUXILIARIES,
    BE,
    DETERMINERS,
    HAVE,
    PREPOSITIONS,
    PRONOUNS,
    SOMEBODY,
    bare,
    is_adverb,
    is_number,
)

_WHERE_JOINED = re.compile(r"(?:,|;|\band|\bor|\bbut)\s+")


def last_clause(joined: str) -> Clause | None:
    """The last of several clauses that are joined."""
    return next(_clauses(joined), None)


def _clauses(joined: str) -> Iterator[Clause]:
    cuts = [0, *(found.end() for found in _WHERE_JOINED.finditer(joined))]
    for cut in reversed(cuts):
        first = bare((joined[cut:].split() or [""])[0])
        begins = first in PRONOUNS | DETERMINERS or not cut
        if begins and (parts := take_apart(joined[cut:], is_whole=True)):
            yield parts


def shared(joined: str, said: str) -> str:
    """The rule with the subject, and if need be the verb, of the clause that it is joined to."""
    parts = last_clause(joined)
    if parts is None or parts.subject.casefold().startswith("no "):
        return ""
    words = [word for word in map(bare, said.split()) if not is_adverb(word)]
    first = words[0] if words else ""
    subject, verb = parts.subject, parts.verb
    modal = verb in {"must", "should", "shall", "will", "can", "could", "would", "may"}
    duty = modal or (verb in {"need", "needs", "have", "has"} and parts.rest[:1] == ("to",))
    if duty and (first in verbs.BASES or first == "be"):
        return f"{subject} {verb if modal else 'must'} {said}"
    if first in AUXILIARIES:
        return f"{subject} {said}"
    if first in PREPOSITIONS | {"to"} and (repeated := _repeated(parts, first)):
        return f"{subject} {verb} {repeated} {said}"
    measured = parts.rest and (bare(parts.rest[0]) in _MEASURES or is_number(parts.rest[0]))
    if measured and (first in _MEASURES or is_number(said)):
        return f"{subject} {verb} {said}"
    if duty and "be" in parts.rest and first not in DETERMINERS:
        return f"{subject} must be {said}"
    if verbs.present(first) or verbs.is_past_alone(first):
        return f"{subject} {said}"
    perfect = any(verbs.participle(bare(word)) for word in parts.rest[:2])
    if verb in HAVE and perfect and verbs.participle(first):
        return f"{subject} {verb} {said}"
    after = words[1] if len(words) > 1 else ""
    finite = first in verbs.BASES and after != "by"
    finite = finite or bool(verbs.past(first) and after in DETERMINERS | _MEASURES)
    finite = finite or verbs.past(first) in INTRANSITIVE
    another = first in (DETERMINERS | SOMEBODY) - {"a", "an"}
    if verb in BE and not finite:
        return (
            ""
            if another and bare(said.split(maxsplit=1)[0]) != "no"
            else f"{subject} {verb} {said}"
        )
    if first in verbs.BASES or verbs.past(first):
        return f"{subject} {said}"
    takes = [word for word in map(bare, joined.split()) if word in _TAKES_THINGS]
    if takes and not perfect and not verbs.gerund(first):
        return f"{subject} {takes[-1]} {said}"
    things = DETERMINERS | {"least", "more"}
    counted = first in DETERMINERS - {"every", "each", "all"}
    if parts.rest and counted and bare(parts.rest[0]) in things and not modal:
        return f"{subject} {verb} {said}"
    return ""


_TAKES_THINGS = frozenset("have has get gets hold holds own owns receive receives".split())
_MEASURES = frozenset("less more under over at between up fewer below above".split())


def _repeated(parts: Clause, preposition: str) -> str:
    """What stands before a preposition that comes again: "away" of "away for work, for study"."""
    rest = [bare(word) for word in parts.rest]
    places = [i for i, word in enumerate(rest) if word == preposition]
    if preposition == "to":
        places = [i for i, word in enumerate(rest) if word in PREPOSITIONS]
    return " ".join(parts.rest[: places[0]]) if places else ""
