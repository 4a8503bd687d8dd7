"""What a question compares without a word that does: "Have you held a licence for two years?"

At least as much is meant.
"""

from __future__ import annotations

import re

from e3.language.en import verbs
from e3.language.en.compared_quantity import Compared, made
from e3.language.en.comparing_words import either
from e3.language.en.quantities import CHANGE
from e3.language.en.whole_quantities import Quantity
from e3.policy.amounts import written
from e3.policy.facts import Kind
from e3.text import Span

# "Have you held a licence for two years?", "two years' experience", "Have you reached 66?"
_FOR = re.compile(
    r"\b(?:for|[a-z]{3,}ed by|lasted|lasts|(?<!the )(?<!your )(?<!its )last|be|been|served|least"
    r"|completed?)\s*"
    r"(?:a full |a total of |(?:all of )?the (?:last |past )?|a |another )?$",
    re.IGNORECASE,
)
_REACHED = re.compile(
    r"\b(?:reached|turned|attained|hit|reach|turn|attain)\s*(?:the age of |age |your )?$",
    re.IGNORECASE,
)
# "Have you yet to turn 18?", "Has she not turned 12 yet?"
_NOT_YET = re.compile(r"\b(?:yet to|not yet|not)\s$", re.IGNORECASE)
# "Did you turn 18 before the course began?" asks for an age on another day.
_ON_A_DAY = re.compile(r"\s(?:before|by the time|when|while)\b", re.IGNORECASE)
_BEFORE = re.compile(
    r"\b(?:before|until|since|when)\s(?:you|he|she|they|the\s\w+)\s", re.IGNORECASE
)
_CHILD = re.compile(
    r"^is (?:your|the) (?:\w+ )?(?:child|son|daughter|baby|pupil)\s$", re.IGNORECASE
)
_OLD = re.compile(r"\sold\?$", re.IGNORECASE)
_OF = either("service, experience, contribution, contributions, membership, training, residence")
_LIES_AHEAD = re.compile(
    rf"\s(?:(?:of|in)\s(?:a row|(?:\w+\s){{0,2}}{_OF})|ahead|before|beforehand|old|long|gone by"
    r"|of\s(?:the\s|your\s)?\w+\s(?:unpaid|owing|overdue|outstanding)"
    r"|passed|after|since|away|late|early|overdue|in advance|behind"
    r"|in arrears|pregnant)\b",
    re.IGNORECASE,
)
# "Are there empty seats a week before leaving?" asks for the seats.
_THERE_ARE = re.compile(r"(?:is|are|was|were)\sthere\s\w", re.IGNORECASE)
_GIVES = re.compile(  # "Have you given the other side 14 days to reply?"
    r"\b(?:give|gave|given|allow|allowed)\s(?:(?:the|your|his|her)\s)?(?:\w+\s){1,2}$",
    re.IGNORECASE,
)
_TIMES = re.compile(r"\stimes(?:$|\?|\s(?:already|before|in|this|since)\b)", re.IGNORECASE)
_HAVE = re.compile(r"(?:have|has|had|did)\s", re.IGNORECASE)
_STAYED = re.compile(  # "Have you been here two years?", "Did your friend stay 90 days?"
    r"(?:have|has|had)\s.*\bbeen\s(?:here|there|with\sus|a\s\w+)\s$"
    r"|(?:have|has|had)\s.*\bbeen\s\w+ing\s(?:(?:here|there)\s)?$"
    r"|(?:have|has|had)\s.*\b(?:lived|worked|stayed|served)\s(?:here|there|with\sus)\s$"
    r"|did\s(?:you|your\s\w+|the\s\w+)\s(?:have to\s)?"
    r"(?:stay|work|wait|patrol|train|serve|spend|sleep|live)\s$",
    re.IGNORECASE,
)
# "Have you gone 12 months without a claim?"
_GONE = re.compile(
    r"(?:have|has|had|did)\s.*\b(?:gone|go)\s(?:the\s(?:last|past)\s)?$", re.IGNORECASE
)
_WITHOUT = re.compile(r"\swithout\b", re.IGNORECASE)
_USED = re.compile(r"(?:have|has)\s.*\bused\s(?:up\s)?(?:your|his|her|all)\s$", re.IGNORECASE)
# "Have you spent six months there?", "clocked up 200 hours", "waited the full 14 days"
_DONE = re.compile(
    r"^(?:have|has|had)\s.*\b(?P<verb>(?!(?:up|in|out|full|whole|further|another)\b)[a-z]+)(?:(?<!\bbeen)\s(?:up|in|out))?"
    r"\s(?:(?:the|a|your|another)\s(?:full|whole|further)\s|another\s)?$",
    re.IGNORECASE,
)
_GO_BACK = re.compile(r"(?:do|does|did)\s.*\bgo\sback\s$", re.IGNORECASE)
# "Are 28 days left before it?", "Do 14 days lie between them?"
_STANDS = re.compile(
    r"(?:do|does|did|are|is|were|was|have|has|had|will|would)\s(?:there\s(?:be\s)?)?$",
    re.IGNORECASE,
)
# "Have six neighbours agreed?"; not "Are six of you"
_SUBJECT = re.compile(
    r"\s(?:[\w-]+\s)?(?:[a-z-]+s|children|people|men|women)\s[a-z]", re.IGNORECASE
)
_BETWEEN = re.compile(
    r"\s(?:(?:lie|lay|pass)\sbetween|left|remain(?:ing)?|between|to (?:go|run))\b", re.IGNORECASE
)
_HAS = re.compile(r"\b(?:have|has|had|completed|done|paid|do|served|did)\s$", re.IGNORECASE)


