"""The forms of a question about a rule, the surest first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import dropwhile

from e3.language.en import verbs
from e3.language.en.begun import Begun
from e3.language.en.clauses import Clause, take_apart
from e3.language.en.grammar import (
    AUXILIARIES,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    HAVE,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    SOMEBODY,
    STATES,
    article,
    bare,
    is_adverb,
    is_body,
    is_mass,
    is_number,
    is_one_thing,
    is_person,
    is_plural,
    singular,
)
from e3.language.en.inversion import inverted
from e3.language.en.leads import JOINER
from e3.language.en.nouns import MAIN_OPENING, antecedent, head, small, the
from e3.language.en.persons import (
    AS_VERBS,
    being,
    described,
    one_of_things,
    third,
    to_reader,
    yours,
)
from e3.language.en.sharing import shared
from e3.language.en.times import DATE
from e3.policy.answers import State

# What is so of an event, and what is so of a person.
_OF_EVENTS = frozenset(
    """during within after before until till up for by since outside into through throughout via
    because due out off against to from of""".split()
)
_BEFORE_NOUNS = DETERMINERS | PREPOSITIONS
_NO_NAMES = PRONOUNS | SOMEBODY | _BEFORE_NOUNS | AUXILIARIES
_OWN_SUBJECTS = PRONOUNS | SOMEBODY | {"your", "our", "my"}
_BEGINS_PREDICATE = AUXILIARIES | {"be", "been"}
_OBJECT_BEGINS = (DETERMINERS | {"you", "us", "it"}) - {"that"}
_NO_DUTY = AUXILIARIES - {"have"}
_SOME_THING = frozenset("anything everything nothing something".split())
_PEOPLE = SOMEBODY | {"those", "people"}
_BEGINS_THING = SOMEBODY | {"a", "an", "the", "your"}
# What ends in a full stop of its own.
SHORT = re.compile(r"\b(?:[ap]\.m|e\.g|i\.e|no)\.$", re.IGNORECASE)


class Form(StrEnum):
    """How a question was made; `SHARE_GOOD` says how well each form does."""

    CLAUSE = "clause"
    """The rule is a clause with a subject: "you live here"."""
    DUTY = "duty"
    """It says what must be: "you must be 18"."""
    GONE_ON = "gone on"
    """It goes on with what was begun before it: "You can apply if you" + "live here"."""
    SHARED = "shared"
    """It shares the subject of the clause that it is joined to."""
    DESCRIBED = "described"
    """It describes people: "people who live here"."""
    STATE = "state"
    """It says what somebody or something is, and who that is was guessed: "under 18"."""
    THING = "thing"
    """It names a thing: "a nursery"."""
    TRUE = "true"
    """The safe form for a clause: "Is it true that ...?"."""
    ABOUT = "about"
    """The safe forms for all else: "Is it about ...?", "Does this apply in your case: ...?"."""


SHARE_GOOD = {
    Form.CLAUSE: 0.97,
    Form.DUTY: 0.96,
    Form.GONE_ON: 0.9,
    Form.SHARED: 0.93,
    Form.DESCRIBED: 0.93,
    Form.STATE: 0.77,
    Form.THING: 0.87,
    Form.TRUE: 0.9,
    Form.ABOUT: 0.93,
}
"""How many questions of a form are good English and ask for just what the rule says.

