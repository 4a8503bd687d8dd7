"""A text with other signs before its bullets, and where each place of it stood before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from e3.policy.rule_text import BlockKind, RuleText
from e3.text import Span


@dataclass(frozen=True)
class Resigned:
    """A text with other signs, and how the places of both go together."""

    text: RuleText
    moved: tuple[tuple[int, int], ...]
    """Where each sign ended before, and where it ends now."""

    def now(self, span: Span) -> Span:
        """A span of the text as it was given, in this one."""
        return self._moved(span, self.moved)

    def before(self, span: Span) -> Span:
        """A span of this text, in the text as it was given."""
        return self._moved(span, [(new, old) for old, new in self.moved])

    @staticmethod
    def _moved(span: Span, ends: Sequence[tuple[int, int]]) -> Span:
        def place(at: int) -> int:
            return at + next((to - end for end, to in reversed(ends) if end <= at), 0)

        return Span(place(span.start), place(span.end))


def with_signs(rule_text: RuleText, sign: Callable[[int], str]) -> Resigned:
    """The text with the sign for a bullet's number in its list; several stars stay as they are.

    Those say how deep a bullet lies.
    """
    text = rule_text.text
    parts: list[str] = []
    moved: list[tuple[int, int]] = []
    at = length = number = 0
    last_end: int | None = None
    for block in rule_text.blocks:
        if block.kind is not BlockKind.BULLET or block.level > 1:
            continue
        start = text.rfind(block.marker, at, block.span.start)
        if start < 0:
            continue
        goes_on = last_end is not None and text[last_end:start].isspace()
        number = number + 1 if goes_on else 1
        end = start + len(block.marker)
        # "*a boat" is a bullet, and "1.a boat" none.
        space = " " if end == block.span.start else ""
        parts += [text[at:start], sign(number) + space]
        length += start - at + len(parts[-1])
        at = end
        moved.append((at, length))
        last_end = block.span.end
    return Resigned(RuleText("".join([*parts, text[at:]])), tuple(moved))
