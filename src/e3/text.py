"""Words, sentences and clauses of a text, always as character offsets into it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

_WORD = re.compile(r"\w+")
_STEM = 5

# A full stop ends a sentence unless it belongs to an initial or an abbreviation like "U.S.".
_SENTENCE_END = re.compile(r"(?<!\b[A-Z])[.!?][\"”’')\]]*\s+(?=[A-Z“\"(‘])")

# Where one clause ends and the next begins: punctuation, brackets, or a word that opens a clause.
_CLAUSE_START = re.compile(
    r"[,;:–—]\s|\s[-–—]\s|[()]"
    r"|(?<=\s)(?:(?:and|or|but)\s+)?"
    r"(?:if|unless|when|where|while|who|which|until|because|although|provided|whether|but)\s",
    re.IGNORECASE,
)


EMPTY_WORDS = frozenset(
    """a an the and or but if of to in on at for from by with as is are was were be been being am
    do does did have has had having will would can could should may might must shall i you your
    yours yourself he she it its they their them we our us his her him this that these those there
    here any so then which who whom whose what when where how why also s t re ve ll d m isn aren
    don doesn didn wasn weren hasn haven won""".split()
)
"""Words of grammar: they are trimmed from questions and spans and cost next to nothing."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of characters, counted in code points as Python does."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"a span needs 0 <= start <= end, got {self.start} and {self.end}")

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The characters of `text` that the span covers."""
        return text[self.start : self.end]

    def covers(self, other: Span) -> bool:
        """Whether `other` lies within this span."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Whether the two share at least one character."""
        return self.start < other.end and other.start < self.end

    def stripped(self, text: str, characters: str | None = None) -> Span:
        """The span without `characters` (white space by default) at either end."""
        inside = self.of(text)
        start = self.end - len(inside.lstrip(characters))
        return Span(start, max(start, self.start + len(inside.rstrip(characters))))


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it is compared (case-folded) and where it stands."""

    text: str
    span: Span


def words(text: str, within: Span | None = None) -> list[Word]:
    """The words of `text`, or of the part of it that lies in `within`."""
    start, end = (within.start, within.end) if within is not None else (0, len(text))
    return [
        Word(match.group().casefold(), Span(*match.span()))
        for match in _WORD.finditer(text, start, end)
    ]


def content_words(text: str) -> list[str]:
    """The words of a text that are not words of grammar."""
    return [word.text for word in words(text) if word.text not in EMPTY_WORDS]


@lru_cache(maxsize=2**16)
def stems(text: str) -> frozenset[str]:
    """The content words of a text, cut to their first letters, so that most forms are one."""
    return frozenset(word[:_STEM] for word in content_words(text))


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


def trimmed(text: str, span: Span) -> Span:
    """The span from its first to its last word that is not one of grammar; never empty."""
    inside = words(text, span)
    content = [word for word in inside if word.text not in EMPTY_WORDS] or inside
    return Span(content[0].span.start, content[-1].span.end) if content else span


def without_covered(spans: Sequence[Span]) -> list[Span]:
    """The spans in order, without any that lies within a longer one."""
    kept: list[Span] = []
    for span in sorted(set(spans), key=lambda span: (span.start, -span.end)):
        if not (kept and kept[-1].covers(span)):
            kept.append(span)
    return kept


def as_sentence(words: Iterable[str]) -> str:
    """Words as a sentence: a capital at its start, no space before punctuation."""
    sentence = re.sub(r"\s+([?,.;:!)])", r"\1", " ".join(words)).strip()
    return sentence[:1].upper() + sentence[1:]


def token_f1(one: Iterable[str], other: Iterable[str]) -> float:
    """Harmonic mean of precision and recall over two bags of words (the paper's f1)."""
    a, b = Counter(one), Counter(other)
    shared = (a & b).total()
    return 2 * shared / (a.total() + b.total()) if shared else 0.0


@lru_cache(maxsize=2**16)
def same(text: str) -> str:
    """A key under which two spellings of one question are equal: letters and digits alone.

    ShARC writes the questions of one tree with and without a space, a question mark, a capital.
    """
    return "".join(character for character in text.casefold() if character.isalnum())
