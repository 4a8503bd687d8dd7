"""Sentences and clauses (sentence and discourse segmentation), as character offsets into a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from e3.text import Span

# A full stop ends a sentence unless it belongs to an initial or an abbreviation like "U.S.".
_SENTENCE_END = re.compile(r"(?<!\b[A-Z])[.!?][\"”’')\]]*\s+(?=[A-Z“\"(‘])")

# Where one clause ends and the next begins: punctuation, brackets, or a word that opens a clause.
_CLAUSE_START = re.compile(
    r"[,;:–—]\s|\s[-–—]\s|[()]"
    r"|(?<=\s)(?:(?:and|or|but)\s+)?"
    r"(?:if|unless|when|where|while|who|which|until|because|although|provided|whether|but)\s",
    re.IGNORECASE,
)


def sentences(text: str, within: Span) -> Iterator[Span]:
    """The sentences of one paragraph or bullet, without the white space between them."""
    start = within.start
    for match in _SENTENCE_END.finditer(text, within.start, within.end):
        yield Span(start, match.end()).stripped(text)
        start = match.end()
    if rest := Span(start, within.end).stripped(text):
        yield rest


def clauses(text: str, sentence: Span) -> list[Span]:
    """The clauses of a sentence: neighbours that cover it whole."""
    cuts = [match.start() for match in _CLAUSE_START.finditer(text, sentence.start, sentence.end)]
    edges = sorted({sentence.start, *cuts, sentence.end})
    return [Span(start, end) for start, end in pairwise(edges)]


# A run of spaces is looked at once, from its beginning.
_BEFORE_PUNCTUATION = re.compile(r"(?<!\s)\s++(?=[?,.;:!)])")


def as_sentence(words: Iterable[str]) -> str:
    """Words as a sentence: a capital at its start, no space before punctuation."""
    sentence = _BEFORE_PUNCTUATION.sub("", " ".join(words)).strip()
    return sentence[:1].upper() + sentence[1:]
