"""Word pieces that texts in Latin letters never have are left out of what is shipped (pruning)."""

from __future__ import annotations

import json
from collections.abc import Mapping

from tokenizers import Tokenizer

from e3.networks.inputs import InputBuilder

_UNUSED = "[unused"
_LAST_LATIN = 0x24F
_SIGNS = range(0x2000, 0x2300)
"""Quotation marks, dashes, bullets, signs of money."""


def latin_pieces(builder: InputBuilder) -> tuple[InputBuilder, list[int]]:
    """A builder that knows pieces in Latin letters alone, and the numbers that they had before.

    Special pieces and whatever stands before the first unused one keep their numbers: encoders
    count on that of their padding.
    """
    saved = json.loads(builder.tokenizer.to_str())
    vocabulary: Mapping[str, int] = saved["model"]["vocab"]
    special = {each["content"] for each in saved["added_tokens"]}
    every = sorted(vocabulary, key=vocabulary.__getitem__)
    kept = [piece for piece in every if piece in special or _is_latin(piece)]
    number = {piece: place for place, piece in enumerate(kept)}
    saved["model"]["vocab"] = number
    for each in saved["added_tokens"]:
        each["id"] = number[each["content"]]
    # Inputs are put together here, and not by the tokenizer.
    saved["post_processor"] = None
    moved = {vocabulary[piece]: place for piece, place in number.items()}
    smaller = InputBuilder(
        Tokenizer.from_str(json.dumps(saved)),
        cls=moved[builder.cls],
        sep=moved[builder.sep],
        max_length=builder.max_length,
    )
    return smaller, [vocabulary[piece] for piece in kept]


def _is_latin(piece: str) -> bool:
    return not piece.startswith(_UNUSED) and all(
        ord(letter) <= _LAST_LATIN or ord(letter) in _SIGNS for letter in piece
    )
