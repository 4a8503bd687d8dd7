"""Places and vectors as bytes, small enough for a library of many documents."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from e3.documents.document import Piece, Place
from e3.documents.passages import Passage
from e3.text import Span

_MOST = 127


def packed_pieces(pieces: Sequence[Piece]) -> bytes:
    """Where the words of a document stand, as bytes."""
    rows = []
    before = 0
    for piece in pieces:
        place = piece.place
        # Distances are smaller than places, and pack better.
        row: list[Any] = [piece.span.start - before, len(piece.span)]
        rows.append([*row, place.page, place.box, place.line, place.element])
        before = piece.span.end
    return zlib.compress(json.dumps(rows, separators=(",", ":")).encode())


def unpacked_pieces(data: bytes) -> tuple[Piece, ...]:
    """What `packed_pieces` has packed."""
    pieces = []
    at = 0
    for gap, length, page, box, line, element in json.loads(zlib.decompress(data)):
        span = Span(at + gap, at + gap + length)
        place = Place(page, None if box is None else tuple(box), line, element)
        pieces.append(Piece(span, place))
        at = span.end
    return tuple(pieces)


def packed_passage(passage: Passage) -> str:
    """A passage without its words, as JSON."""
    spans = [[span.start, span.end] for span in passage.spans]
    return json.dumps([passage.path, spans], ensure_ascii=False)


def unpacked_passage(text: str) -> Passage:
    """What `packed_passage` has packed."""
    path, spans = json.loads(text)
    return Passage(tuple(path), tuple(Span(start, end) for start, end in spans))


def packed_vector(vector: NDArray[np.float32]) -> bytes:
    """A vector in 8 bits a number, behind its scale."""
    scale = np.float32(max(float(np.abs(vector).max()) / _MOST, 1e-12))
    packed: bytes = scale.tobytes() + np.rint(vector / scale).astype(np.int8).tobytes()
    return packed


def unpacked_vectors(rows: Sequence[bytes]) -> NDArray[np.float32]:
    """The vectors that `packed_vector` has packed, one a row."""
    if not rows:
        return np.zeros((0, 0), dtype=np.float32)
    table = np.frombuffer(b"".join(rows), dtype=np.int8).reshape(len(rows), -1)
    scales = np.ascontiguousarray(table[:, :4]).view(np.float32)
    return table[:, 4:].astype(np.float32) * scales
