"""Libraries made on the spot: word pieces are words, and an encoder knows a few topics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from e3.library.encoder import PassageEncoder
from e3.library.library import Library

TOPICS = (("dog", "hound", "puppy"), ("car", "vehicle", "driver"), ("leave", "holiday", "off"))


class TopicEncoder:
    """Stands in for the encoder: words of one topic have one vector."""

    def __init__(self, digest: str = "topics") -> None:
        self.digest = digest
        self.read: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.read += texts
        return np.array([self._vector(text) for text in texts], dtype=np.float32)

    def _vector(self, text: str) -> list[float]:
        said = text.lower().split()
        found = [1e-3 + sum(word.strip("?.,") in topic for word in said) for topic in TOPICS]
        return [each / float(np.linalg.norm(found)) for each in found]


def words(text: str) -> int:
    return len(text.split())


def open_library(where: str | Path | None, encoder: Any = None, *, create: bool = True) -> Library:
    return Library(where, count=words, encoder=cast(PassageEncoder | None, encoder), create=create)


def write(folder: Path, **texts: str) -> list[str]:
    """Files with these texts; their names."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, text in texts.items():
        path = folder / f"{name}.txt"
        path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    return paths
