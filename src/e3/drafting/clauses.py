"""Conditions of a sentence as a formula over clauses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from e3.drafting.formula import Clause, Formula, all_of, any_of, deny
from e3.language.en.conditions import Condition, Kind
from e3.language.en.coordination import Cut, Joined, cut
from e3.text import Span

EDGES = " \t\r\n,;:.–—-*_"
"""What belongs to no clause at its ends."""
# A run of spaces is looked at once, from its beginning.
_LAST_JOIN = re.compile(
    r"(?:[,;]|(?<![\s,;]))\s*+\*{0,2}_?\b(?:and/or|and|or)\b\*{0,2}_?[.,:]?\s*$", re.IGNORECASE
)
_FIRST_WORD = re.compile(
    r"\*{0,2}(?:and|or|if|that(?!\s(?:person|man|woman|child|company|year|day|time)\b)|when|where"
    r"|either|both(?!\s\w+s\b)|who)\b\*{0,2}:?,?\s+",
    re.IGNORECASE,
)
_LETTER = re.compile(r"\w")


def when_of(text: str, conditions: Sequence[Condition]) -> Formula | None:
    """All conditions together: "unless" denies, and an "or" before one makes it another way."""
    ways: list[Formula] = []
    barred: list[Formula] = []
    for each in conditions:
        made = clauses_in(text, each.span, f"after {each.kind.value}")
        if made is None:
            continue
        if each.kind is Kind.UNLESS or (each.joined_by_or and barred):
            barred.append(made)
        elif each.joined_by_or and ways:
            ways[-1] = any_of([ways[-1], made]) or made
        else:
            ways.append(made)
    return all_of([*ways, deny(any_of(barred))])


def clauses_in(text: str, span: Span, form: str, lead: Span | None = None) -> Formula | None:
    """The clauses of a condition, cut where "and" and "or" join them."""
    span = span.stripped(text, EDGES)
    return _made_of(text, cut(text, span), form, lead) if span else None


def _made_of(text: str, found: Cut, form: str, lead: Span | None) -> Formula | None:
    if isinstance(found, Joined):
        parts = [_made_of(text, part, f"{form}, cut", lead) for part in found.parts]
        return any_of(parts) if found.by_or else all_of(parts)
    span = tidied(text, found)
    return None if span is None else Clause(span, form, lead)


def tidied(text: str, span: Span) -> Span | None:
    """The clause in a span, without the words that join it; None where nothing is left."""
    span = span.stripped(text, EDGES)
    while first := _FIRST_WORD.match(text, span.start, span.end):
        span = Span(first.end(), span.end)
    span = without_join(text, span)
    return span if _LETTER.search(text, span.start, span.end) else None


def without_join(text: str, span: Span) -> Span:
    """The span without the "and" before the next bullet."""
    span = span.stripped(text, EDGES)
    # A run of spaces before it is looked at once: it is short, or no join.
    if found := _LAST_JOIN.search(text, max(span.start, span.end - 12), span.end):
        span = Span(span.start, found.start()).stripped(text, EDGES)
    return span
