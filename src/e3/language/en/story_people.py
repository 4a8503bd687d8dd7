"""Whom a clause of a story speaks of: the teller, somebody of theirs, or a thing (coreference)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from e3.language.en.comparing_words import either
from e3.language.en.numbers import NUMBER

YOU = "you"
"""Who tells the story."""
IT = "it"
"""What a story speaks of without having named it."""

_MALE = (
    "son, boy, lad, husband, hubby, boyfriend, fiancé, father, dad, brother, granddad, grandad,"
    " grandpa, grandfather, grandson, uncle, nephew, stepson, father-in-law, brother-in-law,"
    " ex-husband, stepdad, bf"
)
_FEMALE = (
    "daughter, girl, lass, wife, missus, girlfriend, fiancée, mother, mum, mom, mam, sister, gran,"
    " nan, nana, grandmother, grandma, granddaughter, aunt, auntie, niece, stepdaughter,"
    " mother-in-law, sister-in-law, ex-wife, stepmum, gf"
)
_EITHER = (
    "child, baby, bub, newborn, toddler, little one, kid, twin, partner, other half, spouse,"
    " parent, grandchild, cousin, friend, mate, buddy, pal, neighbour, neighbor, stepchild, carer,"
    " tenant, lodger, flatmate, housemate, colleague, boss, landlord, landlady, ex-partner, ex,"
    " youngest, eldest, oldest, teenager, foster child, employer, manager, supervisor,"
    " bloke, teacher,"
    " doctor, apprentice, student, pupil, guest, client, customer, agent, builder, roommate,"
    " business partner, subtenant, younger one, older one, middle one, other one"
)
_ANIMALS = (
    "dog, cat, horse, puppy, kitten, pony, rabbit, labrador, tortoise, parrot, budgie,"
    " hamster, mare,"
    " spaniel, terrier, collie, greyhound"
)
RELATION = either(f"{_MALE}, {_FEMALE}, {_EITHER}, {_ANIMALS}, children, babies")
"""Words for people, and animals, of whom somebody tells that they are theirs."""
_CALLED = either("mum, mom, dad, mam, nan, nana, gran, grandma, grandad, granddad, grandpa")
"""Words for people that may be used as their names."""
_HE = frozenset(_MALE.split(", "))
_SHE = frozenset(_FEMALE.split(", "))
_MAY_BE_THEY = frozenset(_EITHER.split(", ")) | {"children", "babies"}
_ARE_IT = frozenset(_ANIMALS.split(", ")) | {"baby"}
_MINE = re.compile(r"\b(?:me|my|us|our)\b", re.IGNORECASE)
MEASURED = frozenset(
    "income salary wage wages pay rent weight height age pension balance savings debt rating score"
    " bmi rate bill deposit mortgage overdraft fine fee fees dob birthday birth notice hours shift"
    " shifts commute journey benefit benefits allowance bonus tax passport licence license visa"
    " pot attendance loan earnings takings profit turnover limit takehome bp temperature waist"
    " payment payments premium refund grant share award settlement contribution appointment hearing"
    " interview operation mot handicap reading number".split()
)
"""What is measured of somebody, and is nobody itself."""
_DOES = (
    r"(?:is|was|are|were|has|had|have|will|can|does|did|do|gets?|got|goes|went|comes?|came|takes?"
    r"|took|makes?|made|says?|said|works?|lives?|weighs?|weighed|costs?|measures?|stands|lies|broke"
    r"|earns?|pays?|paid|turns?|turned|died|passed|left|lasts|lasted|runs?|ran|began|begins|starts?"
    r"|puts?|keeps?|kept|reckons?|charges?|offers?|leaves?|sits|sleeps?|drives?|drove|uses?|walks?"
    r"|claims?|receives?|spends?|spent|saves?|gave|gives?|bought|sold|found|wrote|rang|told|sent|reads?"
    r"|shows?|reaches|grew|fell|broke|sank|opened|closed|sat|studies|teaches|swims?|plays?"
    r"|started|ends?|ended|finishes|expires|arrived|owes?|owns?|needs?|wants?|holds?|held|stays?|stayed|moved|retired"
    r"|just|only|also|still|already|now|both|never|always|recently|\w+ed)\b"
)
_NO_THING = either(
    "which, that, who, what, it, there, one, for, of, in, on, at, to, with, from, by, and, or, but,"
    " so, as, than, then, when, while, if, my, our, the, this, a, an, i, we, he, she, they, me, us,"
    " not, just, only, also, still, already, now, both, never, always, been, is, was, has, had, am,"
    " are, day, night, week, fortnight, month, year, hour, morning, afternoon, evening,"
    " time, bit, lot,"
    " few, couple, first, last, next, same, other, nearest, closest, alone, itself, all"
)
_OWN = r"(?:my|our|his|her|their)"
_OF_NOUN = rf"(?:(?!{_OWN}\b|the\b|and\b|for\b|to\b|with\b|of\b|in\b|on\b|at\b)[\w-]+\s){{0,2}}?"
_AFTER_NOUN = either("for, to, from, in, on, at, with, and, but, that, which, by, last, about, off")
# "my student loan"
_IS_NO_PERSON = (
    r"\s(?:loans?|benefit|maintenance|support|seat|visa|account|discount|house|accommodation|monitor"
    r"|food|walker|company|finance|railcard|card|care|tax|school|flat|allowance|insurance)\b"
)
# "the lease on my flat has", "our flight to Lagos is"
_WITH_PLACE = (
    r"\s(?:on|to|from|for|in|at|of)\s(?:(?:my|our|the|his|her|this|an?)\s)?[\w-]+(?:\s[\w-]+)?\s"
    r"(?:is|was|are|were|has|had|costs?|runs?|ends?|ended|weighs?|measures?|came|comes|went|takes?"
    r"|took|lasts?|lasted)\b"
)
_SUBJECT = re.compile(
    # "the fence he's put up is"
    r"\b(?:(?:the|my|our|his|her|this)\s(?:\w+\s)?(?P<made>(?!who\b|that\b)[\w-]+)\s(?:that\s|which\s)?"
    r"(?:i|he|she|we|they)(?:[’'](?:s|ve|d)|\shas|\shave|\shad)?\s(?:\w+\s){1,3}?"
    r"(?=(?:is|was|weighs|costs?|measures)\b)|"
    r"(?P<you>i|we|(?<!owes\s)(?<!owe\s)(?<!owed\s)me|myself|us)\b|(?P<he>he|him)\b|(?P<she>she|her(?!\s\w))\b|(?P<they>they)\b"
    rf"|(?P<it>it)(?=[’']s\b|[’']d\b|[’']ll\b|\s{_DOES})"
    rf"|(?:{_OWN}|the|an?|one|{RELATION}[’']s)\s{_OF_NOUN}(?P<relation>{RELATION})s?\b(?![\w-])(?!{_IS_NO_PERSON})"
    rf"(?![’']s\s(?:\w+\s)?{RELATION}\b)"
    r"(?:,?\s(?-i:[A-Z][a-z]+)(?=[\s,’'(]))?"
    rf"|(?P<own>(?:my|our)\s(?:\w+\s)?(?=(?:{NUMBER})[-\s]years?[-\s]olds?\b))"
    rf"|(?P<those>{RELATION})s?(?=\s(?:who|aged)\b)"
    rf"|(?P<called>{_CALLED}|(?:^|(?<=,\s)|(?<=\band\s)){RELATION}(?=\s{_DOES}))(?![’']s\s{RELATION}\b)(?=[’']s\b|\s{_DOES}|\s[a-z]{{2,}}s\b|\s\(|,)"
    rf"|(?-i:(?P<name>[A-Z][a-z]+))(?=(?:[’']s|\s(?:is|has|was|turned|gets|earns|weighs|works|lives)"
    r"|\s\(|,\s(?:\d|who|aged))(?!\w))"
    rf"|(?:the|my|our|his|her|their|this|an?)\s{_OF_NOUN}(?P<thing>(?!{_NO_THING}\b|{RELATION}[’']s\s{RELATION}\b)"
    r"[\w-]+)"
    rf"(?:(?=(?:[’']s)?\s(?:itself\s)?{_DOES}|[’']s\s|{_WITH_PLACE})|(?P<object>(?=\s{_AFTER_NOUN}\b|[.,;!?]|$))))",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"\b(?:in|on|at|of|for|with|to|from|by|about|over|under|near|into|round|behind|past)\s$",
    re.IGNORECASE,
)
_TELLERS = frozenset("flat house home bungalow apartment room job place cottage studio".split())
"""What is the teller's own, and is told of themselves."""
_NOBODY = frozenset(
    "I It He She They We You There This That These Those What Who And But So If When Then The My Ou"
    "r"
    " His Her Their Now Since For At In On By Is Was Not No Yes Monday Tuesday Wednesday Thursday"
    " Friday Saturday Sunday Everyone Nobody Someone Anyone Which Where How Can Do Does Did Would"
    " Rent Work Childcare Interest Just Only Recently Finally Already Still Both Got Been Came"
    " Bought Started Moved Turned Had Have Hello Hi Hiya Dear Sorry Please Well".split()
)
_PARTS = re.compile(r"[,;:(]|\b(?:and|but|while|because|that|who|whose|so|though|although)\b", re.I)
_GOES_ON = re.compile(
    rf"[’']s\b|\s?\(|,|\s(?:who|whose|aged|and (?:i|me)\b|{_DOES})", re.IGNORECASE
)
_IS_SUBJECT = re.compile(
    rf"{_GOES_ON.pattern}|\s(?:(?:{NUMBER})\b(?!\s\w+\sago\b)|[£€$]|as\s(?:only\s)?(?:{NUMBER}))",
    re.IGNORECASE,
)
_DONE_TO_IT = re.compile(
    r"\b(?:sent|bought|got|took|put|had|made|paid for|[a-z]{3,}ed)\s$", re.IGNORECASE
)
_I_AM = re.compile(r"\b(?:i[’']?m(?:\s\w+\sand)?|i am|as|i was)(?:\san?)?\s$", re.IGNORECASE)
_OWNS = re.compile(rf"[’']s\s(?!{_DOES}|an?\b|got\b|not\b|the\b)[a-z]+")  # "Dad's house"


