"""Whom or what a sentence speaks of, where that is a condition: "people with a medical note"."""

from __future__ import annotations

import re

from e3.text import Span

# What a sentence says of somebody who is a group of their own.
_RESULT = (
    r"(?:must|may|can|cannot|can[’']t|shall|should|will|won[’']t|would|needs?|do(?:es)?\snot"
    r"|do(?:es)?n[’']t|ha(?:s|ve)\sto|pays?|gets?|receives?|qualif(?:y|ies)|counts?|loses?|owes?|never|always"
    r"|(?:is|are)(?:n[’']t)?(?:\s(?:not|also|always|never|only|too|both))?"
    r"\s(?:eligible|ineligible|entitled|exempt|free|allowed|excused|excepted|excluded|admitted"
    r"|covered|barred|shut|given|charged|treated|required|refused|liable|able|disqualified|paid"
    r"|welcome|served|accepted|let|offered|no|not|never|needed|banned|forbidden|prohibited|safe))\b"
)
_NO_GROUP = re.compile(
    r"(?:you|your|we|our|it|its|this|that|these|they|there|he|she|i|my|nothing|nobody|no one|one"
    r"|the|if|when|where|unless|to|in|at|on|for|from|by|what|who|how|why|each|every)\b",
    re.IGNORECASE,
)
_SUBJECT = re.compile(rf"(?P<group>[^,;:\n]{{3,120}}?),?\s(?={_RESULT})", re.IGNORECASE)
_OBJECT = re.compile(
    r"\b(?:open|given?|paid|available|goes|go|issued|appl(?:y|ies)|limited|offered|waived|free|only"
    r"|reserved|made|is|are|exempt|lent|sold|charged|dropped|reduced|extended|meant|need(?:ed)?|due"
    r"|granted|awarded|help|here|required|payable|kept)\s(?:only\s|just\s)?(?:to|for|on|from)\s+"
    r"(?P<group>(?!you\b|us\b|it\b|this\b|that\b|them\b|each\b|example\b|every\b|more\sinfo)[^,;:.\n]{3,160})",
    re.IGNORECASE,
)
_THAT = re.compile(
    r"\b(?:an?|any|no|every|each|all|those|only|of)\s(?:[\w’'-]+\s){1,3}(?:that|which)\s"
    r"(?P<group>(?:is|are|was|were|has|have|had|does|do|did|can|will|\w+s|\w+ed)\s[^,;:.\n]{3,160})",
    re.IGNORECASE,
)
_WITH = re.compile(
    r"\b(?P<group>(?:anyone|anybody|everyone|everybody|someone|people|persons?|those|adults?|children"
    r"|members?|students?|pupils?|parents?|residents?|drivers?|staff|employees|customers|families"
    r"|households|businesses|firms|companies|owners|tenants|applicants?|workers|patients|women|men)"
    r"\s(?:aged|under|over|with|whose|living|working|in|on|from|of|born|below|above|without"
    r"|receiving|getting|between|at|holding|travelling|paying)\s[^,;:.\n]{3,160})",
    re.IGNORECASE,
)


def group_of(text: str, sentence: Span) -> tuple[Span, str] | None:
    """The words for a group of people or things, and the form that shows it; None without one."""
    start, end = sentence.start, sentence.end
    if (found := _THAT.search(text, start, end)) or (found := _WITH.search(text, start, end)):
        group = Span(*found.span("group"))
        if result := re.compile(rf",?\s(?={_RESULT})", re.IGNORECASE).search(
            text, group.start + 4, group.end
        ):
            group = Span(group.start, result.start())
        return group, "those with or that"
    if not _NO_GROUP.match(text, start, end) and (found := _SUBJECT.match(text, start, end)):
        return Span(*found.span("group")), "subject"
    if found := _OBJECT.search(text, start, end):
        return Span(*found.span("group")), "for whom"
    return None


_OPENING = re.compile(
    r"\W*(?P<group>(?:in|on|at|during|from|for|after|before|within|between|until|outside|off|with|without|under"
    r"|above|over|below|inside|more than|less than)\s[^,;:\n]{2,90}?)(?:,\s|\s(?=(?:you|we|they|it|he|she|nobody"
    r"|no one|everyone|anyone|the|no|an?)\b[^,]{0,40}?\b(?:can|may|must|will|do|is|are|cannot|need|have)\b))",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"\s(?P<group>(?:within|during|before|after|between|until|up to|for (?:longer|more|less|at least|up to|the)"
    r"|from|without|outside|inside|on|in|at|by|under|over|more than|less than|fewer than|at least|with)\s[^,;:.\n]{3,90})[.,;]?\s*$",
    re.IGNORECASE,
)
_ENUMERATED = re.compile(
    r"(?::|\b(?:are|include|includes|covers?|have with them|bring|keep|pay for|put up|take|accept|sell|buy|lend|treat|for|of|means?))\s+"
    r"(?P<group>[^,;:.\n]{2,60}(?:,\s[^,;:.\n]{2,60})*,?\s(?:and|or)\s[^,;:.\n]{2,80})",
    re.IGNORECASE,
)
_MODAL = re.compile(
    r"\b(?:can|may|must|cannot|can[’']t|will|won[’']t|not|no|need|required|allowed|pay|get|only)\b",
    re.IGNORECASE,
)


def circumstances(text: str, main: Span) -> tuple[tuple[Span, str], ...]:
    """When and where a main clause is said to be so, each with the form that shows it."""
    found = []
    start, end = main.start, main.end
    if opening := _OPENING.match(text, start, end):
        found.append((Span(*opening.span("group")), "opening"))
        start = opening.end()
    if _MODAL.search(text, start, end) and (
        trailing := _last(_TRAILING, text, max(start, end - 120), end)
    ):
        found.append((trailing, "time or place"))
    return tuple(found)


def _last(pattern: re.Pattern[str], text: str, start: int, end: int) -> Span | None:
    found = pattern.search(text, start, end)
    return Span(*found.span("group")) if found else None


def enumerated(text: str, main: Span) -> tuple[Span, ...]:
    """The things of a list within a sentence, three or more."""
    found = _ENUMERATED.search(text, main.start, min(main.end, main.start + 600))
    if not found or "," not in found["group"]:
        return ()
    things = []
    place = found.start("group")
    for thing in re.finditer(r"(?:,\s(?:and\s|or\s)?|\s(?:and|or)\s)|$", found["group"]):
        span = Span(place, found.start("group") + thing.start()).stripped(text)
        place = found.start("group") + thing.end()
        if span:
            things.append(span)
    return tuple(things) if len(things) >= 3 else ()
