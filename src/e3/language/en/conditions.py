"""A sentence taken apart: what it says, and on what conditions (discourse parsing by cue words)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from e3.text import Span

SUBJECT = (
    r"(?:you|your|they|their|the|an?|it|its|he|she|we|his|her|our|this|that|these|those|there|any"
    r"|no|one|both|all|each|every|either|neither|another|some|someone|somebody|nobody|anyone|anybody"
    r"|everyone|people|I|my|at least|more than|fewer than|less than)"
)


class Kind(StrEnum):
    """What a condition does to what it is said of."""

    IF = "if"
    ONLY_IF = "only if"
    UNLESS = "unless"
    WHO = "who"


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition, without the word that begins it."""

    kind: Kind
    span: Span
    joined_by_or: bool = False
    """Whether an "or" stands before it: "if you move, or if you retire"."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence: the pieces of its main clause, and its conditions in order."""

    main: tuple[Span, ...]
    conditions: tuple[Condition, ...]

    def said(self, text: str) -> str:
        """The main clause."""
        return " ".join(" ".join(piece.of(text) for piece in self.main).split())


_MARKER = re.compile(
    rf"""\b(?:
      (?P<skip>even\s(?:if|where|when|though)|whether|regardless\sof|irrespective\sof|no\smatter
        |as\sif|if\s(?:so|not(?!\s\w)|possible|necessary|in\sdoubt|needed|required|applicable)\b
        |if\syou\s(?:want|wish|like|prefer|would\slike|have\sany\squestions|need\shelp)\b
        |whatever|wherever|whichever)
    | (?P<unless>unless|except(?:ing)?(?:\s(?:that|if|where|when|for|to|in|on|by|with))?
        |(?:but\s)?not\s(?:if|when|where)|but\snot(?=\s(?:for|to|on|in|during|at
          |between|before|after|with|an?|the)\b)
        |other\sthan|apart\sfrom|excluding|with\sthe\sexception\sof|save(?=\s(?:with|where|if|when|for|that|in)))
    | (?P<only_if>only\s(?:if|when|where)|if\sand\sonly\sif)
    | (?P<if>if|provid(?:ed|ing)\sthat|provided(?=\s{SUBJECT}\b)|(?:as|so)\slong\sas
        |on\s(?:the\s)?condition\sthat|in\sthe\sevent\sthat|on\scondition|for\sas\slong\sas)
    | (?P<where>(?:wh(?:en|ere|enever|ile)|once|until)(?=\s{SUBJECT}\b)
        |(?<![^.!?*]\s)wh(?:ere|en)(?=\s))
    | (?P<who>who|whose)
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
# "The farm where it was born" and "show where it comes from" are no conditions.
_OF_PLACE = re.compile(
    r"\b(?:farm|place|area|day|year|month|week|country|address|home|house|school|date|time|site"
    r"|room|street|town|village|period|show|know|say|see|decide|explain|check|shows|knows|and|or)"
    r"\s$",
    re.IGNORECASE,
)
_KINDS = {
    "if": Kind.IF,
    "where": Kind.IF,
    "only_if": Kind.ONLY_IF,
    "unless": Kind.UNLESS,
    "who": Kind.WHO,
}
_OF_A_NOUN = ("other", "apart", "excluding")
"""Within a condition these belong to a noun: "someone other than a parent"."""
_OR_BEFORE = re.compile(r"\bor\s(?:\w+\s|also,?\s)?$", re.IGNORECASE)
_JOIN_BEFORE = re.compile(r"[\s,;(–—-]*\b(?:and|or|but|and/or)?[\s,;(–—-]*$", re.IGNORECASE)
_BEGINS_ANEW = re.compile(r"(?:,|\b(?:or|and|but|only))\s$", re.IGNORECASE)
_ANY_JOIN_BEFORE = re.compile(r"\b(?:and|or|but)\s$", re.IGNORECASE)
_MOST_MARKERS = 200
"""In one sentence; of more no policy could be made."""
_WINDOW = 24
"""How far before a marker is looked, so that no sentence is looked at anew for each."""

_VERB_OF_RESULT = (
    r"(?:can|cannot|may|must|will|won|shall|should|would|need|needs|do|does|don|doesn|have\sto"
    r"|has\sto|are|is|aren|isn|was|were|pays?|gets?|receives?|loses?|qualif(?:y|ies)|counts?|ask"
    r"|call|contact|tell|send|keep|bring|owes?)"
)
# Where a condition that begins a sentence gives way to what follows from it.
_SURE_RESULT = re.compile(
    rf",\s+(?:then\s+|please\s+)?(?={SUBJECT}(?:\s\S+){{0,4}}?\s{_VERB_OF_RESULT}\b"
    r"|(?:you|we|they|it|he|she)[’'](?:ll|re|s|d)\b)",
    re.IGNORECASE,
)
_COMMA_RESULT = re.compile(
    rf",\s+(?:then\s+|please\s+)?(?=(?:{SUBJECT}|do|don|apply)\b)", re.IGNORECASE
)
_BARE_RESULT = re.compile(
    r"\s(?=(?:you|we)\s?(?:can|may|must|will|should|[’']ll|need|cannot|do\snot|don[’']t)\b)",
    re.IGNORECASE,
)
_COMMA = re.compile(r",\s+|\s[–—-]\s|:\s")
# The same for somebody "who" does a thing.
_RESULT_ON_PERSON = re.compile(
    r",?\s(?=(?:must|may|can|cannot|can[’']t|shall|should|will|won[’']t|would|needs?|do(?:es)?\snot"
    r"|do(?:es)?n[’']t|ha(?:s|ve)\sto|pays?|gets?|receives?|qualif(?:y|ies)|counts?|loses?|owes?"
    r"|(?:is|are)(?:\s(?:not|also|always|never))?\s(?:eligible|entitled|exempt|free|allowed|excused"
    r"|excluded|admitted|covered|barred|shut|given|charged|treated|required|refused|liable|able"
    r"|disqualified|paid|welcome|served|accepted|let|offered|no))\b)",
    re.IGNORECASE,
)
_NOT_THE_RESULT = re.compile(r"\b(?:who|and|or|that|which|to|not|also)$", re.IGNORECASE)
# What comes after a condition that stands at the end and is none.
_TURN = re.compile(
    r"[,;]\s+but\s|;\s|\s[–—]\s"
    r"|,\s+(?:and|so|in which case|which)\s(?=(?:you|we|it)\s(?:must|can|may|will|cannot)\b)"
)
_EDGES = " \t\r\n,;:.–—-()*_"


def read_sentence(text: str, sentence: Span) -> Reading:
    """The main clause and the conditions of a sentence; one that runs into a list may be empty."""
    markers = list(islice(_markers(text, sentence), _MOST_MARKERS))
    main: list[Span] = []
    conditions: list[Condition] = []
    here = sentence.start
    for place, marker in enumerate(markers):
        if marker.start() < here:
            continue
        before = Span(here, _before_join(text, here, marker.start()))
        main += [before] if before.stripped(text, _EDGES) else []
        later = (m.start() for m in islice(markers, place + 1, None) if _ends(text, marker, m))
        until = next(later, sentence.end)
        here = _end(text, Span(marker.end(), until), marker.lastgroup, at_start=not main)
        end = _before_join(text, marker.end(), here) if here < sentence.end else here
        span = Span(marker.end(), max(marker.end(), end)).stripped(text, _EDGES)
        if (kind := _KINDS.get(marker.lastgroup or "")) and (span or here == sentence.end):
            start = max(sentence.start, marker.start() - _WINDOW)
            joined = bool(_OR_BEFORE.search(text, start, marker.start()))
            conditions.append(Condition(kind, span, joined))
    rest = Span(here, sentence.end)
    main += [rest] if rest.stripped(text, _EDGES) else []
    return Reading(tuple(main), tuple(conditions))


def _markers(text: str, sentence: Span) -> Iterator[re.Match[str]]:
    for marker in _MARKER.finditer(text, sentence.start, sentence.end):
        before = max(sentence.start, marker.start() - _WINDOW)
        if marker.lastgroup != "where" or not _OF_PLACE.search(text, before, marker.start()):
            yield marker


def _ends(text: str, marker: re.Match[str], later: re.Match[str]) -> bool:
    """Whether a later marker ends a condition rather than being a part of it."""
    before = max(0, later.start() - _WINDOW)
    if later.lastgroup == "who":
        # "Somebody who is ill" is within a condition, and "or who is ill" another one.
        joined = _ANY_JOIN_BEFORE.search(text, before, later.start())
        return marker.lastgroup == "who" and bool(joined)
    if later.lastgroup == "where" and marker.lastgroup != "who":
        # "You were there when he died" is one condition.
        return bool(_BEGINS_ANEW.search(text, before, later.start()))
    return not later.group().casefold().startswith(_OF_A_NOUN)


def _before_join(text: str, start: int, end: int) -> int:
    """Where the "and" before a condition begins."""
    begin = max(start, end - _WINDOW)
    found = _JOIN_BEFORE.search(text, begin, end)
    return found.start() if found else end


def _end(text: str, span: Span, kind: str | None, *, at_start: bool) -> int:
    """Where a condition ends, in what lies before the next one."""
    if kind == "who":
        for found in _RESULT_ON_PERSON.finditer(text, span.start, span.end):
            before = max(span.start - 5, found.start() - 6)
            if not _NOT_THE_RESULT.search(text, before, found.start()):
                return found.start()
    elif at_start:
        for pattern in (_SURE_RESULT, _COMMA_RESULT, _BARE_RESULT, _COMMA):
            if result := pattern.search(text, span.start, span.end):
                return result.start()
    turn = _TURN.search(text, span.start, span.end)
    return turn.start() if turn else span.end
