"""What the editor reads: a rule and the text it stands in."""

from __future__ import annotations

from e3.language.en.content_words import trimmed
from e3.networks.inputs import EncoderInput, InputBuilder
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation
from e3.text import Span

_KEPT = frozenset(
    """a an the this that these those your their his her its our any in on at for from by with of to
    as been""".split()
)
"""Words of grammar that stay with what follows them: articles, prepositions, and the like."""

SENTINELS = 4
"""Of an input without a history: at its start, and behind each of its three parts."""


def kept_text(rule_text: RuleText, rule: Span) -> str:
    """What of a rule is kept in the question; subjects, auxiliaries and conjunctions are trimmed.

    The paper trims articles and prepositions too, which the editor would have to write again.
    """
    kept = trimmed(rule_text.text, rule, but=_KEPT)
    return " ".join(kept.of(rule_text.text).split())


def edit_input(builder: InputBuilder, rule_text: RuleText, kept: str) -> EncoderInput:
    """x_edit = [R_i; x_D]: the rule stands where a conversation has its question.

    Where both together are longer than the encoder reads, the rule stands alone.
    """
    pieces = len(builder.pieces(kept).ids) + len(builder.pieces(rule_text.text).ids)
    alone = not builder.fits(pieces + SENTINELS)
    return builder.build(Conversation(RuleText("") if alone else rule_text, kept))
