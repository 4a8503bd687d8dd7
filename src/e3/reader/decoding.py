"""From scores to rules: which spans of the rule text count, apart from any network."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from e3.conversation import RuleText
from e3.text import Span, without_covered

Scores = NDArray[np.float32]


def extract_spans(start: Scores, end: Scores, threshold: float) -> list[tuple[int, int]]:
    """Every position whose start score exceeds the threshold, with the closest end behind it.

    Where no score exceeds it the best start counts, so that there is always a rule to ask about.
    """
    starts, ends = _above(start, threshold), _above(end, threshold)
    spans = []
    for first in starts:
        place = np.searchsorted(ends, first)
        if place < len(ends):
            spans.append((int(first), int(ends[place])))
    if not spans and len(starts):
        spans.append((int(starts[0]), int(starts[0])))
    return spans


def _above(scores: Scores, threshold: float) -> NDArray[np.int64]:
    """The positions above the threshold, or the best one where none is."""
    above = np.flatnonzero(scores > threshold)
    return above if len(above) or not len(scores) else np.array([scores.argmax()])


def with_bullets(rule_text: RuleText, spans: Sequence[Span]) -> list[Span]:
    """The extracted spans and the bullets of the text, without those that a longer one covers."""
    return without_covered([*spans, *(block.span for block in rule_text.bullets)])
