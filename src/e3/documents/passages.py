"""Passages: parts of a text that are short enough to be read at once (chunking).

A passage stays within its section, and a list is never parted from what leads into it: where a list
is too long for one passage, each has the lead-in again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from e3.documents.sections import Section, sections
from e3.language.en.sentences import sentences
from e3.policy.rule_text import BlockKind, RuleText
from e3.text import Span

Count = Callable[[str], int]
"""How many word pieces a text has."""

MOST_PIECES = 350
_WORD = re.compile(r"\S+")
_MOST_LETTERS = 100
"""Of what can't be cut at a blank."""


@dataclass(frozen=True)
class Passage:
    """A part of a text."""

    path: tuple[str, ...]
    """The titles it stands under."""
    spans: tuple[Span, ...]
    """In order: whole lines; more than one where a lead-in is repeated."""

    def of(self, text: str) -> str:
        """Its words, each span in lines of its own."""
        return "\n".join(span.of(text) for span in self.spans)


@dataclass(frozen=True)
class _Atom:
    """What is not cut: a sentence of a paragraph, or a bullet."""

    span: Span
    pieces: int
    led_by: tuple[Span, ...] = ()
    """What leads into it: has to be there too."""


@dataclass
class _Filling:
    """A passage that is being filled."""

    leading: tuple[Span, ...]
    """The title, and what leads into the first atom."""
    pieces: int
    atoms: list[_Atom] = field(default_factory=list)

    def passage(self, path: tuple[str, ...], text: str) -> Passage:
        return Passage(path, _joined([*self.leading, *(atom.span for atom in self.atoms)], text))


def passages(rule_text: RuleText, count: Count, *, most: int = MOST_PIECES) -> tuple[Passage, ...]:
    """The passages of a text, in order; together they have every word of it."""
    text = rule_text.text
    found: list[Passage] = []
    last: tuple[str, ...] = ()
    room = 0
    """How many pieces the last passage could still take, if it is of whole sections."""
    for section in sections(rule_text):
        packed = list(_Packing(section, text, count, most).passages())
        pieces = sum(count(span.of(text)) for span in packed[0].spans)
        if len(packed) == 1 and pieces <= room and _are_near(last, section.path):
            found[-1] = _merged(found[-1], packed[0], text)
            room -= pieces
        else:
            found += packed
            room = most - pieces if len(packed) == 1 else 0
        last = section.path
    return tuple(found)


def _are_near(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two sections stand under the same first title, or one has none."""
    return one[:1] == other[:1] or not one


def _merged(one: Passage, other: Passage, text: str) -> Passage:
    shared = [a for a, b in zip(one.path, other.path, strict=False) if a == b]
    return Passage(tuple(shared), _joined([*one.spans, *other.spans], text))


def _joined(spans: Sequence[Span], text: str) -> tuple[Span, ...]:
    """Neighbours as one span."""
    joined: list[Span] = []
    for span in spans:
        if joined and not text[joined[-1].end : span.start].strip() and span > joined[-1]:
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return tuple(joined)


@dataclass(frozen=True)
class _Packing:
    """Fills passages with a section."""

    section: Section
    text: str
    count: Count
    most: int
    _counted: dict[Span, int] = field(default_factory=dict)

    def passages(self) -> Iterator[Passage]:
        """As many units in each as fit, and none cut that fits whole."""
        filling = self._begun()
        for unit in self._units():
            if filling.atoms and filling.pieces + sum(atom.pieces for atom in unit) > self.most:
                yield filling.passage(self.section.path, self.text)
                filling = self._begun()
            for atom in unit:
                if filling.atoms and filling.pieces + atom.pieces > self.most:
                    ended, filling = filling, self._begun(atom.led_by)
                    # What only led into the atom goes with it.
                    while ended.atoms and ended.atoms[-1].span in atom.led_by:
                        ended.atoms.pop()
                    if ended.atoms:
                        yield ended.passage(self.section.path, self.text)
                filling.atoms.append(atom)
                filling.pieces += atom.pieces
        if filling.atoms or filling.leading:
            yield filling.passage(self.section.path, self.text)

    def _begun(self, led_by: tuple[Span, ...] = ()) -> _Filling:
        leading = (*self._title, *led_by)
        return _Filling(leading, self._pieces(*leading))

    @cached_property
    def _title(self) -> tuple[Span, ...]:
        title = self.section.title
        return () if title is None else (title.line(self.text),)

    def _pieces(self, *spans: Span) -> int:
        return sum(self._pieces_of(span) for span in spans)

    def _pieces_of(self, span: Span) -> int:
        """Counted once: what leads into a list is counted for each of its items."""
        if span not in self._counted:
            self._counted[span] = self.count(span.of(self.text))
        return self._counted[span]

    def _units(self) -> Iterator[list[_Atom]]:
        """What belongs together: a paragraph, with the list that it leads into."""
        unit: list[_Atom] = []
        leads: list[tuple[int, Span]] = []
        most = self.most - self._pieces(*self._title)
        for block in self.section.blocks:
            line = block.line(self.text)
            if block.kind is BlockKind.PARAGRAPH:
                if unit:
                    yield unit
                unit = [
                    part
                    for sentence in sentences(self.text, line)
                    for part in self._cut(sentence, most)
                ]
                leads = [(0, unit[-1].span)] if unit else []
                continue
            leads = [(level, span) for level, span in leads if level < block.level]
            led_by = self._near([span for _, span in leads], most // 2)
            unit += self._cut(line, most - self._pieces(*led_by), led_by)
            leads.append((block.level, line))
        if unit:
            yield unit

    def _near(self, leads: Sequence[Span], most: int) -> tuple[Span, ...]:
        """The nearest of what leads into an item, as much as leaves room for it."""
        kept: list[Span] = []
        for span in reversed(leads):
            if self._pieces(span, *kept) > most:
                break
            kept.insert(0, span)
        return tuple(kept)

    def _cut(self, span: Span, most: int, led_by: tuple[Span, ...] = ()) -> Iterator[_Atom]:
        """What is not cut further: a sentence or an item, or parts of one that is too long."""
        if (whole := self._pieces(span)) <= most:
            yield _Atom(span, whole, led_by)
            return
        start, end, pieces = span.start, span.start, 0
        for word in _short_words(span, self.text):
            of_word = self._pieces(word)
            if pieces + of_word > most and end > start:
                yield _Atom(Span(start, end), pieces, led_by)
                start, pieces = word.start, 0
            end, pieces = word.end, pieces + of_word
        yield _Atom(Span(start, end), pieces, led_by)


def _short_words(span: Span, text: str) -> Iterator[Span]:
    """The words of a span; one that is longer than a word can be is cut."""
    for word in _WORD.finditer(text, span.start, span.end):
        for begin in range(word.start(), word.end(), _MOST_LETTERS):
            yield Span(begin, min(word.end(), begin + _MOST_LETTERS))
