"""Whether two questions compare the same thing in other words (paraphrase): one answer is both’s.

"Are you 1.20 m tall or taller?" and "Is your height between 1.05 and 1.20 m?" ask for one height.
Who takes two things for one answers a rule with another's value: in doubt they are two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import pairwise, product

from e3.language.en import verbs
from e3.language.en.compared_quantity import Compared
from e3.language.en.comparisons import LONGEST
from e3.language.en.content_words import stems
from e3.language.en.quantities import quantities
from e3.language.en.story_people import RELATION
from e3.language.en.whole_quantities import Quantity
from e3.policy.amounts import written
from e3.policy.comparing import Bound, comparison
from e3.policy.facts import Kind
from e3.policy.units import are_alike, unit_of
from e3.text import Span

YEAR = "year"


@dataclass(frozen=True, slots=True)
class Measured:
    """What a question compares, without the words that any question may have."""

    kind: str
    measures: str
    """What the unit measures; of days and years the calendar."""
    words: frozenset[str]
    """What is said beside the amount, as stems; what means the same is the same."""
    from_now: frozenset[str]
    """The day that time is counted to or from, where it is counted from now; else empty."""
    subject: frozenset[str]
    """The words that say of what it is said; empty of "it"."""
    points: bool
    """Whether it is said of "it", which another question may name."""
    people: frozenset[str]
    """Of whom beside the person it may be said: a partner."""
    bounds: tuple[Bound, ...]
    """In the smallest unit."""
    is_whole: bool

    def is_same(self, other: Measured) -> bool:
        """Whether one answer is an answer to both."""
        if (self.kind, self.measures) != (other.kind, other.measures):
            return False
        if self.words == other.words or (self.from_now and self.from_now == other.from_now):
            return True
        return _is_pointed_to(self, other) or _is_pointed_to(other, self) or _meet(self, other)


def measured(question: str, found: Compared) -> Measured:
    """What a question compares."""
    body = question.rstrip("? .")
    head, rest = body[: found.phrase.start], body[found.phrase.end :]
    things = found.things.of(body) if found.things else ""
    unit = unit_of(found.unit)
    is_day = found.kind is Kind.DATE or found.unit == YEAR
    if found.is_age:
        head = _ALSO_CHILD.sub(" ", head)
    words = _topics(f"{head} {rest} {things}") - _OF_KIND.get(found.kind, frozenset())
    from_now: frozenset[str] = frozenset()
    at = _FROM_NOW.match(rest)
    if at is not None and _NOW.fullmatch(head):
        # Who cancels and who tells us so does it now: the time from now is the same.
        before = at[1].casefold() in ("before", "ahead of")
        from_now = _topics(rest[at.end() :]) | {"=before" if before else "=after"}
    if _OF_ANOTHER.match(head):  # "the boat you are in" is not "your boat"
        words |= {"=another"}
    # The first and the last minutes of something are counted from its two ends.
    end = re.search(r"\b(first|last|next)\b", found.before)
    if end and re.match(r"(?:is|are)\b", head, re.IGNORECASE):
        words |= {f"={end[1]}"}
    if found.kind is Kind.DISTANCE and _HIGH.search(body):
        words |= {"=high"}
    bounds = comparison(found.test, found.kind).bounds
    if _SOMEBODY.match(head):  # somebody under 2 and somebody over 60 are two
        words |= {f"={bounds[0].sign[0] if len(bounds) == 1 else 'between'}"}
    return Measured(
        Kind.DATE.value if is_day else found.kind.value,
        "" if is_day else unit.measures,
        words,
        from_now,
        _topics(subject[1]) if (subject := _SUBJECT.match(head)) else frozenset(),
        bool(_IT.match(head)),
        frozenset(match.casefold() for match in _PEOPLE.findall(head)),
        tuple(_in_smallest(bound, unit.size) for bound in bounds),
        found.kind in (Kind.NUMBER, Kind.COUNT, Kind.PERCENTAGE),
    )


def compared_like(question: str, others: Sequence[tuple[Compared, Measured]]) -> Compared | None:
    """What a question compares that says an amount and no more, where others of its policy do.

    Beside "Have you had 3 doses or more?" it is clear what "Have you had 2 doses?" asks for.
    """
    several = list(quantities(question)) if others and len(question) <= LONGEST else []
    if len(several) != 1 or _DENIED.search(question):
        return None
    for found, what in others:
        same = _like(question, several[0], found)
        words = frozenset() if same is None else measured(question, same).words
        if words and words == what.words:
            return same
    return None


def _like(question: str, quantity: Quantity, found: Compared) -> Compared | None:
    """A plain amount, compared as another is: at least as much, and of an age exactly."""
    if found.kind is Kind.DATE or found.unit == YEAR or not isinstance(quantity.amount, Fraction):
        return None
    if found.is_age and quantity.unit == "years":  # "Is your child two years old?"
        old = re.match(r"\sold\b", question[quantity.span.end :])
        end = quantity.span.end + (old.end() if old else 0)
        quantity = replace(quantity, kind=None, unit="", span=Span(quantity.span.start, end))
    if quantity.kind not in (None, found.kind) or not are_alike(quantity.unit, found.quantity.unit):
        return None
    test = f"{'==' if found.is_age else '>='} {written(quantity.amount)}"
    unit = quantity.unit or found.unit
    return Compared(found.kind, unit, test, quantity.span, quantity, is_age=found.is_age)


_DENIED = re.compile(r"\b(?:not|never|no)\b|n[’']t\b", re.IGNORECASE)
_SAME_WORDS = (
    "earn earns earned earning income earnings wage wages salary",
    "weigh weighs weight weighed heavy",
    "worth value valued cost costs price priced",
    "live lived lives living reside resident residence",
    "buy buys bought buying purchase purchased",
    "born birth",
    "member membership",
    "deliver delivery delivered arrive arrived arrival",
    "high tall height taller higher",
    "wide width wider",
    "deep depth",
)
_SAME = {
    stem: f"={group.split()[0]}"
    for group in _SAME_WORDS
    for word in group.split()
    for stem in stems(word)
}
# What says how something is measured, or that it is so now: never what it is.
_SAYS_NOTHING = stems(
    "still already currently now also just only even exactly ever last lasts lasted old long"
    " lasting length aged age come comes take takes amount number more less least most years months"
    " weeks days hours minutes"
)
_ALSO_CHILD = re.compile(
    r"(?<=\w)(?<!^is)(?<!^was)(?<!\sfor)(?<!\sof)(?<!\swith)(?<!\sabout)\san?\s(?:young\s)?(?:child|adult|minor|person|teenager)\s(?:(?:aged|of)\s)?$",
    re.IGNORECASE,
)
_FROM_NOW = re.compile(r"\s(of|after|from|since|before|ahead of)\s", re.IGNORECASE)
_NOW = re.compile(
    r"(?:are|is)\s(?:you|it|this|he|she|they)\s(?:still\s)?(?:\w+ing\b.*)?\s*", re.IGNORECASE
)
_HIGH = re.compile(r"\b(?:tall|taller|high|higher|height)\b", re.IGNORECASE)
_SOMEBODY = re.compile(r"\w+\s(?:an?|some\w*|any\w*)\s", re.IGNORECASE)
_OF_ANOTHER = re.compile(r"\w+\s(?:the|that)\s\w+\s(?:you|he|she|they|we)\b", re.IGNORECASE)
_SUBJECT = re.compile(r"\w+\s(?:the|your|this|that)\s([\w’'-]+)", re.IGNORECASE)
_IT = re.compile(r"\w+\s(?:it|they|he|she)\b", re.IGNORECASE)
_PEOPLE = re.compile(rf"\b{RELATION}(?=s?\b)", re.IGNORECASE)


# What any amount of a kind is said to be: a parcel of 2 kg weighs 2 kg.
_OF_KIND = {Kind.WEIGHT: frozenset({"=weigh"}), Kind.MONEY: frozenset({"=worth"})}


def _topics(text: str) -> frozenset[str]:
    plain = " ".join(_base(word) for word in text.casefold().split())
    return frozenset(_SAME.get(stem, stem) for stem in stems(plain) - _SAYS_NOTHING)


def _base(word: str) -> str:
    """The first form of a verb: "held" is "hold"."""
    return verbs.past(word) or verbs.participle(word) or word


def _in_smallest(bound: Bound, size: Fraction) -> Bound:
    return bound if isinstance(bound.at, date) else Bound(bound.sign, bound.at * size)


def _is_pointed_to(one: Measured, other: Measured) -> bool:
    """Whether one says of "it" what the other says of something with a name."""
    rest = other.words - other.subject
    said = bool(rest) or one.kind in (Kind.MONEY, Kind.WEIGHT, Kind.DISTANCE)
    return one.points and said and rest != other.words and one.words == rest


def _meet(one: Measured, other: Measured) -> bool:
    """Whether one begins where the other ends, and half of what is said of them is the same.

    "Rated at 70% or more" and "rated between 30% and 69%" part one scale.
    """
    shared = one.words & other.words
    half = 2 * len(shared) >= max(2, len(one.words), len(other.words))
    within = len(shared) > 1 and shared in (one.words, other.words)
    if one.people != other.people or not (half or within):
        return False
    whole = one.is_whole and other.is_whole
    pairs = [*product(one.bounds, other.bounds), *product(other.bounds, one.bounds)]
    return any(_touch(low, high, whole=whole) for low, high in pairs)


def _touch(low: Bound, high: Bound, *, whole: bool) -> bool:
    """Whether the second bound begins where the first ends."""
    if low.sign not in ("<", "<=") or high.sign not in (">", ">="):
        return False
    if low.at == high.at:
        return True
    if not whole or isinstance(low.at, date) or isinstance(high.at, date):
        return False
    return (low.sign, high.sign) == ("<=", ">=") and high.at == low.at + 1


def as_days(test: str) -> str:
    """A test of a year as one of days: before 2004 is before 1 January 2004."""
    signs = {"<": ("<", 0), ">=": (">=", 0), "<=": ("<", 1), ">": (">=", 1)}
    parts = []
    for sign, year in pairwise(test.replace(" and ", " ").split()):
        if sign in signs:
            to, later = signs[sign]
            parts.append(f"{to} {int(year) + later:04}-01-01")
        elif sign == "==":
            parts += [f">= {int(year):04}-01-01", f"< {int(year) + 1:04}-01-01"]
    return " and ".join(parts)
