"""What the network reads stories from: the sentences of a story, and the rules it may settle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from e3.language.en.sentences import sentences
from e3.networks.inputs import EncoderInput, InputBuilder
from e3.readers.states.chunk_inputs import RULE
from e3.readers.states.units import QUESTION, SCENARIO, UnitInput
from e3.text import Span


@dataclass(frozen=True, slots=True)
class StoryInput:
    """A story beside rules."""

    inputs: UnitInput
    """Its items: the question, the sentences, the rules."""
    sentences: tuple[Span, ...]
    """Of the story, those that were read."""

    @property
    def first_rule(self) -> int:
        """The place of the first rule among the items."""
        return 1 + len(self.sentences)


def story_sentences(story: str) -> tuple[Span, ...]:
    """The sentences of a story; a line ends one."""
    found: list[Span] = []
    start = 0
    for line in story.splitlines(keepends=True):
        found += sentences(story, Span(start, start + len(line)))
        start += len(line)
    return tuple(span for span in found if span)


def story_input(
    builder: InputBuilder, question: str, story: str, rules: Sequence[str]
) -> StoryInput:
    """[q; sentence_1; ...] and behind a sentinel the rules, each with its marker."""
    told = story_sentences(story)
    texts = (question, *(span.of(story) for span in told), *rules)
    pieces = builder.pieces_of(*texts, more=len(texts) + 2)
    ids: list[int] = []
    markers: list[int] = []
    rule_start = 0
    for place, each in enumerate(pieces):
        if place == 1 + len(told):
            ids.append(builder.sep)
            rule_start = len(ids)
        markers.append(len(ids))
        ids += [builder.cls, *each.ids]
    ids.append(builder.sep)
    rule_start = rule_start or len(ids)
    encoder = EncoderInput(
        ids=tuple(ids),
        segments=(0,) * rule_start + (1,) * (len(ids) - rule_start),
        rule_start=rule_start,
        rule_offsets=(),
    )
    kinds = (QUESTION, *[SCENARIO] * len(told), *[RULE] * len(rules))
    units = tuple(Span(0, 0) for _ in rules)
    return StoryInput(UnitInput(encoder, units, tuple(markers), kinds), told)


def rule_item(question: str, span: str) -> str:
    """A rule as a story is read beside it: what is asked, and the words of the text."""
    return f"{question} {span}"
