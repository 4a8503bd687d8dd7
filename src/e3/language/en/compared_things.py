"""Of what a question compares an amount: somebody's age, a year, a length of time, a number.

Where the rest of the question leaves a doubt, it compares nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from e3.language.en.asked_also import TWO_THINGS, asks_for_two
from e3.language.en.compared_quantity import Compared
from e3.language.en.comparing_words import either
from e3.language.en.counted_things import MEASURES, NO_THING, counted, is_somebody
from e3.language.en.story_people import RELATION
from e3.language.en.whole_quantities import Quantity
from e3.policy.facts import Kind
from e3.text import Span

_SUBJECT = re.compile(
    r"^(?:is|are|was|were|will|would|have|has|must)\s"
    r"(?P<who>you(?:\s(?:an?|the)\s(?:young\s)?(?:person|child|adult|minor))?|they|he|she|we|it\s(?:for\s)?an?\s(?:child|baby|kid)|(?:your|the|each|this|that|an?|some)\s.+?"
    r"|(?:some|any)(?:one|body)\b.*?|[A-Z]\w+)\s(?:(?:still|already|now|just|also|currently)\s)?"
    r"(?:be\s|being\s)?(?:aged\s|age\s|the\sage\sof\s|of\s(?:age\s)?)?$",
    re.IGNORECASE,
)
_AGE_TAIL = re.compile(
    r"^(?:\s?years?)?(?:\s(?:old|of age))?"
    r"(?:$|,|\s(?:on|when|at|by|in|before|today|now|during|this|next)\b)",
    re.IGNORECASE,
)
_ANYBODY = either(
    "any, all, both, none, everyone, everybody, anyone, anybody, nobody, either, one of"
)
_ANY_OF = re.compile(
    rf"^\w+\s(?:{_ANYBODY}\b|(?:you|they|(?:the|your)\s\w+)\s(?:both|all|each)\b)", re.IGNORECASE
)
# "Does either of you earn more than £100,000?" asks for the most that one of them does.
_ANY_EARNS = re.compile(
    r"(?:do|does)\s(?:any|either)\s(?:of\s)?(?:(?:the|your)\s)?(?:you|parents?|partners?)\searn\s$",
    re.IGNORECASE,
)
# "Is anyone in your home 66 or over?" asks for the age of the oldest there.
_ANYBODY_AGED = re.compile(
    r"(?:is|was)\sany(?:one|body)\s(?:else\s)?(?:living\s)?(?:in|at|on)\s(?:the|your|this)\s"
    r"(?:\w+\s)?\w+\s(?:aged\s)?$",
    re.IGNORECASE,
)
_EACH = re.compile(r"^\w+\s(?:each|every)\b", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:unable|fail(?:ed)? to|not(?! counting| including)|never|no longer)\b|n[’']t\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\b(?:but|unless|while|whose|which)\b|,\s(?:or|and)\s"
    r"|\b(?:and|or)\s(?:are|is|do|have|in|living|a)\b|^\sand\b"
    r"|^\s(?:by|x|×)\s(?=[\d.]+\s(?:m|met|cm|feet|ft|foot|inches|x|×|by))",
    re.IGNORECASE,
)


_CHILD = re.compile(r"(?:young )?(?:child|adult|person)", re.IGNORECASE)
_THINGS_AGED = re.compile(
    r"\b(?:vehicle|car|van|building|house|home|boat|bike|caravan|system|policy|mortgage|it)\b",
    re.IGNORECASE,
)


def of_what(question: str, found: Compared) -> Compared | None:
    """The comparison with what it is of, where the rest of the question leaves no doubt."""
    body = question.rstrip("? ")
    head, rest = body[: found.phrase.start], body[found.phrase.end :]
    # "Were you unable to work for more than five days?"
    lasts = found.before.startswith("for") or head.endswith("for ")
    denied = _DENIED.search(head)
    none = re.match(r"(?:is|are|was|were)\sthere\sno\s|.*\bnothing\s$", head, re.IGNORECASE)
    if none and found.kind is Kind.DISTANCE:
        found = _failing(found)
    if denied and denied[0].casefold() == "unable" and found.kind is Kind.DISTANCE:
        found = _failing(found)  # who is unable to walk 50 metres walks less
    elif denied and denied[0].casefold().startswith("fail") and found.before == "within":
        found = _failing(found)  # who fails to do it within 30 days takes longer
    elif denied and not (lasts and denied[0].casefold() in ("unable", "not", "n't", "n’t")):
        return None
    # "Has nobody slept there for 30 nights?"; "Was every bay within 200 metres full?"
    nobody = lasts and re.match(r"^\w+\snobody\b", body, re.IGNORECASE)
    earns = _ANY_EARNS.match(head) and found.kind is Kind.MONEY
    oldest = _ANYBODY_AGED.match(head) and not rest and " and " not in found.test
    if _ANY_OF.match(body) and not (nobody or earns or oldest):
        return None
    if found.quantity.kind is not None and _EACH.match(body) and _IS_SO.fullmatch(rest):
        return None
    # "within 200 metres of a farm or a market" is one distance
    goes = _EITHER_PLACE.sub("", rest) if found.kind is Kind.DISTANCE else rest
    if (_GOES_ON.search(goes) and not _LEAVES_OUT.match(rest)) or _IN_WRITING.match(rest):
        return None
    if asks_for_two(head, rest, found):
        return None
    found = _turned(body, found, rest)
    if found.quantity.kind is None:
        return _bare(body, found, head, rest)
    if found.unit == "°C" and _STEEP.search(body):
        return replace(found, unit="degrees")
    if found.unit == "GBP" and _HEAVY.search(body) and not re.search("£", found.phrase.of(body)):
        return replace(found, kind=Kind.WEIGHT, unit="lb")
    return _years(body, found, head, rest) if found.unit == "years" else found


_YEARS_OLD = re.compile(r"\s?(?:old|of age)\b", re.IGNORECASE)
_ONE_PERSON = re.compile(
    rf"(?:is|are|was|were)\s(?:you|he|she|(?:your|the)\s(?:{RELATION}|child|person|applicant))\s",
    re.IGNORECASE,
)
_LONG = re.compile(r"\b(?:longer|shorter)\b", re.IGNORECASE)


def _years(body: str, found: Compared, head: str, rest: str) -> Compared | None:
    """How old somebody is: "18 years old", "18 years of age or over", "Are you above 35 years?" """
    is_plain = found.phrase == found.quantity.span
    if not (_YEARS_OLD.match(rest) or _YEARS_OLD.match(body, found.quantity.span.end)):
        is_age = _ONE_PERSON.fullmatch(head) and not (
            rest or is_plain or _LONG.search(found.before)
        )
        return replace(found, kind=Kind.NUMBER, is_age=True) if is_age else found
    if is_plain and found.test[:2] != "==":
        return None  # "Is she two years old?" may well mean two or over
    who = _SUBJECT.match(head)
    is_person = who and not _THINGS_AGED.search(who["who"])
    return replace(found, kind=Kind.NUMBER, is_age=True) if is_person else found


_IS_SO = re.compile(r"\s\w+")
_IN_WRITING = re.compile(r"\s(?:(?:ahead|notice|before)\s)?in writing$", re.IGNORECASE)
_EITHER_PLACE = re.compile(r"^\s(?:of|from)\s[^,;]*?\sor\san?\s", re.IGNORECASE)


def _failing(found: Compared) -> Compared:
    sign, amount = found.test.split(" ", 1)
    signs = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}
    return replace(found, test=f"{signs[sign]} {amount}") if sign in signs else found


_LEAVES_OUT = re.compile(r",\s(?:not counting|leaving out|excluding|including)\b", re.IGNORECASE)
_HEAVY = re.compile(r"\b(?:weigh\w*|load|luggage|heav\w+|bag)\b", re.IGNORECASE)
_STEEP = re.compile(
    r"\b(?:slop\w+|gradient|pitch\w*|steep\w*|angle|tilt\w*|inclin\w+|lean\w*)\b", re.I
)
_TURNS = {">": "<", "<": ">", ">=": "<=", "<=": ">="}


def is_year(quantity: Quantity) -> bool:
    """Whether a bare number may well be a year."""
    amount = quantity.amount
    return quantity.kind is None and isinstance(amount, Fraction) and 1800 <= amount <= 2100


_NEW = re.compile(r"\b(?:newer|more recent)\b", re.IGNORECASE)
_AHEAD_OR = re.compile(
    r"\s(?:before|beforehand|ahead|ago)\sor\s(?:earlier|later|sooner)$", re.IGNORECASE
)
_OLD = re.compile(r"\bolder\b", re.IGNORECASE)


def _turned(body: str, found: Compared, rest: str) -> Compared:
    """A comparison of how much is less time, or an earlier year.

    "Later than 30 minutes before sailing" is less than 30 minutes before it, "a year ago or
    earlier" at least a year, "newer than ten years" less, and "older than 2010" before 2010.
    """
    said = found.phrase.of(body)
    ahead = re.search(r"\b(?:later|earlier|sooner) than", found.before)
    is_ahead = ahead and re.match(r"\s(?:before|ahead|ago)", rest, re.IGNORECASE)
    if found.kind is Kind.DURATION:
        turns = bool(is_ahead or _NEW.search(said) or _AHEAD_OR.search(said))
    else:
        turns = is_year(found.quantity) and bool(_OLD.search(said))
    sign, amount = found.test.split(" ", 1)
    return replace(found, test=f"{_TURNS[sign]} {amount}") if turns and sign in _TURNS else found


# "Did you join before 2022?" may have to be answered with never; born is everybody.
_MAY_NEVER = re.compile(r"\w+\syou\s(?!.*\bborn\b)", re.IGNORECASE)


# "Are you in Band 6 or up?"
_NAMED = re.compile(
    r"\b(week|day|year|level|grade|month|band|tier|category|stage|step|class|force)\s$",
    re.IGNORECASE,
)
_PLURALS = {"category": "categories", "class": "classes", "force": "force"}
_AGE_GROUP = re.compile(r"\sage (?:group|range|bracket|band)$", re.IGNORECASE)
_IN_GROUP = re.compile(r"(?:are|is)\s(?:you|(?:the|your)\s\w+)\s(?=in\sthe\s$)", re.IGNORECASE)


def _age_group(body: str, found: Compared, rest: str) -> Compared | None:
    """ "Are you in the 16 to 25 age group?" """
    who = _IN_GROUP.match(body[: found.phrase.start])
    if who is None or not _AGE_GROUP.fullmatch(rest):
        return None
    phrase = Span(who.end(), len(body))
    return replace(found, kind=Kind.NUMBER, unit="years", is_age=True, phrase=phrase)


def _bare(body: str, found: Compared, head: str, rest: str) -> Compared | None:
    """A number without a unit: a year, an age, a score, or things that are counted."""
    if is_year(found.quantity) and not rest.strip():
        if _MAY_NEVER.match(head):
            return None
        dated = re.search(r"\b(?:before|after|since|in|by|from)\b", found.before)
        dated = dated or _NEW.search(found.phrase.of(body)) or _OLD.search(found.phrase.of(body))
        later = re.search(r"\bin\s$", head) and re.search("later|earlier", found.phrase.of(body))
        if dated or later:
            return replace(found, kind=Kind.NUMBER, unit="year")
    if re.search(r"\b(?:years|grades|levels|rounds)\s$", head, re.IGNORECASE):
        return None  # "in Years 7 to 9"
    if named := _NAMED.search(head):
        return replace(
            found, kind=Kind.NUMBER, unit=_PLURALS.get(word := named[1].casefold(), f"{word}s")
        )
    if of_age := _age_group(body, found, rest):
        return of_age
    amount = found.quantity.amount
    assert isinstance(amount, Fraction)
    who = _SUBJECT.match(head)
    between = Span(found.quantity.span.end, found.phrase.end).of(body)
    counts = re.match(rf"\s(?!{NO_THING}\b)[a-z]", between)
    aged = "reach" in found.before or "turn" in found.before
    if amount.denominator != 1:
        return counted(body, found, head)
    said = re.search(r"\b(?:aged?|older|younger)\b", body[len(head.rstrip()) - 5 :], re.IGNORECASE)
    if aged or (
        not counts
        and who
        and amount <= 120
        and _AGE_TAIL.match(rest)
        and not MEASURES.search(head.partition(" of ")[0])
        and (said or is_somebody(who["who"]))
    ):
        two = who and TWO_THINGS.search(who["who"].partition(" who")[0])
        if who and two and not _CHILD.match(who["who"], two.end()):
            return None
        return replace(found, kind=Kind.NUMBER, unit="years", is_age=True)
    return counted(body, found, head)