As their writer judged 25 to 60 of each, of rules for training whose spans people marked.
"""

NOBODY = ("Is it ", "Does this apply")
"""How a question begins where neither the rule nor what leads to it says whom to ask."""


@dataclass(frozen=True, slots=True)
class AskedRule:
    """A question about a rule."""

    question: str
    yes_means: State
    """What a yes says of the rule: met, or not met where a negation was dropped."""
    form: Form


def as_it_stands(said: str) -> AskedRule:
    """The rule itself, in a frame that is good English whatever the rule is."""
    quoted = " ".join(said.replace(JOINER, " ").split()).strip(" ,;:–—-")
    quoted = quoted.replace("“", "‘").replace("”", "’").strip()
    return AskedRule(f"Does this apply in your case: “{quoted}”?", State.MET, Form.ABOUT)


def best(said: str, came: Begun, text: str) -> AskedRule:
    """The question in the form that fits, the surest first."""
    if _THEY.match(said) and not came.main and _is_about_people(text):
        said = yours(said)
    words = said.split()
    if not words:
        return _about(said, came)
    first = bare(words[0])
    if old := _UNDER_OR_OVER.match(said):
        question = f"Are you {old['side'].casefold()} {old['age']}{old['more']}"
        return AskedRule(finished(question), State.MET, Form.DESCRIBED)
    if day := _WEEKDAY.fullmatch(said):
        name = day[1] if " " in day[1] or day[1].startswith("week") else day[1].title()
        return AskedRule(f"Is it a {name}?", State.MET, Form.STATE)
    if person := described(said):
        of_them = replace(came, is_condition=True)
        return _of_clause(person, Form.DESCRIBED, of_them, text) or _about(said, came)
    relative = first in {"that", "which"} and len(words) > 2
    if relative and _is_finite(bare(words[1])) and bare(words[1]) not in verbs.MOSTLY_NOUNS:
        clause = f"the {small(came.noun)} {said.partition(' ')[2]}" if came.noun else ""
        found = _of_clause(clause, Form.GONE_ON, replace(came, is_condition=True), text)
        return found or as_it_stands(said)
    if came.is_reader and came.noun and _DEAD.match(said):
        clause = f"the {small(came.noun)} {said}"
        return _of_clause(clause, Form.GONE_ON, came, text) or as_it_stands(said)
    said = yours(said) if _is_of_reader(said, came) else said
    first = bare(said.split()[0])
    own = first in _OWN_SUBJECTS or not came.clause
    named = came.last in _BEFORE_NAMED and not came.is_open and first not in PRONOUNS
    done = take_apart(said) if named else None
    if done and verbs.participle(done.verb) and done.verb not in AUXILIARIES:
        own = False  # "for | processions held every year"
    if (_MADE_THING.match(said) and not came.is_open) or (
        first in _PAPERS and words[1:2] == ["of"]
    ):
        own = False
    if first in DETERMINERS and (parts := take_apart(said)) and parts.verb in AUXILIARIES:
        own = True
    if own and not _is_predicate(said, came) and (parts := take_apart(said, is_whole=came.is_open)):
        if parts.subject.casefold() in {"it", "they"} and came.main:
            said = _resolved(parts.subject, said, came)
        if found := _of_clause(said, Form.CLAUSE, came, text):
            return found
    said = yours(said) if came.is_reader else said
    if came.clause and (found := _of_clause(_gone_on(came, said), Form.GONE_ON, came, text)):
        return found
    lends = came.is_condition or first not in _BEFORE_NOUNS
    lends = lends or "must" in came.joined or bool(_NEEDED.search(came.joined))
    ends_done = verbs.participle(bare((came.joined.split() or [""])[-1])) is not None
    passive = (BE | HAVE | {"be", "been"}) & set(map(bare, came.joined.split()))
    if len(words) == 1 and ends_done and not passive and verbs.participle(first):
        return AskedRule(f"Is it {said}?", State.MET, Form.STATE)  # "books lost or | damaged"
    if came.joined and lends and (clause := shared(came.joined, said, is_reader=came.is_reader)):
        subject = clause.split()[0].casefold()
        clause = _resolved(subject, clause, came) if subject in {"it", "they"} else clause
        if found := _of_clause(clause, Form.SHARED, came, text):
            return found
    return _guessed(said, came, text)


# "You need a diploma and | a test", but not "you need a letter from a doctor or | a school".
_NEEDED = re.compile(r"\bneeds?\b(?!.*\b(?:for|from|of|by|with|at|in|on)\b)", re.IGNORECASE)
_BEFORE_NAMED = frozenset("for of by to about".split())
_THEY = re.compile(r"(?:they|their)\b", re.IGNORECASE)
_SUBJECTS = re.compile(
    r"(?:^|[.:]\s+|\n\W*)(?:(?:All|Any|Only|Other) )?([A-Z][a-z-]+s|Staff|People)\b"
)


def _is_about_people(text: str) -> bool:
    """Whether a text calls its reader by what they are: "Volunteers must", and never "you"."""
    if _CALLED_YOU.search(text):
        return False
    named = [found[1].casefold() for found in _SUBJECTS.finditer(text)]
    people = [name for name in named if is_person(name)]
    return bool(people) and len(set(people)) == 1


# "Anything made to order", "farms run by a company": the past form is no verb of theirs.
_MADE_THING = re.compile(
    r"(?:anything|something|items|goods) (?:made|bought|sold|cut|ordered|opened|used|worn|damaged) "
    r"|[\w -]{1,30}s (?:run|put|set|cut|let|read) by\b",
    re.IGNORECASE,
)
_DIED = re.compile(r"\b(?:died|dead)\b")
# The reader did not die.
_DEAD = re.compile(r"(?:ha[sd] |have )?(?:died|dies)\b", re.IGNORECASE)


def _is_of_reader(said: str, came: Begun) -> bool:
    """Whether "their" is the reader's: people are spoken of, and nobody is called "you"."""
    if not re.match(r"their\b", said) or re.search(r"\byour?\b", came.main, re.IGNORECASE):
        return False
    parts = take_apart(MAIN_OPENING.sub("", came.main))
    who = head(parts.subject) if parts else ""
    return (singular(who) != who or who == "staff") and (is_person(who) or is_body(who))


