"""What a text says of its own parts: what a part is called, where it is named, what a word means.

“Clause 5 does not apply to …”, “see ‘Late applications’ below”, “‘Vacated’ – the unit is empty”.
Lines and sentences come with single blanks alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from e3.text import Span

_KIND = (
    r"(?:sub-?)?(?:sections?|parts?|chapters?|append(?:ix|ices)|annex(?:e|es)?|schedules?|articles?"
    r"|rules?|regulations?|clauses?|paragraphs?|paras?|conditions?|steps?|tables?|items?|points?)"
)
_NUMBER = r"(?:\d{1,3}(?:\.\d{1,3})*|[A-Z]\d{0,3}(?:\.\d{1,3})*|[IVXLC]{1,6}(?:\.\d{1,3})*)"
_BELOW = r"(?:\((?:[a-z]|[ivx]{1,4}|\d{1,2})\))*"
_NUMBERED = rf"{_NUMBER}{_BELOW}(?![\w%])"

_CALLED = re.compile(
    rf"[*_]*(?:(?i:{_KIND})\s+|§\s*)(?P<number>{_NUMBER})(?:\s*[.:)–—*_]+[.:)]*|\s+-+\s|\s*$)"
)
"""A part that says what kind it is: “Section 4 – …”, “§ 12”."""
_COUNTED = re.compile(
    r"[*_]*(?P<number>\d{1,3}(?:\.\d{1,3})+|[A-Z]\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,6}(?:\.\d{1,3})+"
    r"|(?:\d{1,3}|[A-Z]|[IVXLC]{1,6})(?=[.:)]|\s+[–—-]\s))[.:)]?[*_]*(?=\s|$)"
)
"""One that has a number alone: “4.2 You must …”, “B1. …”, “IV. …”."""

_TITLE_COUNTED = re.compile(r"[*_]*(?P<number>\d{1,2}|[IVX]{2,5})[*_]*\s+(?=[“\"‘'(*_]*[A-Z])")
"""The same of a title, which has no other number before a capital: “4 Late applications”."""

_SIGN = re.compile(r"\s*(?:#+\s*|[-•–‣◦▪●○·]\s+|\*\s+|\([a-z0-9]{1,3}\)\s+)?")

_AND = r"\s*(?:,|,?\s+(?:and|or|nor|to)|–|-)\s*"
_NAMED = re.compile(
    rf"(?:(?i:\b{_KIND})\s+|§+\s*)(?P<numbers>{_NUMBERED}(?:{_AND}(?:(?i:{_KIND})\s+)?{_NUMBERED})*)"
)
_BARE = re.compile(
    r"(?<![\w£$€.,])(?:\d{1,3}(?:\.\d{1,3})+|[A-Z]\d{1,3})(?:\([a-z]\))?(?![\w%.]\w|%)"
)
"""A number that names a part without saying its kind: “neither 3.4 nor B6”."""
_ONE = re.compile(rf"{_NUMBER}{_BELOW}")
_STEPS = re.compile(r"\(|\)")

_NEAR = 30
"""Letters around a title that are looked at."""
_OPENS = re.compile(r"[\"“‘'*_]\s*$")
_CLOSES = re.compile(r"\s*[.?!:]?[\"”’'*_]")
_LEADS = re.compile(
    r"\b(?:see|under|headed|called|titled|to\s+the|in\s+the|part\s+on|section\s+on)\s+(?:the\s+)?$",
    re.IGNORECASE,
)

_TERM = r"[^\W\d_][\w’'/-]*(?:\s+[\w’'/-]+){0,5}"
_DEFINED = (
    # “Vacated” – the unit is empty. **Home** is the house. *Working day*: Monday to Friday.
    re.compile(
        rf"""[(]?["“‘'*_]+(?:an?\s+|the\s+)?(?P<term>{_TERM})[,:.]?["”’'*_]+"""
        r"\s*(?::|[–—=-]|\(|(?:here\s+)?(?:means?|is|are|includes?|refers?\s+to|stands?\s+for|has|have|covers?|counts?)\b|\w)",
        re.IGNORECASE,
    ),
    re.compile(rf"by\s+(?:an?\s+|the\s+)?(?P<term>{_TERM}?)\s+(?:we|is)\s+mean", re.IGNORECASE),
    re.compile(
        rf"(?:in\s+th(?:is|ese)\s+[\w\s]+,\s+)?(?:an?\s+|the\s+)?(?P<term>{_TERM}?)\s+"
        r"(?:means?|includes?|refers?\s+to|is\s+understood|is\s+defined|counts?\s+as)\b",
        re.IGNORECASE,
    ),
)
_TITLED = re.compile(
    r"(?:what|who|when|how)\b.*?\b(?:counts?\s+as|(?:we|do\s+we)\s+mean\s+by|is\s+meant\s+by|is|are|as)\s+"
    rf"(?:an?\s+|the\s+|your\s+)?(?P<term>{_TERM})\W*$|(?:the\s+)?(?:meaning|definition)s?\s+of\s+"
    rf"(?:an?\s+|the\s+)?(?P<of>{_TERM})\W*$",
    re.IGNORECASE,
)
_NO_TERMS = frozenset("it this that these those you we us they there he she which what who".split())

