"""A clause taken apart at its verb, and turned into a question (subject-auxiliary inversion)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from e3.language.en import verbs
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
    bare,
    is_adverb,
    is_number,
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
    """agree apply approve ask authorise authorize certify complete confirm consent contact declare
    disclose enrol enroll file fill give inform lodge notify nominate obtain pay pass post produce
    provide register report request return say sell send show sign submit supply tell write""".split()
)
_TO_COME = frozenset(
    """arrive begin bring carry come finish join keep leave move reach rebuild remain repay replace
    restore start stay take travel use vacate wear""".split()
)
# Verbs whose past form behind a noun is the verb, not a participle: "your spouse died in May".
INTRANSITIVE = frozenset(
    """agree appear arise arrive become begin belong break collapse come continue decide die
    disappear elapse end exist expire fail fall finish follow go graduate happen increase lapse last
    lie live look move occur pass qualify remain reside resign result retire return rise stand start
    stay stop suffer take travel want work""".split()
)
_TIMES = frozenset("after before since until than as".split())
_AGREEING = {"is": "are", "was": "were", "has": "have", "does": "do", "needs": "need"}
_GOES_ON = frozenset("to that more less at least no any not nothing up down".split())


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause taken apart at its verb."""

    subject: str
    adverbs: tuple[str, ...]
    """Between subject and verb."""
    verb: str
    rest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Inverted:
    """A clause with its verb before its subject, without a question mark."""

    words: str
    is_negated: bool
    """Whether the clause says the opposite."""
    is_duty: bool = False


def take_apart(clause: str, *, is_whole: bool = False) -> Clause | None:
    """The clause at its verb; None where no verb is known, or nothing stands before it.

    `is_whole`: what stands before says that this is a clause ("if"), so it has a verb.
    """
    words = clause.split()
    if not words:
        return None
    first = bare(words[0])
    if first in PRONOUNS:
        behind = _behind_pronoun(words)
    elif first in SOMEBODY and (behind := _behind_somebody(words)):
        pass
    else:
        found = _verb_behind_noun(words, is_whole=is_whole)
        if found is None:
            return None
        behind = found
        while behind > 1 and is_adverb(bare(words[behind - 1])):
            behind -= 1
    place = behind
    while place < len(words) and is_adverb(bare(words[place])):
        place += 1
    if place >= len(words) or not any(map(str.isalnum, words[place])):
        return None
    subject = " ".join(words[:behind])
    if (first in PRONOUNS | DETERMINERS | SOMEBODY or is_adverb(first)) and first != "i":
        subject = subject[0].lower() + subject[1:]
    adverbs = tuple(bare(word) for word in words[behind:place])
    return Clause(subject, adverbs, bare(words[place]), tuple(words[place + 1 :]))


def _behind_pronoun(words: Sequence[str]) -> int:
    """Where a subject ends that begins with a pronoun: "you or your partner", "you, and I,"."""
    behind = 1
    if words[0].endswith(",") or (len(words) > 1 and words[1].startswith("(")):
        closing = ")" if words[0][-1:] != "," else ","
        ends = [i for i, word in enumerate(words[1:12], start=1) if closing in word]
        return ends[0] + 1 if ends else 1
    while behind + 2 < len(words) and bare(words[behind]) in {"or", "and"}:
        after = bare(words[behind + 1])
        if after in PRONOUNS:
            behind += 2
        elif after in DETERMINERS or after in {"someone", "somebody", "anyone"}:
            found = _verb_behind_noun(words[behind + 1 :], is_whole=True)
            behind += 1 + (found or 2)
        else:
            break
    return behind


def _behind_somebody(words: Sequence[str]) -> int:
    """Where a subject like "someone else" ends; 0 where more belongs to it."""
    behind = 2 if len(words) > 2 and bare(words[1]) == "else" else 1
    after = [bare(word) for word in words[behind:] if not is_adverb(bare(word))]
    if not after:
        return 0
    verb = after[0] in AUXILIARIES or verbs.present(after[0]) or verbs.past(after[0])
    return behind if verb else 0