def _is_finite(word: str) -> bool:
    known = word in AUXILIARIES or word in verbs.BASES
    return known or bool(verbs.present(word) or verbs.past(word))


def _resolved(pronoun: str, clause: str, came: Begun) -> str:
    """The clause with the noun that its "it" or "they" means, where that is clear."""
    many = pronoun.casefold() == "they"
    anybody = re.search(
        r"\b(?:anyone|everyone|anybody|people|those|staff) \w", came.main, re.IGNORECASE
    )
    if many and anybody and not re.search(r"\byou\b", came.main, re.IGNORECASE):
        return f"you{yours(clause[len(pronoun) :])}"
    if many and (things := _THINGS_OF_YOURS.match(came.main)) and is_plural(things[1]):
        return f"your {things[1]}{clause[len(pronoun) :]}"
    if many and (one := _ONE_OF_YOURS.search(came.main)):
        verb, _, rest = clause[len(pronoun) :].strip().partition(" ")
        return " ".join([the(one[0]).casefold(), third(verb), rest]).strip()
    noun = antecedent(came.main) if came.main else ""
    if not noun or (not many and _OF_ANOTHER.search(came.main)):
        return clause
    others = re.findall(r"\b(?:your|an?) \w", came.main)
    if not many and (len(others) > 1 or _OBJECT.search(came.main)):
        return clause
    if not many and head(noun).endswith(("er", "or")):
        return clause  # more likely somebody than something
    if many and is_person(head(noun)) and not noun.casefold().startswith("your"):
        return f"you{yours(clause[len(pronoun) :])}"
    if is_plural(noun) is not many:
        return clause
    return noun + clause[len(pronoun) :]


# "You must report tips to your employer unless they": the tips.
_THINGS_OF_YOURS = re.compile(
    r"you (?:must|need to|have to|should|can) [a-z]+ (?!(?:a|an|the|your|us)\b)([a-z]+s)"
    r" (?:to|with|by|from) ",
    re.IGNORECASE,
)
# "A repair is free when the boiler is new and it": one of two.
_OF_ANOTHER = re.compile(
    r"\b(?:when|if|where) (?:the|your|an?) \w+ (?:is|was|has)\b", re.IGNORECASE
)
# "They" may be one: "if your child stays at school, unless they".
_ONE_OF_YOURS = re.compile(
    r"\b(?:your|an?|the|each)"
    r" (?:child|son|daughter|partner|spouse|lodger|apprentice|employer|landlord)\b"
    r"(?!.*\b(?:children|people|parents|they)\b)",
    re.IGNORECASE,
)
# "The tribunal hears your claim if it": one of two.
_OBJECT = re.compile(
    r"^(?!you\b).*\b(?:can|may|will|must|shall)(?: not)?"
    r" (?!(?:be|have|get|claim|use|go|apply|travel|join|keep|receive|open|stay)\b)"
    r"[\w ]{1,24}?\b(?:your|an?|the) \w+"
    r"|^we\b",
    re.IGNORECASE,
)


def _is_predicate(said: str, came: Begun) -> bool:
    """Whether the rule begins with its verb."""
    if take_apart(said) and bare(said.split(maxsplit=1)[0]) in {"both", "each", "all", "either"}:
        return False
    words = [*dropwhile(is_adverb, map(bare, said.split())), "", "", ""]
    first, after = words[:2]
    joined = bare((came.joined.split() or [""])[0])
    if verbs.past(first) and (
        is_mass(said) or (verbs.participle(joined) and verbs.participle(first))
    ):
        return False  # "pierced jewellery"; "eaten here or sold"
    if (
        (came.joined or came.last in {"and", "or"})
        and first.endswith("ed")
        and (after in DETERMINERS | {"at", "more"} or is_number(after))
    ):
        return True
    if first in _BEGINS_PREDICATE or verbs.is_past_alone(first):
        return True
    if first in _ON_PAPER:
        return False
    if came.joined and verbs.past(first) and after != "by":
        return True
    if after.endswith("er") and words[2] == "than":
        return False  # "farms smaller than 5 acres"
    if first == "live" and after and after not in PREPOSITIONS and not is_adverb(after):
        return after in {"alone", "together", "apart", "here", "there", "abroad", "overseas"}
    if first in verbs.BASES:
        if verbs.participle(first) and after == "by":
            return False
        parts = take_apart(said)
        if parts and parts.verb in AUXILIARIES and not came.is_condition:
            return False
        goes_on = after in {"at", "with", "for", "in", "up", "out", "across", "on", "more"}
        known = bool(came.clause or came.joined) and goes_on
        if after in _OBJECT_BEGINS:
            return True
        listed = bool(came.last) and not came.clause and not came.joined
        if listed and not (after in PREPOSITIONS or is_number(after) or verbs.gerund(after)):
            return False
        return first not in verbs.MOSTLY_NOUNS or known
    base = verbs.present(first)
    if base is None or after in AUXILIARIES:
        return False
    known = bool(came.clause or came.joined)
    if not known and after in CONJUNCTIONS:
        return False  # "cuts and grazes"
    if base in _NEVER_NOUNS and after in PREPOSITIONS:
        return True
    if verbs.participle(after) or after in {"", "to"} or (not known and after in PREPOSITIONS):
        return known and not verbs.participle(after)
    return known or base not in verbs.MOSTLY_NOUNS


