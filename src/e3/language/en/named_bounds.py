"""Comparisons whose bound has a name and no sign: "in the last six weeks", "your 16th birthday".

Time since something is a value where it is sure to have happened: "Was the boiler serviced in the
past year?" Of "Have you had surgery in the past year?" most would have to say never; it stays one
of yes and no.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from e3.language.en import verbs
from e3.language.en.compared_quantity import Compared, made
from e3.language.en.grammar import DETERMINERS
from e3.language.en.numbers import NUMBER, ORDINAL, number_in
from e3.language.en.unit_words import unit_named
from e3.language.en.whole_quantities import Quantity
from e3.policy.amounts import written
from e3.policy.facts import Kind
from e3.text import Span

_LAST = re.compile(
    r"\b(?:in|within|during|from)\s(?:the|your|its|their)\s(?:last|past|previous|preceding)\s$",
    re.IGNORECASE,
)
_LAST_ONE = re.compile(r"\bthe\s(?:last|past)\s(day|week|month|year)\?$", re.IGNORECASE)
_FIRST_ONE = re.compile(  # "Is it within the first year?"
    r"(?<=^is it )(?:still )?within\s(?:the|its)\sfirst\s(hour|day|week|month|year)(?=\?|$)",
    re.IGNORECASE,
)
_NEXT = re.compile(r"\b(?:in|within)\sthe\snext\s$", re.IGNORECASE)
_WILL_BE = re.compile(
    r"(?:are|will)\syou\s\w+|(?:is|are|will|does|do)\s(?:the|your|its)\s", re.IGNORECASE
)
_FIRST = re.compile(
    r"\b(?P<how>completed|finished|past|through)\s(?:the|your|his|her|their|its)\sfirst\s$",
    re.IGNORECASE,
)
_ONE_OF_TWO = re.compile(r"\b(?:or|and)\b|,", re.IGNORECASE)
_DONE_TO = re.compile(  # "Was the medicine prescribed for you …?"
    r"(?:was|were)\s(?:the|your|his|her|its|this|that)\s.*?(\w+)"
    r"(?:\sin|\s(?:for|to|by)\s(?:you|him|her|them))?\s"
)
_DATED = re.compile(r".*\s(?:dated|issued|signed)\s", re.IGNORECASE)
_DID = re.compile(
    r"did\s(?:you|he|she|they|it|(?:the|your|his|her)\s\w+)\s(?P<verb>\w+)(?P<what>.*?)\s",
    re.IGNORECASE,
)
_LIES_IN = re.compile(
    r"(?:is|are)\s(?:it|(?:the|your|this)\s(?:\w+\s)?\w+)\s(?:still\s)?", re.IGNORECASE
)
_FALLS_IN = re.compile(  # "Does the gap fall within the last six tax years?"
    r"(?:does|did|do)\s(?:it|they|(?:the|your|this)\s(?:\w+\s)?\w+)\s(?:fall|lie)\s", re.IGNORECASE
)
_SURE = frozenset(
    "die leave retire arrive graduate start begin end open close join move marry qualify".split()
)
"""What is done once, and to nothing."""


def named(question: str, found: Sequence[Quantity]) -> Compared | None:
    """What a question compares with a bound that has a name; None where it is unsure."""
    if len(found) == 1 and found[0].kind is Kind.DURATION:
        return _time(question, found[0])
    if not found and (one := _LAST_ONE.search(question)):
        return _time(question, _one(one))
    if not found and (one := _FIRST_ONE.search(question)):
        return made(_one(one), "<= 1", Span(*one.span()), "within the first")
    if later := _PAST.search(question):
        return _past(later)
    if numbered := _NUMBERED.search(question):
        return _numbered(numbered)
    if years := _YEARS.search(question):
        return _one_of(years)
    if (of_age := _AT_AGE.match(question)) and not _ONE_OF_TWO.search(of_age["what"]):
        return _at_age(of_age)
    if birthday := _BIRTHDAY.search(question):
        return _birthday(birthday)
    return None


def _one(found: re.Match[str]) -> Quantity:
    """A unit that is said without a number: "the last year"."""
    kind, unit = unit_named(found[1]) or (None, "")
    return Quantity(Fraction(1), kind, unit, Span(*found.span(1)))


def _time(question: str, quantity: Quantity) -> Compared | None:
    head, rest = question[: quantity.span.start], question[quantity.span.end :].strip("? ")
    amount = written(quantity.amount)
    if last := _LAST.search(head):
        phrase = Span(last.start(), quantity.span.end)
        before = question[: last.start()]
        lies = _LIES_IN.fullmatch(before) and re.match(r"$|of\s|before\s", rest)
        made_before = re.match(r"(?:$|before\s(?:the|your|his|her)\s)", rest)
        falls = not rest and _FALLS_IN.fullmatch(before)
        if lies or falls or (made_before and _has_happened(before)):
            return made(quantity, f"<= {amount}", phrase, last[0])
    elif (soon := _NEXT.search(head)) and not rest and _WILL_BE.match(head):
        gone = question[: soon.start()]
        if not _ONE_OF_TWO.search(gone) and not re.search(r"\san?\s", gone):
            return made(quantity, f"<= {amount}", Span(soon.start(), quantity.span.end), soon[0])
    elif first := _FIRST.search(head):
        sign = ">" if first["how"].casefold() in ("past", "through") else ">="
        return made(
            quantity, f"{sign} {amount}", Span(first.start("how"), quantity.span.end), first[0]
        )
    return None


def _has_happened(before: str) -> bool:
    """Whether what is asked for has surely happened, and only when is the question."""
    if _ONE_OF_TWO.search(before):
        return False
    if _DATED.fullmatch(before):
        return True
    if done := _DONE_TO.fullmatch(before.casefold()):
        return verbs.participle(done[1]) is not None
    did = _DID.fullmatch(before)
    if did is None or re.search(r"\b(?:to|so)\b", did["what"]):
        return False
    if did["verb"].casefold() in ("have", "get", "take", "opt"):  # may never have been
        return False
    what = did["what"].casefold().split()
    if not what:
        return did["verb"].casefold() in _SURE
    definite = what[0] in DETERMINERS and what[0] not in ("a", "an", "any", "another", "some")
    return definite or (len(what) <= 2 and what[0] not in DETERMINERS | {"away", "in"})


# "Are you past the 36th week?", "Has your firm reached its tenth year?"
_PAST = re.compile(
    rf"\b(?P<how>past|beyond|after|reached|into)\s(?:the|your|its|his|her|their)\s"
    rf"(?P<number>{ORDINAL})\s(?P<what>week|day|month|year)"
    r"(?=\?|$|\s(?:here|with us|of (?:the|your|her)?\s?\w+)\?)",
    re.IGNORECASE,
)


def _past(found: re.Match[str]) -> Compared | None:
    number = number_in(found["number"])
    if number is None:
        return None
    span, unit = Span(*found.span()), f"{found['what'].casefold()}s"
    quantity = Quantity(number, None, "", span)
    sign = ">=" if found["how"].casefold() in ("reached", "into") else ">"
    return Compared(Kind.NUMBER, unit, f"{sign} {written(number)}", span, quantity)


# "Is the wind above force 7?", "Have you reached day 4 of your illness?"
_SIGNS_OF_NAMED = {
    r"past|beyond|after|above|over|(?:higher|later|stronger|more|worse) than": ">",
    r"below|under|before|(?:lower|weaker|less) than": "<",
    r"reached|passed|at least": ">=",
    r"up to|at most": "<=",
}
_NUMBERED = re.compile(
    rf"\b(?P<sign>{'|'.join(_SIGNS_OF_NAMED)})\s"
    rf"(?P<what>force|day|week|month|grade|level|stage|magnitude|category)\s"
    rf"(?P<number>{NUMBER})(?=\?|$|\sof\s(?:the|your|her|a|pregnancy)\b)",
    re.IGNORECASE,
)


def _numbered(found: re.Match[str]) -> Compared | None:
    number, said = number_in(found["number"]), found["sign"].casefold()
    if number is None:
        return None
    sign = next(sign for words, sign in _SIGNS_OF_NAMED.items() if re.fullmatch(words, said))
    what = found["what"].casefold()
    span, unit = Span(*found.span()), what if what in ("force", "magnitude") else f"{what}s"
    quantity = Quantity(number, None, "", span)
    return Compared(Kind.NUMBER, unit, f"{sign} {written(number)}", span, quantity, before=said)


_YEARS = re.compile(
    rf"(?P<before>^(?:are|is|were|was)\s(?:you|(?:the|your)\s\w+)\s(?:aged\s)?)"
    rf"(?P<list>(?:{NUMBER})(?:,\s(?:{NUMBER}))+,?\sor\s(?:{NUMBER}))(?:\syears\sold)?(?=\?|$)",
    re.IGNORECASE,
)


def _one_of(found: re.Match[str]) -> Compared | None:
    """ "Are you 16, 17 or 18?" """
    years = [number_in(each) for each in re.split(r",\s(?:or\s)?|\sor\s", found["list"])]
    low, high = years[0], years[-1]
    if low is None or high is None or years != [low + n for n in range(len(years))]:
        return None
    span = Span(found.start("list"), found.end())
    quantity = Quantity(low, None, "", span)
    return _age(quantity, f">= {written(low)} and <= {written(high)}", span, "")


# "Did you remarry before age 60?", "Did you leave school before 16?"; at 16 is on the clock too.
# "Did you leave care after your 16th birthday?" is at 16 or later.
_AT_AGE = re.compile(
    r"^(?:did|do|does|will)\s(?:(?:the|your)\s)?\w+\s(?P<what>[^,?]*?)"
    r"(?P<said>(?P<sign>before|after)\s(?:"
    rf"(?:the\sage\sof\s|age\s|(?<=leave\sschool\sbefore\s))(?P<age>{NUMBER})"
    r"|(?:your|his|her|their|(?:the|a|your)\s\w+[’']s)\s"
    rf"(?P<birthday>{ORDINAL})\sbirthday))(?=\?|$)",
    re.IGNORECASE,
)


def _at_age(found: re.Match[str]) -> Compared | None:
    """How old somebody was then, which is not how old they are."""
    by = "age" if found["age"] else "birthday"
    age = number_in(found[by])
    is_bare = by == "age" and "age" not in found["said"].casefold()
    if age is None or (age < 13 and is_bare):
        return None
    sign = "<" if found["sign"].casefold() == "before" else ">" if by == "age" else ">="
    span = Span(found.start("said"), found.end())
    quantity = Quantity(age, None, "", Span(*found.span(by)))
    return Compared(Kind.NUMBER, "years", f"{sign} {written(age)}", span, quantity)


_BIRTHDAY = re.compile(
    r"^(?:have|has|are|is)\s(?:you|he|she|they|(?:the|your)\s\w+)\s(?:already\s)?"
    r"(?P<had>(?:(?<!re )(?<!is )(?:had|reached|passed|celebrated)|past)\s"
    rf"(?:your|his|her|their|its|an?|the)\s(?P<age>{ORDINAL})\sbirthday)(?=\?|$)",
    re.IGNORECASE,
)


def _birthday(found: re.Match[str]) -> Compared | None:
    """ "Has your baby had a first birthday?" """
    age = number_in(found["age"])
    if age is None:
        return None
    span = Span(*found.span("had"))
    return _age(Quantity(age, None, "", span), f">= {written(age)}", span, "reached")


def _age(quantity: Quantity, test: str, phrase: Span, before: str) -> Compared:
    assert isinstance(quantity.amount, Fraction)
    return Compared(Kind.NUMBER, "years", test, phrase, quantity, is_age=True, before=before)
