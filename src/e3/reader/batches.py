"""Which conversations are read at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


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