_ON_PAPER = frozenset("dated based marked".split())
_NEVER_NOUNS = frozenset("apply belong depend live reside suffer".split())


def _gone_on(came: Begun, said: str) -> str:
    """What was begun, and the rule in the form that it wants."""
    clause = came.clause
    if (first := clause.split()[0].casefold()) in {"it", "they"}:
        clause = _resolved(first, clause, came)
        if first == "they" and not is_plural(clause) and take_apart(clause) is None:
            verb, _, behind = said.partition(" ")
            said = f"{third(verb)} {behind}".strip()
    words, ended = clause.split(), bare(clause.split()[-1])
    rest = [word for word in map(bare, said.split()) if not is_adverb(word)] or [bare(said)]
    verb, after = rest[0], rest[1] if len(rest) > 1 else ""
    parts = take_apart(clause)
    if ended == "your" or clause.endswith(("'", "'s")):
        return f"{clause} {said}"
    if parts is None and ended not in AUXILIARIES:
        # A subject alone: what follows is its verb, or what it is.
        if verb == "be":
            return f"{clause} must {said}"
        if verb in AUXILIARIES or _is_verb_of(verb, after, came):
            return f"{clause} {said}"
        if verb in {"with", "without"} and not any(is_person(word) for word in rest[1:4]):
            return _having_with(clause, said)
        return being(clause, said)
    if (
        ended == "are"
        and bare(said.split(maxsplit=1)[0]) in {"a", "an"}
        and words[0] not in PRONOUNS
    ):
        return f"it is {said}"
    if ended == "to" and bare(words[-2]) not in _BEFORE_TO and verb not in verbs.BASES:
        return f"{clause} {said}"  # "your child must go to"
    if ended in {"must", "should", "shall", "to"}:
        return f"{clause} {said}" if verb in verbs.BASES else f"{clause} be {said}"
    if ended in {"do", "does"} and (verb in verbs.BASES or verbs.present(verb)):
        return f"{' '.join(words[:-1])} {said}"
    doing = verb in verbs.PLAIN and verb not in STATES and not verbs.participle(verb)
    if ended in {"is", "are"} and (verb in AUXILIARIES or doing):
        return f"{' '.join(words[:-1])} {said}"
    return f"{clause} {said}"


_BEFORE_TO = frozenset("have has had need needs required able unable obliged expected".split())


def _having_with(subject: str, said: str) -> str:
    """What somebody with a thing has."""
    first, _, thing = said.partition(" ")
    have, not_have = ("have", "do not have") if is_plural(subject) else ("has", "does not have")
    return f"{subject} {have if bare(first) == 'with' else not_have} {thing}"


def _is_verb_of(verb: str, after: str, came: Begun) -> bool:
    if verb in verbs.BASES or verbs.present(verb) or verbs.is_past_alone(verb):
        return after != "by"
    # Behind a noun alone a past form is a participle: "vehicles built before 1980".
    return bool(verbs.past(verb)) and after != "by" and came.is_condition


