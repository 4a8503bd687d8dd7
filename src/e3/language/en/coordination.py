"""Clauses joined by "and" and "or", cut where each part can be asked for alone (coordination)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from e3.language.en.conditions import SUBJECT
from e3.language.en.grammar import AUXILIARIES
from e3.language.en.verbs import PLAIN, present
from e3.text import Span


@dataclass(frozen=True, slots=True)
class Joined:
    """Parts of a clause, and the word that joins them."""

    by_or: bool
    parts: tuple[Cut, ...]


Cut = Span | Joined

_FORMS = frozenset(
    """was were had did went came took made left lost paid bought sold got gave held kept met sent
    spent told won wrote broke brought built began became chose fell felt found forgot grew knew led
    lent ran said saw spoke stood stole taught thought wore cut put read set let be been being
    having cannot pass""".split()
)
_OPENERS = frozenset("not never already also still currently either both normally usually".split())
_CANDIDATE = re.compile(
    r"(?P<comma>[,;])?(?:(?<=[,;])|(?<!\s))\s+\*{0,2}(?P<word>and/or|and|or)\b\*{0,2}\s*,?\s*"
    r"|[,;]\s+",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w’'-]+")
_NEXT_PART = re.compile(r"[,;.:\n]|\b(?:and|or)\b|\s(?:who|that|which|whose)\b")
_WHOLE_SUBJECT = re.compile(r"(?:(?:if|either) )?(?:you|he|she|they|the)", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\b(?:(?!\band\b)[^,])*$", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:not|no|never)\b|n[’']t\b", re.IGNORECASE)
_CONTRACTED = re.compile(r"you|we|it|they|s?he|there|isn|aren|don|doesn|has|have")
_OR_MORE = re.compile(
    r"(?:more|less|over|older|under|fewer|above|younger|longer|later|higher|lower|the other)\b",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"(?:who|whose|that|which|if|when|where|because|to)\b", re.IGNORECASE)
_SUBJECT = re.compile(rf"{SUBJECT}\b", re.IGNORECASE)
_A_THING = re.compile(
    r"(?:an?|the|your|any|no|at least|more than|less than|fewer than|another|one|two|three|four"
    r"|five|\d[\d,.]*|[£$€]\d[\d,.]*|for|in|on|at|under|over|within|between|from|with|without|by)\b|[£$€]\d",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"(?:you|they|he|she|it|we|there)\b", re.IGNORECASE)
_WINDOW = 200
"""How far before a word is looked, so that no clause is looked at anew for each."""
_EDGES = " \t\r\n,;:.–—-"


@dataclass(frozen=True, slots=True)
class _Joint:
    """A place where a clause can be cut; the looser, the sooner."""

    start: int
    end: int
    by_or: bool
    looseness: int


def cut(text: str, clause: Span, *, most: int = 60) -> Cut:
    """The parts of a clause that are conditions of their own, as they hang together."""
    return _cut(text, clause.stripped(text, _EDGES), _joints(text, clause)[:most])


def _cut(text: str, clause: Span, joints: Sequence[_Joint]) -> Cut:
    if not joints:
        return clause
    loosest = max(joint.looseness for joint in joints)
    there = [joint for joint in joints if joint.looseness == loosest]
    by_or = any(joint.by_or for joint in there)
    cuts = [joint for joint in there if joint.by_or is by_or]
    parts = []
    starts = [clause.start, *(joint.end for joint in cuts)]
    ends = [*(joint.start for joint in cuts), clause.end]
    for start, end in zip(starts, ends, strict=True):
        part = Span(start, max(start, end)).stripped(text, _EDGES)
        inside = [j for j in joints if start <= j.start and j.end <= end and j not in cuts]
        parts.append(_cut(text, part, inside))
    return Joined(by_or, tuple(parts))


def _joints(text: str, clause: Span) -> list[_Joint]:
    found: list[_Joint] = []
    waiting: list[re.Match[str]] = []
    begun = clause.start
    depth, counted = 0, clause.start
    for match in _CANDIDATE.finditer(text, clause.start, clause.end):
        depth += text.count("(", counted, match.start()) - text.count(")", counted, match.start())
        counted = match.start()
        if depth > 0:
            continue
        if match["word"] is None:
            waiting.append(match)
            continue
        by_or = match["word"].casefold() == "or"
        looseness = _looseness(text, match, begun, clause.end)
        if looseness:
            found += [
                _Joint(comma.start(), comma.end(), by_or, looseness)
                for comma in waiting
                if _alike(text, comma.end(), match.end())
            ]
            found.append(_Joint(match.start(), match.end(), by_or, looseness))
            begun = match.end()
        waiting = []
    return sorted(found, key=lambda joint: joint.start)


def _alike(text: str, one: int, other: int) -> bool:
    """Whether two parts begin alike, as those of one list do."""
    return _begins_clause(text, one) or (
        not _begins_clause(text, other) and bool(_A_THING.match(text, one))
    )


def _looseness(text: str, match: re.Match[str], begun: int, end: int) -> int:
    """How loosely a word joins: 0 where it joins no conditions."""
    left = text[max(begun, match.start() - _WINDOW) : match.start()]
    by_or = match["word"].casefold() == "or"
    if _WHOLE_SUBJECT.fullmatch(left.strip()) or (not by_or and _BETWEEN.search(left)):
        return 0
    has_subject = _PRONOUN.match(text, match.end())
    if by_or and _DENIED.search(left) and not has_subject:
        return 0  # "you have not smoked or drunk": what is denied goes on
    if _begins_clause(text, match.end()):
        if match["comma"]:
            return 3
        return 2 if has_subject or _has_verb(left) else 0
    following = text[match.end() : min(end, match.end() + 80)]
    is_thing = by_or and _A_THING.match(following) and not _OR_MORE.match(following)
    return int(bool(is_thing) and len(_WORD.findall(following)) > 1)


def _begins_clause(text: str, place: int) -> bool:
    """Whether a finite verb, or a subject with one, begins here."""
    following = _NEXT_PART.split(text[place : place + 90])[0]
    if _RELATIVE.match(following):
        return True
    words = [word.casefold() for word in _WORD.findall(following)]
    while words and words[0] in _OPENERS:
        words = words[1:]
    if not words:
        return False
    if is_finite(words[0]) and len(words) > 1:
        return True
    if "’" in words[0] or "'" in words[0]:
        return bool(_CONTRACTED.match(words[0]))
    if _SUBJECT.match(" ".join(words)):
        return any(is_finite(word) for word in words[1:8])
    return any(word in AUXILIARIES for word in words[1:5])


def _has_verb(left: str) -> bool:
    return any(
        is_finite(word.casefold()) or "’" in word or "'" in word for word in _WORD.findall(left)
    )


def is_finite(word: str) -> bool:
    """Whether a clause can begin with a word as its verb."""
    return (
        word in AUXILIARIES
        or word in _FORMS
        or (present(word) or word) in PLAIN
        or (word.endswith("ed") and len(word) > 4)
    )
