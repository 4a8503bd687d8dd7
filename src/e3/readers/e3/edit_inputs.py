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

_EDGES = " \t\r\n,;:.–—-"

SENTINELS = 4
"""Of an input without a history: at its start, and behind each of its three parts."""


def kept_text(rule_text: RuleText, rule: Span) -> str:
    """What of a rule is kept in the question: from behind its subject, auxiliaries, conjunctions.

    The paper trims articles and prepositions too, at both ends, and its editor has to write them.
    """
    text = rule_text.text
    kept = Span(trimmed(text, rule, but=_KEPT).start, rule.end).stripped(text, _EDGES)
    return " ".join(kept.of(text).split())


def edit_input(builder: InputBuilder, rule_text: RuleText, kept: str) -> EncoderInput:
    """x_edit = [R_i; x_D]: the rule stands where a conversation has its question.

    Where both together are longer than the encoder reads, the rule stands alone.
    """
    pieces = len(builder.pieces(kept).ids) + len(builder.pieces(rule_text.text).ids)
    alone = not builder.fits(pieces + SENTINELS)
    return builder.build(Conversation(RuleText("") if alone else rule_text, kept))
