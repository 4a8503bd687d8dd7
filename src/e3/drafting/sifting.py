"""What of a long text is read for a question: its passages one by one, then what bears, together.

A network takes some 350 words at once. So each passage is read by itself, which tells how likely
each sentence of it is to be of a rule. That leaves out what stands apart from what it bears on:
“Nothing is paid under any section unless …” says nothing by itself. So every passage is read again
behind the sentences that were the likeliest (the anchor), and what names these or says what their
words mean comes along. As much as can be read at once is put together in the text's order.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from e3.documents.atoms import Atom, at, atoms, within
from e3.documents.excerpt import Excerpt
from e3.documents.links import Links, Weights
from e3.documents.passages import Passage, passages
from e3.language.en.chunks import chunks
from e3.language.en.content_words import stems
from e3.policy.rule_text import RuleText
from e3.reading.drafts import Bearing, SiftingSystem
from e3.text import Span

MOST_READ = 12
"""Passages that are read for a question; of a longer text those that are nearest to it."""
_MOST_AGAIN = 16
"""Passages that are read again, behind the anchor; they are shorter."""

# All of these were chosen on tools/linked/dev.json.
_ALONE, _ANCHOR, _AGAIN = 0.7, 0.3, 0.45
"""Of what can be read at once: for a passage alone, for the anchor, and for a passage behind it."""
_NEXT = 0.8
"""What a passage weighs beside the one before it, in the order of how likely they answer."""
_LEAST = 0.2
"""What bears on a question less than this is left out: a draft of a text with less in it is
better."""


def sift(
    rule_text: RuleText, questions: Sequence[str], system: SiftingSystem, among: Sequence[Passage]
) -> Excerpt:
    """As much of a text as can be read at once: what bears most on the questions.

    What bears on them is looked for in some passages, and what that hangs together with in all.
    """
    sieves = [_Sieve(rule_text, question, system) for question in questions]
    weights = np.max([sieve.weights(among) for sieve in sieves], axis=0)
    narrowest = min(sieves, key=lambda sieve: sieve.room)
    found = narrowest.filled(weights)
    # Passages cut sentences that are too long to be read; here none would be left.
    return found if found.parts else Excerpt.of(rule_text.text, among[:1])


def nearest_passages(
    rule_text: RuleText, question: str, system: SiftingSystem, *, most: int = MOST_READ
) -> Sequence[Passage]:
    """The passages that have most of the words of a question, rare ones counted more."""
    found = passages(rule_text, system.pieces, most=int(_ALONE * system.room(question)))
    if len(found) <= most:
        return found
    asked = stems(question)
    having = [asked & stems(passage.of(rule_text.text)) for passage in found]
    counts = Counter(word for each in having for word in each)
    scores = [sum(math.log(1 + len(found) / counts[word]) for word in each) for each in having]
    return [found[place] for place in np.argsort(-np.array(scores), kind="stable")[:most]]


@dataclass(frozen=True)
class _Sieve:
    """A text that is read for a question."""

    rule_text: RuleText
    question: str
    system: SiftingSystem
    _counted: dict[Span, int] = field(default_factory=dict)

    @cached_property
    def room(self) -> int:
        return self.system.room(self.question)

    def _pieces(self, span: Span) -> int:
        """Counted once: what leads into a list is needed by each of its items."""
        if span not in self._counted:
            self._counted[span] = self.system.pieces(span.of(self.rule_text.text))
        return self._counted[span]

    @cached_property
    def _atoms(self) -> Sequence[Atom]:
        return atoms(self.rule_text)

    @cached_property
    def _chunks_of(self) -> Counter[int | None]:
        """How many chunks each atom has."""
        return Counter(at(self._atoms, chunk.span.start) for chunk in chunks(self.rule_text))

    def weights(self, among: Sequence[Passage]) -> Weights:
        """How much each atom bears on the question."""
        links = Links.of(self.rule_text, self._atoms)
        alone = list(self._read([passage] for passage in among))
        alone.sort(key=lambda bearing: -bearing.answered)
        first = links.spread(self._weighed(alone, _NEXT), self.question)
        anchor = Passage((), tuple(sorted(self._likeliest(first, int(_ANCHOR * self.room)))))
        again = self._read([anchor, passage] for passage in self._to_read_again(first))
        return links.spread(self._weighed(list(again), 1.0), self.question)

    def filled(self, weights: Weights) -> Excerpt:
        """Atoms with what they need, those of most weight first, as long as there is room."""
        if weights.max(initial=0.0) >= _LEAST:
            weights = np.where(weights < _LEAST, 0.0, weights)
        taken = self._likeliest(weights, self.room)
        while taken:
            excerpt = Excerpt.of(self.rule_text.text, [Passage((), tuple(sorted(taken)))])
            if self._fits(excerpt):
                return excerpt
            taken.pop()
        return Excerpt.of(self.rule_text.text, ())

    def _read(self, together: Iterable[Sequence[Passage]]) -> Iterator[Bearing]:
        """What of passages bears on the question, at its places in the text."""
        for parts in together:
            excerpt = Excerpt.of(self.rule_text.text, parts)
            if not self._fits(excerpt):
                excerpt = Excerpt.of(self.rule_text.text, parts[-1:])
            if not self._fits(excerpt):
                continue  # a list of single words: each takes a marker beside its pieces
            found = self.system.bearing(excerpt.rule_text, self.question)
            chunks_there = (
                (there, likely) for here, likely in found.chunks for there in excerpt.in_whole(here)
            )
            yield Bearing(found.answered, tuple(chunks_there))

    def _fits(self, excerpt: Excerpt) -> bool:
        pieces = self.system.pieces(excerpt.rule_text.text)
        return pieces + len(chunks(excerpt.rule_text)) <= self.room

    def _weighed(self, read: Sequence[Bearing], next_one: float) -> Weights:
        """An atom bears on the question as its likeliest chunk does; less in later passages."""
        weights = np.zeros(len(self._atoms), dtype=np.float64)
        for rank, bearing in enumerate(read):
            for span, likely in bearing.chunks:
                place = at(self._atoms, span.start)
                if place is not None:
                    weights[place] = max(weights[place], likely * next_one**rank)
        return weights

    def _to_read_again(self, weights: Weights) -> list[Passage]:
        """Shorter passages that have something of weight, in the text's order."""
        found = passages(self.rule_text, self.system.pieces, most=int(_AGAIN * self.room))
        most = [
            max((float(weights[place]) for place in self._places(passage)), default=0.0)
            for passage in found
        ]
        likeliest = np.argsort(-np.array(most), kind="stable")[:_MOST_AGAIN]
        return [found[place] for place in sorted(likeliest.tolist()) if most[place] > 0]

    def _places(self, passage: Passage) -> Iterator[int]:
        for span in passage.spans:
            yield from within(self._atoms, span)

    def _likeliest(self, weights: Weights, room: int) -> list[Span]:
        """The atoms of most weight that there is room for, each with what it needs."""
        taken: dict[Span, None] = {}
        used = 0
        for place in np.argsort(-weights, kind="stable"):
            if weights[place] <= 0 or used >= room:
                break
            atom = self._atoms[place]
            more = [span for span in (atom.span, *atom.needs) if span not in taken]
            cost = self._chunks_of[place] + sum(self._pieces(span) + 1 for span in more)
            if used + cost <= room:
                taken |= dict.fromkeys(more)
                used += cost
        return list(taken)
