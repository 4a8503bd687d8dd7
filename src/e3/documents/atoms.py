"""The atoms of a text: its sentences and bullets, each with what it can't be understood without."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from e3.language.en.sentences import sentences
from e3.policy.rule_text import BlockKind, RuleText
from e3.text import Span


@dataclass(frozen=True, slots=True)
class Atom:
    """A sentence of a paragraph, or a bullet."""

    span: Span
    needs: tuple[Span, ...]
    """The title it stands under, and what leads into it."""
    block: int
    """Which paragraph or bullet of the text it is in."""


def atoms(rule_text: RuleText) -> tuple[Atom, ...]:
    """The atoms of a text, in order; titles are none."""
    return tuple(_atoms(rule_text))


def within(of: Sequence[Atom], span: Span) -> range:
    """The places of the atoms that begin in a span."""
    first = bisect_left(of, span.start, key=lambda atom: atom.span.start)
    return range(first, bisect_left(of, span.end, key=lambda atom: atom.span.start))


def at(of: Sequence[Atom], place: int) -> int | None:
    """The atom that a place of the text is in, or the last one before it."""
    found = bisect_right(of, place, key=lambda atom: atom.span.start) - 1
    return found if found >= 0 else None


def _atoms(rule_text: RuleText) -> Iterator[Atom]:
    text = rule_text.text
    title: tuple[Span, ...] = ()
    leads: list[tuple[int, Span]] = []
    for number, block in enumerate(rule_text.blocks):
        line = block.line(text)
        if block.kind is BlockKind.TITLE:
            title, leads = (line,), []
        elif block.kind is BlockKind.PARAGRAPH:
            leads = []
            for span in sentences(text, line):
                leads = [(0, span)]
                yield Atom(span, title, number)
        else:
            leads = [(level, span) for level, span in leads if level < block.level]
            yield Atom(line, (*title, *(span for _, span in leads)), number)
            leads.append((block.level, line))
