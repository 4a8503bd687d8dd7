"""Which conversations are read at once (length bucketing): one loop for all networks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

MOST_PIECES = 2**15
"""Word pieces of a padded batch."""


def read_by_length(
    lengths: Sequence[int],
    read: Callable[[list[int]], Iterable[T]],
    *,
    most: int = MOST_PIECES,
) -> list[T]:
    """What `read` makes of rows of these lengths, in their order; it is given their numbers."""
    found: dict[int, T] = {}
    for rows in batches_within(lengths, most):
        found.update(zip(rows, read(rows), strict=True))
    return [found[row] for row in range(len(lengths))]


def batches_within(lengths: Sequence[int], most: int) -> Iterator[list[int]]:
    """Rows of like length, as many at once as keep a padded batch within `most` word pieces.

    A row that is longer than that is a batch of its own.
    """
    rows: list[int] = []
    for row in sorted(range(len(lengths)), key=lambda row: lengths[row]):
        if rows and (len(rows) + 1) * lengths[row] > most:
            yield rows
            rows = []
        rows.append(row)
    if rows:
        yield rows