def _guessed(said: str, came: Begun, text: str) -> AskedRule:
    """A question about a rule of which nothing says whom to ask."""
    words = said.split()
    first = bare(words[0])
    places = [word for word in map(bare, words) if not is_adverb(word)] or [first]
    wanted = said if first == "to" else f"to {said}" if came.last == "to" else ""
    if wanted and bare([*wanted.split(), ""][1]) in verbs.BASES:
        return AskedRule(finished(f"Do you want {wanted}"), State.MET, Form.STATE)
    if came.last in {"may", "can", "will", "not"} and places[0] in verbs.BASES:
        own = said if _CALLED_YOU.search(text) else yours(said)
        return AskedRule(finished(f"Will you {own}"), State.MET, Form.STATE)
    if _is_predicate(said, came):
        duty = places[0] in verbs.BASES and places[0] not in _NO_DUTY
        clause = f"you must {said}" if duty else f"{_owner(came, said)} {said}"
        free = replace(came, is_condition=False)
        if found := _of_clause(clause, Form.STATE, free, text):
            return found
    if first in {"to", "for", "by"} and (them := described(" ".join(words[1:]))):
        of_them = replace(came, is_condition=True)
        if found := _of_clause(them, Form.DESCRIBED, of_them, text):
            return found
    if first == "with" and len(words) > 1:
        person = any(is_person(bare(word)) for word in words[1:4])
        person = person and not re.search(r"['’]s\b", said)  # "their landlord's consent"
        own = (
            yours(said) if re.search(r"\btheir\b", said) and not _CALLED_YOU.search(text) else said
        )
        clause = f"you are {said}" if person else f"you have {own.partition(' ')[2]}"
        if found := _of_clause(clause, Form.STATE, came, text):
            return found
    if came.last in _OWNING and (first in {"more", "less", "fewer", "at"} or is_number(words[0])):
        return _about(said, came)
    if first == "caused" and came.noun and not is_person(came.noun):
        clause = f"{the(came.noun)} was {said}"
        if found := _of_clause(clause, Form.STATE, came, text):
            return found
    if first in AS_VERBS and len(words) > 1:
        thing = "it" if not came.noun or came.last in SOMEBODY else the(came.noun)
        if found := _of_clause(being(thing, said), Form.STATE, came, text):
            return found
    if proof := _ON_PROOF.match(said):
        return _having(f"you have {said[proof.end() :]}", Form.STATE)
    young = bare((came.noun.split() or [""])[-1]) in {"children", "kids"}
    if verbs.gerund(first) and len(words) > 1 and (young or is_person(head(came.noun))):
        clause = being("the child" if young else "you", said)
        if found := _of_clause(clause, Form.STATE, came, text):
            return found
    if _is_state(words):
        subject = _owner(came, said)
        done = verbs.participle(first) and first not in STATES and first != "caused"
        done = done or first in {"above", "below", "inside", "near", "outside"}
        subject = the(came.noun) if subject == "it" and came.noun and done else subject
        clause = being(subject, said)
        if found := _of_clause(clause, Form.STATE, came, text):
            return found
    return _about(said, came)


_CALLED_YOU = re.compile(r"\byour?\b", re.IGNORECASE)
_ENDS_STATE = PREPOSITIONS | CONJUNCTIONS | {"", "to"}
_BEHIND_STATE = (
    PREPOSITIONS
    | DETERMINERS
    | PRONOUNS
    | STATES
    | frozenset(
        """to or and overseas abroad alone together here there back away off down home""".split()
    )
)
_OF_NOUNS = frozenset("foreign free full-time international local new part-time unpaid".split())


def _is_state(words: Sequence[str]) -> bool:
    """Whether a rule says what somebody or something is, without "is"."""
    first = bare(words[0])
    rest = [word for word in words if not is_adverb(bare(word))] or list(words)
    place, after = bare(rest[0]), bare(rest[1]) if len(rest) > 1 else ""
    if place in STATES and is_plural(after) and not verbs.surely_present(after):
        return False  # "local newspapers"
    if place in _OF_NOUNS and after not in _ENDS_STATE and not is_adverb(after):
        return False  # "unpaid property tax"
    if first in PREPOSITIONS or first in {"not", "to"} or place in STATES or place in PREPOSITIONS:
        return True
    if (place.endswith("er") and after == "than") or (place in _OF_THINGS and not after):
        return True
    goes_on = after in _BEHIND_STATE
    if verbs.gerund(place):
        return goes_on and after not in {"and", "or", "of"}
    return bool(verbs.participle(place)) and (goes_on or not after or is_number(rest[1]))


# "When loaded": of a thing, whatever it is.
_OF_THINGS = frozenset(
    """assembled closed cooked damaged delivered empty fitted folded frozen installed laden loaded
    locked opened packed parked sealed unloaded unopened unused used""".split()
)


