"""What the words before a rule have begun to say, and the rule goes on with (ellipsis resolution).

"You can apply if you:" begins "you"; "they must own a car and" lends its subject to what follows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from e3.language.en import verbs
from e3.language.en.clauses import take_apart
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
    is_person,
    singular,
)
from e3.language.en.leads import JOINER, OPENS, spelt_out
from e3.language.en.nouns import LONG_SUBJECT, MAIN_OPENING, head, noun_at_end, small, the
from e3.language.en.sharing import last_clause
from e3.memory import remembered

# What announces a list says nothing of the rules in it.
_ANNOUNCED = re.compile(
    r"[\s,]*\b(?:(?:(?:at least|only|any|all|exactly|every) )?"
    r"(?:one|any|all|both|each|either|two|three|none|some)(?: or more)?(?: one)?"
    r"(?: of)? )?(?:the following|followings|these|this"
    r"|those(?= (?!\w+ing\b|with|in|on|who))|the conditions below)\b"
    r"(?![^,.:]*\b(?:if|when|unless|provided|where)\b)[^,.:]*$",
    re.IGNORECASE,
)
_ANNOUNCED_SHORT = re.compile(
    r"[\s,]*\b(?:either|both|all|any|at least one|one|also|still|any one|neither)(?: of)?$",
    re.IGNORECASE,
)
# "And one of these is true:": whole clauses follow, and nothing is shared with what came before.
_ANNOUNCES_CLAUSES = re.compile(r"\b(?:true|appl(?:y|ies)|holds?|the case)\b", re.IGNORECASE)
_MEETS = re.compile(
    r"\b(?:and )?(?:(?:you|they|it|he or she|applicants?)(?: must| also| will)*\s)?"
    r"(?:meets?|satisf(?:y|ies)|fulfils?|falls? into|in)$",
    re.IGNORECASE,
)
_RELATIVES = frozenset("who that which whose".split())
_DUTY = re.compile(r"\b(?:must|should|shall|needs? to|needs?$|ha(?:ve|s) to)\b", re.IGNORECASE)
_JOINS = re.compile(
    r"(?:,|;)?\s*\b(?:and|or|but|nor|and/or)(?: also| then| either| not)?$|[,;]$", re.IGNORECASE
)
_JOINED_VERB = re.compile(
    r"(?P<clause>.+?)[,;]? (?:and|or|but)(?: also| either)?"
    r" (?P<verb>(?:must|(?:has|have|needs?) to|has|have|had|is|are|was"
    r"|were|will|can|should|may|be|do(?: not)|does(?: not)|did(?: not))"
    r"(?: not| never| also| be| have| been)*)$",
    re.IGNORECASE,
)
_NEXT_CLAUSE = re.compile(r", |;|\b(?:and|but) (?=(?:you|it|they|he|she|there|we|your|the)\b)")
_KIN = frozenset(
    """baby brother child cadet daughter dependant dog father friend mother parent partner person
    pet relative sibling sister son spouse""".split()
)
_YOUNG = frozenset("baby child dog pet".split())
_NO_SUBJECTS = frozenset("we there no nobody only neither".split())
_FAMILY = re.compile(r"(?:all |any )?(families|households)", re.IGNORECASE)
_OPEN_TO = frozenset("open available free only not".split())
# "While you are abroad you must": the condition has ended.
_CONCLUDED = re.compile(r" (you (?:must|need to|have to|should)(?: \w+)?)$", re.IGNORECASE)
_LONG_CLAUSE = 14
# "A room-mate, where there is one,": an aside is nothing that a rule goes on with.
_AS_WELL = re.compile(r", (?:as well|in addition|besides|too|however),", re.IGNORECASE)
_ASIDE = re.compile(
    r", (?:where|if|when) (?:there|any|possible|needed)\b[^,]{0,40},$", re.IGNORECASE
)
# "Owners with cracked walls whose": it is the owners'.
_PERSON_BEFORE = re.compile(
    r"\b(?:owners?|owner-occupiers|people|anyone|families|households|tenants|workers|farmers|students"
    r"|parents|customers|members|residents|pupils|patients|staff|women|men|drivers)\b",
    re.IGNORECASE,
)
# Somebody in particular: "the Leave Coordinator, who".
_THE_ONE = re.compile(r"\bthe ((?:[A-Z][\w-]+ ){0,2}[A-Z][\w-]+(?:er|or|ist|ian|an)),?$")
_OBJECTS = frozenset("them it us".split())
_VERBS = verbs.BASES | AUXILIARIES
_BEGINS_CLAUSE = PRONOUNS | DETERMINERS
_BEGINS_SUBJECT = DETERMINERS | SOMEBODY
_BEGINS_UNFINISHED = _BEGINS_CLAUSE | SOMEBODY | {"one", "what"}
_NO_SUBJECT_ALONE = PREPOSITIONS | AUXILIARIES | PRONOUNS | _OPEN_TO
_BE_AND_HAVE = BE | HAVE
_WANTS_MORE = AUXILIARIES | {"be", "been", "not", "to"}
# "Those visiting a patient who": it is the patient.
_DONE_TO = r"\b\w+ing (?:for |after |with )?(?:an?|the) (?:\w+ )?$"
# "You cannot give it to a person who": not the reader, who is "you" there.
_OTHERS = frozenset(
    "person guest guests visitor visitors relative relatives friend friends".split()
)
_YOU_TO = r"\byou\b.* (?:for|to|with|from|by|about) (?:(?:an?|any|the) )?$"
# "No claim can be paid that": it is the claim.
_PAID = re.compile(
    r"(?:no|an?|any|every|each|the) ([\w-]+) (?:can|may|will|is|are)(?: not)?(?: be)?"
    r" (?:\w+ed|paid|made|given|taken)$",
    re.IGNORECASE,
)


def is_kin(noun: str) -> bool:
    """Whether a noun is of somebody who is hardly ever the reader: "child", "children"."""
    last = bare((noun.split() or [""])[-1])
    return last in _KIN or singular(last) in _YOUNG


@dataclass(frozen=True, slots=True)
class Begun:
    """What a rule goes on with."""

    clause: str = ""
    """Begun and not ended: "you must be"."""
    joined: str = ""
    """A clause that the rule is joined to by "and" or "or"."""
    noun: str = ""
    """What stood last, where that is a noun: "salmon farms"."""
    last: str = ""
    """The last word."""
    is_condition: bool = False
    """Whether "if" or the like came before."""
    is_open: bool = False
    """Whether a whole clause is to follow."""
    main: str = ""
    """What stood before "if": the subject that "it" and "they" mean may be there."""
    is_reader: bool = False
    """Whether the clause is of people who are the reader: "their" is "your" then."""


@remembered
def begun(told: str) -> Begun:
    """What the words before a rule have begun to say; all bullets of a list have the same."""
    lead, _, inline = told.rpartition("\n")
    if bare(inline) in {"either", "both", "neither", "all", "any"}:
        inline = ""
    if inline.strip() and lead:
        within, from_lead = begun(inline), _begun(spelt_out(lead))
        if from_lead.is_open and not within.is_condition:
            within = _continued(spelt_out(inline), within.last, main="", is_condition=True)
        named = within.noun and not within.joined and not _is_predicate(inline)
        if within.clause or within.is_open or named:
            return within
        if within.joined:
            return _joined_to_lead(from_lead, within)
        if from_lead.clause and _is_predicate(inline):
            clause = f"{from_lead.clause} {spelt_out(inline)}"
            return replace(from_lead, clause=clause, last=within.last)
        goes_on = from_lead.clause or from_lead.joined or from_lead.is_open
        goes_on = goes_on or not spelt_out(inline)  # the sign of a bullet alone
        return from_lead if goes_on else within
    joins = bool(re.search(r"[,;]\s*$", inline))
    found = _begun(spelt_out(inline or lead) + ("," if joins else ""))
    announces = (inline or lead).rstrip(" *_").endswith(":")
    if not found.is_condition and announces and found.clause and not take_apart(found.clause):
        return Begun(last=found.last) if found.clause.casefold() != "you" else found
    if lead and not inline and not announces and _ends_in_verb(found.clause):
        return Begun(last=found.last)
    return found


def _ends_in_verb(clause: str) -> bool:
    """Whether a title ends in a verb: "Vehicles that never pay" begins nothing."""
    last = bare((clause.split() or [""])[-1])
    return last in verbs.BASES and last not in AUXILIARIES


def _is_predicate(inline: str) -> bool:
    return bare((spelt_out(inline).split() or [""])[0]) in _VERBS


def _joined_to_lead(from_lead: Begun, within: Begun) -> Begun:
    """A part of a bullet is joined to the bullet's beginning, and that goes on with the lead-in."""
    first = bare(within.joined.split()[0]) if within.joined else ""
    if first in _BEGINS_CLAUSE and take_apart(within.joined):
        return within
    joined = f"{from_lead.clause} {within.joined}".strip()
    return replace(from_lead, clause="", joined=joined, last=within.last)


