"""The words of a text that somebody marked or typed, as a span of whole words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from e3.policy.policy import Policy
from e3.policy.rule_text import BlockKind
from e3.studio.editing import EditRefused
from e3.studio.nodes import Address, Kind, Node, nodes, tree
from e3.text import Span

_AROUND = 40
"""Characters to either side by which a person tells one place from another."""
_MOST_PLACES = 20


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a text where the words stand, with what is around it."""

    start: int
    end: int
    before: str
    words: str
    after: str


class ManyPlaces(EditRefused):
    """Words that stand in the text more than once."""

    def __init__(self, places: tuple[Place, ...]) -> None:
        super().__init__("these words stand in the text more than once: say which you mean")
        self.field = "words"
        self.places = places


def marked_span(policy: Policy, fields: dict[str, str]) -> Span:
    """What was marked (`start`, `end`; or `place`, as "start-end"), or typed (`words`)."""
    text = policy.rule_text.text
    start, _, end = fields.get("place", "").partition("-")
    span = _between(start, end, text) or _between(
        fields.get("start", ""), fields.get("end", ""), text
    )
    return whole_words(text, span) if span else _typed(policy, fields.get("words", ""))


def whole_words(text: str, span: Span) -> Span:
    """A span that cuts no word, without white space and without commas at its ends."""
    inside = span.stripped(text)
    start, end = inside.start, inside.end
    while 0 < start < len(text) and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while 0 < end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return Span(start, end).stripped(text, " \t\n,;:.")


def group_near(policy: Policy, question: int, span: Span) -> str:
    """The group that a new rule probably belongs to: that of its neighbour in the same list.

    A bullet that was missed joins the other bullets; what stands elsewhere joins the whole.
    """
    blocks = policy.rule_text.blocks
    here = next((n for n, block in enumerate(blocks) if block.span.overlaps(span)), None)
    whole = tree(policy, question)
    if here is None or blocks[here].kind is not BlockKind.BULLET:
        return str(Address(question))
    places = {
        rule.id: next((n for n, block in enumerate(blocks) if block.span.overlaps(rule.span)), -1)
        for rule in policy.rules
    }
    groups = [
        (abs(places[part.rule] - here), str(group.address))
        for group in nodes(whole)
        if group.kind in (Kind.ALL, Kind.ANY)
        for part in _rules_of(group)
        if part.rule and _one_list(policy, places[part.rule], here)
    ]
    return min(groups, default=(0, str(Address(question))))[1]


def _rules_of(group: Node) -> list[Node]:
    """The rules that stand in a group itself, denied or not."""
    return [part.parts[0] if part.kind is Kind.NOT else part for part in group.parts]


def _one_list(policy: Policy, one: int, other: int) -> bool:
    first, last = sorted((one, other))
    between = policy.rule_text.blocks[max(first, 0) : last + 1]
    return first >= 0 and all(block.kind is BlockKind.BULLET for block in between)


def _between(start: str, end: str, text: str) -> Span | None:
    if not all(each.isascii() and each.isdecimal() and len(each) < 8 for each in (start, end)):
        return None
    if not int(start) < int(end) <= len(text):
        raise EditRefused("what is marked is no part of the text: mark it again", "words")
    return Span(int(start), int(end))


def _typed(policy: Policy, words: str) -> Span:
    said = words.split()
    if not said:
        raise EditRefused("write the words as they stand in the text, or mark them there", "words")
    text = policy.rule_text.text
    pattern = re.compile(r"\s+".join(map(re.escape, said)), re.IGNORECASE)
    found = [Span(*each.span()) for each in pattern.finditer(text)]
    if not found:
        raise EditRefused("these words do not stand in the text: copy them from there", "words")
    free = [span for span in found if not any(span.overlaps(r.span) for r in policy.rules)]
    if len(found) > 1 and len(free) != 1:
        raise ManyPlaces(tuple(_place(text, span) for span in (free or found)[:_MOST_PLACES]))
    return (free or found)[0]


def _place(text: str, span: Span) -> Place:
    before = text[max(0, span.start - _AROUND) : span.start]
    after = text[span.end : span.end + _AROUND]
    return Place(span.start, span.end, before, span.of(text), after)
