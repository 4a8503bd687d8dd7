"""A follow-up question from a rule (rule-based question generation): no parser, nothing learnt.

A rule is first made a clause with a subject ("you must" + "be 18" gives "you must be 18"), and then
its verb is put before the subject ("Are you 18?"). Negation is dropped: people ask "Do you smoke?".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import dropwhile, takewhile

from e3.language.en.grammar import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    DUTIES,
    HAVE,
    PARTICIPLES,
    PEOPLE,
    PREPOSITIONS,
    PRONOUNS,
    STATES,
    VERBS,
    base,
    is_participle,
    is_plural,
    is_third_person,
    is_verb,
    singular,
)
from e3.language.en.rules import RuleSpan, find_rules, tidied
from e3.language.en.sentences import sentences
from e3.policy.rule_text import RuleText
from e3.text import Span

_CONTRACTIONS = (
    (r"\bcan[’']t\b|\bcannot\b", "can not"),
    (r"\bwon[’']t\b", "will not"),
    (r"n[’']t\b", " not"),
    (r"[’']re\b", " are"),
    (r"[’']ve\b", " have"),
    (r"[’']ll\b", " will"),
    (r"\b(it|he|she|that|there|who)[’']s\b", r"\1 is"),
)
# What stands before the clause itself: "In order to qualify, ...", "and if ...".
_OPENING = re.compile(
    r"(?:(?:in order )?to\b[^,]*?(?:,|(?=\byou\b))\s*)?"
    r"(?:(?:and|or|but|also|even|only|if|unless|when|whenever|where|whether|until"
    r"|while|after|before|because|that|provided|as long as|so long as|once|additionally|however)\b"
    r",?\s*)*",
    re.IGNORECASE,
)
# What announces a list says nothing of the rules in it. A run of commas is looked at once.
_ANNOUNCED = re.compile(
    r"(?<![\s,])[\s,]*+\b(?:(?:either|both|each|all|any|one|at least one|none) )?(?:of )?"
    r"(?:(?:the following|followings|these|this)\b[^,]*|either|both|any)$",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r".*\b(?:if|unless|when|where|provided|as long as|whether)\b", re.IGNORECASE
)
_DUTY = re.compile(
    r"(?:.*, )?(?P<begun>(?:\S+ ){1,6}?(?:must|should|shall|need to|have to|has to)"
    r"(?: (?:not|also|usually|be|have))*)$",
    re.IGNORECASE,
)
# Examples and what a rule adds after a dash explain it; a long one is cut where a part of it ends.
_REMARK = re.compile(
    r"\s[-–—]\s.*|,? (?:for example|eg)\b.*|,? \(?(?:even|but|although)$", re.IGNORECASE
)
_PART_END = re.compile(r"[,;:]\s|\s\(|\s(?=(?:that|which|who|and|or|because|including|to)\s)")
_MIN_WORDS, _MAX_WORDS = 5, 16


NOBODY = "Is it "
"""How a question begins where neither the rule nor what leads to it says whom to ask."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause taken apart at its verb."""

    subject: str
    verb: str
    rest: str


def write_question(text: str, rule: RuleSpan) -> str:
    """A question about a rule of `text`."""
    first = next(sentences(text, rule.span), rule.span)
    said = _shortened(_without_opening(_spelt_out(first.of(text))))
    clause = _with_subject(said, _spelt_out(rule.lead.of(text)) if rule.lead else "")
    parts = _taken_apart(clause)
    question = " ".join((_asked(parts) if parts else f"is it {clause}").split())
    return question[:1].upper() + question[1:].rstrip(" ,;:.?") + "?"


def question_about(rule_text: RuleText, rule: Span) -> str:
    """A question about any part of a text; a bullet is read with the sentence before its list."""
    text = rule_text.text
    around = (found for found in find_rules(rule_text) if found.span.overlaps(rule))
    lead = next((found.lead for found in around), None)
    return write_question(text, RuleSpan(tidied(text, rule), lead))


def _spelt_out(text: str) -> str:
    """The text without contractions, needless space and punctuation at its ends."""
    text = " ".join(text.split()).strip(" ,;:.–—-")
    for short, long in _CONTRACTIONS:
        text = re.sub(short, long, text, flags=re.IGNORECASE)
    return text


def _without_opening(said: str) -> str:
    opening = _OPENING.match(said)
    rest = said[opening.end() :] if opening else said
    return re.sub(r"^who\b", "you", rest, flags=re.IGNORECASE) or said


def _shortened(said: str) -> str:
    """The rule without remarks, and where it is too long to be asked, the first parts of it."""
    said = _REMARK.sub("", said) or said
    if len(said.split()) <= _MAX_WORDS:
        return said
    most = len(said) - len(said.split(maxsplit=_MAX_WORDS)[-1])
    ends = takewhile(lambda end: end <= most, (end.start() for end in _PART_END.finditer(said)))
    parts = [said[:end] for end in ends]
    return next((part for part in reversed(parts) if _can_stand_alone(part)), said)


