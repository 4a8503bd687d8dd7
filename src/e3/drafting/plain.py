"""A text in plain signs (normalisation): what a network reads must not depend on how it is typed.

All bullets have one sign and all quotation marks are straight, so that the same policy with others
has the same draft.
"""

from __future__ import annotations

from dataclasses import dataclass

from e3.policy.rule_text import BlockKind, RuleText
from e3.text import Span

_SIGN = "*"
_STRAIGHT = str.maketrans("‘’‚‛“”„‟", "''''" + '""""')


@dataclass(frozen=True)
class PlainText:
    """A text in plain signs, and where it stands in the text as it was given."""

    text: RuleText
    moved: tuple[tuple[int, int], ...]
    """Where a bullet's sign ends in the plain text, and how much farther on that was before."""

    def before(self, span: Span) -> Span:
        """A span of the plain text as a span of the text as it was given."""
        return Span(self._before(span.start), self._before(span.end))

    def _before(self, place: int) -> int:
        return place + next((by for end, by in reversed(self.moved) if end <= place), 0)


def plain(rule_text: RuleText) -> PlainText:
    """A text in plain signs."""
    text = rule_text.text
    parts: list[str] = []
    moved: list[tuple[int, int]] = []
    at = length = 0
    for block in rule_text.blocks:
        # Several stars say how deep a bullet lies.
        if block.kind is not BlockKind.BULLET or block.level > 1:
            continue
        start = text.rfind(block.marker, at, block.span.start)
        if start < 0:
            continue
        parts += [text[at:start], _SIGN]
        length += start - at + len(_SIGN)
        at = start + len(block.marker)
        moved.append((length, at - length))
    parts.append(text[at:])
    return PlainText(RuleText("".join(parts).translate(_STRAIGHT)), tuple(moved))


def straight(words: str) -> str:
    """Words with straight quotation marks."""
    return words.translate(_STRAIGHT)
