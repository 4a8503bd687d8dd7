"""A clause turned into a question: its verb before its subject, without its negation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from e3.language.en import verbs
from e3.language.en.clauses import Clause, goes_on, take_apart
from e3.language.en.grammar import (
    AUXILIARIES,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    DO,
    DROPPED,
    DUTIES,
    HAVE,
    MODALS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    SOMEBODY,
    STATES,
    bare,
    is_adverb,
    is_body,
    is_number,
    is_person,
    is_plural,
    singular,
)

_ANY = {
    "no": "any",
    "none": "any",
    "nothing": "anything",
    "nobody": "anybody",
    "neither": "either",
}
# What is done once, on paper, is asked for as done; what comes later, as to come; all else as is.
_DONE = frozenset(
    """agree apply approve ask authorise authorize call certify complete confirm consent contact
    declare disclose email enrol enroll file fill give inform lodge nominate notify obtain
    pass pay phone post produce provide register report request return ring say sell send show
    sign submit supply tell write""".split()
)
_TO_COME = frozenset(
    """arrive begin bring carry come finish join keep leave move reach rebuild remain repay replace
    restore start stay take travel use vacate wear""".split()
)
# Behind "if" these are asked of the reader as what has happened: "if you move abroad".
_HAPPENED = frozenset("become find lose marry move remarry resign retire".split())
_BEGUN = frozenset("begin change start stop".split())
_ANEW = frozenset("a an another any new your the work working getting trading training".split())
# These are still to be done by the reader, and those have been decided by others.
_OFFERED = frozenset("attach bring choose enclose give hand return send show".split())
_DECIDED = frozenset(
    """announce approve authorise cancel consent decide declare dismiss fail forgive order refuse
    reject terminate withdraw""".split()
)
_OURS = frozenset(
    "ask change close cut find increase lower make move offer put raise replace stop".split()
)
_DUES = frozenset("charge deposit difference fee fine postage".split())
_HABIT = frozenset("each every per usually often always regularly lessons".split())
# And these, where there is a time for them, as what is being done: "if you apply within a month".
_BEING_DONE = frozenset("apply ask cancel claim reply report return send tell write".split())
# Nobody does these again and again to one thing: "if you sell the car".
_UNDERWAY = frozenset("adopt buy demolish donate scrap sell".split())
_ONE_ALONE = frozenset("a an the your it another this".split())
_IN_TIME = frozenset("within before by".split())
_TO_COME_OR_DONE = _TO_COME | _DONE
_OFFERED_THINGS = DETERMINERS | {"us", "proof", "evidence", "written"}
# What a paper says it says: "the request must say why".
_SAYS = frozenset("contain give include say show state".split())
_PAPERS = (
    "it ",
    "the request",
    "your request",
    "your application",
    "the form",
    "your claim",
    "the letter",
)
_NOT_KEPT = DROPPED | {"not", "never"}
_BEFORE_NOUNS = DETERMINERS | PREPOSITIONS
_NO_NOUNS = _BEFORE_NOUNS | PRONOUNS | CONJUNCTIONS | {"to", "us", "them"}
_BEGINS_SUBJECT = DETERMINERS | SOMEBODY
_JOINS_CLAUSE = BE | MODALS | DUTIES | {"cannot"}
_HAVE_AND_DO = HAVE | DO
_WITH_BASE = DO | MODALS
_BEFORE_VERB = _WITH_BASE | {"have"}
_AGREEING = {"is": "are", "was": "were", "has": "have", "does": "do", "needs": "need"}


@dataclass(frozen=True, slots=True)
class Inverted:
    """A clause with its verb before its subject, without a question mark."""

    words: str
    is_negated: bool
    """Whether the clause says the opposite."""
    is_duty: bool = False


def inverted(clause: Clause, *, is_condition: bool = False) -> Inverted | None:
    """The clause as a question; None where it can't be done well.

    `is_condition`: behind "if", "you must wait" asks for a need and not for what is done.
    """
    subject, negated = _positive_subject(clause.subject)
    clause = replace(clause, subject=subject)
    verb, rest = clause.verb, list(clause.rest)
    if subject.startswith("you") and subject.partition(" ")[0] in {"you", "you,"}:
        verb = _AGREEING.get(verb, verb)
    if verb in DO and rest and bare(rest[0]) not in {"not", "never"}:
        return _lexical_do(clause, verb, rest, negated=negated)
    if verb == "cannot":
        verb, rest = "can", ["not", *rest]
    adverbs = [adverb for adverb in clause.adverbs if adverb not in DROPPED]
    if verb in AUXILIARIES or verb in {"need", "needs"}:
        while rest and is_adverb(bare(rest[0])) and not _is_predicate_adverb(rest):
            word = rest.pop(0)
            if bare(word) not in DROPPED:
                adverbs.append(bare(word))
    for place, adverb in enumerate(adverbs):
        if adverb in {"not", "never"}:
            if negated:
                return None
            negated = True
            adverbs[place] = "ever" if adverb == "never" else ""
    if negated and "yet" in adverbs and verb in BE and len(rest) == 1 and is_number(rest[0]):
        rest = [*rest, "or", "over"]  # "not yet 66"
    middle = [adverb for adverb in adverbs if adverb and not (negated and adverb == "yet")]
    asked = _asked(clause.subject, verb, middle, rest, is_condition=is_condition)
    if asked is None:
        return None if negated else _one_by_one(clause, is_condition=is_condition)
    if (negated or asked.is_negated) and {"because", "reasons"} & set(map(bare, rest)):
        return None  # what is denied has a cause: without the "not" it would be another
    if asked.is_negated:
        if negated:
            return None
        negated = True
    return Inverted(asked.words, negated, asked.is_duty)


def _one_by_one(clause: Clause, *, is_condition: bool) -> Inverted | None:
    """Of "you are pregnant or have had a baby", whose verbs differ, each asked for itself."""
    if clause.subject != "you":
        return None
    joins = [n for n, word in enumerate(clause.rest[:-1]) if word in {"or", "and"}]
    places = [n for n in joins if clause.rest[n + 1] in BE | HAVE]
    if len(places) != 1 or RELATIVES & set(map(bare, clause.rest[: places[0]])):
        return None
    one = replace(clause, rest=clause.rest[: places[0]])
    other = take_apart(" ".join(["you", *clause.rest[places[0] + 1 :]]))
    first = inverted(one, is_condition=is_condition)
    second = inverted(other, is_condition=is_condition) if other else None
    if first is None or second is None or first.is_negated or second.is_negated:
        return None
    return Inverted(f"{first.words} {clause.rest[places[0]]} {second.words}", is_negated=False)


def _lexical_do(clause: Clause, verb: str, rest: list[str], *, negated: bool) -> Inverted | None:
    """Of "do" as a verb of its own: "you do paid work"."""
    helps = bare(rest[0]) in verbs.PLAIN or rest in (["claim"], ["return"])
    words = [] if helps else ["do"]
    adverbs = [adverb for adverb in clause.adverbs if adverb not in DROPPED]
    if {"not", "never"} & set(adverbs):
        return None
    found = _with_rest(f"{verb} {clause.subject}", adverbs, [*words, *rest], verb)
    if found is None or (negated and found.is_negated):
        return None
    return Inverted(found.words, negated or found.is_negated)


def _is_predicate_adverb(rest: Sequence[str]) -> bool:
    """ "Only 18", "first cousins": adverbs of what follows stay where they are."""
    return bare(rest[0]) in {"only", "just", "first", "even", "both", "all", "each"} and (
        len(rest) > 1 and (is_number(rest[1]) or bare(rest[1]) in _BEFORE_NOUNS)
    )


def _positive_subject(subject: str) -> tuple[str, bool]:
    first, _, rest = subject.partition(" ")
    positive = _ANY.get(first.casefold())
    if positive is None:
        return subject, False
    if first.casefold() == "no" and rest.startswith("one"):
        return f"any{rest}", True
    return f"{positive} {rest}".strip(), True


def _asked(
    subject: str, verb: str, middle: list[str], rest: list[str], *, is_condition: bool
) -> Inverted | None:
    following = bare(rest[0]) if rest else ""
    if verb in DUTIES or (verb in {"need", "needs", "have", "has"} and following == "to"):
        duty = rest if verb in DUTIES else rest[1:]
        if is_condition and _is_need(verb, duty):
            needed = "need" if verb.startswith("need") else "have"
            return _with_do(_do(subject), subject, middle, needed, ["to", *duty])
        return _asked_duty(_spoken_of(subject), middle, duty)
    if verb in BE:
        return _with_rest(f"{verb} {subject}", middle, rest, verb)
    owned = following in _OWNED_AS and len(rest) > 1 and _is_noun(bare(rest[1]))
    if verb in HAVE and not owned and (_is_done(following) or following == "got"):
        return _with_rest(f"{verb} {subject}", middle, rest, verb)
    if verb in MODALS:
        if verb in {"may", "might"} and not rest:
            return None
        modal = "can" if verb in {"may", "might"} else verb
        return _with_rest(f"{modal} {subject}", middle, rest, verb)
    if verb in DO:
        return _with_do(verb, subject, middle, following, rest[1:]) if rest else None
    if verb in {"need", "needs"} and (not rest or following in {"have", "be"}):
        return None
    if verb in {"need", "needs"} and not is_condition:
        return _with_do(_do(subject), subject, middle, "have", rest)
    if verb in _PAST_FIRST:
        return _with_do("did", subject, middle, verbs.past(verb) or verb, rest)
    if base := verbs.present(verb):
        do = "do" if subject.split(maxsplit=1)[0] in {"you", "you,"} else "does"
        if is_condition and (event := _event(subject, base, middle, rest)):
            return event
        return _with_do(do, subject, middle, base, rest)
    if verb == "had" or (verb not in verbs.BASES and verbs.past(verb)):
        return _with_do("did", subject, middle, verbs.past(verb) or verb, rest)
    if verb in verbs.BASES:
        if is_condition and (event := _event(subject, verb, middle, rest)):
            return event
        return _with_do(_do(subject), subject, middle, verb, rest)
    return _asked_unknown(subject, verb, middle, rest)


def _event(subject: str, verb: str, middle: list[str], rest: list[str]) -> Inverted | None:
    """What happens once is not asked as if it were a habit: "do you move abroad"."""
    if _joins_verb(rest) or middle:
        return None
    words = [bare(word) for word in rest] or [""]
    if subject == "you" and verb in _BEING_DONE and _IN_TIME & set(words):
        return _with_rest(f"are {subject}", middle, [verbs.doing(verb), *rest], "are")
    happened = verb in _HAPPENED or (verb in _BEGUN and words[0] in _ANEW)
    happened = happened or (verb == "fall" and words[0] in {"ill", "sick", "pregnant"})
    happened = happened or (verb == "turn" and is_number(words[0]))
    thing = words[0] in _OFFERED_THINGS
    if subject == "you" and verb in _OFFERED and thing and not _HABIT & set(words):
        return _with_rest(f"will {subject}", middle, [verb, *rest], "will")
    if subject == "you" and verb == "pay" and (words[0] == "back" or _DUES & set(words)):
        return _with_rest(f"will {subject}", middle, [verb, *rest], "will")
    if (
        subject == "you"
        and verb in _UNDERWAY
        and (words[0] == "it" or (words[0] in _ONE_ALONE and not is_plural(" ".join(words[:2]))))
        and not _HABIT & set(words)
    ):
        return _with_rest(f"are {subject}", middle, [verbs.doing(verb), *rest], "are")
    decided = verb in _DECIDED and subject != "you" and not _HABIT & set(words)
    decided = decided or (subject == "we" and verb in _OURS and not _HABIT & set(words))
    own = subject == "you" or subject.startswith(
        ("your child", "your partner", "a child", "a partner", "someone", "somebody")
    )
    dead = verb == "die" and subject != "you"
    if not dead and not decided and not (happened and own):
        return None
    done = ["got", "married"] if verb == "marry" and not rest else [verbs.done(verb)]
    return _with_rest(f"{_have(subject)} {subject}", middle, [*done, *rest], "have")


def _asked_unknown(subject: str, verb: str, middle: list[str], rest: list[str]) -> Inverted | None:
    """Of a verb that is not in the list, by its ending; only behind a pronoun is it surely one."""
    if verbs.participle(verb) or verb.endswith("ed"):
        return _with_rest(f"{_have(subject)} {subject}", middle, [verb, *rest], "have")
    if subject not in PRONOUNS or not verb.isalpha() or verb in _BEFORE_NOUNS:
        return None
    if subject in {"it", "he", "she"} and verb.endswith("s"):
        return _with_do("does", subject, middle, singular(verb), rest)
    return _with_do("do", subject, middle, verb, rest) if is_plural(subject) else None


# Also verbs of their own, but seldom.
_PAST_FIRST = frozenset("quit fell found saw felt wound ground bound".split())
# "You have written consent" is no "have you written consent".
_OWNED_AS = frozenset(
    """adjusted approved combined written shared limited fixed certified qualified reduced settled
    untaxed""".split()
)


def _is_noun(word: str) -> bool:
    return word not in _NO_NOUNS and not is_adverb(word) and not is_number(word)


def _spoken_of(subject: str) -> str:
    """Of a thing that all must be alike, the one that is asked about: "a shed must be"."""
    first, _, noun = subject.partition(" ")
    if first not in {"a", "an"} or is_person(noun.split()[-1]) or is_body(noun.split()[-1]):
        return subject
    return f"the {noun}"


def _is_need(verb: str, duty: Sequence[str]) -> bool:
    """Whether behind "if" a duty is a need: "if you must wait", but not "if you must be 18"."""
    first = bare(duty[0]) if duty else ""
    return verb not in {"should", "shall"} and (
        first not in {"be", "have", "not"} or (first == "be" and verb.startswith("ha"))
    )


def _is_done(word: str) -> bool:
    same = {"become", "come", "run", "put", "let", "cut", "set", "read"}
    known = verbs.participle(word) is not None or word.endswith("ed")
    return known and (word not in verbs.BASES or word in same)


def _asked_duty(subject: str, middle: list[str], duty: list[str]) -> Inverted | None:
    """What must be so is asked as if it were: "you must be 18" as "are you 18"."""
    negated = False
    while duty and (bare(duty[0]) in {"not", "never"} or is_adverb(bare(duty[0]))):
        word = bare(duty[0])
        negated = negated or word in {"not", "never"}
        if word not in _NOT_KEPT:
            middle = [*middle, word]
        duty = duty[1:]
    if not duty:
        return None
    first, after = bare(duty[0]), duty[1:]
    if first == "be":
        found = _with_rest(
            f"{'are' if is_plural(subject) else 'is'} {subject}", middle, after, "is"
        )
    elif first == "have" and after[:1] == ["been"] and re.search(_PAST_TIME, f"{subject} {after}"):
        be = "were" if is_plural(subject) else "was"
        found = _with_rest(f"{be} {subject}", middle, after[1:], be)
    elif first == "have" and after and _is_done(bare(after[0])):
        found = _with_rest(f"{_have(subject)} {subject}", middle, after, "have")
    elif first in _SAYS and not is_plural(subject) and subject.startswith(_PAPERS):
        found = _with_do("does", subject, middle, first, after)
    elif first in _DONE and not negated and not _joins_verb(after) and not _BEFORE & set(after):
        words = [verbs.done(first), *after]
        found = _with_rest(f"{_have(subject)} {subject}", middle, words, "have")
    elif first in _TO_COME_OR_DONE and not negated:
        found = _with_rest(f"will {subject}", middle, [first, *after], "will")
    else:
        found = _with_do(_do(subject), subject, middle, first, after)
    if found is None or (found.is_negated and negated):
        return None
    return Inverted(found.words, found.is_negated or negated, is_duty=True)


def _joins_verb(rest: Sequence[str]) -> bool:
    """Whether a second verb is joined: "sign it and not revoke it"."""
    return any(
        bare(word) in CONJUNCTIONS and (bare(after) in verbs.BASES or bare(after) == "not")
        for word, after in pairwise(rest)
    )


def _with_do(
    do: str, subject: str, middle: list[str], verb: str, rest: list[str]
) -> Inverted | None:
    return _with_rest(f"{do} {subject}", middle, [verb, *rest], do)


def _with_rest(opening: str, middle: list[str], rest: list[str], verb: str) -> Inverted | None:
    """What was put in front, and behind it the rest, whose own verbs go with it."""
    rest, negated = _positive(rest, verb)
    fitted = _fitted(rest, verb)
    if fitted is None:
        return None
    return Inverted(" ".join([opening, *middle, *fitted]), negated)


def _positive(rest: list[str], verb: str) -> tuple[list[str], bool]:
    """ "Have no savings" as "have any savings"; the negation is dropped."""
    # Of "do" the verb itself stands first.
    place = 1 if verb in _BEFORE_VERB and len(rest) > 1 else 0
    for at in {0, place}:
        if at < len(rest) and (other := _ANY.get(bare(rest[at]))):
            if other == "any" and at + 1 < len(rest) and rest[at + 1].startswith("more\u2060than"):
                return rest, False
            if other == "any" and rest[at + 1 : at + 2] == ["one"]:
                return [*rest[:at], "anyone", *rest[at + 2 :]], True
            sign = rest[at][len(bare(rest[at])) :]
            return [*rest[:at], other + sign, *rest[at + 1 :]], True
    return rest, False


def _fitted(rest: list[str], verb: str) -> list[str] | None:
    """The rest with its joined verbs in the form that the first word of the question wants."""
    fitted = list(rest)
    for place, word in enumerate(rest[:-1]):
        determines = bare(word) == "that" and (
            (place and bare(rest[place - 1]) in PREPOSITIONS) or bare(rest[place + 1]) in _TIMES
        )
        if bare(word) in RELATIVES and not determines:
            return fitted
        if bare(word) not in {"and", "or", "but"} and word != ",":
            continue
        at = place + 1
        while at < len(rest) - 1 and is_adverb(bare(rest[at])):
            at += 1
        joined = bare(rest[at])
        if joined in PRONOUNS:
            return None
        if joined in _BEGINS_SUBJECT:
            other = take_apart(" ".join(rest[at:]))
            third = other is not None and other.rest and verbs.surely_present(other.verb)
            if other and (other.verb in AUXILIARIES or third):
                return None
        if joined in _JOINS_CLAUSE and rest[at] != "May":
            return None
        base = verbs.present(joined)
        if joined in _HAVE_AND_DO:
            if verb in _WITH_BASE:
                if joined in DO:
                    return None
                fitted[at] = "have"
                continue
            if verb in HAVE and joined in HAVE:
                fitted[at : at + 1] = []
                return fitted
            return None
        if verb in _WITH_BASE:
            if (base and _joined_as_verb(rest, at, base, verb)) or (
                verb == "did" and joined not in verbs.BASES and (base := verbs.past(joined))
            ):
                fitted[at] = rest[at].replace(joined, base)
        elif (
            (base and base not in verbs.MOSTLY_NOUNS and goes_on(rest, at))
            or (verbs.is_past_alone(joined))
            or (
                verb in BE
                and joined in _DOING
                and not verbs.participle(joined)
                and goes_on(rest, at)
                and not _has_infinitive(rest[:place])
            )
            or (verb in BE and verbs.past(joined) and _has_object(rest, at))
        ):
            return None
    return fitted


def _joined_as_verb(rest: Sequence[str], at: int, base: str, do: str) -> bool:
    """Whether "and" joins a verb: in "you sell at fairs or markets in town" it does not."""
    if base not in verbs.MOSTLY_NOUNS or _is_ill(rest, at) or "," in rest[:2]:
        return True
    after = bare(rest[at + 1]) if at + 1 < len(rest) else ""
    among_things = not _BEFORE_NOUNS.isdisjoint(map(bare, rest[:at]))
    if do == "do" and after in PREPOSITIONS and among_things:
        return False
    return goes_on(rest, at)


_PAST_TIME = r"\b(?:last (?:year|month|week|term)|at the time|ago|in (?:19|20)\d\d)\b"
_BEFORE = frozenset({"before"})
_TIMES = frozenset("day time week month year date night".split())


_DOING = verbs.PLAIN | frozenset(
    "work volunteer study rent own care foster return claim trade train".split()
)
"""What is surely done where it follows a form of "to be"."""


def _is_ill(words: Sequence[str], place: int) -> bool:
    """ "Falls ill"."""
    return place + 1 < len(words) and bare(words[place + 1]) in STATES


def _has_infinitive(words: Sequence[str]) -> bool:
    """Whether a plain verb goes on with the "to" of another: "going to sell or give it"."""
    return any(bare(one) == "to" and bare(two) in verbs.BASES for one, two in pairwise(words))


def _has_object(words: Sequence[str], place: int) -> bool:
    """Whether a past form has an object, so that it is no participle: "and bought the thing"."""
    after = bare(words[place + 1]) if place + 1 < len(words) else ""
    return after in DETERMINERS or after in {"it", "us", "them", "him", "me"}


def _do(subject: str) -> str:
    return "do" if is_plural(subject) else "does"


def _have(subject: str) -> str:
    return "have" if is_plural(subject) else "has"
