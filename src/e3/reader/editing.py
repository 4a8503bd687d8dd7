"""From a rule to a question and back: what an editor has to put before and after it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from e3.conversation import Conversation, RuleText
from e3.reader.inputs import EncoderInput, InputBuilder
from e3.text import Span, as_sentence, token_f1, trimmed

_TOKEN = re.compile(r"\w+(?:[’'-]\w+)*|[^\w\s]")
_MIN_F1 = 0.25

SENTINELS = 4
"""Of an input without a history: at its start, and behind each of its three parts."""

MAX_EDIT = 10
"""Words that an edit may put on either side of a rule."""


@dataclass(frozen=True, slots=True)
class Edit:
    """The words before and after a rule that turn it into a question."""

    before: tuple[str, ...]
    after: tuple[str, ...]


def edit_words(text: str) -> list[str]:
    """The words and punctuation marks of a question, in lower case."""
    return _TOKEN.findall(text.lower())


def text_to_edit(rule_text: RuleText, rule: Span) -> str:
    """What of a rule is kept in the question: words of grammar at its ends are trimmed."""
    return " ".join(trimmed(rule_text.text, rule).of(rule_text.text).split())


def edit_input(builder: InputBuilder, rule_text: RuleText, kept: str) -> EncoderInput:
    """x_edit = [R_i; x_D]: the rule stands where a conversation has its question.

    Where both together are longer than the encoder reads, the rule stands alone.
    """
    pieces = len(builder.pieces(kept).ids) + len(builder.pieces(rule_text.text).ids)
    alone = not builder.fits(pieces + SENTINELS)
    return builder.build(Conversation(RuleText("") if alone else rule_text, kept))


def find_edit(question: str, kept: str) -> Edit | None:
    """The edit that comes closest to `question`.

    None where hardly a word of the question is in `kept`, or too many would have to be added.
    """
    asked, copied = edit_words(question), edit_words(kept)
    windows = (
        (token_f1(asked[start:end], copied), start - end, start, end)
        for start in range(len(asked))
        for end in range(start + 1, len(asked) + 1)
    )
    f1, _, start, end = max(windows, default=(0.0, 0, 0, 0))
    if f1 <= _MIN_F1 or max(start, len(asked) - end) > MAX_EDIT:
        return None
    return Edit(tuple(asked[:start]), tuple(asked[end:]))


def put_together(edit: Edit, kept: str) -> str:
    """The question, with a capital at its start and no space before punctuation."""
    return as_sentence([*edit.before, kept, *edit.after])
