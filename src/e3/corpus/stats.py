"""What a corpus is made of (descriptive statistics)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean, median

from e3.corpus.corpus import Corpus
from e3.corpus.rows import RowType
from e3.reading.conversation import Decision
from e3.text import question_key, words


@dataclass(frozen=True)
class Lengths:
    """Lengths in words of the texts of one kind that are not empty, each text counted once."""

    texts: int
    mean: float
    median: float
    longest: int


@dataclass(frozen=True)
class Statistics:
    """Sizes, mixes and lengths."""

    rows: int
    trees: int
    rule_texts: int
    follow_up_questions: int
    decisions: dict[str, int]
    row_types: dict[str, int]
    origins: dict[str, int]
    history_turns: dict[int, int]
    words: dict[str, Lengths]


def statistics(corpus: Corpus) -> Statistics:
    """The statistics of a corpus whose rows have their gold answers."""
    conversations = [row.conversation for row in corpus.rows]
    decisions = Counter(row.decision for row in corpus.rows)
    types = Counter(row.type for row in corpus.rows)
    asked = {question for tree in corpus.trees for question in tree.questions}
    return Statistics(
        rows=len(corpus.rows),
        trees=len(corpus.trees),
        rule_texts=len({conversation.rule_text.text for conversation in conversations}),
        follow_up_questions=len({question_key(question) for question in asked}),
        decisions={decision.value: decisions[decision] for decision in Decision},
        row_types={kind.value: types[kind] for kind in RowType},
        origins=dict(Counter(row.origin for row in corpus.rows).most_common()),
        history_turns=dict(sorted(Counter(len(c.history) for c in conversations).items())),
        words={
            "rule text": _lengths(c.rule_text.text for c in conversations),
            "question": _lengths(c.question for c in conversations),
            "scenario": _lengths(c.scenario for c in conversations),
            "follow-up question": _lengths(asked),
        },
    )


def _lengths(texts: Iterable[str]) -> Lengths:
    counts = [len(words(text)) for text in set(texts) if text]
    if not counts:
        return Lengths(0, 0.0, 0.0, 0)
    return Lengths(len(counts), round(fmean(counts), 1), float(median(counts)), max(counts))
