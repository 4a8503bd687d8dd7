"""A clause taken apart at its verb (shallow parsing)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from e3.language.en import verbs
from e3.language.en.grammar import (
    AUXILIARIES,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    DO,
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

# Verbs whose past form behind a noun is the verb, not a participle: "your spouse died in May".
INTRANSITIVE = frozenset(
    """agree appear arise arrive become begin belong break collapse come continue decide die
    disappear elapse end exist expire fail fall finish follow go graduate happen increase lapse last
    lie live look move occur pass qualify remain reside resign result retire return rise stand start
    stay stop suffer take travel want work""".split()
)
_PLAIN = verbs.PLAIN | {"have", "are", "were", "do"}
_PLAIN_OR_AUXILIARY = verbs.PLAIN | AUXILIARIES
_SMALL_FIRST = PRONOUNS | DETERMINERS | SOMEBODY
_TIMES = frozenset("after before since until as".split())
_OR_MORE = frozenset("over under above below".split())
_GOES_ON = (
    DETERMINERS
    | PREPOSITIONS
    | PRONOUNS
    | SOMEBODY
    | frozenset("to that more less at least no any not nothing up down".split())
) - {"than", "of"}
"""What can follow a verb."""
_BEFORE_BASE = MODALS | DUTIES | DO | {"not"}
_BEFORE_NO_CLAUSE = (PREPOSITIONS - _TIMES) | CONJUNCTIONS | AUXILIARIES | RELATIVES | {"to"}
_BEFORE_NO_AUXILIARY = MODALS | DUTIES | {"to", "and", "or"}
_BEFORE_NO_VERB = DETERMINERS | PREPOSITIONS | CONJUNCTIONS | MODALS | DUTIES | BE | HAVE | {"to"}
_PREPOSITIONS_AND_TO = PREPOSITIONS | {"to"}
_PRONOUNS_AND_RELATIVES = PRONOUNS | RELATIVES
_BEGINS_ANEW = RELATIVES | PRONOUNS | CONJUNCTIONS
_AUXILIARIES_AND_JOINS = AUXILIARIES | CONJUNCTIONS

_LONGEST = 1_000
"""Characters of a clause; what of a sentence is longer would be gone through from each word on."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause taken apart at its verb."""

    subject: str
    adverbs: tuple[str, ...]
    """Between subject and verb."""
    verb: str
    rest: tuple[str, ...]


def take_apart(clause: str, *, is_whole: bool = False) -> Clause | None:
    """The clause at its verb; None where no verb is known, or nothing stands before it.

    `is_whole`: what stands before says that this is a clause ("if"), so it has a verb.
    """
    if len(clause) > _LONGEST:
        return None
    words = clause.split()
    first = bare(words[0]) if words else ""
    if not words or first in {"having", "being", "never"}:
        return None
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
    if _is_cut_short(words[:behind]):
        return None
    subject = " ".join(words[:behind])
    if (first in _SMALL_FIRST or is_adverb(first)) and first != "i":
        subject = subject[0].lower() + subject[1:]
    adverbs = tuple(bare(word) for word in words[behind:place])
    rest = words[place + 1 :]
    if words[place].endswith(",") and rest and verbs.present(bare(rest[0])):
        rest = [",", *rest]  # "lives, works or studies"
    return Clause(subject, adverbs, bare(words[place]), tuple(rest))


def _is_cut_short(subject: Sequence[str]) -> bool:
    """Whether a subject ends in a clause without its verb: "a start made because the engine"."""
    opened = [n for n, word in enumerate(map(bare, subject)) if n and word in RELATIVES]
    if not opened:
        return False
    times = [n for n, word in enumerate(map(bare, subject)) if n > opened[0] and word in _TIMES]
    inner = list(map(bare, subject[max([*opened, *times]) + 1 :]))
    begins = DETERMINERS | (PRONOUNS if not times or times[-1] < opened[-1] else frozenset())
    if not inner or inner[0] not in begins:
        return False
    return not any(verbs.present(w) or verbs.past(w) or w in _PLAIN_OR_AUXILIARY for w in inner)


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
            # "You and your partner live apart": a noun alone has no verb like that.
            plain = (n for n, word in enumerate(words[behind : behind + 6]) if bare(word) in _PLAIN)
            behind += min([1 + (found or 2), *(n for n in plain if n > 2)])
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
    base = verbs.participle(after[0])
    led = after[1] if len(after) > 1 else ""
    if base and base not in INTRANSITIVE and led in PREPOSITIONS:
        return 0  # "anything made with egg"
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
        elif had_inner and not inner and before in _PREPOSITIONS_AND_TO and _is_verb_alone(word):
            return place  # "the person you care for dies", "the car you were in broke down"
        elif _is_finite(words, place, is_whole=is_whole, in_relative=inner > 0):
            if not inner:
                return place
            inner -= 1
            skipped = _behind_auxiliaries(words, place)
    return None


