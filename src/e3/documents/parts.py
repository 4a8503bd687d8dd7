"""The parts of a document by what it calls them: “4.2”, “Part G”, “Late applications”."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from e3.language.en.phrases import Phrases
from e3.language.en.references import (
    Named,
    leads_to_title,
    named_in,
    number_of,
    without_number,
)
from e3.policy.rule_text import Block, BlockKind, RuleText
from e3.text import Span

_MOST_OF_A_NUMBER = 20
"""Parts with one number that are looked through; more have none in a document of people's."""
_MOST_OF_A_TITLE = 200
"""Characters in which a title says what word it explains."""


@dataclass(frozen=True, slots=True)
class Part:
    """A section, a numbered paragraph, or a bullet with a letter, with all that is in it."""

    span: Span
    number: str | None
    title: str | None


@dataclass(frozen=True)
class Parts:
    """The parts of a text, found by what a sentence calls them."""

    by_number: Mapping[str, Sequence[Part]]
    by_title: Phrases[Part]
    titles: Sequence[tuple[str, Span]]
    """All titles, and what stands under each."""

    @classmethod
    def of(cls, rule_text: RuleText) -> Parts:
        """The parts of a text."""
        by_number: dict[str, list[Part]] = defaultdict(list)
        by_title: Phrases[Part] = Phrases()
        titles: list[tuple[str, Span]] = []
        for part in parts(rule_text):
            if part.number:
                by_number[part.number.casefold()].append(part)
            if part.title:
                by_title.add(part.title, part)
                titles.append((part.title[:_MOST_OF_A_TITLE], part.span))
        return cls(by_number, by_title, titles)

    def named_by(self, sentence: str) -> Iterator[Part]:
        """The parts that a sentence names."""
        for named in named_in(sentence):
            if found := self._numbered(named):
                yield found
        for found, place in self.by_title.found_in(sentence):
            if leads_to_title(sentence, place):
                yield found

    def _numbered(self, named: Named) -> Part | None:
        """“12(b)” is what is called b in 12; all of 12 where nothing in it is."""
        among: Sequence[Part] = self._called(named.numbers[0])
        for number in named.numbers[1:]:
            inside = [
                inner
                for inner in self._called(number)
                if any(outer.span.covers(inner.span) and outer != inner for outer in among)
            ]
            if not inside:
                break
            among = inside
        # A numbered paragraph may have the number of a section: the section is the larger.
        return max(among, key=lambda part: len(part.span), default=None)

    def _called(self, number: str) -> Sequence[Part]:
        return self.by_number.get(number.casefold(), ())[:_MOST_OF_A_NUMBER]


def parts(rule_text: RuleText) -> list[Part]:
    """The parts of a text that have a number or a title, in order."""
    text = rule_text.text
    found: list[Part] = []
    begun: list[tuple[int, int, str | None, str | None]] = []
    """Depth, where it begins, number and title of those that have not ended."""
    first = rule_text.blocks[0].span.start if rule_text.blocks else 0

    def end(depth: int, place: int) -> None:
        while begun and begun[-1][0] >= depth:
            _, start, number, title = begun.pop()
            # The title of the whole document names no part of it.
            if start > first or place < len(text):
                found.append(Part(Span(start, place), number, title))

    for block in rule_text.blocks:
        said = " ".join(block.span.of(text).split())
        number = _number(block, said)
        is_title = block.kind is BlockKind.TITLE
        if not is_title and number is None:
            continue
        start = block.line(text).start
        depth = _depth(block, number)
        end(depth, start)
        begun.append((depth, start, number, without_number(said, title=True) if is_title else None))
    end(0, len(text))
    return sorted(found, key=lambda part: part.span)


def _number(block: Block, said: str) -> str | None:
    if block.kind is BlockKind.BULLET and any(sign.isalnum() for sign in block.marker):
        return number_of(said) or block.marker.strip("().")
    return number_of(said, title=block.kind is BlockKind.TITLE)


def _depth(block: Block, number: str | None) -> int:
    """Titles above numbered paragraphs, these above bullets; 4.2 above 4.2.1."""
    if block.kind is BlockKind.TITLE:
        return block.level
    dots = number.count(".") if number else 0
    return (10 if block.kind is BlockKind.PARAGRAPH else 20 * block.level) + dots
