"""The encoder of passages and questions (embeddings): a plain gte-small in 8 bits, or one like it.

It is a folder that `tools/export_encoder.py` wrote, and it does not come with E3: it is named, or
another package brings it by an entry point of the group "e3.encoders", a function that gives the
folder. Without one a library searches by full text alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import file_digest
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from e3.errors import BadInput, ModelFailed
from e3.files import is_there, opened
from e3.full_memory import memory_full
from e3.networks.inputs import InputBuilder
from e3.networks.onnx_session import session_of, threads
from e3.reading.model_folder import reason

MODEL_FILE = "encoder.onnx"
INPUTS = ("ids", "mask")

_GROUP = "e3.encoders"

Vectors = NDArray[np.float32]
"""One row a text, each of length 1."""


@dataclass(frozen=True)
class PassageEncoder:
    """Turns texts into vectors; like texts have like vectors."""

    folder: Path
    digest: str
    """Tells its vectors from those of another."""
    session: Any
    builder: InputBuilder

    @classmethod
    def load(cls, folder: Path) -> PassageEncoder:
        """Reads what `tools/export_encoder.py` wrote."""
        if not is_there(folder / MODEL_FILE):
            raise BadInput(
                f"there is no encoder in this folder, it has no {MODEL_FILE}", source=str(folder)
            )
        with opened(folder / MODEL_FILE) as file:
            digest = file_digest(file, "sha256").hexdigest()
        session = session_of(folder / MODEL_FILE, threads())
        if {each.name for each in session.get_inputs()} != set(INPUTS):
            raise BadInput("this is another kind of model", source=str(folder / MODEL_FILE))
        return cls(folder, digest, session, InputBuilder.load(folder))

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A vector for each text, read by itself: its neighbours make no difference.

        What is longer than the encoder reads is cut: passages are not.
        """
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> NDArray[np.float32]:
        most = self.builder.max_length - 2
        ids = [self.builder.cls, *self.builder.pieces(text).ids[:most], self.builder.sep]
        row = np.array([ids], dtype=np.int64)
        try:
            (found,) = self.session.run(None, {"ids": row, "mask": np.ones_like(row)})
        except Exception as error:  # what the library raises has no base class
            failed = ModelFailed(f"{self.folder / MODEL_FILE}: this can't read: {reason(error)}")
            raise memory_full(error) or failed from None
        vector: NDArray[np.float32] = found[0]
        return vector


def find_encoder(folder: str | Path | None = None) -> PassageEncoder | None:
    """The encoder in a folder, else the one that is installed; None where there is none."""
    if folder is not None:
        return PassageEncoder.load(Path(folder))
    for entry in entry_points(group=_GROUP):
        return PassageEncoder.load(Path(entry.load()()))
    return None
