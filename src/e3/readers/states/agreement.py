"""How sure a draft is as a whole: for how many people its answer is that of other likely drafts.

The scores of chunks and pairs say how likely each part of a draft is, and not what a mistake in it
would cost: one rule too many in an “and” changes nothing for whom another rule turns away. So other
drafts are drawn from the same scores, as often as they are likely, and followed beside the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from e3.policy.cotree import nearest_cotree
from e3.policy.logic import And, Expression, Name, Not, Or, names
from e3.readers.states.pair_weights import alike_in_lists

_DRAWS = 64
_PEOPLE = 64
_LEAST = 0.02
"""How likely a chunk must be to begin a rule to be drawn as one."""
_MOST_RULES = 30
"""A draw with more takes longer than its draft."""
_MOST_EXACT = 5
"""Rules up to which every way to part them is tried in a draw."""
_SEED = 0
"""The same scores are as sure every time."""

_Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class LikelyDrafts:
    """The drafts that scores stand for, each as likely as they say."""

    speaks_for: _Numbers
    """How likely each chunk begins a rule that speaks for a yes."""
    speaks_against: _Numbers
    pairs: _Numbers
    """The log odds that two chunks are joined by “and”."""
    lists: Sequence[Set[int]]

    def agreement(self, logic: Expression, rules: Mapping[int, Name]) -> float:
        """The share of people that a draft and a drawn one answer alike, on average.

        `rules` names the chunks that begin a rule of the draft. What a drawn one does not know is
        not told, and where the draft hangs on it, it gives no answer.
        """
        random = np.random.default_rng(_SEED)
        drawn = list(self._drawn(random, rules))
        if not drawn:
            return 0.0
        every = sorted(names(logic).union(*map(names, drawn)))
        columns = {name: column for column, name in enumerate(every)}
        people = random.integers(0, 2, (_PEOPLE, len(every))).astype(np.float64)
        alike = 0.0
        for other in drawn:
            asked = people.copy()
            known = names(other)
            asked[:, [columns[name] for name in every if name not in known]] = 0.5
            said, meant = (_answers(each, asked, columns) for each in (logic, other))
            alike += float((said == meant).mean())
        return alike / len(drawn)

    def _drawn(
        self, random: np.random.Generator, rules: Mapping[int, Name]
    ) -> Iterator[Expression]:
        begins = self.speaks_for + self.speaks_against
        likely = np.flatnonzero(begins > _LEAST)
        for luck in random.random((_DRAWS, len(likely))):
            taken = luck < begins[likely]
            places = likely[taken].tolist()
            if not 0 < len(places) <= _MOST_RULES:
                continue
            sides = (luck < self.speaks_for[likely])[taken]
            every = [rules.get(place, Name(f"chunk {place}")) for place in places]
            leaves = [rule if side else Not(rule) for rule, side in zip(every, sides, strict=True)]
            joined = alike_in_lists(self.pairs, places, self.lists) + self._noise(random, places)
            yield nearest_cotree(leaves, joined.tolist(), most_exact=_MOST_EXACT)

    def _noise(self, random: np.random.Generator, places: Sequence[int]) -> _Numbers:
        """What makes log odds a draw; the items of a list are drawn together."""
        above = np.triu(random.logistic(size=(len(places), len(places))), 1)
        noise: _Numbers = above + above.T
        for items in self.lists:
            among = [number for number, place in enumerate(places) if place in items]
            if len(among) > 1:
                noise[np.ix_(among, among)] = random.logistic()
        return noise


def _answers(logic: Expression, people: _Numbers, columns: Mapping[str, int]) -> _Numbers:
    """1 for yes, 0 for no and a half for neither, for each of these people."""
    match logic:
        case Name(id=name):
            found: _Numbers = people[:, columns[name]]
        case Not(of=inner):
            found = 1.0 - _answers(inner, people, columns)
        case And(parts=parts):
            found = np.minimum.reduce([_answers(part, people, columns) for part in parts])
        case Or(parts=parts):
            found = np.maximum.reduce([_answers(part, people, columns) for part in parts])
    return found