def _begun(told: str) -> Begun:
    whole = told = _AS_WELL.sub("", _ASIDE.sub("", told))
    announced = without_announcement(told)
    if announced != told.rstrip(" :"):
        told = _MEETS.sub("", announced).rstrip(" ,:")
        if told != announced.rstrip(" ,:") and told.casefold().endswith(
            (" who", " that", " which")
        ):
            return Begun(is_condition=True, is_open=True)
        if _ANNOUNCES_CLAUSES.search(whole[len(announced) :]) and (joins := _JOINS.search(told)):
            return Begun(is_condition=True, is_open=True, main=told[: joins.start()])
    last = bare(told.split()[-1]) if told.split() else ""
    if told.casefold().endswith((" because of", " up to", " due to")):
        last = JOINER.join(told.casefold().split()[-2:])
    announced, colon, clause = told.rpartition(": ")
    if colon and bare((clause.split() or [""])[0]) in PRONOUNS and not OPENS.search(announced):
        told = clause
    openings = list(OPENS.finditer(told))
    if not openings:
        return _in_main_clause(told, last)
    opening = openings[-1]
    rest, main = told[opening.end() :].strip(), told[: opening.start()].strip()
    if concluded := _CONCLUDED.search(rest):
        return _in_main_clause(concluded[1], last)
    if opening[0].casefold() in _RELATIVES:
        if not main and rest:
            return Begun(last=last)
        if rest and (outer := _around_relative(told, openings, last)):
            return outer
        return _behind_relative(opening[0].casefold(), rest, main, last)
    if not rest:
        return Begun(last=last, is_condition=True, is_open=True, main=main)
    return _continued(rest, last, main=main, is_condition=True)