@dataclass(frozen=True, slots=True)
class Spoken:
    """Whom a story has spoken of so far."""

    subject: str = YOU
    he: str = "he"
    she: str = "she"
    they: str = "they"
    it: str = IT
    his: str = ""
    """The man that the sentence speaks of, and `hers` the woman: whom "he" means after it."""
    hers: str = ""

    def and_of(self, who: str, *, is_thing: bool, owns: bool) -> Spoken:
        """The same after somebody or something was named, or who `owns` what is spoken of."""
        if is_thing:
            return replace(self, it=who)
        # "Nan minds the little one. She's 68", "My brother had Dad's house. He's 52".
        second = owns or who not in _HE | _SHE
        he = self.his if second and self.his else who
        she = self.hers if second and self.hers else who
        return replace(
            self,
            he=self.he if who in _SHE else he,
            she=self.she if who in _HE else she,
            his=who if who in _HE and not owns else self.his,
            hers=who if who in _SHE and not owns else self.hers,
            they=who if who in _MAY_BE_THEY else self.they,
            it=who if who in _ARE_IT else self.it,
        )


@dataclass(frozen=True, slots=True)
class Subjects:
    """Whom a clause speaks of, each with the place from which on."""

    found: tuple[tuple[int, str], ...]
    before: Spoken
    then: Spoken

    @classmethod
    def of(cls, clause: str, spoken: Spoken) -> Subjects:
        """Those of a clause, after a story has spoken of others."""
        found: list[tuple[int, str]] = []
        then = spoken
        last = 0
        for each in _SUBJECT.finditer(clause):
            who, is_thing = _who(each, then, clause)
            if not who:
                continue
            if _is_named(each):
                owns = bool(_OWNS.match(clause, each.end()))
                then = then.and_of(who, is_thing=is_thing, owns=owns)
            joined = bool(found) and not _PARTS.search(clause, last, each.start())
            if _is_subject(each, clause, joined=joined):
                found.append((each.end() if _is_named(each) else each.start(), who))
                last = each.end()
        then = replace(then, subject=found[-1][1] if found else spoken.subject)
        return cls(tuple(found), spoken, then)

    def at(self, place: int) -> str:
        """Who stands nearest before a place; where there is nobody, who was the subject before."""
        before = [who for start, who in self.found if start <= place]
        return before[-1] if before else self.before.subject


