"""What hangs together in a document although it stands apart (cross-references).

A sentence names another part (“see section 4”), is named where something is excepted from it
(“clause 5 does not apply to …”), or uses a word whose meaning stands elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from e3.documents.atoms import Atom, within
from e3.documents.parts import Parts
from e3.language.en.phrases import Phrases
from e3.language.en.references import (
    defined_by_title,
    defined_in,
    excepts,
    holds_anywhere,
    without_number,
)
from e3.policy.rule_text import RuleText
from e3.text import Span

# What an atom takes over of the weight of another, chosen on tools/linked/dev.json.
_NAMED = 0.4
"""That names the part it is in; a tenth of it, if nothing else speaks for the atom."""
_NAMES, _EXCEPTS = 0.36, 0.9
"""That is in a part that it names; more where it may except from it."""
_MEANS = 0.5
"""That uses the word whose meaning it says."""
_NEIGHBOUR = 0.3
"""That stands beside it in one paragraph."""
_ANYWHERE = 0.1
"""The least weight of what excepts from all of a text."""

_SOURCES = 15
"""Atoms of the most weight, which give others of theirs."""
_MOST_NAMED = 20
"""Parts that one atom names."""

Weights = NDArray[np.float64]
"""How much each atom bears on a question, from 0 to 1."""


@dataclass(frozen=True)
class Links:
    """What of a document names what, and where words have their meaning."""

    atoms: Sequence[Atom]
    named: Sequence[Sequence[Span]]
    """The parts that each atom names."""
    excepting: Sequence[bool]
    anywhere: Sequence[int]
    """Atoms that except from all of the text."""
    means: Phrases[range]
    """The atoms that say what a term means."""
    used: Sequence[Sequence[range]]
    """The meanings of the terms that each atom uses."""

    @classmethod
    def of(cls, rule_text: RuleText, atoms: Sequence[Atom]) -> Links:
        """The links of a text with these atoms."""
        parts = Parts.of(rule_text)
        sentences = [without_number(" ".join(a.span.of(rule_text.text).split())) for a in atoms]
        means: Phrases[range] = Phrases()
        for place, sentence in enumerate(sentences):
            if term := defined_in(sentence):
                means.add(term, range(place, place + 1))
        for title, span in parts.titles:
            if term := defined_by_title(title):
                means.add(term, within(atoms, span))
        named = [
            list(
                islice(
                    (
                        part.span
                        for part in parts.named_by(sentence)
                        if not part.span.covers(atom.span)
                    ),
                    _MOST_NAMED,
                )
            )
            for atom, sentence in zip(atoms, sentences, strict=True)
        ]
        used = [[found for found, _ in means.found_in(sentence)] for sentence in sentences]
        return cls(
            atoms,
            named,
            [excepts(sentence) for sentence in sentences],
            [place for place, sentence in enumerate(sentences) if holds_anywhere(sentence)],
            means,
            used,
        )

    def spread(self, weights: Weights, question: str) -> Weights:
        """With what each atom takes over from those it hangs together with."""
        spread = weights.copy()
        if not len(weights):
            return spread
        sources = np.argsort(-weights, kind="stable")[:_SOURCES].tolist()
        self._from_sources(spread, weights, sources)
        self._into_sources(spread, weights, sources)
        for found, _ in self.means.found_in(question):
            _raise(spread, found, _MEANS * float(weights.max()))
        _raise(spread, self.anywhere, _ANYWHERE)
        for place in range(1, len(self.atoms)):
            before = place - 1
            if self.atoms[before].block == self.atoms[place].block:
                spread[place] = max(spread[place], _NEIGHBOUR * weights[before])
                spread[before] = max(spread[before], _NEIGHBOUR * weights[place])
        return spread

    def _from_sources(self, spread: Weights, weights: Weights, sources: Sequence[int]) -> None:
        for source in sources:
            given = float(weights[source])
            for part in self.named[source]:
                for place in within(self.atoms, part):
                    own = 0.1 + 0.9 * min(1.0, 10 * float(weights[place]))
                    spread[place] = max(spread[place], _NAMED * given * own)
            for found in self.used[source]:
                if source not in found:
                    _raise(spread, found, _MEANS * given)

    def _into_sources(self, spread: Weights, weights: Weights, sources: Sequence[int]) -> None:
        starts = [(self.atoms[source].span.start, float(weights[source])) for source in sources]
        for place, named in enumerate(self.named):
            share = _EXCEPTS if self.excepting[place] else _NAMES
            for part in named:
                for start, given in starts:
                    if part.start <= start < part.end:
                        spread[place] = max(spread[place], share * given)


def _raise(spread: Weights, places: Sequence[int], least: float) -> None:
    for place in places:
        spread[place] = max(spread[place], least)
