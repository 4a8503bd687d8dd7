"""How the time for a text that was made to be slow grows with the text: four times for four times.

    python benchmarks/hostile_texts.py
    python benchmarks/hostile_texts.py --size 50000 --writer page --writer interview
    python benchmarks/hostile_texts.py --once

Prints for all that reads or writes a text, and for all shapes of `benchmarks/hostile.py`, the
seconds for so many characters and for four times as many: the best of `--times`, with the ending
that is worst. Ends with 1 where one of them grows with the square of the text. With `--once` each
is done once with the longest text that an interview takes, and nothing is measured.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from hostile import ENDINGS, SHAPES, WRITERS, text_of

from e3.interview.interview import MOST_CHARACTERS

_SQUARE = 9.0
"""Times as long for four times the text: between 4, which is right, and 16, its square."""
_SHORTEST = 0.005
"""Seconds that the shorter text is said to take at least: below it a ratio is chance."""

_numbers = count()
"""Each text is one that nothing has been remembered of."""


@dataclass(frozen=True)
class Growth:
    """Seconds for a text, and for one that is four times as long."""

    short: float
    long: float

    @property
    def ratio(self) -> float:
        """How many times as long it takes."""
        return self.long / max(self.short, _SHORTEST)


def growth(writer: str, shape: str, size: int, times: int) -> Growth:
    """With the ending that is worst."""
    found = (
        Growth(*(seconds(writer, shape, n, ending, times) for n in (size, 4 * size)))
        for ending in ENDINGS
    )
    return max(found, key=lambda one: one.ratio)


def seconds(writer: str, shape: str, size: int, ending: str, times: int) -> float:
    """The best of several times, each without what others left to be cleared away."""
    best = float("inf")
    for _ in range(times):
        text = text_of(shape, size, ending, next(_numbers))
        gc.collect()
        gc.disable()
        began = time.thread_time()
        WRITERS[writer](text)
        best = min(best, time.thread_time() - began)
        gc.enable()
    return best


def once(writers: Sequence[str]) -> None:
    """Says what it does before it does it: whatever does not end is the last."""
    for shape in SHAPES:
        text = text_of(shape, MOST_CHARACTERS["rule text"], ENDINGS[0])
        for writer in writers:
            print(f"{writer}: {shape}", flush=True)
            WRITERS[writer](text)


def main() -> None:
    """Measures each writer with each shape."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=12_000, help="characters of the shorter text")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--writer", action="append", choices=WRITERS, help="all if none is given")
    parser.add_argument("--once", action="store_true", help="measures nothing")
    options = parser.parse_args()
    writers = options.writer or list(WRITERS)
    if options.once:
        once(writers)
        return
    sizes = f"{options.size:>8,}{4 * options.size:>9,}"
    print(f"{'':21}{'characters':32}{sizes}  ratio")
    squares = 0
    for writer in writers:
        for shape in SHAPES:
            found = growth(writer, shape, options.size, options.times)
            squares += found.ratio > _SQUARE
            mark = "  grows with the square" if found.ratio > _SQUARE else ""
            print(
                f"{writer:21}{shape:32}{found.short:8.3f}{found.long:9.3f}{found.ratio:7.1f}{mark}",
                flush=True,
            )
    sys.exit(squares > 0)


if __name__ == "__main__":
    gc.freeze()  # what was imported is not gone through anew each time
    main()