def _owner(came: Begun, said: str) -> str:
    """Whom or what a state is asked of."""
    noun = bare(came.noun.split()[-1]) if came.noun else ""
    if came.last == "as":
        return "it"
    if said.startswith("aged ") and noun not in {"child", "children"}:
        return "you"
    if (
        came.is_condition
        and verbs.participle(bare(said.split(maxsplit=1)[0]))
        and _is_of_thing(came)
    ):
        return "it"
    first = bare(said.split(maxsplit=1)[0])
    first = bare(said.split()[1]) if first == "not" and len(said.split()) > 1 else first
    counted = first in {"more", "less", "fewer"} and is_number(said.rsplit(maxsplit=1)[-1])
    counted = counted or re.search(r"^\w+ (?:\w+ )?[$£€¥₹]", said) is not None
    if counted or (first in _OF_THINGS and not noun):
        return "it"
    if first in _OF_EVENTS or (first in {"in", "on", "at", "between"} and DATE.search(said)):
        return "it"
    if first in {"in", "at", "on"} and re.search(r"\byou\b", came.main, re.IGNORECASE):
        return "you"
    particle = came.last in {"up", "out", "off", "down"} and first in PREPOSITIONS
    if came.last in _SOME_THING or particle:
        return "it"  # "no shed may be put up | on a half plot"
    if (noun and is_person(noun)) or came.last in _PEOPLE:
        return "you"
    if noun:
        return "it"
    return "you" if not came.last or came.last in PREPOSITIONS or came.is_condition else "it"


def _is_of_thing(came: Begun) -> bool:
    """Whether what stands before "if" is said of a thing: "it is taxed if eaten here"."""
    parts = take_apart(MAIN_OPENING.sub("", came.main)) if came.main else None
    if parts is None or parts.subject.casefold() in PRONOUNS - {"it"}:
        return False
    who = head(parts.subject)
    return not (is_person(who) or is_body(who) or bare(parts.subject) in SOMEBODY)


def _about(said: str, came: Begun) -> AskedRule:
    """The safe form: good English whatever the rule is."""
    words = said.split() or [""]
    first, last = bare(words[0]), came.last
    form = Form.THING
    named = head(said)
    if (last in _OWNING and not verbs.gerund(first)) or (
        last not in _BEFORE_THINGS
        and (named in _PAPERS or (is_plural(said) and singular(named) in _PAPERS))
    ):
        return _having(f"you have {yours(said)}", form)
    if (
        first in verbs.PLAIN
        and not is_mass(first)
        and first not in STATES
        and len(words) > 1
        and not verbs.participle(first)
    ):
        return AskedRule(finished(f"Do you {said}"), State.MET, Form.STATE)
    if came.is_open and (unknown := _VERB_UNKNOWN.fullmatch(said)):
        verb = singular(unknown["verb"])
        question = f"Does {unknown['who']} {verb} {unknown['rest']}"
        return AskedRule(finished(question), State.MET, Form.CLAUSE)
    said = said.casefold() if is_mass(said.casefold()) and len(words) == 1 else said
    words = said.split() or [""]
    person = first in {"a", "an", "the"} and is_person(head(said)) and "you" not in words
    person = person or (first in {"someone", "somebody"} and not last and not _DIED.search(said))
    person = person or (first in {"a", "an"} and is_body(head(said)) and last in _GIVEN_TO)
    if person or head(said) in {"staff", "crew"}:
        one_of = "one of " if first == "the" and is_plural(head(said)) else ""
        question = f"Are you {one_of}{said}"
    elif _AGE.match(said):
        question = f"Are you {said}"
    elif first == "the" and len(words) == 2 and bare(words[1]) in STATES:
        question = f"Are you {words[1]}"  # "the self-employed"
    elif (old := re.match(r"[\w-]+-year-olds?$", said)) is not None:
        question = f"Is the child {article(said)} {old[0].removesuffix('s')}"
    elif span := _FROM_TO.fullmatch(said):
        start, end = (each.title() if each.isalpha() else each for each in span.group(1, 2))
        days = start.isalpha() and start not in {"Noon", "Midnight"}
        between = f"a day from {start} to {end}" if days else f"between {start} and {end}"
        question = f"Is it {between}"
    elif last == "in" and words[0][:1].isupper():
        question = f"Are you in {said}"
    elif last in _BEFORE_THINGS:
        question = f"Is it {last} {said}"
    elif first in {"any", "every", "each"} and len(words) > 1 and not is_plural(said):
        asks = "Are you" if is_person(head(said)) else "Is it"
        question = f"{asks} {article(words[1])} {' '.join(words[1:])}"
    elif acronym := re.fullmatch(r"([A-Z]{2,})s", said):
        question = f"Is it {article(acronym[1])} {acronym[1]}"
    elif (first in _BEGINS_THING or is_number(words[0]) or JOINER in words[0]) or words[0][
        :1
    ].isupper():
        question = f"Is it {said}"
    elif is_one_thing(said):
        question = f"{'Are you' if is_person(head(said)) else 'Is it'} {article(said)} {said}"
    elif one := one_of_things(said):
        spoken_for = is_body(head(said)) and (last in _GIVEN_TO or last == "for")
        question = f"{'Are you' if spoken_for else 'Is it'} {one}"
    elif is_mass(said):
        question = f"Is it {said}"
    elif _are_things(said) or verbs.gerund(first):
        question, form = f"Is it about {said}", Form.ABOUT
    else:
        # What is neither one nor many may want an article, or none.
        return as_it_stands(said)
    return AskedRule(finished(question), State.MET, form)


