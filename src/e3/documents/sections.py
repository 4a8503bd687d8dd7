"""The sections of a text: from a title to the next, with the titles they stand under."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from e3.policy.rule_text import Block, BlockKind, RuleText


@dataclass(frozen=True)
class Section:
    """Blocks under one title."""

    path: tuple[str, ...]
    """The title of the section, behind those it stands under."""
    title: Block | None
    """None where the text begins without one."""
    blocks: tuple[Block, ...]
    """Without the title."""


def sections(rule_text: RuleText) -> Iterator[Section]:
    """The sections of a text, in order; together they have all its blocks."""
    above: list[tuple[int, str]] = []
    title: Block | None = None
    inside: list[Block] = []
    for block in rule_text.blocks:
        if block.kind is not BlockKind.TITLE:
            inside.append(block)
            continue
        if title is not None or inside:
            yield Section(tuple(name for _, name in above), title, tuple(inside))
        title, inside = block, []
        while above and above[-1][0] >= block.level:
            above.pop()
        above.append((block.level, " ".join(block.span.of(rule_text.text).split())))
    if title is not None or inside:
        yield Section(tuple(name for _, name in above), title, tuple(inside))