_ANYWHERE = re.compile(
    r"\b(?:nothing|none\s+of\s+what|whatever(?:\s+else)?)\b[^.]{0,60}\b(?:this|these|here|above)\b"
    r"|\bth(?:is|ese|e)\s+(?:\w+\s+)?(?:polic(?:y|ies)|rules|scheme|terms|guid(?:e|ance)|handbook|booklet|agreement)"
    r"\s+(?:do|does)\s+not\s+apply",
    re.IGNORECASE,
)
_EXCEPTS = re.compile(
    r"\b(?:not|except|unless|instead|replace[sd]?|despite|subject\s+to|suspended|without|neither|nor"
    r"|however|forfeits?|cannot|only|but|none|no)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Named:
    """A part that is named: its number, behind that of the part it is in, where that is said."""

    numbers: tuple[str, ...]


def number_of(line: str, *, title: bool = False) -> str | None:
    """The number that a line gives the part it begins: “4.2”, “B1”, “IV”."""
    found = _numbered(line, title)
    return found["number"].rstrip(".") if found else None


def without_number(line: str, *, title: bool = False) -> str:
    """The words of a line behind the number of its part, and behind the sign of a bullet."""
    line = line[sign.end() :] if (sign := _SIGN.match(line)) else line
    found = _numbered(line, title)
    return line[found.end() :].lstrip(" .:)–—-\t") if found else line


def _numbered(line: str, title: bool) -> re.Match[str] | None:
    found = _CALLED.match(line) or _COUNTED.match(line)
    return found or (_TITLE_COUNTED.match(line) if title else None)


def named_in(sentence: str) -> Iterator[Named]:
    """The parts that a sentence names by their numbers."""
    found = list(_NAMED.finditer(sentence))
    for match in found:
        for each in _ONE.finditer(match["numbers"]):
            yield Named(_path(each.group()))
    for one, other in pairwise(found):
        # “Part G paragraph 4”, “paragraph 4 of Part G”: the inner one is looked for in the outer.
        between = sentence[one.end() : other.start()].strip(" ,")
        if between in ("", "of", "in"):
            outer, inner = (one, other) if between == "" else (other, one)
            yield Named((*_path(outer["numbers"]), *_path(inner["numbers"])))
    rest = _NAMED.sub(lambda match: " " * len(match.group()), sentence)
    for match in _BARE.finditer(rest):
        yield Named(_path(match.group()))


def _path(number: str) -> tuple[str, ...]:
    """“12(b)” is b in 12."""
    return tuple(step for step in _STEPS.split(number) if step)


def leads_to_title(sentence: str, title: Span) -> bool:
    """Whether words of a sentence that are the title of a part name that part.

    A title of one or two words is of the language: it is meant where it is quoted or led to.
    """
    if len(title.of(sentence).split()) > 2:
        return True
    before = sentence[max(0, title.start - _NEAR) : title.start]
    after = sentence[title.end : title.end + _NEAR]
    quoted = _OPENS.search(before) is not None and _CLOSES.match(after) is not None
    return quoted or _LEADS.search(before) is not None


def defined_in(sentence: str) -> str | None:
    """The term that a sentence says the meaning of."""
    for way in _DEFINED:
        if (found := way.match(sentence)) and (term := _term(found["term"])):
            return term
    return None


def defined_by_title(title: str) -> str | None:
    """The term whose meaning stands under a title: “What counts as income”."""
    found = _TITLED.match(title.strip())
    return _term(found["term"] or found["of"]) if found else None


def _term(words: str) -> str | None:
    said = " ".join(words.split()).strip("'’-")
    return None if not said or said.casefold() in _NO_TERMS or len(said) < 3 else said


def holds_anywhere(sentence: str) -> bool:
    """Whether a sentence excepts from all of a text: “Nothing in this policy …”."""
    return _ANYWHERE.search(sentence) is not None


def excepts(sentence: str) -> bool:
    """Whether a sentence may say that something else does not hold."""
    return _EXCEPTS.search(sentence) is not None
