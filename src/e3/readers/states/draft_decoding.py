"""From the scores of chunks and pairs to a draft, and of rules to what a story tells: no torch."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from e3.language.en.chunks import chunks, lists_of
from e3.language.en.content_words import content_words
from e3.policy.answers import Answer
from e3.policy.cotree import nearest_cotree
from e3.policy.logic import And, Expression, Name, Not, Or, occurrences
from e3.policy.rule_text import RuleText
from e3.readers.states.agreement import LikelyDrafts
from e3.readers.states.decoding import STATES
from e3.readers.states.pair_weights import alike_in_lists
from e3.readers.states.story_inputs import StoryInput
from e3.readers.states.units import UnitInput
from e3.reading.conversation import DECISIONS, Decision
from e3.reading.drafts import Bearing, FoundDraft, FoundRule, Told
from e3.serialise import STRICT
from e3.text import Span

_Temperature = Annotated[float, Field(ge=1e-3, le=1e3)]

Scores = NDArray[np.float32]


class Tag(IntEnum):
    """What a chunk is."""

    NONE = 0
    FOR = 1
    """The beginning of a rule that speaks for a yes if it holds."""
    AGAINST = 2
    GOES_ON = 3
    """More of the rule before it."""


TAGS = tuple(Tag)

_MOST_RULES = 30
_LEAST = 0.2
"""How likely the likeliest chunk must be to be taken for a rule where no other is one."""


@dataclass(frozen=True)
class DraftReading:
    """Logits of one text and question."""

    decision: Scores
    tags: Scores
    """Chunks x tags."""
    pairs: Scores
    """Chunks x chunks."""
    edges: Scores
    """Positions x (start, end)."""


@dataclass(frozen=True)
class StoryReading:
    """Logits of a story beside rules."""

    states: Scores
    """Items x states."""
    telling: Scores
    """Items x items: which sentence tells of a rule."""


@dataclass(frozen=True)
class Calibration:
    """What makes probabilities of scores mean what they say."""

    __pydantic_config__ = STRICT

    tags: _Temperature = 1.0
    """What scores are divided by (temperatures)."""
    pairs: _Temperature = 1.0
    answered: _Temperature = 1.0
    told: _Temperature = 1.0
    rule_from: Annotated[float, Field(gt=0, lt=1)] = 0.5
    """How likely a chunk must be a rule to be taken for one."""
    right: tuple[float, float] = (0.0, 1.0)
    """Of the log odds that other likely drafts answer alike: where it starts, and by how much."""


UNCALIBRATED = Calibration()


@dataclass(frozen=True)
class _Run:
    """Chunks that make a rule."""

    first: int
    last: int
    speaks_for: bool
    sure: float
    side_sure: float


def found_draft(
    rule_text: RuleText, inputs: UnitInput, scores: DraftReading, calibration: Calibration
) -> FoundDraft:
    """The draft that scores stand for."""
    tags = _softmax(scores.tags / calibration.tags)
    answered = _answered(scores, calibration)
    runs = _runs(tags, calibration.rule_from)
    rules = tuple(
        FoundRule(
            _span(rule_text, inputs, scores.edges, run),
            run.speaks_for,
            run.sure,
            run.side_sure,
        )
        for run in runs
    )
    if not rules:
        return FoundDraft((), None, answered, 1.0, 0.0)
    lists = lists_of(rule_text)
    pairs = scores.pairs.astype(np.float64) / calibration.pairs
    weights = alike_in_lists(pairs, [run.first for run in runs], lists)
    names = {run.first: Name(f"r{n}") for n, run in enumerate(runs)}
    leaves = [names[run.first] if run.speaks_for else Not(names[run.first]) for run in runs]
    logic = nearest_cotree(leaves, weights.tolist())
    likely = tags.astype(np.float64)
    drafts = LikelyDrafts(likely[:, Tag.FOR], likely[:, Tag.AGAINST], pairs, lists)
    log_odds = _log_odds(drafts.agreement(logic, names))
    start, times = calibration.right
    right = 1.0 / (1.0 + np.exp(-(start + times * log_odds)))
    return FoundDraft(rules, logic, answered, _logic_sure(logic, weights), float(right))


def bearing_of(rule_text: RuleText, scores: DraftReading, calibration: Calibration) -> Bearing:
    """What of a text bears on a question by these scores."""
    tags = _softmax(scores.tags / calibration.tags)
    likely = (1.0 - tags[:, Tag.NONE]).tolist()
    spans = [chunk.span for chunk in chunks(rule_text)]
    # The last chunks have no marker where the vocabulary drops all their characters.
    return Bearing(_answered(scores, calibration), tuple(zip(spans, likely, strict=False)))


def _answered(scores: DraftReading, calibration: Calibration) -> float:
    decisions = _softmax(scores.decision / calibration.answered)
    return 1.0 - float(decisions[DECISIONS.index(Decision.IRRELEVANT)])


def _log_odds(likely: float) -> float:
    kept = min(max(likely, 1e-3), 1.0 - 1e-3)
    return float(np.log(kept / (1.0 - kept)))


def _runs(tags: Scores, least: float) -> list[_Run]:
    begins = tags[:, Tag.FOR] + tags[:, Tag.AGAINST]
    runs: list[_Run] = []
    at = 0
    if len(begins) and begins.max() < least and begins.max() >= _LEAST:
        least = float(begins.max())
    while at < len(tags):
        if begins[at] < least:
            at += 1
            continue
        last = at
        while last + 1 < len(tags) and tags[last + 1].argmax() == Tag.GOES_ON:
            last += 1
        speaks_for = bool(tags[at, Tag.FOR] >= tags[at, Tag.AGAINST])
        side = tags[at, Tag.FOR if speaks_for else Tag.AGAINST] / begins[at]
        runs.append(_Run(at, last, speaks_for, float(begins[at]), float(side)))
        at = last + 1
    likeliest = sorted(runs, key=lambda run: -run.sure)[:_MOST_RULES]
    return sorted(likeliest, key=lambda run: run.first)


def _span(rule_text: RuleText, inputs: UnitInput, edges: Scores, run: _Run) -> Span:
    """From the likeliest beginning in the chunks of a rule to the likeliest end behind it."""
    text = rule_text.text
    found = chunks(rule_text)
    whole = Span(found[run.first].span.start, found[run.last].span.end)
    places = inputs.encoder.positions(whole)
    if places is None:
        return found[run.first].core(text)
    first, last = places
    # Markers stand for no character.
    inside = [
        place
        for place in range(first, last + 1)
        if _length(inputs, place) and whole.covers(inputs.encoder.span(place, place))
    ]
    if not inside:
        return found[run.first].core(text)
    start = max(inside, key=lambda place: edges[place, 0])
    end = max((p for p in inside if p >= start), key=lambda place: edges[place, 1])
    span = inputs.encoder.span(start, end).whole_words(text)  # pieces may end within a word
    # A rule says something: "the" alone is none.
    return span if content_words(span.of(text)) else found[run.first].core(text)


def _length(inputs: UnitInput, place: int) -> int:
    start, end = inputs.encoder.rule_offsets[place - inputs.encoder.rule_start]
    return end - start


def _logic_sure(logic: Expression, weights: NDArray[np.float64]) -> float:
    """How likely the operations of a formula are, each by the pairs that it joins, on average."""
    total = 0.0

    def visit(part: Expression) -> None:
        nonlocal total
        if not isinstance(part, And | Or):
            return
        sign = 1.0 if isinstance(part, And) else -1.0
        below = [[int(name[1:]) for name in occurrences(each)] for each in part.parts]
        for number, one in enumerate(below[1:], start=1):
            before = [place for each in below[:number] for place in each]
            between = sign * weights[np.ix_(one, before)]
            total += float(-np.logaddexp(0.0, -between).mean())
        for each in part.parts:
            visit(each)

    visit(logic)
    return float(np.exp(total))


def told_of(inputs: StoryInput, scores: StoryReading, calibration: Calibration) -> list[Told]:
    """What a story tells of each rule."""
    found = []
    for row in range(inputs.first_rule, len(inputs.inputs.markers)):
        likely = _softmax(scores.states[row, : len(STATES)] / calibration.told)
        place = int(likely.argmax())
        answer = STATES[place].answer or Answer.UNKNOWN
        words = None
        if answer is not Answer.UNKNOWN and inputs.sentences:
            words = inputs.sentences[int(scores.telling[row, 1 : inputs.first_rule].argmax())]
        found.append(Told(answer, float(likely[place]), words))
    return found


def _softmax(logits: Scores) -> Scores:
    shifted = logits - logits.max(axis=-1, keepdims=True)
    exp = np.exp(shifted.astype(np.float64))
    found: Scores = exp / exp.sum(axis=-1, keepdims=True)
    return found
