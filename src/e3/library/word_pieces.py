"""How many word pieces a text has for the reader that comes with E3: what passages are cut by."""

from __future__ import annotations

from functools import cache

from e3.networks.inputs import InputBuilder
from e3.reading.model_folder import model_folder


@cache
def _builder() -> InputBuilder:
    return InputBuilder.load(model_folder())


def word_pieces(text: str) -> int:
    """How many word pieces a text has."""
    return len(_builder().tokenizer.encode(text, add_special_tokens=False))


def most_word_pieces() -> int:
    """How many the reader takes at once, the question and signs between them included."""
    return _builder().max_length
