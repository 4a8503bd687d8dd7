"""Whom a clause of a story speaks of: the teller, somebody of theirs, or a thing (coreference)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from e3.language.en.comparing_words import either
from e3.language.en.numbers import NUMBER

YOU = "you"
"""Who tells the story."""

_MALE = (
    "son, boy, husband, boyfriend, fiancé, father, dad, brother, granddad, grandfather, grandson,"
    " uncle, nephew, stepson"
)
_FEMALE = (
    "daughter, girl, wife, girlfriend, fiancée, mother, mum, mom, sister, gran, grandmother,"
    " grandma, granddaughter, aunt, niece, stepdaughter"
)
RELATION = either(
    f"{_MALE}, {_FEMALE}, child, baby, kid, twin, partner, spouse, parent, grandchild, cousin,"
    " friend, neighbour, stepchild, carer, tenant, lodger, dog, cat, horse, puppy, youngest,"
    " eldest, oldest"
)
"""Words for people, and animals, of whom somebody tells that they are theirs."""
_HE = frozenset(_MALE.split(", "))
_SHE = frozenset(_FEMALE.split(", "))
_MEASURED = frozenset(
    "income salary wage wages pay rent weight height age pension balance savings debt rating score"
    " bmi".split()
)
"""What is measured of somebody, and is nobody itself."""
_DOES = either(
    "is, was, has, had, will, cost, costs, weighs, arrived, came, took, lasted, measures, stands,"
    " lies, broke, got, went"
)
_SUBJECT = re.compile(
    r"\b(?:(?P<you>i|we|me|myself|us)\b"
    rf"|(?:my|our|his|her|their)\s(?:\w+\s){{0,2}}?(?P<relation>{RELATION})\b"
    rf"|(?P<own>(?:my|our)\s(?:\w+\s)?(?=(?:{NUMBER})-years?-olds?\b))"
    r"|(?P<name>(?-i:[A-Z][a-z]+))(?=\sis\s|[’']s\s\d)"
    rf"|(?P<he>he|him)\b|(?P<she>she|her)\b|(?P<they>they)\b|(?P<it>it)(?=[’']s\b|\s{_DOES}\b)"
    r"|(?:the|my|our|this|that|an?)\s(?:(?!my|our|the)\w+\s){0,1}?(?P<thing>\w+)"
    rf"(?=(?:[’']s)?\s{_DOES}\b|[’']s\s))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Subjects:
    """Whom a clause speaks of, each with the place from which on."""

    found: tuple[tuple[int, str], ...]

    @classmethod
    def of(cls, clause: str, spoken_of: str) -> Subjects:
        """Those of a clause; `spoken_of` is whom the story spoke of before, for "he" and "she"."""
        return cls(tuple(_subjects(clause, spoken_of)))

    def at(self, place: int) -> str:
        """Who stands nearest before a place; a clause without anybody is the teller's."""
        before = [who for start, who in self.found if start <= place]
        return before[-1] if before else YOU

    @property
    def last_named(self) -> str | None:
        """The last of them who is not the teller."""
        named = [who for _, who in self.found if who not in (YOU, "it")]
        return named[-1] if named else None


def _subjects(clause: str, before: str) -> Iterator[tuple[int, str]]:
    for found in _SUBJECT.finditer(clause):
        thing = (found["thing"] or "").casefold()
        if found["you"] or thing in _MEASURED:
            yield found.start(), YOU
        elif found["own"]:
            yield found.start(), "child"
        elif named := found["relation"] or found["name"] or thing:
            yield found.end(), named.casefold()
        elif found["he"]:
            yield found.start(), before if before and before not in _SHE else "he"
        elif found["she"]:
            yield found.start(), before if before and before not in _HE else "she"
        elif found["they"]:
            yield found.start(), before or "they"
        else:
            yield found.start(), "it"
