"""Ages that a story tells, by grammar: "I'm 63", "my lad is seven", "our two-year-old"."""

from __future__ import annotations

import re
from fractions import Fraction

from e3.language.en.comparing_words import either
from e3.language.en.dates import MONTH_NAME
from e3.language.en.story_people import RELATION, YOU
from e3.language.en.told_days import WEEKDAY
from e3.language.en.whole_quantities import Quantity
from e3.policy.facts import Kind

_OLDEST = 120
_NOW = (
    r"(?:\s(?:both|exactly|now|just|already|only|still|currently|actually|a|all of|gone"
    r"|turned|hit|about to"
    r"|only just|recently turned|just gone|just turned|now aged|the same age,)){0,2}\s"
)
_BEFORE = re.compile(
    rf"(?:(?i:\b(?:i|he|she|they|we|who|both|us)(?:\sam|\sis|\sare|\swas|[’'](?:m|s|re))){_NOW}"
    rf"|(?i:\b(?:i|he|she|they|who|{RELATION})(?:\shas|\shave|[’'](?:s|ve))?"
    r"\s(?:just\s|only just\s|recently\s|already\s)?(?:gone|turned|hit|reached)\s)"
    rf"|\b(?:(?i:{RELATION})s?(?:,?\s(?!in\b|at\b)\w+,?)?|(?<!my\s)(?<!er\s)(?<!is\s)(?<!ir\s)(?<!the\s)"
    rf"[A-Z][a-z]+)(?:\sis|\sare|\swas|[’']s|,){_NOW}"
    r"|(?i:\bso\s(?:s?he[’']s\s|i[’']m\s)?still\s)"
    r"|(?i:\b(?:aged|age|turned|at|being|myself,|me,|i,|who[’']s|im|am|shes|hes)\s)"
    rf"|(?i:\b(?:{RELATION}s?|i|me)(?:\s[A-Z]\w+)?\s?\((?:aged?\s)?)"
    r"|\b[A-Z][a-z]+\s?\((?:aged?\s)?"
    rf"|(?i:\b(?:woman|man|widow|widower|lady|student|pensioner|{RELATION}) of\s))$"
)
_GOES_ON = either(
    "and, in, on, this, next, but, so, now, years, year, with, who, or, today, last, at, since,"
    " already, yesterday, living, working, still, soon, the, old, until, till, just, though, too,"
    " then, as, for, if, not, when, because, which, while, my, we, he, she, they, going, retired,"
    " single, married, studying, on, themselves, himself, herself, myself, respectively, can, is,"
    " has, have, wants, doing, from, mind, btw, fit, am, about to, exactly, lives, i,"
    " it, you, of age,"
    " weighs, works, needs, looking, trying, thinking, disabled, pregnant, female, male,"
    " lol, x, hoping, n, tomorrow"
)
_NO_AGE_AFTER = re.compile(
    rf"\s?(?:%|[ap]m\b|o[’']clock|of (?:us|them|the|my)\b|km\b|(?:/|:)\d|(?!{_GOES_ON}\b)[a-z]+|-"
    r"|or\s\w|to\s\w|-\s?\d|in (?:her|his|my|the) class)",
    re.IGNORECASE,
)
_SMALL = (
    "baby",
    "child",
    "son",
    "daughter",
    "kid",
    "little one",
    "boy",
    "girl",
    "puppy",
    "kitten",
    "bub",
    "newborn",
    "twin",
    "grandson",
    "granddaughter",
    "grandchild",
    "he",
    "she",
    "lad",
)
"""Whose age may be told in weeks or months."""
# "Seventy-nine and still gardening."
_ALONE = re.compile(
    r"(?:,|\sand)\s(?:still|single|retired|married|widowed|living|self-employed|disabled|fit|working)\b",
    re.IGNORECASE,
)
_HAVE_ONE = re.compile(
    r"\b(?:have|has|had|got|with|my|our|[’']ve)\s(?:only\s|just\s)?(?:\w+)(?:\s\w+)?,\s(?:aged\s)?$",
    re.IGNORECASE,
)
_MYSELF = ("woman", "man", "widow", "widower", "lady", "student", "pensioner")
_OF_SOMEBODY = re.compile(rf"\b({RELATION}|{'|'.join(_MYSELF)})s?\sof\s$", re.IGNORECASE)
_OLD = re.compile(r"[-\s]?(?:old|young|of age)\b(?!er)", re.IGNORECASE)
_OLD_NOUN = re.compile(r"[-\s]?olds?[-\s]((?:\w+\s){0,2}?)([\w-]+)", re.IGNORECASE)
_I_AM = re.compile(
    r"\b(?:i[’']?m|i am|as|being|me,|am)\s(?:a|an|currently a|just a|only a|now a)?\s?$",
    re.IGNORECASE,
)
_OF_THEIRS = re.compile(rf"^{RELATION}$", re.IGNORECASE)
_IS = re.compile(rf"\b(?:is|are){_NOW}$", re.IGNORECASE)
_HAS_SOMETHING = re.compile(r"(?:[’']s|\b(?:my|his|her|their))\s\w+(?:\s\w+)?\s(?:is|are)\s", re.I)
_THEN = either(
    "was, were, when, used to, back then, will be, would be, going to be, had been, turn, turns,"
    " turning, if, until, till, at the age of, anyone, everyone, be, under, started, left, since,"
    " you"
)
_ONCE = re.compile(rf"\b{_THEN}\b|[’']ll be\b", re.IGNORECASE)
_JUST_TURNED = re.compile(
    rf"\s(?:(?:back )?in {MONTH_NAME}|last (?:week|month|{WEEKDAY}|{MONTH_NAME})|yesterday|today"
    rf"|on {WEEKDAY}|this (?:week|month|year|morning)|a (?:week|month|few \w+) ago"
    r"|the other (?:day|week)|on the \w+|(?:on |at )?(?:my |his |her )?last birthday)(?=$"
    r"|[\s.,;!])",
    re.IGNORECASE,
)
# "She's three in January."
_TO_COME = re.compile(
    rf"\s(?:in|on)\s(?:\d+\w*\s)?{MONTH_NAME}\b|\s(?:next|tomorrow|soon|on {WEEKDAY})\b"
    r"|\sin (?:an?|two|three|four|\d+|a few|a couple of) (?:days?|weeks?|fortnight|months?)\b",
    re.IGNORECASE,
)
_NEXT_BIRTHDAY = re.compile(r"\s(?:on\s)?(?:my\s|his\s|her\s)?next birthday\b", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|never|no longer|without)\b|n[’']t\b", re.IGNORECASE)


# "I'm a nurse, 51, divorced."
_BEING = re.compile(
    r"(?:^|[,;]\s)(?:i[’']?m|i am)\s(?:an?\s)?(?!in\b|on\b|at\b|not\b)(?:[\w-]+\s){0,2}[\w-]+,\s$",
    re.IGNORECASE,
)


def is_age(quantity: Quantity, before: str, after: str, whose: str) -> bool:
    """Whether a quantity of a clause about somebody is how old they are, whenever that was."""
    amount = quantity.amount
    if not isinstance(amount, Fraction) or amount > _OLDEST:
        return False
    if quantity.kind is Kind.DURATION:
        is_time = quantity.unit in ("years", "months", "weeks", "days")
        said = _OF_SOMEBODY.search(before) or _OLD.match(after)
        # "Our baby is ten months."
        in_years = quantity.unit == "years" and _OF_THEIRS.match(whose)
        small = (
            (whose in _SMALL or in_years)
            and _BEFORE.search(before)
            and re.match(r"$|[.,;!?]|\snow\b", after)
        )
        return is_time and bool(said or small)
    if quantity.kind is None and re.search(r"\b(?:old|young)\sat\s$", before, re.IGNORECASE):
        return True
    halves = amount.denominator in (1, 2)
    if quantity.kind is not None or not halves or _NO_AGE_AFTER.match(after):
        return False
    if not before and amount >= 16 and _ALONE.match(after):
        return True
    if re.search(r"\bat\s$", before, re.IGNORECASE):  # "At 71 I still drive"
        return bool(re.match(r"\s?(?:i|he|she)\b|,", after, re.IGNORECASE))
    if _BEFORE.search(before):
        return True
    if _BEING.search(before) and re.match(r"$|[,.;!]|\sand\b", after):
        return amount >= 16
    return bool(
        _OF_THEIRS.match(whose) and _IS.search(before) and not _HAS_SOMETHING.search(before)
    )


def is_now(before: str, after: str) -> bool:
    """Whether somebody is of that age today."""
    if _NOT.search(before):
        return False
    if re.match(rf"\s(?:in {MONTH_NAME}\s)?last year\b", after, re.IGNORECASE):
        return False  # a birthday may have been since
    if _TO_COME.match(after) and not re.search(r"\b(?:turned|was|gone|hit)\s$", before, re.I):
        return False
    nearby = re.split(r"[,;(]|\band\b|\bbut\b", before)[-1] or before
    return not _ONCE.search(nearby) or bool(_JUST_TURNED.match(after))


def years_now(age: Fraction, after: str) -> Fraction | None:
    """How old somebody is who is so old on their next birthday; None where that is not said."""
    return age - 1 if _NEXT_BIRTHDAY.match(after) else None


def aged(before: str, after: str, whose: str) -> str:
    """Who is of an age: "a 14-year-old daughter" is not the teller."""
    if of := _OF_SOMEBODY.search(before):
        return whose if of[1].casefold() in _MYSELF else of[1].casefold()
    if whose == YOU and _HAVE_ONE.search(before):  # "I've two, aged 7 and 9"
        return "child"
    if not (found := _OLD_NOUN.match(after)):
        if re.match(r"[-\s]?olds?\b", after) and re.search(
            r"\b(?:an?|our|my|the)\s$", before, re.I
        ):
            return YOU if _I_AM.search(before) else "child"
        return whose
    if _I_AM.search(before):
        return YOU
    words = [*found[1].split(), found[2]]
    named = next((str(w).casefold() for w in words if _OF_THEIRS.match(w.rstrip("s"))), None)
    if named:
        return named.rstrip("s")
    if re.search(r"\b(?:my|our)\s$", before, re.IGNORECASE) and _is_noun(found[2]):
        return str(found[2]).casefold()
    return "child" if re.search(r"\b(?:my|our|an?)\s$", before, re.IGNORECASE) else whose


def _is_noun(word: str) -> bool:
    """Whether a word may name a thing, and does not go on with the sentence."""
    return not re.fullmatch(
        r"(?:is|has|was|and|in|at|to|who|for|with|as|on|goes|wants|can|will|had|got|just|she|he|but"
        r"|so|because|too|gets|needs|started|starts|broke|have|does)",
        word,
        re.IGNORECASE,
    )