# "Have you made 120 payments?", "Does your society have 15 members?"; two may well be just two
_MANY = re.compile(
    r"(?:(?:have|has|had|did)\s.*\b(?!(?:the|your|all|of|in|for|at|to|those|these|first|last|any)\b)"
    r"(?:put\sin|[a-z]+)"
    r"(?<!past)(?<!previous)|(?:do|does)\s.*\bhave|(?:have|has)\s.*\bbeen\sto"
    r"|(?:do|does|have|has)\s.*\b(?:signatures|support|backing|agreement|consent)\sof)\s$",
    re.IGNORECASE,
)
_HOLDS = re.compile(  # "Can you show 18,000 crowns?", "Does the dam hold 20,000 cubic metres?"
    r"(?:(?:do|does)\s.*\bhave|(?:do|does|can|could)\s.*\b(?:show|hold|get|reach|produce))\s$",
    re.IGNORECASE,
)
_ROOM_FOR = re.compile(
    r"(?:do|does|is|are|have|has)\s.*\b"
    r"(?:room|space|seats|seating|places|beds|big enough|large enough)\sfor\s$",
    re.IGNORECASE,
)
_OF_THINGS = re.compile(
    r"\s(?:(?!of\b)[\w-]+\s){0,2}?(?:[a-z-]+s|children|people|men|women)\b", re.IGNORECASE
)


_FUNDS_OF = re.compile(
    r"\b(?:have|has|hold|show|own|prove)\s(?:\w+\s)?(?:savings|funds|capital|assets|income)\sof\s$",
    re.IGNORECASE,
)
_SPENT = re.compile(
    r".*\binsured for\s$|(?:have|has|had|did)\s.*\b(?:had|received|spen[dt]|raised?|saved?"
    r"|earn(?:ed)?|collect(?:ed)?|donated?|lost|lose|put(?:\sin)?|banked|invest(?:ed)?|deposited"
    r"|contributed?|made|make|taken\sin|brought\sin|turned\sover|set\saside)\s$"
    r"|(?:do|does)\s.*\b(?:earn|save|(?:pay|bring|take)\sin|take\shome|turn\sover|make"
    r"|(?:put|set)\saside)\s$",
    re.IGNORECASE,
)
_CARRIES = re.compile(
    r"(?:can|could)\s.*\b(?:lift|carry|hold|bear|take)\s$"
    r"|(?:have|has|had|did)\s.*\b(?:lost|lose|gain(?:ed)?|caught|catch|collect(?:ed)?|put on)\s$",
    re.IGNORECASE,
)
_SO_FAR = re.compile(
    r"(?:(?:can|could)\s.*|.*\bunable to\s)\b"
    r"(?:walk|swim|run|row|ride|do|read|jog|cycle|climb|hike|march|paddle|reach)\s$"
    r"|(?:do|does|will|did|are|is)\s.*\b(?:keep|stay|stand|leave|keeping|staying|leaving)\s$"
    r"|(?:will|do|does|would)\s$"
    r"|.*\b(?:cleared?|free|extends?|runs?)\sfor\s$",  # "cleared for 3 metres all around"
    re.IGNORECASE,
)
_THERE_IS = re.compile(  # "Is there a gap of 3 metres between the sheds?"
    r"(?:is|are|was|were)\sthere\san?\s(?!.*\b(?:limit|cap|maximum|charge|rule|ban)\b)"
    r"(?:[\w-]+\s){1,3}of\s$",
    re.IGNORECASE,
)
# "Is there a metre of clear space beside it?", "Are the hives ten metres from any path?"
_CLEAR = re.compile(r"(?:is|are|was|were)\sthere\s$", re.IGNORECASE)
_FREE = re.compile(r"\s(?:of|between|left|clear|free)\b", re.IGNORECASE)
_IS_APART = re.compile(
    r"(?:is|are|was|were|will|would)\s(?:(?:the|your|all)\s(?:[\w-]+\s){1,2}|it\s|they\s)(?:be\s)?$",
    re.IGNORECASE,
)
_APART = re.compile(r"\s(?:from|away|apart|clear|back)\b", re.IGNORECASE)
_SHARE_OF = re.compile(
    r"^(?:have|has|do|does|did|is|are|was|were|will|would)\s$"
    r"|\b(?:owns?|holds?|have|has|paid|got|get|scored?|completed|attended"
    r"|raised|by|(?:make|makes|made|making|take|takes) up"
    r"|(?:signatures|support|backing|agreement|consent) of)\s$",
    re.IGNORECASE,
)


