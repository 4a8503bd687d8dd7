"""Whom or what a sentence speaks of, where that is a condition: "people with a medical note"."""

from __future__ import annotations

import re

from e3.text import Span

# A letter of a part of a sentence: a full stop or a comma only within a number.
_ANY = r"(?:[^,;:.\n]|(?<=\d)[,.](?=\d))"
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
    rf"(?P<group>(?!you\b|us\b|it\b|this\b|that\b|them\b|each\b|example\b|every\b|more\sinfo){_ANY}{{3,160}})",
    re.IGNORECASE,
)
_THAT = re.compile(
    r"\b(?:an?|any|no|every|each|all|those|only|of)\s(?:[\w’'-]+\s){1,3}(?:that|which)\s"
    rf"(?P<group>(?:is|are|was|were|has|have|had|does|do|did|can|will|\w+s|\w+ed)\s{_ANY}{{3,160}})",
    re.IGNORECASE,
)
_WITH = re.compile(
    r"\b(?P<group>(?:anyone|anybody|everyone|everybody|someone|people|persons?|those|adults?|children"
    r"|members?|students?|pupils?|parents?|residents?|drivers?|staff|employees|customers|families"
    r"|households|businesses|firms|companies|owners|tenants|applicants?|workers|patients|women|men)"
    r"\s(?:aged|under|over|with|whose|living|working|in|on|from|of|born|below|above|without"
    rf"|receiving|getting|between|at|holding|travelling|paying)\s{_ANY}{{3,160}})",
    re.IGNORECASE,
)
_RESULT_BEGINS = re.compile(rf",?\s(?={_RESULT})", re.IGNORECASE)
_OPENING = re.compile(
    r"\W*(?P<group>(?:in|on|at|during|from|for|after|before|within|between|until|outside|off|with"
    r"|without|under|above|over|below|inside|more than|less than)\s[^,;:\n]{2,90}?)"
    r"(?:,\s|\s(?=(?:you|we|they|it|he|she|nobody|no one|everyone|anyone|the|no|an?)\b[^,]{0,40}?"
    r"\b(?:can|may|must|will|do|is|are|cannot|need|have)\b))",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"\s(?P<group>(?:within|during|before|after|between|until|up to|for (?:longer|more|less"
    r"|at least|up to|the)|from|without|outside|inside|on|in|at|by|under|over|more than|less than"
    rf"|fewer than|at least|with)\s{_ANY}{{3,90}})[.,;]?\s*$",
    re.IGNORECASE,
)
_ENUMERATED = re.compile(
    r"(?::|\b(?:are|include|includes|covers?|have with them|bring|keep|pay for|put up|take|accept"
    r"|sell|buy|lend|treat|for|of|means?))\s+"
    rf"(?P<group>{_ANY}{{2,60}}(?:,\s{_ANY}{{2,60}})*,?\s(?:and|or)\s{_ANY}{{2,80}})",
    re.IGNORECASE,
)
_BETWEEN_THINGS = re.compile(r"(?:,\s(?:and\s|or\s)?|\s(?:and|or)\s)|$")
_MODAL = re.compile(
    r"\b(?:can|may|must|cannot|can[’']t|will|won[’']t|not|no|need|required|allowed|pay|get|only)\b",
    re.IGNORECASE,
)
_LONGEST = 600
"""Letters of a main clause in which an enumeration is looked for."""


def group_of(text: str, main: Span) -> tuple[Span, str] | None:
    """The words for a group of people or things, and the form that shows it; None without one."""
    start, end = main.start, main.end
    if found := _THAT.search(text, start, end) or _WITH.search(text, start, end):
        group = Span(*found.span("group"))
        result = _RESULT_BEGINS.search(text, group.start + 4, group.end)
        return Span(group.start, result.start() if result else group.end), "those with or that"
    if not _NO_GROUP.match(text, start, end) and (found := _SUBJECT.match(text, start, end)):
        return Span(*found.span("group")), "subject"
    if found := _OBJECT.search(text, start, end):
        return Span(*found.span("group")), "for whom"
    return None


def circumstances(text: str, main: Span) -> list[tuple[Span, str]]:
    """When and where a main clause is said to be so, each with the form that shows it."""
    found = []
    start, end = main.start, main.end
    if opening := _OPENING.match(text, start, end):
        found.append((Span(*opening.span("group")), "opening"))
        start = opening.end()
    trailing = _TRAILING.search(text, max(start, end - 120), end)
    if trailing and _MODAL.search(text, start, end):
        found.append((Span(*trailing.span("group")), "time or place"))
    return found


def enumerated(text: str, main: Span) -> list[Span]:
    """The things of a list within a main clause, three or more."""
    found = _ENUMERATED.search(text, main.start, min(main.end, main.start + _LONGEST))
    if not found:
        return []
    things = []
    start = found.start("group")
    for gap in _BETWEEN_THINGS.finditer(text, start, found.end("group")):
        things.append(Span(start, max(start, gap.start())).stripped(text))
        start = gap.end()
    things = [thing for thing in things if thing]
    return things if len(things) > 2 else []
