"""What a yes-or-no question compares, by grammar: "Are you 60 or over?" asks for an age of >= 60.

Where the words leave a doubt there is no comparison: the question stays one of yes and no.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from e3.language.en.numbers import in_figures
from e3.language.en.quantities import Quantity, quantities, unit_named
from e3.policy.facts import Kind
from e3.text import Span


@dataclass(frozen=True, slots=True)
class Compared:
    """A quantity that a question compares, and how."""

    kind: Kind
    unit: str
    test: str
    phrase: Span
    """The words of the question that compare: "60 or over"."""
    quantity: Quantity
    is_age: bool = False
    things: Span | None = None
    """What is counted: "short pieces"."""
    before: str = ""
    """The words that compare before the quantity, such as "within"."""


_MORE = r"(?:more|over|above|older|longer|higher|later|greater|larger|bigger|better|further|up|upwards?|taller|heavier|hotter|warmer)"
_LESS = r"(?:less|under|below|younger|shorter|lower|earlier|smaller|fewer|closer|nearer|lighter|colder|cheaper)"
_BEFORE: dict[str, str] = {
    r"(?:no|not) (?:more|longer|later|further|greater|higher|larger|bigger|older|taller|heavier|wider|deeper) than|not (?:over|exceed(?:ing)?|above)"
    r"|at (?:the )?most|up to(?: and including)?|(?:a |the )?maximum (?:of )?|within(?: the first)?|at or (?:under|below)|in the first": "<=",
    r"(?:no|not) (?:less|fewer|shorter|younger|lower|smaller|earlier|sooner) than|not (?:under|below)|at least"
    r"|(?:a |the )?minimum (?:of )?|at or (?:over|above)|not (?:yet )?under": ">=",
    rf"{_MORE} than|(?:wider|deeper) than|over|above|exceed(?:s|ed|ing)?|in excess of|upwards of|(?<!the )(?<!last )past|beyond": ">",
    rf"{_LESS} than|(?:narrower) than|under|below|just under": "<",
    r"exactly|just|only|precisely": "==",
}
_BEFORE_DATE = {
    r"on or before|by|no later than|not later than|at or before": "<=",
    r"on or after|since|from|no earlier than|not before": ">=",
    r"before|earlier than|prior to": "<",
    r"after|later than": ">",
    r"on": "==",
}
_AFTER: dict[str, str] = {
    rf"(?:or|and) (?:{_MORE}|late)|\+|plus\b|and upwards|upwards|or any(?:thing)? (?:more|over)|at the least": ">=",
    rf"(?:or|and) {_LESS}|at (?:the )?most|at the latest|maximum": "<=",
}
_HEDGE = r"(?:(?:about|roughly|around|nearly|almost)\s)"


def _compiled(signs: dict[str, str], before: bool) -> list[tuple[re.Pattern[str], str]]:
    form = r"\b(?:{0})\s*(?:the age of |age |the )?$" if before else r",?\s*(?:{0})(?!\w)"
    return [
        (re.compile(form.format(pattern), re.IGNORECASE), sign) for pattern, sign in signs.items()
    ]


_SIGNS_BEFORE = _compiled(_BEFORE, True)
_SIGNS_BEFORE_DATE = _compiled(_BEFORE_DATE, True)
_SIGNS_AFTER = _compiled(_AFTER, False)
_BETWEEN = re.compile(r"\b(between|from|aged|ages)\s*(?:the ages of )?$", re.IGNORECASE)
_TO = re.compile(r"\s*(?:and|to|or|[-–—]|through|up to)\s*", re.IGNORECASE)
_EXCLUSIVE = re.compile(r"but (?:under|less than|below)\s*$", re.IGNORECASE)


def compared(question: str) -> Compared | None:
    """What a question compares; None where it is unsure."""
    found = [each for each in quantities(question) if not _is_aside(question, each)]
    signed = [each for q in found if (each := _signed(question, q, found)) is not None]
    # Both ends of a range are one comparison.
    signed = [s for n, s in enumerate(signed) if not any(s.phrase == e.phrase for e in signed[:n])]
    if len(signed) == 2 and (both := _both(question, *signed)):
        signed = [both]
    if len(signed) == 1:
        return _checked(question, signed[0])
    if not signed and len(found) == 1:
        plain = _plain(question, found[0])
        return plain and _checked(question, plain)
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
    signs = _SIGNS_BEFORE + (_SIGNS_BEFORE_DATE if _is_day_or_year(quantity) else [])
    head = question[:start]
    for pattern, sign in signs:
        if found := pattern.search(head):
            return _made(
                quantity, f"{sign} {_written(quantity)}", Span(found.start(), end), found[0]
            )
    late = quantity.kind is Kind.DURATION and not question[end:].strip("? ")
    if late and (found := re.search(r"\bafter\s$", head, re.IGNORECASE)):
        return _made(quantity, f"> {_written(quantity)}", Span(found.start(), end), found[0])
    for pattern, sign in _SIGNS_AFTER:
        if found := pattern.match(question, end):
            return _made(quantity, f"{sign} {_written(quantity)}", Span(start, found.end()))
    # "six or more hens", "20 hours a week or more", "five years of service or more"
    if found := re.compile(
        rf"(?:\s(?!or\b|and\b)[\w’'-]+){{1,3}}\sor\s(?:({_MORE})|{_LESS})(?!\w)", re.IGNORECASE
    ).match(question, end):
        sign = ">=" if found[1] else "<="
        return _made(quantity, f"{sign} {_written(quantity)}", Span(start, found.end()))
    return None


def _is_day_or_year(quantity: Quantity) -> bool:
    return quantity.kind is Kind.DATE or _is_year(quantity)


def _is_year(quantity: Quantity) -> bool:
    amount = quantity.amount
    return quantity.kind is None and isinstance(amount, Fraction) and 1800 <= amount <= 2100


def _range(question: str, quantity: Quantity, every: Sequence[Quantity]) -> Compared | None:
    """ "between 16 and 18", "aged 18 to 75", "16 or 17"."""
    place = list(every).index(quantity)
    if place + 1 == len(every):
        return None
    other = every[place + 1]
    if re.search(r"\w,\s$", question[: quantity.span.start]):  # "16, 17 or 18"
        return None
    between = question[quantity.span.end : other.span.start]
    if not _TO.fullmatch(between) or quantity.kind not in (None, other.kind):
        return None
    lead = _BETWEEN.search(question[: quantity.span.start])
    word = between.strip().casefold()
    low, high = quantity.amount, other.amount
    if type(low) is not type(high) or isinstance(low, str) or isinstance(high, str):
        return None
    if word == "or":
        if quantity.kind is not None or not isinstance(low, Fraction) or high != low + 1:
            return None
    elif not lead and word not in ("to", "-", "–", "—"):
        return None
    if not low < high:  # type: ignore[operator]
        return None
    unit = replace(quantity, kind=other.kind, unit=other.unit)
    start = lead.start() if lead else quantity.span.start
    test = f">= {_written(quantity)} and <= {_written(other)}"
    return _made(unit, test, Span(start, other.span.end))


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
    r"\b(?:for|lasted|lasts?|last|be|been|served|least|completed?)\s*(?:a full |the (?:last |past )?|a |another )?$",
    re.IGNORECASE,
)
_REACHED = re.compile(
    r"\b(?:reached|turned|reach|turn)\s*(?:the age of |age |your )?$", re.IGNORECASE
)
_CHILD = re.compile(
    r"^is (?:your|the) (?:\w+ )?(?:child|son|daughter|baby|pupil)\s$", re.IGNORECASE
)
_LIES_AHEAD = re.compile(
    r"\s(?:(?:of|in)\s(?:a row|(?:\w+\s){0,2}(?:service|experience|contributions?|membership|training|practice|residence))|in a row|ahead|before|beforehand|old|long|gone by|passed|after|since|away|late|early"
    r"|in advance)\b",
    re.IGNORECASE,
)


def _plain(question: str, quantity: Quantity) -> Compared | None:
    """A quantity that nothing compares, where at least as much is meant."""
    test = f">= {_written(quantity)}"
    head = question[: quantity.span.start]
    if quantity.kind is None:
        if found := _REACHED.search(head):
            return _made(quantity, test, Span(found.start(), quantity.span.end), found[0])
        # "Is your child 2?"; "Are you 18?" may well mean 18 or over.
        if _CHILD.match(head) and not question[quantity.span.end :].strip("? "):
            return _made(quantity, f"== {_written(quantity)}", quantity.span)
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


_HAS = re.compile(r"\b(?:have|has|had|completed|done|paid|do|served|did)\s$", re.IGNORECASE)


_SUBJECT = re.compile(
    r"^(?:is|are|was|were|will|would|have|has|must)\s(?P<who>you|they|he|she|we|(?:your|the|each|this|that|an?|some)\s.+?"
    r"|some(?:one|body)\b.*?|[A-Z]\w+)\s(?:(?:still|already|now|just|also|currently)\s)?"
    r"(?:be\s|being\s)?(?:aged\s|age\s)?$",
    re.IGNORECASE,
)
# "the climber a child": somebody is said to be something else, and of that age.
_TWO_THINGS = re.compile(
    r"\b(?!(?:in|of|with|beside|for|to|at|on|by|from|near|and|or|is|are|than|that|who|as|about)\b)\w+"
    r"\s(?:an?|your|the|his|her|their)\s",
    re.IGNORECASE,
)
_MEASURES = re.compile(
    r"\b(?:mark|score|rating|level|grade|bmi|number|count|total|index|points?|price|value|size|rank|sum|speed|balance|average"
    r"|result|reading|temperature|rated|dose|cost|turnover|width|height|length|egfr|odds|ratio|group|crew|party|team|class|floors?|there)s?\b",
    re.IGNORECASE,
)
_AGE_TAIL = re.compile(
    r"^(?:\s?years?)?(?:\s(?:old|of age))?(?:$|,|\s(?:on|when|at|by|in|before|today|now|during|this|next)\b)",
    re.IGNORECASE,
)
_ANY_OF = re.compile(
    r"^\w+\s(?:any|every|all|both|each|none|everyone|everybody|anyone|anybody|nobody|either|one of)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:unable|fail(?:ed)? to|without|not|never|no longer)\b|n[’']t\b", re.IGNORECASE
)
_GOES_ON = re.compile(
    r"\b(?:but|unless|while|whose|which)\b|,\s(?:or|and)\s|\b(?:and|or)\s(?:are|is|do|have|in|living|a)\b|^\sand\b|^\s(?:by|x)\s(?=[\d\w]+\s(?:m|met|cm|feet))",
    re.IGNORECASE,
)
_ONE_CLAUSE = re.compile(r"^[^,;]*$")
_NOUN_STOPS = re.compile(
    r"\s(?:(?:of|in|on|at|for|with|from|to|who|that|which|when|an?|per|each|every|or|and|by|after|before|since|not|without|come|live"
    r"|the|your|this|as|than|between|during|within|over|are|is|were|was|have|has|had|running|left|living|you|it|its|their|under|out|up"
    r"|because|where|whose|if|do|did|does|will|through|into|across|outside|inside|near|against|about|beside|towards?)\b)"
    r"|[,;:.?!()]",
    re.IGNORECASE,
)
_NESTED = re.compile(
    r"\b(?:child(?:ren)?|baby|babies|dependants?|adult|person|people|someone|somebody|anyone|relative|helper|companion|member|holder)s?"
    r"\s(?:aged\s)?(?:of\s)?$",
    re.IGNORECASE,
)


_THINGS_AGED = re.compile(
    r"\b(?:vehicle|car|van|building|house|home|boat|bike|caravan|system|policy|mortgage|it)\b",
    re.IGNORECASE,
)


def _checked(question: str, found: Compared) -> Compared | None:
    """The comparison with what it is of, where the rest of the question leaves no doubt."""
    body = question.rstrip("? ")
    head, rest = body[: found.phrase.start], body[found.phrase.end :]
    if _DENIED.search(head) or _ANY_OF.match(body):
        return None
    if _GOES_ON.search(rest) and not _LEAVES_OUT.match(rest):
        return None
    if re.search(r",\s(?:and|or|but)\b", head):
        return None
    found = _turned(found, rest)
    if found.quantity.kind is None:
        return _bare(body, found, head, rest)
    if found.unit == "GBP" and _HEAVY.search(body) and not re.search("£", found.phrase.of(body)):
        return replace(found, kind=Kind.WEIGHT, unit="lb")
    if found.unit == "years" and re.match(r"\s?(?:old|of age)\b", rest, re.IGNORECASE):
        if found.phrase == found.quantity.span:  # "Is your child two years old?"
            return None
        who = _SUBJECT.match(head)
        is_person = who and not _THINGS_AGED.search(who["who"])
        return replace(found, kind=Kind.NUMBER, is_age=True) if is_person else found
    return found


_LEAVES_OUT = re.compile(r",\s(?:not counting|leaving out|excluding|including)\b", re.IGNORECASE)
_HEAVY = re.compile(r"\b(?:weigh\w*|load|luggage|heav\w+|bag)\b", re.IGNORECASE)
_TURNS = {">": "<", "<": ">", ">=": "<=", "<=": ">="}


def _turned(found: Compared, rest: str) -> Compared:
    """ "later than 30 minutes before sailing" is less than 30 minutes before it."""
    if re.search(r"\b(?:later|earlier|sooner) than", found.before) and found.kind is Kind.DURATION:
        if re.match(r"\s(?:before|ahead)", rest, re.IGNORECASE):
            sign, amount = found.test.split()
            return replace(found, test=f"{_TURNS[sign]} {amount}")
    return found


def _bare(body: str, found: Compared, head: str, rest: str) -> Compared | None:
    """A number without a unit: a year, an age, a score, or things that are counted."""
    if _is_year(found.quantity) and not rest.strip():
        dated = re.search(r"\b(?:before|after|since|in|by|from)\b", found.before)
        later = re.search(r"\bin\s$", head) and re.search("later|earlier", found.phrase.of(body))
        if dated or later:
            return replace(found, kind=Kind.NUMBER, unit="year")
    if named := re.search(r"\b(week|day|year|level|grade|month)\s$", head, re.IGNORECASE):
        return replace(found, kind=Kind.NUMBER, unit=f"{named[1].casefold()}s")
    amount = found.quantity.amount
    assert isinstance(amount, Fraction)
    who = _SUBJECT.match(head)
    between = Span(found.quantity.span.end, found.phrase.end).of(body)
    counts = re.match(r"\s(?!or\b|and\b|to\b)[a-z]", between)
    aged = "reach" in found.before or "turn" in found.before
    if amount.denominator != 1:
        return _counted(body, found, head)
    if aged or (
        not counts
        and who
        and amount <= 120
        and _AGE_TAIL.match(rest)
        and not _MEASURES.search(head)
    ):
        if who and _TWO_THINGS.search(who["who"]):
            return None
        return replace(found, kind=Kind.NUMBER, unit="years", is_age=True)
    return _counted(body, found, head)


def _counted(body: str, found: Compared, head: str) -> Compared | None:
    if _NESTED.search(head) or found.test == "== 1":
        return None
    quantity_last = found.phrase.end == found.quantity.span.end
    start = found.quantity.span.end if quantity_last else found.phrase.end
    between = Span(found.quantity.span.end, found.phrase.end).of(body)
    things = re.match(r"\s(?!or\b|and\b)(.+?)\sor\s\w+$", between)
    if things:  # "20 ewes or more"
        span = Span(*(found.quantity.span.end + at for at in things.span(1)))
    else:
        stop = _NOUN_STOPS.search(body, start)
        span = Span(start, stop.start() if stop else len(body)).stripped(body)
    noun = span.of(body)
    if not noun:
        if not _MEASURES.search(head):
            return None
        of_people = re.search(r"\b(?:group|crew|party|team|class)\b", head, re.IGNORECASE)
        return replace(found, kind=Kind.COUNT if of_people else Kind.NUMBER)
    if noun.casefold() in ("old", "years old") or noun.startswith("-"):
        return None
    if unit := unit_named(noun.split()[0]):
        return replace(found, kind=unit[0], unit=unit[1])
    subject = not re.search(r"\s\w+\s*$", head.strip())
    if found.quantity.amount == 1 and subject:
        return None
    return replace(found, unit=noun.split()[-1].casefold(), things=span)


def _written(quantity: Quantity) -> str:
    amount = quantity.amount
    if isinstance(amount, date):
        return amount.isoformat()
    assert isinstance(amount, Fraction)
    return in_figures(amount)
