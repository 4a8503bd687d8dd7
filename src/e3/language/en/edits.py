"""From a rule to a question and back: the words before and after it (edit extraction)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from e3.language.en.content_words import trimmed
from e3.language.en.sentences import as_sentence
from e3.policy.rule_text import RuleText
from e3.text import Span, token_f1

_TOKEN = re.compile(r"\w+(?:[’'-]\w+)*|[^\w\s]")
_MIN_F1 = 0.25

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
