"""Signs that a question came out wrong (grammaticality): then the rule is asked as it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence

from e3.language.en.grammar import (
    AUXILIARIES,
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    bare,
    is_adverb,
)
from e3.language.en.verbs import surely_present

_LONGEST = 32
"""Words of a question; a longer one has swallowed another sentence."""

_WRONG = re.compile(
    r"^(?:Do|Does|Did|Is|Are|Was|Were|Has|Have|Had|Can|Could|Will|Would)"
    r" (?:in|during|at(?! least\b| most\b)|for|with|by|from|of|and|or|that (?:is|are)|before|after"
    r"|up to|such)\b"
    r"|;|\byou (?:you|applies|is|has)\b|\b(?:but|and|or) (?:you|we|they|it)\?$|^(?:Are|Do) you\?$"
    r"|^Do an? |^Do(?:es)? (?:comes|goes|is|are|has|owns|lives|works|holds|needs|pays|gets|wants)\b"
    r"|^(?:Can|Will|Do|Does) \w+ to\b|^Is what you \w+ worth\?$|^Are you .* yours?\?$"
    r"|^Are you in its\b|^Do you (?:get|have|need|want) (?:until|within|during|before|after)\b"
    r"|\bthe [·•*–-] |^Is it (?:nobody|nothing)\b|^(?:Is|Was) it [a-z]+ed (?:you|us|them)\b"
    # The clause that follows from the rule was taken along.
    r"|, (?:the|you|we|it|they|he|she) [^,]*\b(?:shall|must|will|may|cannot)\b"
    # Something is missing at the end.
    r"|\b(?:what|how|which) (?:your|the|an?) \w+\?$"
    r"|\b(?:that|which|who) (?:an?|another|the|your) \w+\?$"
    r"|\b(?:and|or|but|the|(?-i:an?)|of"
    r"|(?<!entitled )(?<!agreed )(?<!asked you )(?<!ask you )to|because|than|who|your|their"
    r"|(?<!or )not|between|if|(?<!from )(?<!since )when|very|have)\?$"
    r"|^(?:Is|Are|Was|Were) (?:the|your|an?) \w+(?: it)?\?$"
    r"|^(?:Was|Were|Is|Are|Do|Does|Did) more (?!than\b)|^(?:Is|Are) \d+ (?:to|and|or)\b"
    r"|^(?:Was|Were|Are|Is) \w+ \w+ by\?$"
    r"|^(?:Do|Did|Does|Have|Has) \w+ (?:own|owned|use|used|need|take|taken|make|made|get|got|give"
    r"|given|buy|bought|hold|held|keep|kept|receive|received|provide|lose|lost|rented)\?$"
    r"|^Is it true that .* (?:does|do|is|are)\?$|^Are you (?:during|until|since|as|per|into"
    r"|of(?! (?:good|sound|full|legal)\b))\b"
    r"|^Is it an? (?:simply|only|just|also|other|not)\b"
    # Nobody does a thing to themselves, is somebody of theirs, or answers when dead.
    r"|^(?:Will|Do|Did|Can|Have) you \w+ you\b"
    r"(?! (?:would|will|can|are|were|have|could|should|may)\b)"
    r"|^Are you (?:your|dead|\w+ing you)\b|^(?:Did|Have|Do|Will) you (?:\w+ )?(?:die|died)\b"
    # Nor is anybody a number of years.
    r"|^Are you (?:at least |up to |more than |less than |over )?[\w.,]+"
    r" (?:years|months|weeks|days|hours|metres|miles|km)\b"
    r"(?! old| of age| pregnant| away| behind| late| in arrears| younger| older| from"
    r"| or (?:older|younger|over)\b| or more (?:late|away|pregnant|behind)\b)"
    # What belongs to a verb that is not there.
    r"|^Is it (?:of|until|till|into|off|to|against|such|without|on (?:anything|something|what)"
    r"|by (?!\d|the end\b|then\b|\w+day\b)|\d+ and|from .{25,} to)\b"
    r"|^Are you an? .*\b(?:travel|pay|get|enter|receive|go|come) (?:free|half|nothing|no|an?|the)\b"
    r"|\bhave have\b|\b(?:and|or) (?:must|have had)\b"
    r"|^(?:Has|Have|Do|Does|Is|Are) (?!\w+thing\b)[a-z]+ing (?:you|we|they|your|our)\b",
    re.IGNORECASE,
)
_THING = re.compile(r"Is it (?!true\b)(?P<thing>.*)\?")
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|\([^)]*\)")
_WHOLE = re.compile(r"(?:Is it true that|Does this apply)\b")
_FINITE = (AUXILIARIES | {"cannot"}) - {"have", "had", "do", "did", "am", "might"}
_OPENING = RELATIVES | frozenset(
    """after although as before how long once provided since than though until what whatever
    whenever wherever whether which whichever why""".split()
)
_SAYING = frozenset(
    """say said says think believe confirm confirmed show shown know agree agreed certified tell
    told prove ensure decide decided accept accepted state stated""".split()
)

_PLACES = PREPOSITIONS | {"here", "there"}
_DONE = frozenset("paid given made granted issued charged registered named".split())
_NAMED = frozenset("day days time date night week month year thing place home moment way".split())


def reads_wrong(question: str) -> bool:
    """Whether a question can hardly be good English."""
    if _WRONG.search(question) or len(question.split()) > _LONGEST:
        return True
    if not _WHOLE.match(question) and _has_second_verb(_QUOTED.sub("", question).split()):
        return True
    thing = _THING.match(question)
    return thing is not None and _is_clause(thing["thing"].casefold().split())


def _has_second_verb(words: Sequence[str]) -> bool:
    """Whether a verb stands in the question that belongs to no clause of it.

    The first word is the question's own verb; each further one needs a word that opens its clause.
    """
    open_clauses, had_clause = 0, False
    for place, raw in enumerate(words[1:], start=1):
        word, before = bare(raw), bare(words[place - 1])
        after = bare(words[place + 1]) if place + 1 < len(words) else ""
        if after == "you" and before in CONJUNCTIONS and word in AUXILIARIES:
            had_clause = False
            continue  # "and are you on duty": a question of its own
        told = after in {"us", "you", "me", "them"} and word in _SAYING
        if told or ((word in _SAYING or word in _NAMED) and after in DETERMINERS):
            open_clauses += 1  # "said the work is", "the day the notice is"
        elif word in _OPENING or (word in PRONOUNS and place > 1 and before not in PREPOSITIONS):
            open_clauses += before not in _OPENING
        elif _is_verb(raw, word, before, after):
            joined = had_clause and _follows_join(words, place)
            if open_clauses:
                open_clauses, had_clause = open_clauses - 1, True
            elif not joined and not _goes_on(words, place):
                return True
    return False


def _is_verb(raw: str, word: str, before: str, after: str) -> bool:
    if raw[:1].isupper() or before == "to" or before in DETERMINERS:
        return False
    if word in {"will", "can", "may"} and not after:
        return False
    if word in _FINITE or (word == "lives" and after in _PLACES):
        return True
    named = after in {"a", "an", "the", "your", "their", "his", "her", "no", "any"}
    if not surely_present(word) or before in CONJUNCTIONS:
        return False
    return named or (after in PREPOSITIONS and before in _DONE)


def _follows_join(words: Sequence[str], place: int) -> bool:
    while place > 1 and is_adverb(bare(words[place - 1])):
        place -= 1
    return bare(words[place - 1]) in CONJUNCTIONS or words[place - 1].endswith(",")


def _goes_on(words: Sequence[str], place: int) -> bool:
    """Whether a verb is a part of the one before it: "will have been"."""
    while place > 1 and (is_adverb(bare(words[place - 1])) or bare(words[place - 1]) == "not"):
        place -= 1
    return bare(words[place - 1]) in _FINITE and place > 1


def _is_clause(words: list[str]) -> bool:
    """Whether a thing that is asked for is a clause with a verb of its own."""
    for place, word in enumerate(words):
        if word in RELATIVES:
            return False
        if place > 1 and surely_present(word.strip(",.;:")):
            return True
    return False
