"""A policy put in another way (data augmentation): its logic stays, what stands around it does not.

What a network learns by heart it can't use on another text. So bullets change places, blocks that
say nothing of any rule go, and a text stands above or below another one on another matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

from e3.language.en.content_words import content_words
from e3.policy.policy import Policy
from e3.policy.rule_text import Block, BlockKind, RuleText
from e3.text import Span

Piece = Span | str
"""A part of the text as it was, or new words."""

_SHUFFLED, _DROPPED, _BESIDE = 0.5, 0.4, 0.35
"""How often each is done."""
_MOST_WORDS_BESIDE = 90
_NAMED = 2
"""Words of a question that its own text has and the other one has not, so that it is clear which
of them is meant."""

# A block without a rule that may still say how others go together, or what they speak of.
_LOGICAL = re.compile(
    r"\b(?:all|any|both|either|neither|none|one|each|every|only|not|no|never|unless|except\w*"
    r"|otherwise|instead|following|above|below|these|those|this|that|if|also|must|may|can|cannot)\b"
    r"|n[’']t\b|:$",
    re.IGNORECASE,
)
# A bullet that leans on the one before it, or says how the list is joined.
_LEANING = re.compile(
    r"\s*(?:and|or|but|otherwise|also|both|it|they|this|that|these|those|such|then)\b"
    r"|.*\b(?:and|or|and/or|next|former|latter)\s*[,;.]?\s*$"
    r"|.*\b(?:above|below|previous|item|point)\b",
    re.IGNORECASE | re.DOTALL,
)


def varied(policy: Policy, question: str, random: Random, others: Sequence[Policy]) -> Policy:
    """The policy with some of its bullets, of its blocks, or its surroundings otherwise."""
    found = policy
    if random.random() < _DROPPED:
        found = _without_some_blocks(found, random)
    if random.random() < _SHUFFLED:
        found = _shuffled(found, random)
    if others and random.random() < _BESIDE:
        found = _beside(found, question, random.choice(others), random)
    return found


def short_ones(policies: Sequence[Policy]) -> list[Policy]:
    """Those whose texts are short enough to stand beside another."""
    return [p for p in policies if len(p.rule_text.text.split()) <= _MOST_WORDS_BESIDE]


def _shuffled(policy: Policy, random: Random) -> Policy:
    """With the bullets of its lists in another order, where their order says nothing."""
    text = policy.rule_text.text
    moved: dict[Block, Block] = {}
    for run in _lists(policy.rule_text):
        said = [block.span.of(text) for block in run]
        # "have a car;" and "have a bike; and": who is last is told by its end.
        if any(map(_LEANING.match, said)) or len({_end(each) for each in said[:-1]}) > 1:
            continue
        if _end(said[0]) != _end(said[-1]):
            continue
        moved |= dict(zip(run, random.sample(run, len(run)), strict=True))
    if not moved:
        return policy
    pieces: list[Piece] = []
    at = 0
    for block in policy.rule_text.blocks:
        pieces += [Span(at, block.span.start), moved.get(block, block).span]
        at = block.span.end
    return _made(policy, [*pieces, Span(at, len(text))])


def _end(said: str) -> str:
    return said[-1] if said[-1] in ",;." else ""


def _lists(rule_text: RuleText) -> Iterator[list[Block]]:
    """Bullets that follow each other, all equally deep."""
    text = rule_text.text
    run: list[Block] = []
    indent = ""
    for block in rule_text.blocks:
        line = block.line(text).start
        before = text[line : block.span.start].replace(block.marker, "")
        if block.kind is BlockKind.BULLET and (not run or before == indent):
            run.append(block)
        else:
            if len(run) > 1 and not (block.kind is BlockKind.BULLET and before > indent):
                yield run
            run = [block] if block.kind is BlockKind.BULLET else []
        indent = before
    if len(run) > 1:
        yield run


def _without_some_blocks(policy: Policy, random: Random) -> Policy:
    """Without some of the blocks that say nothing of rules, nor of what joins them."""
    text = policy.rule_text.text
    blocks = policy.rule_text.blocks
    following = [*(block.kind for block in blocks[1:]), None]
    pieces: list[Piece] = []
    at = 0
    for block, then in zip(blocks, following, strict=True):
        leads = block.kind is BlockKind.TITLE or then is BlockKind.BULLET
        is_rule = any(rule.span.overlaps(block.span) for rule in policy.rules)
        if leads or is_rule or _LOGICAL.search(block.span.of(text)) or random.random() < 0.5:
            continue
        start = block.line(text).start
        if start >= at:
            pieces.append(Span(at, start))
            at = block.span.end
    return _made(policy, [*pieces, Span(at, len(text))])


def _beside(policy: Policy, question: str, other: Policy, random: Random) -> Policy:
    """Above or below a text on something else, if the question says which of them is meant."""
    text, beside = policy.rule_text.text, other.rule_text.text
    here, there = (set(content_words(each)) for each in (f"{policy.title} {text}", beside))
    if len((set(content_words(question)) & here) - there) < _NAMED or policy.title == other.title:
        return policy
    head = "" if other.rule_text.title else f"# {other.title}\n\n"
    own = "" if policy.rule_text.title else f"# {policy.title}\n\n"
    whole = Span(0, len(text))
    if random.random() < 0.5:
        return _made(policy, [f"{head}{beside}\n\n{own}", whole])
    return _made(policy, [own, whole, f"\n\n{head}{beside}"])


def _made(policy: Policy, pieces: Sequence[Piece]) -> Policy:
    """The policy with its text put together of pieces; as it is where a rule would be cut."""
    old = policy.rule_text.text
    parts: list[str] = []
    places: list[tuple[Span, int]] = []
    length = 0
    for piece in pieces:
        said = piece if isinstance(piece, str) else piece.of(old)
        if isinstance(piece, Span) and len(piece):
            places.append((piece, length))
        parts.append(said)
        length += len(said)
    whole = _joined(places)
    rules = []
    for rule in policy.rules:
        place = next((place for place in whole if place[0].covers(rule.span)), None)
        if place is None:
            return policy
        by = place[1] - place[0].start
        rules.append(replace(rule, span=Span(rule.span.start + by, rule.span.end + by)))
    in_order = tuple(sorted(rules, key=lambda rule: rule.span))
    return replace(policy, rule_text=RuleText("".join(parts)), rules=in_order)


def _joined(places: Sequence[tuple[Span, int]]) -> list[tuple[Span, int]]:
    """Pieces that still follow each other, as one."""
    found = list(places[:1])
    for (before, at), (piece, now) in pairwise(places):
        if before.end == piece.start and at + len(before) == now:
            first, begun = found[-1]
            found[-1] = Span(first.start, piece.end), begun
        else:
            found.append((piece, now))
    return found