def _verb_behind_noun(words: Sequence[str], *, is_whole: bool) -> int | None:
    """The place of the main verb behind a subject that begins with a noun or its determiner."""
    inner = skipped = 0
    had_inner = False
    for place in range(1, len(words)):
        if place < skipped:
            continue
        word, before = bare(words[place]), bare(words[place - 1])
        if word in RELATIVES and not (word == "that" and place + 1 == len(words)):
            inner += 1
        elif _opens_contact_clause(words, place):
            inner += 1
            had_inner = True
        elif had_inner and not inner and before in PREPOSITIONS | {"to"} and verbs.present(word):
            return place  # "the person you care for dies"
        elif _is_finite(words, place, is_whole=is_whole, in_relative=inner > 0):
            if not inner:
                return place
            inner -= 1
            skipped = _behind_auxiliaries(words, place)
    return None


def _behind_auxiliaries(words: Sequence[str], place: int) -> int:
    """Where a verb in several words ends: "has already been paid"."""
    if bare(words[place]) not in AUXILIARIES:
        return place + 1
    place += 1
    while place < len(words) and (
        is_adverb(word := bare(words[place]))
        or word in {"be", "been", "being", "have", "had"}
        or verbs.participle(word)
        or verbs.gerund(word)
        or (word in verbs.BASES and bare(words[place - 1]) in MODALS | DUTIES | DO | {"not"})
    ):
        place += 1
    return place


def _opens_contact_clause(words: Sequence[str], place: int) -> bool:
    """Whether a clause without a relative pronoun begins: "the home you buy"."""
    word, before = bare(words[place]), bare(words[place - 1])
    return (
        word in PRONOUNS - {"there"}
        and words[place].islower()
        and before not in (PREPOSITIONS - _TIMES) | CONJUNCTIONS | AUXILIARIES | RELATIVES | {"to"}
        and verbs.gerund(before) is None
        and place + 2 < len(words)
    )


def _is_finite(words: Sequence[str], place: int, *, is_whole: bool, in_relative: bool) -> bool:
    """Whether a word is the verb of a clause, by its form and by the words around it."""
    raw, word, before = words[place], bare(words[place]), bare(words[place - 1])
    if (
        raw == "May"
        or raw[-1:] in '"”'
        or raw[:1] in '"“'
        or (raw[:1].isupper() and word not in AUXILIARIES)
    ):
        return False
    if word in AUXILIARIES or word == "cannot":
        a_noun = word in {"will", "can"} and before in DETERMINERS
        return not (a_noun or before in {"to", "and", "or"} | MODALS | DUTIES)
    if place > 1 and before in {"will", "can"} and bare(words[place - 2]) in DETERMINERS:
        before = "noun"
    if before in DETERMINERS | PREPOSITIONS | CONJUNCTIONS | MODALS | DUTIES | BE | HAVE | {"to"}:
        return in_relative and before in RELATIVES
    if is_number(before) and not is_whole:
        return False
    if in_relative and before in PRONOUNS | RELATIVES:
        return word in verbs.BASES or bool(verbs.present(word) or verbs.past(word))
    if base := verbs.present(word):
        fits = singular(before) == before or not is_plural(" ".join(words[:place]))
        if place + 1 < len(words) and bare(words[place + 1]) in AUXILIARIES:
            return False
        if base in verbs.MOSTLY_NOUNS and _has_auxiliary(words[place + 1 :]):
            return False
        return fits and (base not in verbs.MOSTLY_NOUNS or _goes_on(words, place))
    if base := verbs.past(word):
        return _is_past(words, place, base, is_whole=is_whole, in_relative=in_relative)
    surely = is_whole and place + 1 < len(words) and not _has_auxiliary(words[place + 1 :])
    if word not in verbs.BASES or not (surely or _goes_on(words, place)):
        return False
    return singular(before) != before or is_plural(" ".join(words[:place]))


def _has_auxiliary(words: Sequence[str]) -> bool:
    """Whether a verb still comes, before anything else begins."""
    for word in map(bare, words):
        if word in RELATIVES | PRONOUNS | CONJUNCTIONS:
            return False
        if word in AUXILIARIES:
            return True
    return False


def _goes_on(words: Sequence[str], place: int) -> bool:
    """Whether what follows can follow a verb."""
    if words[place].endswith(","):
        return False
    if place + 1 == len(words):
        word = bare(words[place])
        return word not in verbs.MOSTLY_NOUNS and verbs.present(word) not in verbs.MOSTLY_NOUNS
    after = bare(words[place + 1])
    return (
        after in (DETERMINERS | PREPOSITIONS | PRONOUNS | _GOES_ON | SOMEBODY) - {"than", "of"}
        or after in {"me", "us", "them", "him"}
        or is_number(words[place + 1])
        or is_adverb(after)
        or (after not in AUXILIARIES and bare(words[place]) not in verbs.MOSTLY_NOUNS)
    )


