"""The word vectors of the editor: from a file, or the encoder's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from e3.errors import BadInput
from e3.model.encoder import Encoder
from e3.reader.inputs import InputBuilder


def word_vectors(
    path: str, words: Sequence[str], encoder: Encoder, builder: InputBuilder
) -> Tensor:
    """A vector for each word; words that are not in the file get small random ones."""
    return _from_file(Path(path), words) if path else _from_encoder(words, encoder, builder)


def _from_encoder(words: Sequence[str], encoder: Encoder, builder: InputBuilder) -> Tensor:
    """The mean of the embeddings of each word's pieces."""
    transformer: Any = encoder.transformer
    pieces = transformer.get_input_embeddings().weight.detach()
    return torch.stack([pieces[list(builder.pieces(w).ids) or [0]].mean(dim=0) for w in words])


def _from_file(path: Path, words: Sequence[str]) -> Tensor:
    wanted = {word: index for index, word in enumerate(words)}
    found: dict[int, list[float]] = {}
    width = 0
    try:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                parts = line.split()
                if len(parts) <= 2:
                    continue  # some files begin with how many words and numbers there are
                # Some of GloVe's words have spaces in them: what is a number is told by place.
                width = width or len(parts) - 1
                if (index := wanted.get(" ".join(parts[:-width]))) is not None:
                    found[index] = [float(number) for number in parts[-width:]]
    except (OSError, ValueError) as error:
        raise BadInput(f"these are no word vectors: {error}", source=str(path)) from None
    if not found:
        raise BadInput("none of the editor's words has a vector here", source=str(path))
    vectors = 0.1 * torch.randn(len(words), width, generator=torch.Generator().manual_seed(0))
    for index, vector in found.items():
        vectors[index] = torch.tensor(vector)
    return vectors
