"""Training rows (data augmentation): which of those that trees can give, and in what mix."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from e3.corpus.corpus import Corpus
from e3.corpus.making import SOURCES
from e3.corpus.rows import NEAR_MISS, Row, RowType
from e3.corpus.shuffling import shuffle_history
from e3.errors import BadInput
from e3.text import question_key


@dataclass(frozen=True)
class Augmentation:
    """What a recipe says of its training rows."""

    sources: tuple[str, ...] = tuple(name for name in SOURCES if name != NEAR_MISS)
    """Which of `SOURCES` are used: all that ShARC has too, where nothing is said."""
    weights: Mapping[str, int] = field(default_factory=dict)
    """By origin: how often each row counts in the draw; once where nothing is said."""
    mix: Mapping[str, float] = field(default_factory=dict)
    """The share of each row type; empty: everything once, nothing drawn."""
    rows: int = 0
    """How many rows are drawn by the mix; 0: as many as there are."""
    shuffled: float = 0.0
    """The share of rows whose history is told in another order."""

    def __post_init__(self) -> None:
        _known_names("augmentation.sources", self.sources, SOURCES)
        _known_names("augmentation.mix", self.mix, [kind.value for kind in RowType])
        if any(weight < 1 for weight in self.weights.values()):
            raise BadInput("augmentation.weights: a row counts at least once")
        if not all(0 <= share < math.inf for share in self.mix.values()) or (
            self.mix and sum(self.mix.values()) <= 0
        ):
            raise BadInput("augmentation.mix: shares are positive numbers")
        if self.rows < 0:
            raise BadInput("augmentation.rows: a number of rows is not negative")
        if not 0 <= self.shuffled <= 1:
            raise BadInput("augmentation.shuffled: a share is from 0 to 1")


def augment(corpus: Corpus, settings: Augmentation, *, seed: int) -> list[Row]:
    """The rows that the settings ask for; the same for the same seed."""
    pool: dict[tuple[str, ...], Row] = {}
    for name in SOURCES:
        if name in settings.sources:
            # A generator of its own for each source: adding one changes no other.
            for row in SOURCES[name](corpus, random.Random(f"{seed} {name}")):
                pool.setdefault(_content(row), row)
    origins = sorted({row.origin for row in pool.values()})
    _known_names("augmentation.weights", settings.weights, origins)
    rows = list(pool.values())
    if settings.mix:
        rows = _drawn(rows, settings, random.Random(f"{seed} mix"))
    rng = random.Random(f"{seed} shuffled")
    return [
        shuffle_history(row, seed=seed) if rng.random() < settings.shuffled else row for row in rows
    ]


def _drawn(pool: list[Row], settings: Augmentation, rng: random.Random) -> list[Row]:
    """Rows drawn so that each type has its share; a type with too few rows is repeated."""
    total = settings.rows or len(pool)
    drawn: list[Row] = []
    for kind, share in settings.mix.items():
        wanted = round(total * share / sum(settings.mix.values()))
        of_kind = [row for row in pool if row.type == kind]
        rows = [row for row in of_kind for _ in range(settings.weights.get(row.origin, 1))]
        if wanted and not rows:
            raise BadInput(f"augmentation.mix: no source gives rows of type {kind!r}")
        while wanted:
            batch = rng.sample(rows, min(wanted, len(rows)))
            drawn += batch
            wanted -= len(batch)
    rng.shuffle(drawn)
    return _numbered(drawn)


def _numbered(rows: Iterable[Row]) -> list[Row]:
    """The rows with an id of its own for each, also where a row was drawn again."""
    times: Counter[str] = Counter()
    numbered = []
    for row in rows:
        times[row.utterance_id] += 1
        again = times[row.utterance_id]
        new_id = f"{row.utterance_id}-{again}" if again > 1 else row.utterance_id
        numbered.append(replace(row, utterance_id=new_id))
    return numbered


def _content(row: Row) -> tuple[str, ...]:
    """What makes two rows the same row, wherever they come from."""
    conversation = row.conversation
    history = (part for t in conversation.history for part in (question_key(t.question), t.answer))
    return row.tree_id, conversation.question, conversation.scenario, row.answer or "", *history


def _known_names(where: str, given: Iterable[str], choices: Collection[str]) -> None:
    for name in given:
        if name not in choices:
            raise BadInput(f"{where}: {name!r} is none of {', '.join(map(repr, choices))}")