def _is_past(
    words: Sequence[str], place: int, base: str, *, is_whole: bool, in_relative: bool
) -> bool:
    """Whether a past form is the verb: not "goods made to order", "the person named in it is"."""
    word = bare(words[place])
    if verbs.is_past_alone(word) or (in_relative and bare(words[place - 1]) in RELATIVES):
        return True
    if verbs.participle(word) is None:
        return False
    after = bare(words[place + 1]) if place + 1 < len(words) else ""
    later = _has_auxiliary(words[place + 1 :])
    if after == "by" or in_relative:
        return False
    if is_whole and not later:
        return True
    if base in INTRANSITIVE and not later:
        return True
    return (after in DETERMINERS or after in {"you", "us", "me", "them"}) and not later


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
    middle = [adverb for adverb in adverbs if adverb]
    asked = _asked(clause.subject, verb, middle, rest, is_condition=is_condition)
    if asked is None:
        return None
    if asked.is_negated:
        if negated:
            return None
        negated = True
    return Inverted(asked.words, negated, asked.is_duty)


def _lexical_do(clause: Clause, verb: str, rest: list[str], *, negated: bool) -> Inverted | None:
    """Of "do" as a verb of its own: "you do paid work"."""
    helps = bare(rest[0]) in verbs.BASES - verbs.MOSTLY_NOUNS
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
        len(rest) > 1 and (is_number(rest[1]) or bare(rest[1]) in DETERMINERS | PREPOSITIONS)
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
        return _asked_duty(subject, middle, duty)
    if verb in BE:
        return _with_rest(f"{verb} {subject}", middle, rest, verb)
    if verb in HAVE and (_is_done(following) or following == "got"):
        return _with_rest(f"{verb} {subject}", middle, rest, verb)
    if verb in MODALS:
        if verb in {"may", "might"} and not rest:
            return None
        modal = "can" if verb in {"may", "might"} else verb
        return _with_rest(f"{modal} {subject}", middle, rest, verb)
    if verb in DO:
        return _with_do(verb, subject, middle, following, rest[1:]) if rest else None
    if verb in {"need", "needs"} and not is_condition:
        return _with_do(_do(subject), subject, middle, "have", rest)
    if base := verbs.present(verb):
        do = "do" if subject.split(maxsplit=1)[0] in {"you", "you,"} else "does"
        return _with_do(do, subject, middle, base, rest)
    if verb == "had" or (verb not in verbs.BASES and verbs.past(verb)):
        return _with_do("did", subject, middle, verbs.past(verb) or verb, rest)
    if verb in verbs.BASES:
        return _with_do(_do(subject), subject, middle, verb, rest)
    return _asked_unknown(subject, verb, middle, rest)


def _asked_unknown(subject: str, verb: str, middle: list[str], rest: list[str]) -> Inverted | None:
    """Of a verb that is not in the list, by its ending; only behind a pronoun is it surely one."""
    if verbs.participle(verb) or verb.endswith("ed"):
        return _with_rest(f"{_have(subject)} {subject}", middle, [verb, *rest], "have")
    if subject not in PRONOUNS or not verb.isalpha() or verb in PREPOSITIONS | DETERMINERS:
        return None
    if subject in {"it", "he", "she"} and verb.endswith("s"):
        return _with_do("does", subject, middle, singular(verb), rest)
    return _with_do("do", subject, middle, verb, rest) if is_plural(subject) else None


def _is_need(verb: str, duty: Sequence[str]) -> bool:
    """Whether behind "if" a duty is a need: "if you must wait", but not "if you must be 18"."""
    first = bare(duty[0]) if duty else ""
    return verb not in {"should", "shall"} and (
        first not in {"be", "have", "not"} or (first == "be" and verb.startswith("ha"))
    )


def _is_done(word: str) -> bool:
    same = {"become", "come", "run", "put", "let", "cut", "set", "read"}
    return verbs.participle(word) is not None and (word not in verbs.BASES or word in same)