def _are_things(said: str) -> bool:
    """Whether a rule names several things, or one in the plural: "cash, tickets or cards"."""
    named = re.split(r",? (?:such as|not|even|apart from)\b", said)[0]
    listed = "," in named and re.search(r" (?:and|or) ", named)
    return bool(listed) or is_plural(named.split(",")[0])


_ON_PROOF = re.compile(
    r"(?:on|upon) (?:production of |presentation of )?(?=proof\b|an? |the |your )"
    r"(?=[^ ]+ (?:of|from)\b)",
    re.IGNORECASE,
)
# What a rule names of these is wanted: whoever asks has it or not.
_PAPERS = frozenset(
    """agreement approval authorisation certificate consent evidence licence license passport
    permission permit prescription proof receipt signature""".split()
)
_VERB_UNKNOWN = re.compile(
    r"(?P<who>(?:an?|the|your|one) (?:child|parent|partner|relative|friend|neighbour|member))"
    r" (?P<verb>[a-z]+s) (?P<rest>(?:with|at|in|on|to|for|from) .+)"
)
_HOUR_OR_DAY = (
    r"\d{1,2}(?:[.:]\d\d)? ?(?:[ap]\.?m\b\.?|o[’']clock|(?!\w))|noon|midnight"
    r"|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*"
)
_FROM_TO = re.compile(
    rf"(?P<start>{_HOUR_OR_DAY}) ?(?:to|until|-|–) ?(?P<end>{_HOUR_OR_DAY})", re.IGNORECASE
)
_UNDER_OR_OVER = re.compile(
    r"(?P<side>under|over)-(?P<age>\d+)s(?P<more>(?: who .*)?)$", re.IGNORECASE
)
_WEEKDAY = re.compile(
    r"(?:on |at )?((?:mon|tues|wednes|thurs|fri|satur|sun|week)day|weekend"
    r"|(?:bank|public|school) holiday|holiday weekend)s",
    re.IGNORECASE,
)
_GIVEN_TO = frozenset(["", "to", "from", "by", "and", "or"])
_OWNING = frozenset("have has hold holds need needs with without own owns show bring".split())
_BEFORE_THINGS = frozenset(
    "for about from during within after before until because\u2060of up\u2060to due\u2060to".split()
)
_AGE = re.compile(r"\d{1,2}(?: or (?:over|older|under|younger|above)| (?:and|to|or) \d{1,2}|\+)$")


def _of_clause(clause: str, form: Form, came: Begun, text: str) -> AskedRule | None:
    """The question that a clause makes; None where it has no verb."""
    clause = to_reader(clause, text, is_condition=came.is_condition)
    parts = take_apart(clause, is_whole=True)
    if parts is None:
        return None
    if parts.subject.casefold() in {"the children", "the kids"}:
        one = verbs.with_s(parts.verb) if parts.verb in verbs.BASES else parts.verb
        verb = _ONE_OF_MANY.get(parts.verb, one)
        parts = replace(parts, subject="the child", verb=verb)
    if papers := _SENT_IN.fullmatch(parts.subject):
        one = verbs.with_s(parts.verb) if parts.verb in verbs.BASES else parts.verb
        verb = _ONE_OF_MANY.get(parts.verb, one)
        parts = replace(parts, subject=f"your {singular(papers[1].casefold())}", verb=verb)
    if " " in parts.subject and is_plural(parts.subject):
        parts = replace(parts, subject=small_start(parts.subject, text))
    if parts.subject.istitle() and is_plural(parts.subject) and " " not in parts.subject:
        parts = replace(parts, subject=f"the {small(parts.subject)}")
    if is_one_thing(parts.subject) and not verbs.gerund(bare(parts.subject.split()[0])):
        parts = replace(parts, subject=f"{article(parts.subject)} {parts.subject}")
    had = " ".join(parts.rest)
    if parts.verb in _TAKING and is_one_thing(had) and not verbs.participle(parts.rest[0]):
        parts = replace(parts, rest=(article(parts.rest[0]), *parts.rest))
    if form in {Form.DESCRIBED, Form.STATE} and _HAVING.match(clause):
        return _having(clause, form)
    found = inverted(parts, is_condition=came.is_condition)
    if found is None:
        return AskedRule(finished(f"Is it true that {_agreeing(parts)}"), State.MET, Form.TRUE)
    state = State.NOT_MET if found.is_negated else State.MET
    if found.is_duty and form is Form.CLAUSE:
        form = Form.DUTY
    return AskedRule(finished(found.words), state, form)