def _around_relative(told: str, openings: list[re.Match[str]], last: str) -> Begun | None:
    """What was begun by a clause whose subject has a relative clause: "if the person who died"."""
    outer = [each for each in openings if each[0].casefold() not in _RELATIVES]
    rest = told[outer[-1].end() :].strip() if outer else MAIN_OPENING.sub("", told)
    first = bare((rest.split() or [""])[0])
    if first not in _BEGINS_SUBJECT and not is_person(first):
        return None
    parts = take_apart(rest)
    if parts is None and outer and first in {"the", "your", "a", "an"}:
        return Begun(rest, last=last, is_condition=True)
    ends = parts is not None and not parts.rest and last in BE
    if parts and _is_unfinished(rest) and (ends or ((outer or _DUTY.search(rest)) and parts.rest)):
        return Begun(_without_denial(rest), last=last, is_condition=bool(outer))
    return None


def _behind_relative(opening: str, rest: str, main: str, last: str) -> Begun:
    noun = noun_at_end(main)
    if not noun and (earlier := re.match(r"(.*?) (?:which|that|who)\b", main)):
        noun = noun_at_end(earlier[1])
    last_noun = bare(noun.split()[-1]) if noun else ""
    if opening == "which" and bare((main.split() or [""])[-1]) in PREPOSITIONS:
        return Begun(last=last, is_condition=True, is_open=True)
    if opening != "who" and not noun and (subject := _PAID.match(main)):
        return _of_owner(f"the {small(subject[1])}", rest, last)
    if opening == "that" and not noun:
        # "... provides that", "to show that": what follows is a clause of its own.
        if not rest:
            return Begun(last=last, is_condition=True, is_open=True)
        return _continued(rest, last, main="", is_condition=True)
    if opening != "whose" and re.match(r"\w+ (?:is|are|was|were)\b", rest):
        return Begun(last=last)  # the clause has ended, and the main clause goes on
    if noun and re.search(r"\bwith (?:an?|the) [\w ]{0,20}$", main[: -len(noun)]):
        noun, last_noun = "", ""  # "drivers with a dog who"
    if opening == "whose" and not is_person(last_noun) and _PERSON_BEFORE.search(main):
        noun, last_noun = "people", "people"
    if last_noun in _OTHERS and re.search(_YOU_TO, main[: -len(noun)], re.IGNORECASE):
        return _of_owner(f"the {small(noun)}", rest, last)
    if noun and re.search(_DONE_TO, main[: -len(noun)], re.IGNORECASE):
        return _of_owner(f"the {small(noun)}", rest, last)
    if opening == "who" and (the_one := _THE_ONE.search(main)) and not noun.endswith("s"):
        return _of_owner(f"the {the_one[1]}", rest, last)
    one_of_many = re.search(
        r"\b(?:an?|any|every|each) (?:[\w-]+ )?$", main[: -len(noun) or None], re.IGNORECASE
    )
    known = is_kin(noun) and not (last_noun == "person" and one_of_many)
    reader = not known and (opening == "who" or not noun or is_person(last_noun))
    owner = "you" if reader else f"the {small(noun)}"
    if opening == "whose":
        owner = "your" if reader else f"{owner}'" + ("" if last_noun.endswith("s") else "s")
    if not rest:
        is_open = opening == "that"
        return Begun(
            owner, noun=noun, last=last, is_condition=True, is_open=is_open, is_reader=reader
        )
    found = _continued(f"{owner} {rest}", last, main="", is_condition=True)
    return replace(found, is_reader=reader)