def _is_named(found: re.Match[str]) -> bool:
    """Whether somebody or something is named, and not only pointed to."""
    names = ("made", "relation", "those", "called", "name", "thing")
    return any(found[name] for name in names)


def _who(found: re.Match[str], spoken: Spoken, clause: str) -> tuple[str, bool]:
    """Who is meant, and whether it is a thing; empty where it is nobody."""
    if found["you"]:
        return YOU, False
    if found["own"]:
        return "child", False
    if found["he"]:
        return spoken.he, False
    if found["she"]:
        return spoken.she, False
    if found["they"]:  # who does something to the teller is nobody of theirs
        return (YOU if _MINE.search(clause) else spoken.they), False
    if found["it"]:
        return spoken.it, True
    if found["name"] and (found["name"] in _NOBODY or _INSIDE.search(clause, 0, found.start())):
        return "", False
    if found["name"] and found["name"].casefold() in MEASURED:  # "Pension is £200 a week"
        return YOU, False
    if named := found["relation"] or found["those"] or found["called"] or found["name"]:
        return named.casefold(), False
    # "My GPA is 3.4"
    said = found["made"] or found["thing"]
    is_sign = sum(letter.isupper() or letter.isdigit() for letter in said) > 1
    thing = said.casefold()
    own = found[0][:2].casefold() in ("my", "ou")
    whose = {"his": spoken.he, "her": spoken.she, "their": spoken.they}
    if thing in MEASURED or is_sign:
        return whose.get(found[0].split()[0].casefold(), YOU), False
    if own and thing in _TELLERS:
        return YOU, False
    return thing, True


def _is_subject(found: re.Match[str], clause: str, *, joined: bool) -> bool:
    """Whether what follows is told of it: "I look after my brother for 35 hours" is not."""
    if found["you"] or found["he"] or found["she"]:
        return not (joined and found[0].casefold() in ("me", "us", "him", "her"))
    if found["object"] is not None:
        return False
    if found["it"] and _DONE_TO_IT.search(clause, 0, found.start()):  # "Sent it recorded"
        return False
    if not _is_named(found) or found["made"]:
        return True
    if (found["relation"] or found["thing"]) and _I_AM.search(
        clause, 0, found.start()
    ):  # "I'm a big lad"
        return False
    thing = (found["thing"] or "").casefold()
    if thing and _INSIDE.search(clause, 0, found.start()):
        return False
    if thing in MEASURED and joined:
        return found[0][:2].casefold() in ("my", "ou")
    if not joined:
        return True
    inside = _INSIDE.search(clause, 0, found.start())
    if inside and re.match(r"[’']s\s\d", clause[found.end() :]):  # "at her dad's 2 nights a week"
        return False
    follows = _GOES_ON if inside else _IS_SUBJECT
    return bool(follows.match(clause, found.end()))