def _is_verb_alone(word: str) -> bool:
    return bool(verbs.present(word)) or verbs.is_past_alone(word)


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
        or (word in verbs.BASES and bare(words[place - 1]) in _BEFORE_BASE)
    ):
        place += 1
    return place


def _opens_contact_clause(words: Sequence[str], place: int) -> bool:
    """Whether a clause without a relative pronoun begins: "the home you buy"."""
    word, before = bare(words[place]), bare(words[place - 1])
    return (
        word in PRONOUNS
        and word != "there"
        and words[place].islower()
        and before not in _BEFORE_NO_CLAUSE
        and verbs.gerund(before) is None
        and not (before == "after" and bare(words[place - 2]).startswith("look"))
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
    if word == "am":
        return before == "i"  # "6 am"
    if word in AUXILIARIES or word == "cannot":
        a_noun = word in {"will", "can"} and before in DETERMINERS
        return not (a_noun or before in _BEFORE_NO_AUXILIARY)
    if place > 1 and before in {"will", "can"} and bare(words[place - 2]) in DETERMINERS:
        before = "noun"
    if place > 2 and before in _OR_MORE and bare(words[place - 2]) == "or":
        before = "noun"  # "aged 18 or over"
    if before in _BEFORE_NO_VERB:
        return in_relative and before in RELATIVES
    if is_number(before) and (not is_whole or word in verbs.MOSTLY_NOUNS):
        return False
    if in_relative and before in _PRONOUNS_AND_RELATIVES:
        return word in verbs.BASES or bool(verbs.present(word) or verbs.past(word))
    if base := verbs.present(word):
        fits = singular(before) == before or not is_plural(" ".join(words[:place]))
        if place + 1 < len(words) and bare(words[place + 1]) in AUXILIARIES:
            return False
        at_end = place + 1 == len(words)
        at_end = at_end and (
            bare(words[0]) not in DETERMINERS or bool(PREPOSITIONS & set(words[:place]))
        )
        if verbs.participle(before) not in {None, before} or (at_end and not is_whole):
            return False  # "armed forces", "insect bites"
        if base in verbs.MOSTLY_NOUNS and _has_auxiliary(words[place + 1 :]):
            return False
        if base not in verbs.MOSTLY_NOUNS:
            return fits
        named = bare(words[0]) in DETERMINERS
        return fits and ((is_whole and named) or ((is_whole or named) and goes_on(words, place)))
    if base := verbs.past(word):
        return _is_past(words, place, base, is_whole=is_whole, in_relative=in_relative)
    surely = is_whole and place + 1 < len(words) and not _has_auxiliary(words[place + 1 :])
    if word not in verbs.BASES or not (surely or goes_on(words, place)):
        return False
    end = place
    while end > 1 and is_adverb(bare(words[end - 1])):
        end -= 1
    before = bare(words[end - 1])
    if before.endswith(("'s", "’s")):
        return False
    many = singular(before) != before and verbs.present(before) is None
    return many or is_plural(" ".join(words[:end]))


def _has_auxiliary(words: Sequence[str]) -> bool:
    """Whether a verb still comes, before anything else begins."""
    for word in map(bare, words):
        if word in _BEGINS_ANEW:
            return False
        if word in AUXILIARIES:
            return True
    return False


def _may_be_noun(word: str) -> bool:
    return (verbs.present(word) or word) in verbs.MOSTLY_NOUNS


def goes_on(words: Sequence[str], place: int) -> bool:
    """Whether what follows can follow a verb."""
    if words[place].endswith(","):
        return False
    if place + 1 == len(words):
        return not _may_be_noun(bare(words[place]))
    after = bare(words[place + 1])
    return (
        after in _GOES_ON
        or after in {"me", "us", "them", "him"}
        or is_number(words[place + 1])
        or is_adverb(after)
        or (after not in _AUXILIARIES_AND_JOINS and not _may_be_noun(bare(words[place])))
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
