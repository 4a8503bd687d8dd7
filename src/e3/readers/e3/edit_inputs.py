"""What the editor reads: a rule and the text it stands in."""

from __future__ import annotations

from e3.networks.inputs import EncoderInput, InputBuilder
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation

SENTINELS = 4
"""Of an input without a history: at its start, and behind each of its three parts."""


def edit_input(builder: InputBuilder, rule_text: RuleText, kept: str) -> EncoderInput:
    """x_edit = [R_i; x_D]: the rule stands where a conversation has its question.

    Where both together are longer than the encoder reads, the rule stands alone.
    """
    pieces = len(builder.pieces(kept).ids) + len(builder.pieces(rule_text.text).ids)
    alone = not builder.fits(pieces + SENTINELS)
    return builder.build(Conversation(RuleText("") if alone else rule_text, kept))