def _asked_duty(subject: str, middle: list[str], duty: list[str]) -> Inverted | None:
    """What must be so is asked as if it were: "you must be 18" as "are you 18"."""
    negated = False
    while duty and (bare(duty[0]) in {"not", "never"} or is_adverb(bare(duty[0]))):
        word = bare(duty[0])
        negated = negated or word in {"not", "never"}
        if word not in DROPPED | {"not", "never"}:
            middle = [*middle, word]
        duty = duty[1:]
    if not duty:
        return None
    first, after = bare(duty[0]), duty[1:]
    if first == "be":
        found = _with_rest(
            f"{'are' if is_plural(subject) else 'is'} {subject}", middle, after, "is"
        )
    elif first == "have" and after and _is_done(bare(after[0])):
        found = _with_rest(f"{_have(subject)} {subject}", middle, after, "have")
    elif first in _DONE and not negated and not _joins_verb(after):
        words = [verbs.done(first), *after]
        found = _with_rest(f"{_have(subject)} {subject}", middle, words, "have")
    elif first in _TO_COME | _DONE and not negated:
        found = _with_rest(f"will {subject}", middle, [first, *after], "will")
    else:
        found = _with_do(_do(subject), subject, middle, first, after)
    if found is None or (found.is_negated and negated):
        return None
    return Inverted(found.words, found.is_negated or negated, is_duty=True)


def _joins_verb(rest: Sequence[str]) -> bool:
    """Whether a second verb is joined: "sign it and not revoke it"."""
    pairs = zip(rest, rest[1:], strict=False)
    return any(
        bare(word) in CONJUNCTIONS and (bare(after) in verbs.BASES or bare(after) == "not")
        for word, after in pairs
    )


def _with_do(
    do: str, subject: str, middle: list[str], verb: str, rest: list[str]
) -> Inverted | None:
    return _with_rest(f"{do} {subject}", middle, [verb, *rest], do)


def _with_rest(opening: str, middle: list[str], rest: list[str], verb: str) -> Inverted | None:
    """What was put in front, and behind it the rest, whose own verbs go with it."""
    rest, negated = _positive(rest, verb)
    fitted = _fitted(opening, rest, verb)
    if fitted is None:
        return None
    return Inverted(" ".join([opening, *middle, *fitted]), negated)


def _positive(rest: list[str], verb: str) -> tuple[list[str], bool]:
    """ "Have no savings" as "have any savings"; the negation is dropped."""
    # Of "do" the verb itself stands first.
    place = 1 if verb in DO | MODALS | {"have"} and len(rest) > 1 else 0
    for at in {0, place}:
        if at < len(rest) and (other := _ANY.get(bare(rest[at]))):
            if other == "any" and at + 1 < len(rest) and rest[at + 1].startswith("more\u2060than"):
                return rest, False
            sign = rest[at][len(bare(rest[at])) :]
            return [*rest[:at], other + sign, *rest[at + 1 :]], True
    return rest, False


def _fitted(opening: str, rest: list[str], verb: str) -> list[str] | None:
    """The rest with its joined verbs in the form that the first word of the question wants."""
    fitted = list(rest)
    for place, word in enumerate(rest[:-1]):
        determines = bare(word) == "that" and place and bare(rest[place - 1]) in PREPOSITIONS
        if bare(word) in RELATIVES and not determines:
            return fitted
        if bare(word) not in {"and", "or", "but"}:
            continue
        at = place + 1
        while at < len(rest) - 1 and is_adverb(bare(rest[at])):
            at += 1
        joined = bare(rest[at])
        if joined in PRONOUNS:
            return None
        if joined in DETERMINERS | SOMEBODY:
            other = take_apart(" ".join(rest[at:]))
            if other and other.verb in AUXILIARIES:
                return None
        if joined in BE or joined in {"must", "can", "will", "should", "cannot"}:
            return None
        base = verbs.present(joined)
        if joined in HAVE | DO:
            if verb in DO | MODALS:
                if joined in DO:
                    return None
                fitted[at] = "have"
                continue
            if verb in HAVE and joined in HAVE:
                fitted[at : at + 1] = []
                return fitted
            return None
        if verb in DO | MODALS:
            if (base and (base not in verbs.MOSTLY_NOUNS or _goes_on(rest, at))) or (
                verb == "did" and joined not in verbs.BASES and (base := verbs.past(joined))
            ):
                fitted[at] = rest[at].replace(joined, base)
        elif (
            (base and base not in verbs.MOSTLY_NOUNS and _goes_on(rest, at))
            or (verbs.is_past_alone(joined))
            or (
                verb in BE
                and joined in verbs.BASES - verbs.MOSTLY_NOUNS
                and not verbs.participle(joined)
                and _goes_on(rest, at)
            )
        ):
            return None
    return fitted


def _do(subject: str) -> str:
    return "do" if is_plural(subject) else "does"


def _have(subject: str) -> str:
    return "have" if is_plural(subject) else "has"
