"""A rule that completes what is said before it: "You can't return | food" (complements, adjuncts).

Nothing of the rule says whom to ask about it. The clause that it completes does.
"""

from __future__ import annotations

import re

from e3.language.en import verbs
from e3.language.en.begun import is_kin, without_announcement
from e3.language.en.clauses import take_apart
from e3.language.en.grammar import (
    AUXILIARIES,
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    bare,
    is_mass,
    is_person,
)
from e3.language.en.inversion import inverted
from e3.language.en.leads import OPENS, spelt_out
from e3.language.en.nouns import MAIN_OPENING, head
from e3.language.en.persons import yours
from e3.language.en.times import DATE

_MAY = re.compile(
    r"(?P<who>(?:[\w’'-]+ ){0,5}?[\w’'-]+) (?:can|may|could|(?:is|are)(?: not)? allowed to)"
    r"(?: not| only| also| still| usually| never| even| normally| now| each)* (?P<does>\w.*)",
    re.IGNORECASE,
)
_NEED_TO = re.compile(
    r"you (?:also |only |do not |may )*(?:need|must have|have to have|require) \w[^,;]*? to"
    r" (?P<does>\w[^,;]*)",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"(?:please )?(?:do not|never|only) (?P<does>(?!be\b|have\b)\w.*)", re.IGNORECASE
)
_ASKED = re.compile(
    r"(?:please )?"
    r"(?P<does>(?:apply|book|bring|cancel|claim|pay|register|reply|return|send|tell)\b.*)",
    re.IGNORECASE,
)
_SHOW = re.compile(
    r"(?:(?:please|you (?:must|should|need to|have to|can)) )?"
    r"(?:attach|bring|enclose|give us|include|present|produce|provide|send|send us|show|show us"
    r"|submit|supply|upload)\b(?: us| in)?(?: with| when| to)?\b.*",
    re.IGNORECASE,
)
_HAVE_TO = re.compile(
    r"(?P<who>.+?) (?:must|shall|should|ha(?:s|ve) to|needs? to) .+", re.IGNORECASE
)
_NOBODY = re.compile(r"no (?P<who>[\w-]+(?: [\w-]+)?)", re.IGNORECASE)
_YOU = re.compile(
    r"\byou (?=(?:also |only |still |do not )?(?:can|may|could|need|must|have to)\b)", re.IGNORECASE
)
# What stands for the list in the sentence before it: "You can bring these in:".
_STANDS_FOR_LIST = re.compile(
    r"\b(?:(?:any|one|either|all)(?: \w+)? of )?"
    r"(?:these|them|those|the following)(?: (?:items|things|goods|products|animals|foods))?\b",
    re.IGNORECASE,
)
_ONE_OR = re.compile(
    r"(?P<before>.+? (?:can|may|could)(?: not| only| also)? [a-z]+)"
    r" (?:an?|one|two|your|the) [\w-]+(?:,|,? (?:or|and|nor))",
    re.IGNORECASE,
)
# What one is given is not asked for as a wish.
_GOT = frozenset("apply be claim do expect get have qualify receive".split())
_HAVING = frozenset("with without except but".split())
_PLACES = frozenset("in at on inside outside near".split())
_TIMES = frozenset("within before by after until till".split())
_NEEDS_NOUN = PREPOSITIONS - {"in", "out", "off", "up"}
_OF_PLACE_OR_TIME = PREPOSITIONS - {"of", "as", "than"}
_NO_THINGS = PREPOSITIONS | PRONOUNS | AUXILIARIES
_JOINS_AND_PRONOUNS = CONJUNCTIONS | PRONOUNS
_GOES_ON = _JOINS_AND_PRONOUNS | AUXILIARIES
_BEGINS_NOTHING = CONJUNCTIONS | AUXILIARIES
_MOST_WORDS = 16


def completed(told: str, said: str) -> str:
    """A question, without its mark, of the clause that a rule completes; "" where there is none."""
    lead, _, inline = told.rpartition("\n")
    own = spelt_out(inline)  # a bullet's sign is none of its words
    whole, listed = own or spelt_out(lead), bool(lead) and not own
    if listed and (found := _put_in(whole, said)):
        return found
    clause = MAIN_OPENING.sub("", without_announcement(whole))
    if (lead if listed else inline).rstrip().endswith((",", ";")):
        return ""
    if found := _in_condition(clause, said):
        return found
    clause = _addressed(clause)
    if _is_thing(said) and (one := _ONE_OR.fullmatch(clause)):
        clause = one["before"]  # "you may keep one dog or | one cat"
    if not _completes(clause, said):
        return ""
    if listed and _is_thing(said) and _SHOW.fullmatch(clause):
        return f"do you have {said}"
    return _wished(clause, said) or _bound(clause, said)