def _of_owner(owner: str, rest: str, last: str) -> Begun:
    """Of somebody who is not the reader."""
    if not rest:
        return Begun(owner, last=last, is_condition=True)
    return _continued(f"{owner} {rest}", last, main="", is_condition=True)


def _continued(rest: str, last: str, *, main: str, is_condition: bool) -> Begun:
    if joins := _JOINS.search(rest):
        joined = rest[: joins.start()].strip()
        return Begun(joined=joined, last=last, is_condition=is_condition, main=main)
    if (verb := _JOINED_VERB.match(rest)) and (parts := last_clause(verb["clause"])):
        duty = "must " if verb["verb"].casefold().startswith("be") else ""
        clause = _without_denial(f"{parts.subject} {duty}{verb['verb']}")
        return Begun(clause, last=last, is_condition=is_condition, main=main)
    if last.endswith(f"because{JOINER}of") and re.search(r"\b(?:not|never|no)\b", rest):
        return Begun(last=last, is_condition=is_condition, main=main)  # what is denied has a cause
    if bare((rest.split() or [""])[0]) in PREPOSITIONS:
        rest = MAIN_OPENING.sub("", rest) or rest  # "if in that year you"
    clause = _NEXT_CLAUSE.split(rest)[-1].strip()
    noun = noun_at_end(rest)
    if _is_unfinished(clause) and not clause.casefold().startswith("we "):
        clause = _without_denial(clause)
        return Begun(clause, noun=noun, last=last, is_condition=is_condition, main=main)
    return Begun(noun=noun, last=last, is_condition=is_condition, main=main)


def _in_main_clause(told: str, last: str) -> Begun:
    clause = MAIN_OPENING.sub("", told)
    clause = re.sub(r"\b(?:may|can|will)(?: not)? be$", "must be", clause)
    first = bare((clause.split() or [""])[0])
    bound = _DUTY.search(clause) and not re.search(r"\b(?:will|can|may|not) have to\b", clause)
    if bound and first not in _NO_SUBJECTS:
        found = _continued(clause, last, main="", is_condition=False)
        if found.joined or found.clause:
            return found
    if joins := _JOINS.search(clause):
        return Begun(joined=clause[: joins.start()].strip(), last=last)
    if (things := _THINGS_MUST.fullmatch(clause)) and not is_person(things["who"]):
        return Begun(f"the {small(things['who'])} {things['must']}", last=last)
    noun = noun_at_end(clause)
    if first == "you" and _is_bare_state(clause):
        return Begun(clause, last=last)
    if people := _PEOPLE_ARE.fullmatch(clause):
        who = bare(people["who"].split()[-1])
        if is_person(who) and (singular(who) != who or first == "no"):
            verb = "must be" if people["verb"] == "be" else people["verb"]
            return Begun(f"you {verb}", last=last, is_reader=True)
    if _is_subject_alone(clause) and (noun or first in SOMEBODY):
        if family := _FAMILY.fullmatch(clause):
            return Begun(f"your {singular(family[1].casefold())}", noun=noun, last=last)
        if first in {"nothing", "anything", "everything", "something"}:
            return Begun("it", noun=noun, last=last)
        if first in SOMEBODY or (is_person(head(clause)) and first != "your"):
            return Begun("you", noun=noun, last=last, is_reader=True)
        return Begun(the(clause), noun=noun, last=last)
    return Begun(noun=noun, last=last)


