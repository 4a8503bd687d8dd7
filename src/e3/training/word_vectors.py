"""Word vectors to begin with: from a file, an encoder's own, or random ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from e3.errors import BadInput
from e3.networks.encoder import Encoder
from e3.networks.inputs import InputBuilder


def encoder_vectors(words: Sequence[str], encoder: Encoder, builder: InputBuilder) -> Tensor:
    """The mean of the embeddings of each word's pieces."""
    transformer: Any = encoder.transformer
    pieces = transformer.get_input_embeddings().weight.detach()
    return torch.stack([pieces[list(builder.pieces(w).ids) or [0]].mean(dim=0) for w in words])


def random_vectors(count: int, width: int) -> Tensor:
    """Small random vectors, always the same."""
    return 0.1 * torch.randn(count, width, generator=torch.Generator().manual_seed(0))


def file_vectors(path: Path, words: Sequence[str]) -> Tensor:
    """The vectors of words in a file; words that are not in it get random ones."""
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
        raise BadInput("none of the words has a vector here", source=str(path))
    vectors = random_vectors(len(words), width)
    for index, vector in found.items():
        vectors[index] = torch.tensor(vector)
    return vectors
