"""A text in plain signs (normalisation): what a network reads must not depend on how it is typed.

All bullets have one sign and all quotation marks are straight, so that the same policy with others
has the same draft.
"""

from __future__ import annotations

from dataclasses import replace

from e3.policy.bullet_signs import Resigned, with_signs
from e3.policy.rule_text import RuleText

_SIGN = "*"
_STRAIGHT = str.maketrans("‘’‚‛“”„‟", "''''" + '""""')


def plain(rule_text: RuleText) -> Resigned:
    """A text in plain signs."""
    found = with_signs(rule_text, lambda _: _SIGN)
    return replace(found, text=RuleText(straight(found.text.text)))


def straight(words: str) -> str:
    """Words with straight quotation marks."""
    return words.translate(_STRAIGHT)
