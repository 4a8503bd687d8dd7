"""What the network drafts from: a question, and a rule text whose chunks are marked."""

from __future__ import annotations

from e3.language.en.chunks import Chunk, Opens, chunks
from e3.networks.inputs import InputBuilder
from e3.policy.rule_text import BlockKind, RuleText
from e3.readers.states.units import QUESTION, TURN_KINDS, UnitInput, marked_input

_FORMS = (
    (BlockKind.TITLE, 0),
    (BlockKind.PARAGRAPH, 0),
    *((BlockKind.BULLET, n) for n in (1, 2, 3)),
)
CHUNK_KINDS = range(TURN_KINDS, TURN_KINDS + len(_FORMS) * len(Opens))
"""Chunks in titles, in paragraphs, and in bullets of three depths; each that opens a block, a
sentence, or neither: word pieces say nothing of lines."""
RULE = CHUNK_KINDS.stop
"""A rule that a story is read beside."""
KINDS = RULE + 1
_SENTINELS = 3
"""Before and behind the question, and at the end."""


def chunk_input(builder: InputBuilder, rule_text: RuleText, question: str) -> UnitInput:
    """[q] and behind a sentinel the chunks of the rule text, each with its marker."""
    found = chunks(rule_text)
    return marked_input(
        builder,
        rule_text,
        (question,),
        [chunk.span for chunk in found],
        kinds=(QUESTION, *map(_kind, found)),
    )


def word_pieces(builder: InputBuilder, text: str) -> int:
    """How many word pieces a text has."""
    return len(builder.tokenizer.encode(text, add_special_tokens=False))


def room_beside(builder: InputBuilder, question: str) -> int:
    """How many word pieces and markers of chunks can be read beside a question."""
    return builder.max_length - word_pieces(builder, question) - _SENTINELS


def _kind(chunk: Chunk) -> int:
    form = _FORMS.index((chunk.kind, chunk.depth))
    return CHUNK_KINDS[form * len(Opens) + chunk.opens]
