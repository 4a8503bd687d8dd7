"""Rule units (discourse units): parts of a rule text by its form, each of which may be a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from e3.language.en.sentences import clauses, sentences
from e3.networks.inputs import EncoderInput, InputBuilder
from e3.policy.rule_text import BlockKind, RuleText, once_a_text
from e3.reading.conversation import Conversation
from e3.text import Span

QUESTION, SCENARIO, TURN, UNIT = range(4)
"""What an item of an input is."""
TURN_KINDS = UNIT + 1
"""How many kinds there are in the inputs of turns."""


@once_a_text
def rule_units(rule_text: RuleText) -> tuple[Span, ...]:
    """Titles and bullets whole, paragraphs by clauses; in order, and none without a word."""
    text = rule_text.text
    found: list[Span] = []
    for block in rule_text.blocks:
        if block.kind is BlockKind.PARAGRAPH:
            for sentence in sentences(text, block.span):
                found += [clause.stripped(text) for clause in clauses(text, sentence)]
        else:
            found.append(block.span)
    return tuple(span for span in found if any(c.isalnum() for c in span.of(text)))


def unit_of(units: Sequence[Span], span: Span) -> int | None:
    """The unit that shares most with a span, the first of equals; None if none shares anything."""
    shared = [min(u.end, span.end) - max(u.start, span.start) for u in units]
    best = max(range(len(units)), key=lambda i: shared[i], default=None)
    return None if best is None or shared[best] <= 0 else best


@dataclass(frozen=True, slots=True)
class UnitInput:
    """An encoder input with a marker before every item, from whose vector the item is read."""

    encoder: EncoderInput
    units: tuple[Span, ...]
    markers: tuple[int, ...]
    """Positions: of the question, the scenario, each turn, each unit."""
    kinds: tuple[int, ...]
    """What each item is."""

    @property
    def first_unit(self) -> int:
        """The place of the first unit among the items."""
        return len(self.markers) - len(self.units)


def unit_input(builder: InputBuilder, conversation: Conversation) -> UnitInput:
    """[q; s; h_1; ...] and behind a sentinel the units of the rule text, each with its marker."""
    turns = [f"{turn.question} {turn.answer.value}" for turn in conversation.history]
    units = rule_units(conversation.rule_text)
    return marked_input(
        builder,
        conversation.rule_text,
        (conversation.question, conversation.scenario, *turns),
        units,
        kinds=(QUESTION, SCENARIO, *[TURN] * len(turns), *[UNIT] * len(units)),
    )


def marked_input(
    builder: InputBuilder,
    rule_text: RuleText,
    said: Sequence[str],
    units: Sequence[Span],
    *,
    kinds: Sequence[int],
) -> UnitInput:
    """Texts and behind a sentinel the units of the rule text, each with its marker.

    Every unit keeps its word pieces in their context: the text is cut into pieces once.
    """
    texts = (rule_text.text, *said)
    pieces, *others = builder.pieces_of(*texts, more=len(texts) + 1)
    ids: list[int] = []
    markers: list[int] = []
    for each in others:
        markers.append(len(ids))
        ids += [builder.cls, *each.ids]
    ids.append(builder.sep)
    rule_start = len(ids)
    offsets: list[tuple[int, int]] = []
    following = 0
    for piece, (start, end) in zip(pieces.ids, pieces.offsets, strict=True):
        while following < len(units) and end > units[following].start:
            markers.append(len(ids))
            ids.append(builder.cls)
            offsets.append((start, start))
            following += 1
        ids.append(piece)
        offsets.append((start, end))
    ids.append(builder.sep)
    builder.check(len(ids))
    inputs = EncoderInput(
        ids=tuple(ids),
        segments=(0,) * rule_start + (1,) * (len(ids) - rule_start),
        rule_start=rule_start,
        rule_offsets=tuple(offsets),
    )
    # A unit whose characters the vocabulary drops at the end of a text has no piece to mark.
    return UnitInput(inputs, tuple(units[:following]), tuple(markers), tuple(kinds[: len(markers)]))
