"""A policy laid out in another way (data augmentation): other signs before its bullets."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from e3.policy.policy import Policy
from e3.policy.rule_text import BlockKind, RuleText
from e3.text import Span

_SIGNS = ("*", "-", "•", "–", "1.", "(a)", "a)")
_KEPT = 0.4
"""The share of texts that stay as they are."""


def laid_out(policy: Policy, random: Random) -> Policy:
    """The policy with other signs before its bullets, all of one kind alike, or as it is."""
    text = policy.rule_text.text
    bullets = [block for block in policy.rule_text.blocks if block.kind is BlockKind.BULLET]
    if not bullets or random.random() < _KEPT:
        return policy
    signs = {block.marker if block.level > 1 else "": random.choice(_SIGNS) for block in bullets}
    edits: list[tuple[int, int, str]] = []
    count = 0
    before: int | None = None
    for block in bullets:
        if block.level > 1:  # several stars say how deep a bullet lies
            continue
        start = text.rfind(block.marker, 0, block.span.start)
        if start < 0 or (between := text[start + len(block.marker) : block.span.start]).strip():
            continue
        count = count + 1 if before is not None and text[before:start].isspace() else 1
        before = block.span.end
        sign = _numbered(signs[""], count)
        edits.append((start, start + len(block.marker), sign + ("" if between else " ")))
    return _edited(policy, edits)


def _numbered(sign: str, count: int) -> str:
    letter = "abcdefghijklmnopqrstuvwxyz"[(count - 1) % 26]
    return sign.replace("1", str(min(count, 99))).replace("a", letter)


def _edited(policy: Policy, edits: list[tuple[int, int, str]]) -> Policy:
    """The policy with its text changed outside of its rules."""
    text = policy.rule_text.text
    parts: list[str] = []
    at = 0
    for start, end, sign in edits:
        parts += [text[at:start], sign]
        at = end
    parts.append(text[at:])

    def moved(place: int) -> int:
        return place + sum(len(sign) - (end - start) for start, end, sign in edits if end <= place)

    rules = tuple(
        replace(rule, span=Span(moved(rule.span.start), moved(rule.span.end)))
        for rule in policy.rules
    )
    return replace(policy, rule_text=RuleText("".join(parts)), rules=rules)
