"""What the [model] of a recipe can say of Seq2Seq."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import ConfigDict


@dataclass(frozen=True)
class Seq2SeqRecipe:
    """Seq2Seq."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    system: Literal["seq2seq"] = "seq2seq"
    width: int = 256
    """Of each direction of the encoder, and of the decoder."""
    dropout: float = 0.3
    """Of the word vectors and before the output."""
    vocabulary: int = 10_000
    """Words that it can say without reading them."""
    word_width: int = 100
    """Of word vectors that are learnt from nothing."""
    word_vectors: str = ""
    """A file of word vectors to begin with, a word and its numbers a line; empty: none."""
