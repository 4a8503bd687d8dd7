"""From scores to rules: which spans of the rule text count, apart from any network."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from e3.language.en.content_words import trimmed
from e3.language.en.sentences import sentences
from e3.policy.rule_text import RuleText
from e3.text import Span, without_covered

Scores = NDArray[np.float32]


def extract_spans(
    start: Scores, end: Scores, threshold: float, sentence: NDArray[np.int64]
) -> list[tuple[int, int]]:
    """Every position whose start score exceeds the threshold, with the closest such end behind it.

    A rule does not run past its sentence, of which `sentence` has the number for each position:
    where no end in it exceeds the threshold the best one counts. So does the best start where no
    start exceeds it, so that there is always a rule to ask about.
    """
    spans = []
    for first in _above(start, threshold):
        behind = int(np.searchsorted(sentence, sentence[first], side="right"))
        spans.append((int(first), int(first + _above(end[first:behind], threshold)[0])))
    return spans


def _above(scores: Scores, threshold: float) -> NDArray[np.int64]:
    """The positions above the threshold, or the best one where none is."""
    above = np.flatnonzero(scores > threshold)
    return above if len(above) or not len(scores) else np.array([scores.argmax()])


def sentence_numbers(rule_text: RuleText, offsets: Sequence[tuple[int, int]]) -> NDArray[np.int64]:
    """For each word piece, by its characters, how many sentences of the text begin at or before it.

    Titles and bullets are sentences, also those that do not end in a full stop.
    """
    text = rule_text.text
    starts = [s.start for block in rule_text.blocks for s in sentences(text, block.span)]
    return np.searchsorted(starts, [start for start, _ in offsets], side="right").astype(np.int64)


def with_bullets(rule_text: RuleText, spans: Sequence[Span]) -> list[Span]:
    """The extracted spans and the bullets of the text, without those that a longer one covers.

    A bullet is what the supervision takes for one: without words of grammar at its ends.
    """
    bullets = (trimmed(rule_text.text, block.span) for block in rule_text.bullets)
    return without_covered([*spans, *bullets])