def _put_in(lead: str, said: str) -> str:
    """The rule where the sentence before its list has "these": "bring these in without a paper"."""
    lead = _addressed(MAIN_OPENING.sub("", lead))
    places = list(_STANDS_FOR_LIST.finditer(lead))
    if len(places) != 1 or OPENS.search(lead) or not _is_thing(said):
        return ""
    before, behind = lead[: places[0].start()].rstrip(), lead[places[0].end() :]
    if bare((behind.split() or [""])[-1]) in _NEEDS_NOUN:
        return ""
    if _SHOW.fullmatch(before):
        return f"do you have {said}"
    return _wished(before, said + behind) if _is_short(before + behind) else ""


def _addressed(clause: str) -> str:
    """What is said to the reader, without what opens it: "on Fridays you can"."""
    found = next(reversed(list(_YOU.finditer(clause))), None)
    start = found.start() if found else 0
    opening = clause[:start].split()[-1:]
    return clause if opening and OPENS.fullmatch(opening[0]) else clause[start:]


def _is_thing(said: str) -> bool:
    words = list(map(bare, said.split()))
    return bool(words) and words[0] not in _NO_THINGS


def _is_short(clause: str) -> bool:
    signs = re.search(r"[,;:()–—]", clause)
    return 0 < len(clause.split()) <= _MOST_WORDS and not signs and not OPENS.search(clause)


def _completes(clause: str, said: str) -> bool:
    """Whether a rule can stand behind the clause: a thing behind its verb, a time behind all."""
    if not said.split() or not _is_short(clause):
        return False
    first, last = bare(said.split(maxsplit=1)[0]), bare(clause.rsplit(maxsplit=1)[-1])
    does = last == "do" and (first in DETERMINERS or is_mass(said))
    if (last in _GOES_ON and not does) or first in _BEGINS_NOTHING:
        return False
    if {last, first} & _HAVING:
        return False
    if first in PREPOSITIONS:
        return last not in PREPOSITIONS
    return last in verbs.BASES or last in PREPOSITIONS


def _in_condition(told: str, said: str) -> str:
    """Of a condition that lacks a place or a time: "if you have worked | without a permit"."""
    opening = next(reversed(list(OPENS.finditer(told))), None)
    if opening is None or not said.split():
        return ""
    rest = told[opening.end() :].strip()
    first, last = bare(said.split(maxsplit=1)[0]), bare((rest.split() or [""])[-1])
    if re.search(r"[.?!] ", told) or not said[:1].islower():
        return ""
    if not rest or first not in _OF_PLACE_OR_TIME or last in PREPOSITIONS:
        return ""
    if opening[0].casefold() in {"who", "that", "which", "whose"} or last in _JOINS_AND_PRONOUNS:
        return ""
    parts = take_apart(f"{rest} {said}") if take_apart(rest) and _is_short(rest) else None
    turned = inverted(parts, is_condition=True) if parts else None
    return turned.words if turned and not turned.is_negated else ""


def _wished(clause: str, said: str) -> str:
    """Of what somebody may do: whether you want to."""
    timed = bare(said.split(maxsplit=1)[0]) in _TIMES
    found = _MAY.fullmatch(clause) or _NEED_TO.fullmatch(clause) or _TOLD.fullmatch(clause)
    found = found or (_ASKED.fullmatch(clause) if timed else None)
    if found is None:
        return ""
    first, *more = found["does"].split()
    if CONJUNCTIONS & set(more) and bare(said.split(maxsplit=1)[0]) in PREPOSITIONS:
        return ""  # it may belong to the last part alone
    if bare(first) not in verbs.BASES or (
        bare(first) in _GOT and not timed and [*more, first] != ["do"]
    ):
        return ""
    who = found.groupdict().get("who", "you")
    nobody = _NOBODY.fullmatch(who)
    noun = nobody["who"] if nobody else who
    if noun.casefold() != "you" and (
        not is_person(head(noun))
        or is_kin(noun)
        or re.match(r"the |your ", noun, re.IGNORECASE)
        or " you" in clause
    ):
        return ""
    asks = ["are you", verbs.doing(bare(first))] if timed else ["do you want to", first]
    asked = " ".join([*asks, *more, said])
    return asked if noun.casefold() == "you" else yours(asked)


def _bound(clause: str, said: str) -> str:
    """Of what has to be so: whether it is, with the time or the place that the rule says."""
    found = _HAVE_TO.fullmatch(clause)
    first = bare(said.split(maxsplit=1)[0])
    if found is None or first not in PREPOSITIONS:
        return ""
    who = found["who"].casefold()
    if first in _PLACES and who == "you":
        return "" if DATE.search(said) else f"are you {said}"
    if who not in PRONOUNS and who.split()[0] not in {"your", "the", "this", "a", "an"}:
        return ""
    parts = take_apart(f"{clause} {said}")
    turned = inverted(parts) if parts else None
    return turned.words if turned and not turned.is_negated else ""
