"""What a yes-or-no question compares, by grammar: "Are you 60 or over?" asks for an age of >= 60.

Where the words leave a doubt there is no comparison: the question stays one of yes and no.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from e3.language.en.compared_things import Compared, is_year, of_what
from e3.language.en.comparing_words import (
    BETWEEN,
    SIGN_LATER,
    SIGNS_AFTER,
    SIGNS_BEFORE,
    SIGNS_BEFORE_DAY,
    TO,
    either,
)
from e3.language.en.quantities import Quantity, quantities
from e3.policy.amounts import written
from e3.policy.comparing import comparison
from e3.policy.facts import Kind
from e3.text import Span

LONGEST = 400
"""Characters of a question, or a clause of a story: in longer ones nobody can tell, and to look at
all quantities of a text beside each other would take the square of its length."""


def compared(question: str) -> Compared | None:
    """What a question compares; None where it is unsure."""
    if len(question) > LONGEST:
        return None
    found = [each for each in quantities(question) if not _is_aside(question, each)]
    signed = [each for q in found if (each := _signed(question, q, found)) is not None]
    # Both ends of a range are one comparison.
    signed = [s for n, s in enumerate(signed) if not any(s.phrase == e.phrase for e in signed[:n])]
    if len(signed) == 2 and (both := _both(question, *signed)):
        signed = [both]
    if len(signed) == 1:
        return of_what(question, signed[0])
    if not signed and len(found) == 1:
        plain = _plain(question, found[0])
        return plain and of_what(question, plain)
    return None


# "Have you taken more than €2,000 in the last 12 months?" compares the money.
_ASIDE = re.compile(
    r"\b(?:in|within|over|during|of) (?:the|any|each|every|a) (?:last|past|previous|preceding|next"
    r"|same|single|space of)\s*$|\b(?:in|every|during|per) (?:any |each |every |the )?$",
    re.IGNORECASE,
)


def _is_aside(question: str, quantity: Quantity) -> bool:
    if quantity.kind is not Kind.DURATION:
        return False
    before = question[: quantity.span.start]
    if re.search(r"\bwithin\s*$", before, re.IGNORECASE):
        return False
    return bool(_ASIDE.search(before))


def _signed(question: str, quantity: Quantity, every: Sequence[Quantity]) -> Compared | None:
    """A quantity with the words beside it that compare."""
    start, end = quantity.span.start, quantity.span.end
    if ranged := _range(question, quantity, every):
        return ranged
    signs = SIGNS_BEFORE + (
        SIGNS_BEFORE_DAY if quantity.kind is Kind.DATE or is_year(quantity) else []
    )
    head = question[:start]
    for pattern, sign in signs:
        if found := pattern.search(head):
            return _made(
                quantity, f"{sign} {written(quantity.amount)}", Span(found.start(), end), found[0]
            )
    late = quantity.kind is Kind.DURATION and not question[end:].strip("? ")
    if late and (found := re.search(r"\bafter\s$", head, re.IGNORECASE)):
        return _made(quantity, f"> {written(quantity.amount)}", Span(found.start(), end), found[0])
    for pattern, sign in SIGNS_AFTER:
        if found := pattern.match(question, end):
            return _made(quantity, f"{sign} {written(quantity.amount)}", Span(start, found.end()))
    if found := SIGN_LATER.match(question, end):
        sign = ">=" if found[1] else "<="
        return _made(quantity, f"{sign} {written(quantity.amount)}", Span(start, found.end()))
    return None


def _range(question: str, quantity: Quantity, every: Sequence[Quantity]) -> Compared | None:
    """ "between 16 and 18", "aged 18 to 75", "16 or 17"."""
    place = list(every).index(quantity)
    before = question[: quantity.span.start]
    if place + 1 == len(every) or re.search(r"\w,\s$", before):  # "16, 17 or 18"
        return None
    other = every[place + 1]
    between = question[quantity.span.end : other.span.start]
    if not TO.fullmatch(between) or quantity.kind not in (None, other.kind):
        return None
    if other.kind is Kind.DATE and quantity.kind is None:  # "15 to 20 March 2020"
        return None
    lead, word = BETWEEN.search(before), between.strip().casefold()
    if word == "or" and not _are_next(quantity, other):
        return None
    if not lead and word not in ("or", "to", "-", "–", "—"):
        return None
    test = f">= {written(quantity.amount)} and <= {written(other.amount)}"
    start = lead.start() if lead else quantity.span.start
    made = replace(quantity, kind=other.kind, unit=other.unit)
    found = _made(made, test, Span(start, other.span.end))
    return None if comparison(test, found.kind).is_empty() else found


def _are_next(one: Quantity, other: Quantity) -> bool:
    """Whether two whole numbers follow each other: 16 or 17."""
    low, high = one.amount, other.amount
    both = isinstance(low, Fraction) and isinstance(high, Fraction) and one.kind is None
    return both and high == low + 1  # type: ignore[operator]


def _made(quantity: Quantity, test: str, phrase: Span, before: str = "") -> Compared:
    kind = quantity.kind or Kind.COUNT
    return Compared(kind, quantity.unit, test, phrase, quantity, before=before.strip().casefold())


def _both(question: str, one: Compared, other: Compared) -> Compared | None:
    """ "at least 4 but no more than 14 days": two bounds of one thing."""
    between = Span(one.phrase.end, max(one.phrase.end, other.phrase.start)).of(question)
    if not re.fullmatch(r",?\s(?:but|and)\s", between) or " and " in one.test + other.test:
        return None
    if one.quantity.kind not in (None, other.kind) or one.test[0] == other.test[0]:
        return None
    low, high = sorted((one.test, other.test), reverse=True)
    return replace(other, test=f"{low} and {high}", phrase=Span(one.phrase.start, other.phrase.end))


# "Have you held a licence for two years?", "two years' experience", "Have you reached 66?"
_FOR = re.compile(
    r"\b(?:for|lasted|lasts?|last|be|been|served|least|completed?)\s*"
    r"(?:a full |the (?:last |past )?|a |another )?$",
    re.IGNORECASE,
)
_REACHED = re.compile(
    r"\b(?:reached|turned|reach|turn)\s*(?:the age of |age |your )?$", re.IGNORECASE
)
_CHILD = re.compile(
    r"^is (?:your|the) (?:\w+ )?(?:child|son|daughter|baby|pupil)\s$", re.IGNORECASE
)
_OF = either("service, experience, contribution, contributions, membership, training, residence")
_LIES_AHEAD = re.compile(
    rf"\s(?:(?:of|in)\s(?:a row|(?:\w+\s){{0,2}}{_OF})|ahead|before|beforehand|old|long|gone by"
    r"|passed|after|since|away|late|early|in advance)\b",
    re.IGNORECASE,
)
_HAS = re.compile(r"\b(?:have|has|had|completed|done|paid|do|served|did)\s$", re.IGNORECASE)


def _plain(question: str, quantity: Quantity) -> Compared | None:
    """A quantity that nothing compares, where at least as much is meant."""
    test = f">= {written(quantity.amount)}"
    head = question[: quantity.span.start]
    if quantity.kind is None:
        if found := _REACHED.search(head):
            return _made(quantity, test, Span(found.start(), quantity.span.end), found[0])
        # "Is your child 2?"; "Are you 18?" may well mean 18 or over.
        if _CHILD.match(head) and not question[quantity.span.end :].strip("? "):
            return _made(quantity, f"== {written(quantity.amount)}", quantity.span)
        return None
    if quantity.kind is not Kind.DURATION:
        return None
    if re.search(r"\b(?:in|your|the) first\s*$|\b(?<!for )the\s*$", head, re.IGNORECASE):
        return None
    if quantity.is_genitive or _LIES_AHEAD.match(question, quantity.span.end):
        return _made(quantity, test, quantity.span)
    if quantity.period or (_HAS.search(head) and quantity.amount != 1):
        return _made(quantity, test, quantity.span)
    if found := _FOR.search(head):
        return _made(quantity, test, Span(found.start(), quantity.span.end), found[0])
    return None