_TAKING = frozenset("have has had hold holds need needs own owns keep keeps show bring".split())


# Of what people send in, theirs is meant: "Claims must reach us".
_SENT_IN = re.compile(
    r"(?:the |all |any )?(appeals|applications|claims|complaints|requests)", re.IGNORECASE
)
_ONE_OF_MANY = {"are": "is", "were": "was", "have": "has", "do": "does"}
_HAVING = re.compile(r"you (?:do not )?have (?!(?:already )?been\b)")


def _agreeing(parts: Clause) -> str:
    """The clause again, its verb as its subject wants it."""
    verb = _PLURAL.get(parts.verb, parts.verb)
    rest = list(parts.rest)
    if parts.subject != "you":
        return " ".join([parts.subject, *parts.adverbs, parts.verb, *rest])
    verb = verb if verb in AUXILIARIES else verbs.present(verb) or verb
    for place, word in enumerate(rest):
        if bare(word) in RELATIVES:
            break
        if place and bare(rest[place - 1]) in CONJUNCTIONS:
            base = verbs.present(bare(word))
            plain = base if base not in verbs.MOSTLY_NOUNS else None
            rest[place] = _PLURAL.get(word, plain or word)
    return " ".join([parts.subject, *parts.adverbs, verb, *rest])


_PLURAL = {"is": "are", "was": "were", "has": "have", "does": "do"}


def _having(clause: str, form: Form) -> AskedRule:
    """What somebody has: "people with no car"."""
    had = clause.partition("have ")[2]
    following = bare(had.split()[0]) if had.split() else ""
    if verbs.participle(following) and len(had.split()) > 1 and form is Form.DESCRIBED:
        parts = take_apart(clause)
        found = parts and inverted(parts)
        if found and "who" not in clause:
            state = State.NOT_MET if found.is_negated else State.MET
            return AskedRule(finished(found.words), state, form)
    positive = {"no": "any", "nobody": "anybody", "nothing": "anything"}.get(following)
    denied = clause.startswith("you do not") or positive is not None
    had = positive + had[len(following) :] if positive else had
    state = State.NOT_MET if denied else State.MET
    had = f"{article(had)} {had}" if is_one_thing(had) else had
    return AskedRule(finished(f"do you have {had}"), state, form)


def finished(question: str) -> str:
    """A question with its capital and its mark."""
    question = " ".join(question.replace(JOINER, " ").split()).strip(" ,;:.?")
    question = question.replace(" can not ", " cannot ").replace(" , ", ", ")
    question = _BORN.sub(
        lambda found: "were " if found[0][0].casefold() == "a" else "was ", question
    )
    question += "." if SHORT.search(question + ".") and not question.endswith(" no") else ""
    for opening, closing in ("()", "“”", '""'):
        cut = (
            question.count(opening) % 2
            if opening == closing
            else question.count(opening) > question.count(closing)
        )
        question += closing if cut else ""
    return question[:1].upper() + question[1:] + "?"


_BORN = re.compile(
    r"^(?:are|is) (?=[^,]{1,40}? born"
    r" (?:before|after|in|on|between|abroad|outside|here|to|at|overseas)\b)",
    re.IGNORECASE,
)


_LOOKED_THROUGH = 10_000
"""Characters of a text: it is looked through for each of its rules."""


def small_start(said: str, text: str) -> str:
    """The rule with a small first letter, unless it begins with a name."""
    text = text[:_LOOKED_THROUGH]
    first, _, rest = said.partition(" ")
    word = bare(first)
    if not first[:1].isupper() or first == "I" or any(map(str.isupper, first[1:])):
        return said
    if word in _NO_NAMES:
        return said[0].lower() + said[1:]
    if rest[:1].isupper():
        return said
    known = word in STATES or word in verbs.BASES or is_adverb(word) or is_person(word)
    formed = verbs.gerund(word) or verbs.participle(word) or verbs.present(word)
    if known or formed or re.search(rf"(?<!\w){re.escape(word)}\b", text):
        return said[0].lower() + said[1:]
    if is_plural(word) and rest[:1].islower():
        return said[0].lower() + said[1:]
    a_name = re.search(rf"[a-z,] {re.escape(first.strip(',;:'))}\b", text)
    plain = rest or is_plural(word)
    return said if a_name or not plain else said[0].lower() + said[1:]