def unsigned(question: str, quantity: Quantity) -> Compared | None:
    """A quantity that nothing compares, where at least as much is meant."""
    test = f">= {written(quantity.amount)}"
    head = question[: quantity.span.start]
    if quantity.kind is None:
        if (
            (found := _REACHED.search(head))
            and not _BEFORE.search(head)
            and not _ON_A_DAY.match(question, quantity.span.end)
        ):
            start = found.start()
            if still := _NOT_YET.search(head[:start]):
                start, test = still.start(), f"< {written(quantity.amount)}"
            return made(quantity, test, Span(start, quantity.span.end), found[0])
        if (
            quantity.amount not in (1, 2)
            and (_MANY.match(head) or _ROOM_FOR.match(head))
            and _OF_THINGS.match(question, quantity.span.end)
        ):
            return made(quantity, test, quantity.span)
        many = quantity.amount not in (1, 2)
        if many and _STANDS.fullmatch(head) and _SUBJECT.match(question, quantity.span.end):
            return made(quantity, test, quantity.span)
        if many and _HAVE.match(head) and _TIMES.match(question, quantity.span.end):
            return made(quantity, test, quantity.span)
        if (
            _HAVE.match(head)
            and head.casefold().endswith(" for ")
            and _OF_THINGS.match(question, quantity.span.end)
        ):
            return made(quantity, test, quantity.span)
        # "Is your child 2?"; "Are you 18?" may well mean 18 or over.
        if _CHILD.match(head) and not question[quantity.span.end :].strip("? "):
            return made(quantity, f"== {written(quantity.amount)}", quantity.span)
        return None
    if quantity.kind in (Kind.NUMBER, Kind.MONEY) and _HOLDS.match(head):
        return made(quantity, test, quantity.span)
    if quantity.kind is Kind.NUMBER and quantity.amount != 1 and _MANY.match(head):
        return made(quantity, test, quantity.span)
    if quantity.kind is Kind.MONEY and (_FUNDS_OF.search(head) or _SPENT.match(head)):
        return made(quantity, test, quantity.span)
    if quantity.kind is Kind.PERCENTAGE and (
        _SHARE_OF.search(head) or _MANY.match(head) or CHANGE.search(head)
    ):
        return made(quantity, test, quantity.span)
    if quantity.kind in (Kind.DISTANCE, Kind.NUMBER) and _THERE_IS.match(head):
        return made(quantity, test, quantity.span)
    if quantity.kind is Kind.DISTANCE and (
        _SO_FAR.match(head)
        or (_CLEAR.fullmatch(head) and _FREE.match(question, quantity.span.end))
        or (_IS_APART.fullmatch(head) and _APART.match(question, quantity.span.end))
    ):
        return made(quantity, test, quantity.span)
    if quantity.kind is Kind.WEIGHT and _CARRIES.match(head):
        return made(quantity, test, quantity.span)
    if quantity.kind is not Kind.DURATION:
        return None
    if quantity.unit == "years" and _CHILD.match(head) and _OLD.match(question, quantity.span.end):
        return made(quantity, f"== {written(quantity.amount)}", quantity.span)
    if re.search(
        r"\b(?:in|your|the) first\s*$|\b(?:those|these)\s*$|\b(?<!for )the\s*$", head, re.IGNORECASE
    ):
        return None
    ahead = not _THERE_ARE.match(head) and _LIES_AHEAD.match(question, quantity.span.end)
    if quantity.is_genitive or ahead:
        return made(quantity, test, quantity.span)
    if _STANDS.fullmatch(head) and _BETWEEN.match(question, quantity.span.end):
        return made(quantity, test, quantity.span)
    done = _HAS.search(head) or _has_done(head) or _GIVES.search(head)
    done = done or _STAYED.match(head) or _USED.match(head) or _GO_BACK.match(head)
    done = done or (_GONE.match(head) and _WITHOUT.match(question, quantity.span.end))
    # "Do you have one year in the trade?"; a day ticket is no time
    said = quantity.span.of(question).casefold().startswith(("one", "1"))
    owned = said and re.match(r"(?:do|does)\s.*\bhave\s$", head, re.IGNORECASE)
    if quantity.period or (done and (owned or quantity.amount != 1)):
        return made(quantity, test, quantity.span)
    if found := _FOR.search(head):
        if not found[0].casefold().startswith("for"):  # "Did the power cut last a day?"
            return made(quantity, test, quantity.span)
        return made(quantity, test, Span(found.start(), quantity.span.end), found[0])
    return None


def _has_done(head: str) -> bool:
    """Whether words end in what somebody has done: "Have you spent"."""
    found = _DONE.search(head)
    verb = found["verb"].casefold() if found else ""
    return verb != "gone" and (verb.endswith(("ed", "n")) or verbs.participle(verb) is not None)
