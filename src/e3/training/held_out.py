"""Rows on held-out rule texts (validation): to choose and calibrate by beside the dev set.

The dev set has 69 dialogue trees: who chooses by it alone finds what suits these trees.
"""

from __future__ import annotations

from e3.corpus.augmentation import Augmentation

HELD_OUT = Augmentation(
    sources=("tree", "real scenario", "story", "unrelated scenario", "irrelevant"),
    mix={
        "irrelevant question": 138,
        "no scenario": 293,
        "scenario with evidence": 696,
        "scenario without evidence": 1143,
    },
    rows=1500,
)
"""Scenarios that people wrote, in the mix of ShARC's development set."""