# "Sheds must", "Claims must be".
_THINGS_MUST = re.compile(
    r"(?P<who>[A-Za-z]{3,}s) (?P<must>must(?: be)?)(?: not| also)?", re.IGNORECASE
)
# "Applicants are", "No student may be": what they are is asked of the reader.
_PEOPLE_ARE = re.compile(
    r"(?:(?:no|all|any|other) )?(?P<who>[\w-]+(?: [\w-]+)??)"
    r" (?:(?:may|can|will|must|should)(?: not)? )?(?P<verb>are|be|have)(?: also| all)?",
    re.IGNORECASE,
)


def _is_bare_state(clause: str) -> bool:
    """ "You are", "you have": nothing more, so that a list goes on with it."""
    words = clause.split()
    return len(words) == 1 or (len(words) < 4 and bare(words[-1]) in _BE_AND_HAVE)


def _is_subject_alone(clause: str) -> bool:
    """Whether all that was said is a noun, so that it is the subject of what follows."""
    words = clause.split()
    return (
        0 < len(words) < LONG_SUBJECT
        and not re.search(r"[:,;]", clause)
        and bare(words[0]) not in _NO_SUBJECT_ALONE
        and PRONOUNS.isdisjoint(map(bare, words))
        and not re.search(r"\bto(?! [A-Z])", clause)
        and not (is_number(words[0]) or is_adverb(bare(words[0])) or verbs.present(bare(words[0])))
        and not verbs.surely_present(bare(words[-1]))
        and not verbs.past(bare(words[0]))
        and bare(words[0]) not in verbs.PLAIN
        and take_apart(clause) is None
        and not _has_plain_verb(words)
    )


def _has_plain_verb(words: list[str]) -> bool:
    """Whether a verb ends a clause behind its subject: "pets visit"."""
    last, before = bare(words[-1]), bare((["", *words])[-2])
    return last in verbs.BASES and singular(before) != before


def _without_denial(clause: str) -> str:
    """What a lead-in denies is its own affair: the rule is what follows."""
    return re.sub(r"\b(?:not|never)\b ?", "", clause, flags=re.IGNORECASE).strip()


def _is_unfinished(clause: str) -> bool:
    """Whether a clause has begun and wants more: a subject alone, or one with a verb at the end."""
    words = clause.split()
    if not words or len(words) > _LONG_CLAUSE:
        return False
    first, last = bare(words[0]), bare(words[-1])
    if last in BE and first not in PREPOSITIONS and len(words) < LONG_SUBJECT:
        parts = take_apart(f"{clause} so")
        if parts and parts.verb == last and parts.rest == ("so",):
            return True
    if first not in _BEGINS_UNFINISHED and not is_person(first):
        return False
    if sum(bare(word) == "you" for word in words) > 1 and len(words) >= LONG_SUBJECT:
        return False
    parts = take_apart(clause)
    if parts is None:
        return True
    return (
        not parts.rest
        or last in _WANTS_MORE
        or (last in PREPOSITIONS and len(words) < LONG_SUBJECT and bare(words[-2]) not in _OBJECTS)
        or all(is_adverb(bare(word)) for word in parts.rest)
        or last in verbs.PLAIN
        or (parts.verb in BE and bool(verbs.gerund(last)) and len(parts.rest) < 3)
    )


def without_announcement(told: str) -> str:
    """The words before a rule without those that only announce a list."""
    told = told.rstrip(" :")
    # It has no comma in it but at its start, so it is looked for behind the last one alone.
    start = len(told[: told.rfind(",") + 1].rstrip(" ,"))
    found = _ANNOUNCED.search(told, start)
    if found and not found.start() and re.match(r"(?:this|these|those) (?!conditions)", told, re.I):
        return told
    return _ANNOUNCED_SHORT.sub("", told[: found.start()] if found else told)
