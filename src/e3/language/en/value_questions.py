"""The question that asks for a value, made of the one that compares it (question generation).

A yes-or-no question stands in the order of a question already: "Do you keep more than six hens?"
becomes "How many hens do you keep?" where the words that compare go to its front. Where that would
be no good English, there is none, and the rule is asked with yes and no.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from e3.language.en import verbs
from e3.language.en.asked_also import says_more
from e3.language.en.compared_quantity import Compared
from e3.language.en.comparisons import compared
from e3.language.en.counted_things import is_somebody
from e3.language.en.grammar import (
    AUXILIARIES,
    BE,
    DETERMINERS,
    DO,
    MODALS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
)
from e3.policy.facts import Kind


@dataclass(frozen=True, slots=True)
class AskedValue:
    """How a value is asked for."""

    question: str
    name: str
    """What is measured, in a few words: "your age", "hens you keep"."""
    since: str = ""
    """The name of the day that `question` asks for, where time is counted since then."""


_ADJECTIVES = {
    "newer": "old",
    "shorter": "long",
    "longer": "long",
    "taller": "tall",
    "higher": "high",
    "lower": "high",
    "older": "old",
    "younger": "old",
    "wider": "wide",
    "narrower": "wide",
    "deeper": "deep",
    "thicker": "thick",
    "thinner": "thick",
}
_GOES_ALONG = re.compile(
    r"(?:before|after|ahead|late|later|early|old|long|tall|high|wide|deep|thick|ago|away|from|since"
    r"|in advance|beforehand|overdue|behind|in a row|of|up|below|above|clear|apart|pregnant"
    r"|short)\b",
    re.IGNORECASE,
)
_BELONGS = re.compile(r"(?:each|every|per|an?)\s\w+(?=\s|$)", re.IGNORECASE)
_SUBORDINATE = RELATIVES - {"when"}
_TURNED = (["reached"], ["turned"], ["attained"], ["hit"], ["not"])
_VERBS = ("reach", "hit", "pass", "top", "exceed", "surpass")
_OF_MANY = (["each"], ["every"], ["nobody"])
_LONGEST_HEAD = 14
_EVENTS = {
    "delivery": "When was it delivered?",
    "purchase": "When was it bought?",
    "booking": "When did you book?",
    "birth": "When was the birth?",
}
_CALENDAR = ("days", "weeks", "months", "years")
_NOW = re.compile(
    r"(?:are you (?:still )?\w+ing\b|is it\b|is this\b|are you$|do you ask)",
    re.IGNORECASE,
)


def value_question(question: str) -> str | None:
    """The question for what a yes-or-no question compares, where there is one."""
    found = compared(question)
    asked = None if found is None else asked_value(question, found)
    return None if asked is None else asked.question


def asked_value(question: str, found: Compared) -> AskedValue | None:
    """The question for what a question compares; None where there is no good one."""
    body = question.rstrip("? .")
    head = body[: found.phrase.start].strip()
    rest = body[found.phrase.end :].strip()
    words = head.casefold().split()
    if not words or words[0] not in AUXILIARIES or len(words) > _LONGEST_HEAD:
        return None
    if _SUBORDINATE.intersection(words) or says_more(head) or words[1:2] in _OF_MANY:
        return None
    # "Is it expected to pass £500?", "Do you earn £500 less than him?"
    if words[-1] == "to" or re.match(r"(?:less|more|fewer|\w+er)\sthan\b", rest):
        return None
    if found.is_age:
        return _age(head, rest, found)
    if words[0] in MODALS | DO and found.before in _VERBS:  # "Will the total top £500?"
        return None
    match found.kind:
        case Kind.DATE:
            return None if rest or not _ends_well(words) else _date(head)
        case Kind.MONEY:
            return _money(head, rest, found)
        case Kind.COUNT:
            return _count(body, head, found)
        case Kind.PERCENTAGE:
            return _percentage(head, rest)
    if found.unit == "year":
        made = re.sub(r"\sin$", "", head)  # "made in 2015 or later"
        done = made.endswith(" born") or _is_verb(made.split()[-1])
        return None if rest or not done else _asked("In which year", made)
    if found.kind is Kind.NUMBER and not found.unit:
        return None if rest or not _is_thing(words) else _asked("What", head)
    if found.kind is Kind.NUMBER and found.unit in ("weeks", "days", "years", "levels", "grades"):
        return None
    return _measured(question, head, rest, found)


def _asked(front: str, *parts: str, name: str = "", since: bool = False) -> AskedValue:
    said = " ".join(" ".join(part for part in parts if part).split()).replace(" ,", ",")
    said = f"{said[:1].casefold()}{said[1:]}"
    what = front.removeprefix("For ").removeprefix("By ").removeprefix("how many ")
    what = re.sub(r"^(?:how|what|when|in which)\s?(?:many|much|is)?\s?", "", what, flags=re.I)
    first, _, rest = said.partition(" ")
    name = name or " ".join([what, rest if first in AUXILIARIES else said]).strip()
    return AskedValue(f"{front} {said}?", name, name if since else "")


def _date(head: str, *, since: bool = False) -> AskedValue:
    """ "When were you born?" """
    _, _, what = head.partition(" ")
    if what.casefold().endswith(("date", "date of birth")):
        return _asked("What", head, name=f"date: {what}")
    return _asked("When", head, name=f"date: {what}", since=since)


def _is_thing(words: list[str]) -> bool:
    """Whether it is a form of "to be" and a thing: "Is your income"."""
    return words[0] in BE and len(words) > 1 and words[-1] not in PREPOSITIONS


def _ends_well(words: list[str]) -> bool:
    """Whether words end in a verb, or are a form of "to be" and its subject alone."""
    last, is_verb = words[-1], _is_verb(words[-1])
    if words[-1] in ("only", "first", "last", "of", "with"):
        return False
    if words[0] in BE and not _has_second_noun(words[1:]):
        return True
    return is_verb and last not in DETERMINERS and len(words) > 2


def _is_verb(word: str) -> bool:
    forms = (verbs.past, verbs.participle, verbs.gerund)
    return word in verbs.BASES or any(form(word) for form in forms)


def _has_second_noun(words: list[str]) -> bool:
    """Whether something follows the subject that is no part of it: "is it | a van"."""
    if words[:1] and words[0] in PRONOUNS:
        rest = words[1:]
        verb = rest == ["born"] or (
            rest[:1] and any(form(rest[0]) for form in (verbs.participle, verbs.gerund))
        )
        return bool(rest) and not (verb and len(rest) == 1)
    determined = [n for n, word in enumerate(words) if word in DETERMINERS]
    return any(n and words[n - 1] not in PREPOSITIONS for n in determined)


def _age(head: str, rest: str, found: Compared) -> AskedValue | None:
    rest = re.sub(r"^(?:years?\s)?(?:old|of age)\b|\byet$", "", rest).strip(" ,")
    head = re.sub(r"\s(?:aged|of(?: age)?|already|still)$", "", head, flags=re.IGNORECASE)
    head = _whose_age(head)
    if " " not in head:  # "Are aged 16 or over?": nobody is named whose age it is
        return None
    if re.match(r"have\s|has\s", head, re.IGNORECASE) and found.before.split()[:1] in _TURNED:
        who = head.split(maxsplit=1)[1]
        head = f"are {who}" if who == "you" else f"is {who}"
    first = head.split(maxsplit=1)[0].casefold()
    turns = first in MODALS and not head.endswith((" be", " aged"))
    if first in DO or turns:  # "Will you turn 18 before May?"
        return None
    who = head.split(maxsplit=1)[1].removesuffix(" be")
    if re.match(r"(?:(?:some|any)(?:one|body)|an?|any)\b", who, re.IGNORECASE):
        return None
    name = "your age" if who == "you" else f"age of {who}"
    return _asked("How old", head, rest, name=" ".join([name, rest]).strip())


_THE_AGE = re.compile(
    r"(?P<is>is|was)\s(?:(?P<you>your)|(?P<who>.+)[’']s|the)\sage(?:\sof\s(?P<of>.+))?",
    re.IGNORECASE,
)


def _whose_age(head: str) -> str:
    """ "Is your age" asks of you, "is your child's age" of your child."""
    found = _THE_AGE.fullmatch(head)
    if found is None:
        return re.sub(r"\sage$", "", head, flags=re.IGNORECASE)
    if found["you"]:
        return {"is": "are", "was": "were"}[found["is"].casefold()] + " you"
    who = found["who"] or found["of"]
    return f"{found['is']} {who}" if who else found["is"]


def _money(head: str, rest: str, found: Compared) -> AskedValue | None:
    words = head.casefold().split()
    if found.quantity.is_genitive or not (_ends_well(words) or words[-1] == "worth"):
        return None
    along, rest = _along(rest)
    along = " ".join(part for part in (found.quantity.period, along) if part)
    if along.strip().startswith("of"):
        return None
    return _asked("How much", head, along, rest)


def _count(body: str, head: str, found: Compared) -> AskedValue | None:
    if found.things is None:
        return None
    end = max(found.things.end, found.phrase.end)
    rest = body[end:].strip()
    words = head.casefold().split()
    front = f"How many {found.things.of(body)}"
    if of := re.match(r"of\s[\w-]+\s?", rest):  # "glasses of milk"
        front, rest = f"{front} {of[0].strip()}", rest[of.end() :]
    if len(words) == 1:  # the things are the subject: "Do more than four pupils come?"
        if words[0] == "did" or not rest:
            return None
        aux = {"do": "", "does": "", "has": "have", "is": "are", "was": "were"}
        return _asked(front, aux.get(words[0], words[0]), rest)
    if words[-1] == "there":
        return _asked(front, head, rest)
    if words[0] in BE or not _ends_well(words):
        return None
    return _asked(front, head, rest)


def _percentage(head: str, rest: str) -> AskedValue | None:
    words = head.casefold().split()
    if words[-1] == "by" and not rest:
        return _asked("By what percentage", head.rsplit(maxsplit=1)[0])
    if len(words) == 1 or not rest.startswith("of ") or not _ends_well(words):
        return None
    cut = re.search(r"\s(?:to|for|from|on|at|by|when|as|in)\s", rest[3:])
    of, after = (rest[: cut.start() + 3], rest[cut.start() + 3 :]) if cut else (rest, "")
    return _asked(f"What percentage {of}", head, after)


def _measured(question: str, head: str, rest: str, found: Compared) -> AskedValue | None:
    """Times, lengths, weights: "How many miles from your home is the school?" """
    words = head.casefold().split()
    unit = found.unit
    if "unable" in words:
        return None
    if words[:2] in (["is", "there"], ["was", "there"]):
        head = f"{'are' if words[0] == 'is' else 'were'}{head[len(words[0]) :]}"
    if found.quantity.is_genitive:
        thing = re.match(
            rf"(?:[\w-]+\s(?={_DONE_SO_LONG}\b))?[\w-]+(?:\s(?:of\s)?(?:service|rent|notice))?",
            rest,
        )
        if not thing or words[0] in BE or not _ends_well(words):
            return None
        return _asked(f"How many {unit}’ {thing[0]}", head, rest[thing.end() :])
    if found.before.startswith(_LATELY):
        return _lately(words, head, rest, found)
    if found.before == "inside":
        return None
    if found.before.startswith("within"):
        return _within(head, rest, found)
    if found.before.startswith(("in the first", "up to")) or found.quantity.kind is None:
        return None
    if re.search(r"\s(?:before|ahead|beforehand)\sor\s", found.phrase.of(question)):
        return None
    ago = rest == "ago" or re.search(r"\sago\sor\s", found.phrase.of(question))
    if ago and unit in _CALENDAR and words[0] in ("did", "was", "were"):
        return _date(head, since=True) if _ends_well(words) else None
    if words == ["is", "it"]:
        return None
    if words[-1] == "for" or found.before.startswith("for"):
        head = head.removesuffix(" for")
        clause = head.casefold().split()
        return _asked(f"For how many {unit}", head, rest) if len(clause) > 2 or rest else None
    if words[-1] == "by" and not rest:
        return _asked(f"By how many {unit}", head.rsplit(maxsplit=1)[0])
    if len(words) == 1:  # "Have six months gone by since the burial?"
        aux = {"has": "have", "have": "have", "will": "will"}.get(words[0])
        since = re.search(r"\b(?:gone by|passed|gone|elapsed)\s(since\s.+)", rest)
        return _asked(f"How many {unit}", aux, rest) if aux and since else None
    if not _ends_well(words):
        return None
    adjective = next((a for c, a in _ADJECTIVES.items() if f" {c} than" in f" {found.before}"), "")
    if re.search(r"\sor\s(?:older|younger|newer)$", found.phrase.of(question), re.IGNORECASE):
        adjective = "old"
    if adjective == "long" and found.kind is Kind.DISTANCE and is_somebody(" ".join(words[1:])):
        adjective = "tall"
    along, rest = _along(rest)
    if not along and (how := _HOW.match(question[found.quantity.span.end : found.phrase.end])):
        adjective = adjective or how[1]  # "six years old or more"
    if adjective and (along or words[0] not in BE):
        return None
    if rest and not along and "-" in found.quantity.span.of(question):
        return None  # "the 14-day cooling-off period"
    if words[-1] == "weigh":
        return _asked("How much", head, rest)
    return _asked(f"How many {unit} {adjective}{along}".strip(), head, rest)


_DONE_SO_LONG = "(?:experience|training|practice|work|employment|insurance)"
_LATELY = (
    "in the",
    "from the",
    "within the last",
    "within the past",
    "within the prev",
    "within the next",
    "during the",
)


def _lately(words: list[str], head: str, rest: str, found: Compared) -> AskedValue | None:
    """ "When was the boiler serviced?" """
    asks_when = words[0] in ("was", "were") and found.unit in _CALENDAR
    if not asks_when or rest or "next" in found.before or "first" in found.before:
        return None
    return _date(head, since=True)


_HOW = re.compile(r"\s(old|pregnant|tall|high|long|wide|deep|late|away)\sor\s", re.IGNORECASE)


def _along(rest: str) -> tuple[str, str]:
    """The words that go to the front with a quantity, and those that stay."""
    if _GOES_ALONG.match(rest):
        cut = re.search(r",\s", rest)
        return (rest[: cut.start()], rest[cut.start() :]) if cut else (rest, "")
    if found := _BELONGS.match(rest):
        return found[0], rest[found.end() :].strip()
    return "", rest


def _within(head: str, rest: str, found: Compared) -> AskedValue | None:
    """ "within 7 days of delivery": the day of that is asked for, where it is today that counts."""
    of = re.match(r"(?:of|after|from|since)\s(.+)", rest)
    if of is None:
        return None
    if found.kind is Kind.DISTANCE:
        return (
            _asked(f"How many {found.unit} from {of[1]}", head)
            if _ends_well(head.casefold().split())
            else None
        )
    event = of[1].strip()
    if (
        found.unit in _CALENDAR
        and _NOW.match(head)
        and not event.casefold().split()[0].endswith("ing")
    ):
        if asked := _EVENTS.get(event.casefold()):
            return AskedValue(asked, f"date of {event}", f"date of {event}")
        if re.match(r"(?:the|your)\s(?:\w+\s){0,2}\w+$", event, re.IGNORECASE):
            return AskedValue(f"When was {event}?", f"date of {event}", f"date of {event}")
    return _asked(f"How many {found.unit} after {event}", head)
