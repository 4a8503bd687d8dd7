"""What a rule shares with the clause that "and" or "or" joins it to (gapping)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from e3.language.en import verbs
from e3.language.en.clauses import INTRANSITIVE, Clause, take_apart
from e3.language.en.grammar import (
    AUXILIARIES,
    BE,
    DETERMINERS,
    HAVE,
    MODALS,
    PREPOSITIONS,
    PRONOUNS,
    SOMEBODY,
    STATES,
    bare,
    is_adverb,
    is_number,
)
from e3.language.en.nouns import the

_WHERE_JOINED = re.compile(r"(?:,|;|\band|\bor|\bbut)\s+")


def last_clause(joined: str) -> Clause | None:
    """The last of several clauses that are joined."""
    return next(_clauses(joined), None)


def _clauses(joined: str) -> Iterator[Clause]:
    cuts = [0, *(found.end() for found in _WHERE_JOINED.finditer(joined))]
    for cut in reversed(cuts):
        first = bare((joined[cut:].split() or [""])[0])
        begins = first in _BEGINS_CLAUSE or not cut
        if begins and (parts := take_apart(joined[cut:], is_whole=True)):
            yield parts


def shared(joined: str, said: str, *, is_reader: bool = False) -> str:
    """The rule with the subject, and if need be the verb, of the clause that it is joined to."""
    parts = last_clause(joined)
    if parts is None or parts.subject.casefold().startswith("no "):
        return ""
    words = [word for word in map(bare, said.split()) if not is_adverb(word)]
    first = words[0] if words else ""
    compares = len(words) > 2 and words[1].endswith("er") and words[2] == "than"
    if compares and first not in AUXILIARIES:
        return ""  # "farms smaller than 5 acres"
    subject, verb = parts.subject, parts.verb
    if first in _NUMBERED and len(words) > 1 and is_number(words[1]):
        return f"{subject} {verb} {said}" if verb in _TAKES_THINGS else ""  # "type 1 or | type 2"
    if said[:1].isupper() and said.partition(" ")[2][:1].isupper() and verb in _TAKES_THINGS:
        return f"{subject} {verb} {said}"  # "Mobility Money or | Care Money"
    if not is_reader and subject == "you" and _is_third(first):
        other = _OTHER.search(joined)
        if other is None and first not in {"is", "has", "was", "does"}:
            pass
        elif other is None:
            return ""
        else:
            return f"{the(other[1])} {said}"
    one = subject.casefold() in {"it", "he", "she"}
    if (
        one
        and (verb in BE or verb not in AUXILIARIES)
        and first in verbs.BASES
        and not verbs.past(first)
    ):
        return ""  # "if it is safe, and ring us"
    modal = verb in {"must", "should", "shall", "will", "can", "could", "would", "may"}
    duty = modal or (verb in {"need", "needs", "have", "has"} and parts.rest[:1] == ("to",))
    if duty and (first in verbs.BASES or first == "be"):
        return f"{subject} {verb if modal else 'must'} {said}"
    if verb in MODALS and verbs.participle(first) and "be" not in parts.rest[:2]:
        return ""  # "we can not take | pierced jewellery": no verb
    if first in AUXILIARIES:
        return f"{subject} {said}"
    if first in _PREPOSITIONS_AND_TO and (repeated := _repeated(parts, first)):
        return f"{subject} {verb} {repeated} {said}"
    measured = parts.rest and (bare(parts.rest[0]) in _MEASURES or is_number(parts.rest[0]))
    if measured and (first in _MEASURES or is_number(said)):
        return f"{subject} {verb} {said}"
    if duty and "be" in parts.rest and _is_like(first, parts.rest[parts.rest.index("be") + 1 :]):
        return f"{subject} must be {said}"
    if verbs.present(first) or verbs.is_past_alone(first):
        return f"{subject} {said}"
    perfect = any(verbs.participle(bare(word)) for word in parts.rest[:2])
    if verb in HAVE and perfect and verbs.participle(first):
        return f"{subject} {verb} {said}"
    after = words[1] if len(words) > 1 else ""
    finite = first in verbs.BASES and after != "by"
    finite = finite or bool(verbs.past(first) and after in _BEHIND_VERB)
    finite = finite or verbs.past(first) in INTRANSITIVE
    another = first in _ANOTHER
    if verb in BE and not finite and said[:1].isupper() and (behind := _up_to_place(parts.rest)):
        return f"{subject} {verb} {behind} {said}"  # "issued in Wales or | Ireland"
    if verb in BE and first in DETERMINERS and (behind := _up_to_thing(parts.rest)):
        return f"{subject} {verb} {behind} {said}"  # "moving out of a shelter or | a camp"
    if verb in BE and not finite and not _is_alike(first, words, parts.rest):
        return ""
    if verb in BE and first in _OF_TIMES and not _OF_TIMES & set(map(bare, parts.rest)):
        return ""  # "you are a cook, but not | during May"
    if verb in BE and not finite:
        return (
            ""
            if another and bare(said.split(maxsplit=1)[0]) != "no"
            else f"{subject} {verb} {said}"
        )
    if first in verbs.BASES or verbs.past(first):
        return f"{subject} {said}"
    shows = bare((joined.split() or [""])[0]) in _SHOWN or (duty and _SHOWN & set(parts.rest[:1]))
    if shows and first in DETERMINERS and not verbs.gerund(first):
        return f"{subject} must have {said}"
    if re.search(r"\bso (?:may|can|do|does|must|will|are|is)\b", joined):
        return ""  # "traders may have a stall, and so may charities and | schools"
    takes = [word for word in map(bare, joined.split()) if word in _TAKES_THINGS]
    if takes and not perfect and not verbs.gerund(first):
        return f"{subject} {takes[-1]} {said}"
    counted = first in DETERMINERS and first not in {"every", "each", "all"}
    if parts.rest and counted and bare(parts.rest[0]) in _BEFORE_THINGS and not modal:
        return f"{subject} {verb} {said}"
    return ""


_NUMBERED = frozenset("band class grade group level stage step type zone".split())
_OF_TIMES = frozenset("during within until till after before since throughout".split())


def _up_to_place(rest: Sequence[str]) -> str:
    """What stands before the first name behind a preposition: "issued in" of "issued in Wales"."""
    for place, word in enumerate(rest[:-1]):
        if bare(word) in PREPOSITIONS and rest[place + 1][:1].isupper():
            return " ".join(rest[: place + 1])
    return ""


def _up_to_thing(rest: Sequence[str]) -> str:
    """What stands before the thing that something is done with: "moving out of"."""
    words = [bare(word) for word in rest]
    if not words or not (verbs.gerund(words[0]) or verbs.participle(words[0])):
        return ""
    places = [place for place, word in enumerate(words) if word in DETERMINERS]
    return " ".join(rest[: places[0]]) if places else ""


def _is_third(word: str) -> bool:
    """Whether a verb is of somebody else: "has"."""
    return word in {"is", "has", "was", "does"} or (verbs.surely_present(word))


def _is_like(first: str, was: Sequence[str]) -> bool:
    """Whether "be" goes on with a word: with a noun only where it had one."""
    named = [word for word in map(bare, was) if not is_adverb(word)]
    return first not in DETERMINERS or (bool(named) and named[0] in DETERMINERS)


def _is_alike(first: str, words: Sequence[str], was: Sequence[str]) -> bool:
    """Whether "is" goes on as it did: not in "fees are waived for soldiers and | sailors"."""
    done = [word for word in map(bare, was) if not is_adverb(word)]
    if not done or verbs.participle(done[0]) is None or len(words) < 2:
        return True
    if len(done) > 1 and done[1] not in _PREPOSITIONS_AND_TO:
        return True  # "dried petals"
    return (
        first in _BEHIND_BE
        or bool(verbs.participle(first) or verbs.gerund(first))
        or is_number(first)
    )


# "A relative who is ill or": what follows is about the relative.
_OTHER = re.compile(
    r"\b((?:an?|the|your|any|another) (?:(?!\b(?:who|that|which)\b)[^,;]){1,40}?)"
    r" (?:who|that|which)\b[^,;]*$",
    re.IGNORECASE,
)
_OBJECTS = frozenset("us me them him it you".split())
_TAKES_THINGS = frozenset(
    "have has get gets hold holds need needs own owns receive receives".split()
)
_SHOWN = frozenset("bring give present produce provide send show submit".split())
_MEASURES = frozenset("less more under over at between up fewer below above".split())
_BEGINS_CLAUSE = PRONOUNS | DETERMINERS
_PREPOSITIONS_AND_TO = PREPOSITIONS | {"to"}
_BEHIND_VERB = DETERMINERS | _MEASURES | _OBJECTS
_BEHIND_BE = PREPOSITIONS | DETERMINERS | STATES | _MEASURES
_ANOTHER = (DETERMINERS | SOMEBODY) - {"a", "an"}
_BEFORE_THINGS = DETERMINERS | {"least", "more"}


def _repeated(parts: Clause, preposition: str) -> str:
    """What stands before a preposition that comes again: "away" of "away for work, for study"."""
    rest = [bare(word) for word in parts.rest]
    places = [i for i, word in enumerate(rest) if word == preposition]
    if preposition == "to":
        places = [i for i, word in enumerate(rest) if word in PREPOSITIONS]
    return " ".join(parts.rest[: places[0]]) if places else ""