def _can_stand_alone(part: str) -> bool:
    words = part.split()
    return (
        _MIN_WORDS <= len(words) <= _MAX_WORDS
        and part.count("(") == part.count(")")
        and words[-1] not in PREPOSITIONS
    )


def _with_subject(said: str, lead: str) -> str:
    """The rule as a clause: with the subject of its lead-in, or with the one its form suggests."""
    words = said.split()
    first = words[0].casefold() if words else ""
    begun = _begun(lead)
    predicate = first in AUXILIARIES | VERBS | PREPOSITIONS | {"be", "not"}
    # A bullet that begins with "a" goes on with what was begun.
    subjects = PRONOUNS | (DETERMINERS - {"a", "an"} if begun else DETERMINERS)
    if (first in subjects or not (lead or predicate)) and _taken_apart(said):
        return said
    if predicate or first in DETERMINERS:
        said = said[0].lower() + said[1:]
    if begun:
        return f"{begun} {said}"
    if next((w.casefold() for w in words if w.casefold() != "not"), "") in VERBS | {"be", "have"}:
        return f"you must {said}"
    if first in AUXILIARIES or is_third_person(first):
        return f"you {said}"
    if lead.endswith(" in"):
        return f"you are in {said}"
    a_person = first in DETERMINERS and any(singular(w.casefold()) in PEOPLE for w in words[1:4])
    a_state = first in PREPOSITIONS | STATES | {"not"} or first.endswith(("ing", "ed"))
    return f"you are {said}" if a_person or a_state else f"it is {said}"


def _begun(lead: str) -> str:
    """What a lead-in has begun to say: "You can apply if you are:" begins "you are"."""
    told = _without_announcement(lead)
    if condition := _CONDITION.match(told):
        clause = re.split(r", |\band (?=you\b)", told[condition.end() :])[-1].strip()
        first = clause.split()[0].casefold() if clause else ""
        return clause if first in PRONOUNS | {"your", "the"} else ""
    if duty := _DUTY.match(_without_opening(told)):
        return duty["begun"]
    return "you" if told.endswith(" who") else ""


def _without_announcement(lead: str) -> str:
    # It has no comma in it but at its start, so it is looked for behind the last one alone.
    start = len(lead[: lead.rfind(",") + 1].rstrip(" ,"))
    found = _ANNOUNCED.search(lead, start)
    return lead[: found.start()] if found else lead


def _taken_apart(clause: str) -> _Clause | None:
    """The clause at its first verb; None where no verb is known, or nothing is before it."""
    words = clause.split()
    if not words:
        return None
    if words[0].casefold() in PRONOUNS:
        behind = 1
        # "You or your partner": what is joined on belongs to the subject.
        while behind + 2 < len(words) and words[behind].casefold() in {"or", "and"}:
            behind += 2 if words[behind + 1].casefold() in PRONOUNS else 3
        places = (i for i in range(behind, len(words)) if words[i] not in ADVERBS)
        place = next(places, len(words))
    else:
        places = (i for i in range(1, len(words)) if is_verb(words[i], words[i - 1]))
        behind = place = next(places, len(words))
    subject = " ".join(words[:behind])
    if place == len(words) or not any(map(str.isalnum, subject)):
        return None
    if words[0].casefold() in PRONOUNS | DETERMINERS:
        subject = subject[0].lower() + subject[1:]
    rest: Iterable[str] = words[place + 1 :]
    if words[place].casefold() in AUXILIARIES:
        rest = dropwhile(lambda word: word.casefold() in ADVERBS, rest)
    return _Clause(subject, words[place].casefold(), " ".join(rest))


def _asked(clause: _Clause) -> str:
    """The clause as a question."""
    subject, verb, rest = clause.subject, clause.verb, clause.rest
    following, _, after = rest.partition(" ")
    if verb in DUTIES:
        return _asked_duty(subject, rest)
    if verb in {"need", "needs", "have", "has"} and following == "to":
        return _asked_duty(subject, after)
    if verb in HAVE and not is_participle(following):
        return f"{_do(subject)} {subject} have {rest}"
    if verb in AUXILIARIES:
        first = "can" if verb in {"may", "might"} else verb
        return f"{first} {subject} {rest}"
    if is_participle(verb):
        return f"{_have(subject)} {subject} {PARTICIPLES.get(verb, verb)} {rest}"
    return f"{_do(subject)} {subject} {base(verb) if is_third_person(verb) else verb} {rest}"


def _asked_duty(subject: str, duty: str) -> str:
    """What must be so is asked as if it were: "you must be 18" as "are you 18"."""
    first, _, after = duty.partition(" ")
    if first == "be":
        return f"{'are' if is_plural(subject) else 'is'} {subject} {after}"
    if first == "have" and is_participle(after.partition(" ")[0]):
        return f"{_have(subject)} {subject} {after}"
    return f"{_do(subject)} {subject} {duty}"


def _do(subject: str) -> str:
    return "do" if is_plural(subject) else "does"


def _have(subject: str) -> str:
    return "have" if is_plural(subject) else "has"
