"""The passages of a large library, read by encoders on several machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from e3.cluster import Cluster, Make
from e3.errors import BadInput
from e3.library.encoder import PassageEncoder, Vectors
from e3.library.entries import UnreadPassage
from e3.library.library import Library

_AT_ONCE = 32
_READ_AHEAD = 32 * _AT_ONCE

Some = list[UnreadPassage]


def encode_on(machines: Cluster, library: Library) -> Iterator[int]:
    """Gives all passages that have none a vector, the same as on one machine; how many at a time.

    What was counted is durable.
    """
    if (encoder := library.encoder) is None:
        return
    make = partial(_encoding, encoder.folder.absolute(), encoder.digest)
    yield from encode_with(machines, library, make)


def encode_with(
    machines: Cluster, library: Library, make: Make[Some, tuple[Some, Vectors]]
) -> Iterator[int]:
    """The same with vectors that something else makes."""
    for some, vectors in machines.spread(make, _unread(library)):
        library.put_vectors(some, vectors)
        yield len(some)


def _unread(library: Library) -> Iterator[Some]:
    after = 0
    while ahead := library.unread(_READ_AHEAD, after=after):
        for start in range(0, len(ahead), _AT_ONCE):
            yield ahead[start : start + _AT_ONCE]
        after = ahead[-1].id


def _encoding(folder: Path, digest: str) -> Callable[[Some], tuple[Some, Vectors]]:
    """What encodes on another machine."""
    encoder = PassageEncoder.load(folder)
    if encoder.digest != digest:
        raise BadInput("there this is another encoder than here", source=str(folder))
    return lambda some: (some, encoder.encode([each.text for each in some]))
