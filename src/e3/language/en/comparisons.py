"""What a yes-or-no question compares, by grammar: "Are you 60 or over?" asks for an age of >= 60.

Where the words leave a doubt there is no comparison: the question stays one of yes and no.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from e3.language.en.beside import beside, put_back
from e3.language.en.compared_quantity import Compared, made
from e3.language.en.compared_things import is_year, of_what
from e3.language.en.comparing_words import (
    BETWEEN,
    DONE_OVER,
    LESS,
    MORE,
    OR_LESS,
    ROUGHLY,
    SIGN_LATER,
    SIGNS_AFTER,
    SIGNS_BEFORE,
    SIGNS_BEFORE_DAY,
    SIGNS_BEFORE_MONEY,
    TO,
)
from e3.language.en.counted_things import TAKINGS
from e3.language.en.named_bounds import named
from e3.language.en.numbers import ORDINAL, number_in
from e3.language.en.plain_comparisons import unsigned
from e3.language.en.quantities import quantities
from e3.language.en.unit_words import PERIOD, period_named
from e3.language.en.whole_quantities import Quantity
from e3.policy.amounts import written
from e3.policy.comparing import comparison
from e3.policy.facts import Kind
from e3.policy.units import are_alike, changed
from e3.text import Span

LONGEST = 400
"""Characters of a question, or a clause of a story: in longer ones nobody can tell, and to look at
all quantities of a text beside each other would take the square of its length."""


def compared(question: str) -> Compared | None:
    """What a question compares; None where it is unsure."""
    if len(question) > LONGEST:
        return None
    if (out := beside(question)) is not None:
        return put_back(compared(question[: out.start] + question[out.end :]), out)
    if ROUGHLY.search(question):
        return None
    every = list(quantities(question))
    if any(_IS_OTHER.search(question[: each.span.start]) for each in every):
        return None
    if (bound := named(question, every)) is not None:
        return bound
    found = [each for each in every if not _is_aside(question, each)]
    signed = [each for q in found if (each := _signed(question, q, found)) is not None]
    if any(_is_other_case(question, q) for q in found) or _is_by(question, found):
        return None
    if len(found) > 1 and _FOR_EVERY.search(question):
        return None
    # Both ends of a range are one comparison.
    signed = [
        s
        for n, s in enumerate(signed)
        if not any(e.phrase.start <= s.quantity.span.start < e.phrase.end for e in signed[:n])
    ]
    if len(signed) == 2 and (both := _both(question, *signed)):
        signed = [both]
    if len(signed) == 2 and _is_of_those(question, *signed):
        signed = signed[:1]
    if len(signed) == 2 and _is_while(question, *signed):
        signed = signed[:1]
    if not signed and (ordinal := _ORDINAL.search(question) or _YOUR_ORDINAL.search(question)):
        return _from_ordinal(question, ordinal)
    if len(signed) == 1:
        return None if _lasts(question, signed[0], found) else of_what(question, signed[0])
    found = found if signed else _without_time(question, found)
    if not signed and len(found) == 1:
        plain = unsigned(question, found[0])
        return plain and of_what(question, plain)
    return None


# "minus 5 or lower" is no 5, and "before noon on 5 May 2020" no day.
_IS_OTHER = re.compile(
    r"\bminus\s$|\b(?:noon|midnight|o[’']clock|\d\s?[ap]\.?m\.?)\son\s$", re.IGNORECASE
)


# "Are you in the second year or above?"
_ORDINAL = re.compile(
    rf"\b(?P<number>{ORDINAL})\s(?P<what>[a-z]+)\sor\s(?:(?P<more>{MORE})|{LESS})\b", re.IGNORECASE
)


# "Is this at least your third season?"
_YOUR_ORDINAL = re.compile(
    r"\b(?:(?P<more>at\sleast)|at\smost|no\smore\sthan)\s(?:in\s)?(?:the|your|their|its)\s"
    rf"(?P<number>{ORDINAL})\s(?P<what>[a-z]+)(?=\?|$)",
    re.IGNORECASE,
)


def _from_ordinal(question: str, found: re.Match[str]) -> Compared | None:
    number = number_in(found["number"])
    if number is None:
        return None
    span, unit = Span(*found.span()), f"{found['what'].casefold()}s"
    quantity = Quantity(number, None, "", span)
    sign = ">=" if found["more"] else "<="
    compares = Compared(Kind.NUMBER, unit, f"{sign} {written(number)}", span, quantity)
    return None if question[: span.start].count(",") % 2 else compares


# "Have you taken more than €2,000 in the last 12 months?" compares the money.
_ASIDE = re.compile(
    r"\b(?:in|within|over|during|of) (?:the|any|each|every|a) (?:last|past|previous|preceding|next"
    r"|same|single|space of)\s*$|\b(?:in|every|during|per) (?:any |each |every |the )?$",
    re.IGNORECASE,
)
_PUT_IN = re.compile(r"\b(?:put|putting|clocked)\sin\s$", re.IGNORECASE)
_IN_A = re.compile(r"\b(?:in|over|within)\san?\s$", re.IGNORECASE)
_WINDOW = re.compile(r"[-\s](?:period|window|span)\b", re.IGNORECASE)  # "in a 30-day period"


_IS_WITHIN = re.compile(
    r"(?:is|are)\s(?:it|you\s\w+ing|(?:the|your)\s\w+)\s(?:still\s)?within\s"
    r"|(?:does|do)\s(?:the|your)\s\w+\s(?:end|expire|start|begin|run out)\swithin\s",
    re.IGNORECASE,
)


_OF_MOST = re.compile(r"\d\sout\sof\s$", re.IGNORECASE)


def _is_bounded(question: str, quantity: Quantity) -> bool:
    return any(pattern.match(question, quantity.span.end) for pattern, _ in SIGNS_AFTER)


_IN_A_YARD = re.compile(r"\bin\s(?=a\syard\b)", re.IGNORECASE)


def _is_aside(question: str, quantity: Quantity) -> bool:
    if quantity.unit == "yards" and _IN_A_YARD.search(question):  # a place
        return True
    if quantity.kind is None and _OF_MOST.search(question[: quantity.span.start]):
        return True
    if quantity.kind is not Kind.DURATION:
        return False
    before = question[: quantity.span.start]
    if _PUT_IN.search(before):
        return False
    if re.search(r"\bwithin\s*$", before, re.IGNORECASE):
        # "Will you move within a year?" is soon; "Is it within a year?" is not.
        soon = quantity.span.of(question).casefold().startswith(("a ", "an "))
        of = re.match(r"\s(?:of|after|from)\b", question[quantity.span.end :], re.IGNORECASE)
        return soon and not of and not _IS_WITHIN.fullmatch(before)
    if re.search(r"\bin\s$", before, re.IGNORECASE) and _is_bounded(question, quantity):
        return False  # "in 45 minutes or less"
    window = _IN_A.search(before) and _WINDOW.match(question, quantity.span.end)
    return bool(window or _ASIDE.search(before))


def _is_other_case(question: str, quantity: Quantity) -> bool:
    """Whether it is the bound of other people: "over the limit of £500 (£900 for a couple)"."""
    before, after = question[: quantity.span.start], question[quantity.span.end :]
    return bool(re.search(r"\([^)\w]*$", before) and re.match(r"[^()]*\sfor\s[^()]*\)", after))


# "two adults for every ten children"
_FOR_EVERY = re.compile(r"\b(?:for|to)\s(?:every|each)\s", re.IGNORECASE)


def _is_by(question: str, found: Sequence[Quantity]) -> bool:
    """Whether a thing has two sides: "eight feet by six or smaller"."""
    between = (question[a.span.end : b.span.start] for a, b in pairwise(found))
    return any(gap.casefold() in (" by ", " x ", " × ") for gap in between)


def _without_time(question: str, found: list[Quantity]) -> list[Quantity]:
    """Without how long something was counted: "Have you been to three meetings in six months?"

    Nor is anything compared with what is known to be so many: "14 days between the two jabs".
    """
    if len(found) == 2 and found[1].kind is None and found[0].kind is not None:
        known = re.search(r"\b(?:the|those|these)\s$", question[: found[1].span.start], re.I)
        return found[:1] if known else found
    if len(found) != 2 or found[0].kind is not None or found[1].kind is not Kind.DURATION:
        return found
    during = re.search(r"\b(?:in|within)\s$", question[: found[1].span.start], re.IGNORECASE)
    return found[:1] if during else found


def _signed(question: str, quantity: Quantity, every: Sequence[Quantity]) -> Compared | None:
    """A quantity with the words beside it that compare."""
    start, end = quantity.span.start, quantity.span.end
    if ranged := _range(question, quantity, every):
        return ranged
    head = question[:start]
    is_share = quantity.kind is Kind.PERCENTAGE  # "at least a 10% stake"
    if is_share or "-" in quantity.span.of(question) or _WALK.match(question, end):
        head = _ARTICLE.sub("", head)  # "no more than a three-month supply"
    # "Will it be repaid over five years or less?"
    # "on 1 May 2020 or earlier"
    on_or = _ON.search(head) and _is_bounded(question, quantity)
    paid = quantity.kind is Kind.MONEY and DONE_OVER.search(head)
    if not (on_or or paid or (_OVER.search(head) and OR_LESS.match(question, end))):
        of_days = quantity.kind is Kind.DATE or is_year(quantity)
        of_money = quantity.kind in (Kind.MONEY, Kind.PERCENTAGE)
        also = SIGNS_BEFORE_DAY if of_days else SIGNS_BEFORE_MONEY if of_money else []
        for pattern, sign in SIGNS_BEFORE + also:
            if found := pattern.search(head):
                mark = _IS_MARK.match(question, end) if found[0].endswith("the ") else None
                phrase = Span(found.start(), mark.end() if mark else end)
                return made(quantity, f"{sign} {written(quantity.amount)}", phrase, found[0])
    if _IS_MARK.match(question, end):  # "Has the river passed the 3-metre mark?"
        head = _MARK.sub("", head)
    takings = quantity.kind is None and TAKINGS.search(head)
    if (quantity.kind is not None or takings) and (found := _REACHES.search(head)):
        sign = ">" if found[0].casefold().startswith(("pass", "top")) else ">="
        phrase = Span(found.start(), end)
        return made(quantity, f"{sign} {written(quantity.amount)}", phrase, found[0])
    weeks = quantity.kind is Kind.DURATION and _BORN.search(head)
    if weeks:
        sign = "<" if weeks[1].casefold() == "before" else ">"
        return made(quantity, f"{sign} {written(quantity.amount)}", Span(weeks.start(1), end))
    late = quantity.kind is Kind.DURATION and not question[end:].strip("? ")
    if late and (found := re.search(r"\bafter\s$", head, re.IGNORECASE)):
        return made(quantity, f"> {written(quantity.amount)}", Span(found.start(), end), found[0])
    out_of = _OUT_OF.match(question, end)  # "7 out of 10 or better"
    for pattern, sign in SIGNS_AFTER:
        if found := pattern.match(question, out_of.end() if out_of else end):
            quantity, stop = _with_period(question, quantity, found.end())
            return made(quantity, f"{sign} {written(quantity.amount)}", Span(start, stop))
    if found := SIGN_LATER.match(question, end):
        sign = ">=" if found["more"] or found["least"] else "<="
        return made(quantity, f"{sign} {written(quantity.amount)}", Span(start, found.end()))
    return None


def _with_period(question: str, quantity: Quantity, end: int) -> tuple[Quantity, int]:
    """The quantity with a period that stands behind: "20 hours or more a week"."""
    found = _PERIOD.match(question, end)
    if found is None or quantity.period or quantity.kind in (None, Kind.DATE):
        return quantity, end
    period = period_named(found[0])
    return replace(quantity, unit=f"{quantity.unit}{period}", period=period), found.end()


_PERIOD = re.compile(PERIOD, re.IGNORECASE)
_OUT_OF = re.compile(r"\sout\sof\s\d+(?=\s(?:or|and)\b)", re.IGNORECASE)
_ON = re.compile(r"\b(?:on|in)\s$", re.IGNORECASE)
_OVER = re.compile(r"\bover\s$", re.IGNORECASE)
_REACHES = re.compile(
    r"\b(?:reach|reaches|hits?|pass|passes|passed|tops?|topped|topping)\s$", re.IGNORECASE
)
_MARK = re.compile(r"(?<=[a-z]\s)the\s$", re.IGNORECASE)
_IS_MARK = re.compile(
    r"[-\s](?:mark|line|limit|level|threshold|ceiling|floor|cap|minimum|maximum)\b", re.IGNORECASE
)
_ARTICLE = re.compile(
    r"(?:(?<=\bthan )|(?<=\bwithin )|(?<=\bunder )|(?<=\binside )|(?<=\bleast ))an? $",
    re.IGNORECASE,
)
_WALK = re.compile(r"[-\s](?:\w+\s)?(?:walk|drive|ride|journey)\b", re.IGNORECASE)
_BORN = re.compile(r"\bborn\s(before|after)\s$", re.IGNORECASE)  # "before 37 weeks"


def _range(question: str, quantity: Quantity, every: Sequence[Quantity]) -> Compared | None:
    """ "between 16 and 18", "aged 18 to 75", "16 or 17"."""
    place = list(every).index(quantity)
    before = question[: quantity.span.start]
    if place + 1 == len(every) or _NO_RANGE.search(before):
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
    if other.period and quantity.unit == other.unit.removesuffix(other.period):
        quantity = replace(quantity, unit=other.unit, period=other.period)
    if quantity.kind is not None and quantity.unit != other.unit:
        if not _are_numbers(quantity, other) or not are_alike(quantity.unit, other.unit):
            return None
        other = _in_unit_of(quantity, other)
    test = f">= {written(quantity.amount)} and <= {written(other.amount)}"
    start = lead.start() if lead else quantity.span.start
    inclusive = _INCLUSIVE.match(question, other.span.end)
    end = inclusive.end() if inclusive else other.span.end
    if (band := _BAND.match(question, end)) and (in_the := _IN_THE.search(before)):
        start, end = in_the.start(), band.end()
    one = replace(quantity, kind=other.kind, unit=other.unit)
    found = made(one, test, Span(start, end))
    return None if comparison(test, found.kind).is_empty() else found


# "in the £30,000 to £40,000 band"
_BAND = re.compile(r"\s(?:band|bracket|range)\b", re.IGNORECASE)
_IN_THE = re.compile(r"\b(?:in|within)\sthe\s$", re.IGNORECASE)
_INCLUSIVE = re.compile(r",?\s\(?inclusive\b\)?", re.IGNORECASE)
_NO_RANGE = re.compile(r"\w,\s$|\b(?:outside|not)\s$", re.IGNORECASE)  # "16, 17 or 18"


def _are_numbers(*several: Quantity) -> bool:
    return all(isinstance(each.amount, Fraction) for each in several)


def _in_unit_of(one: Quantity, other: Quantity) -> Quantity:
    """The other in the unit of the one: "between three months and three years"."""
    assert isinstance(other.amount, Fraction)
    amount = changed(other.amount, unit=other.unit, to=one.unit)
    return replace(other, amount=amount, unit=one.unit)


def _are_next(one: Quantity, other: Quantity) -> bool:
    """Whether two whole numbers follow each other: 16 or 17."""
    low, high = one.amount, other.amount
    both = isinstance(low, Fraction) and isinstance(high, Fraction) and one.kind is None
    return both and high == low + 1  # type: ignore[operator]


def _both(question: str, one: Compared, other: Compared) -> Compared | None:
    """ "at least 4 but no more than 14 days": two bounds of one thing."""
    between = Span(one.phrase.end, max(one.phrase.end, other.phrase.start)).of(question)
    if not re.fullmatch(r",?\s(?:but|and)\s", between) or " and " in one.test + other.test:
        return None
    if one.quantity.kind not in (None, other.kind) or one.test[0] == other.test[0]:
        return None
    low, high = sorted((one.test, other.test), reverse=True)
    return replace(other, test=f"{low} and {high}", phrase=Span(one.phrase.start, other.phrase.end))


def _is_while(question: str, one: Compared, other: Compared) -> bool:
    """Whether the second only says how long the first was summed up: "over three years"."""
    if one.kind is Kind.DURATION and other.kind is Kind.DURATION:  # "90 days over the two years"
        return other.before.startswith("over") and bool(_OVER_THE.search(other.phrase.of(question)))
    if other.kind is Kind.DATE or is_year(other.quantity):  # "fewer than four claims since 2020"
        return one.kind is not Kind.DATE and not is_year(one.quantity)
    return one.kind is not Kind.DURATION and other.kind is Kind.DURATION and other.before == "over"


_OVER_THE = re.compile(r"over\s(?:the|any|those|these)\s", re.IGNORECASE)


def _lasts(question: str, signed: Compared, found: Sequence[Quantity]) -> bool:
    """Whether it is to be so for some time: "over 38 °C for two days" asks for both."""
    return signed.kind is not Kind.DURATION and any(
        each.kind is Kind.DURATION
        and each.span.start > signed.phrase.end
        and re.search(r"\bfor\s$", question[: each.span.start], re.IGNORECASE)
        for each in found
    )


_AGED = re.compile(r"\s(?:children|people|persons|adults|members|pupils)\s(?:aged\s)?", re.I)


def _is_of_those(question: str, one: Compared, other: Compared) -> bool:
    """Whether the second only says of whom the first counts: "three children under 19"."""
    between = question[one.phrase.end : other.phrase.start]
    return one.quantity.kind is None and bool(_AGED.fullmatch(between))
