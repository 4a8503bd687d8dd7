"""Supervision of rule extraction (weak labels): a tree's rule spans, and what asks about which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from e3.corpus.matching import Match, match_spans
from e3.corpus.sharc import load_json
from e3.errors import BadInput
from e3.language.en.content_words import trimmed
from e3.policy.rule_text import RuleText
from e3.serialise import from_object
from e3.text import Span, question_key, without_covered


class SpanKind(StrEnum):
    """What counts as the span of a rule; a recipe chooses."""

    MATCHED = "matched"
    CORE = "core"
    CLAUSE = "clause"
    HUMAN = "human"


_SIGNS = "*# \t\n"

HumanSpans = Mapping[str, Mapping[str, tuple[str, ...]]]
"""By tree id and question (as `question_key` writes it): the parts of the text a person marked."""


@dataclass(frozen=True)
class Supervision:
    """The rules of a rule text in its order, and the one each question of a tree asks about."""

    rules: tuple[Span, ...]
    rule_of: Mapping[str, int]
    """By question as `question_key` writes it: an index into `rules`."""


def supervise(
    rule_text: RuleText,
    questions: Sequence[str],
    kind: SpanKind,
    human: Mapping[str, tuple[str, ...]] | None = None,
) -> Supervision:
    """Matches the questions, adds the bullets, and drops what a longer span covers."""
    return supervise_matched(rule_text, match_spans(rule_text, questions), kind, human)


def supervise_matched(
    rule_text: RuleText,
    matches: Sequence[Match],
    kind: SpanKind,
    human: Mapping[str, tuple[str, ...]] | None = None,
) -> Supervision:
    """The same for questions that are matched already."""
    spans = {
        question_key(match.question): span_of(rule_text, match, kind, human) for match in matches
    }
    bullets = [block.span for block in rule_text.bullets]
    if kind in (SpanKind.MATCHED, SpanKind.CORE):
        bullets = [trimmed(rule_text.text, span) for span in bullets]
    rules = without_covered([*spans.values(), *bullets])
    return Supervision(
        rules=tuple(rules),
        rule_of={
            question: next(i for i, rule in enumerate(rules) if rule.covers(span))
            for question, span in spans.items()
        },
    )


def span_of(
    rule_text: RuleText,
    match: Match,
    kind: SpanKind,
    human: Mapping[str, tuple[str, ...]] | None = None,
) -> Span:
    """The span of the rule that a matched question asks about."""
    if kind is SpanKind.MATCHED:
        return match.matched
    if kind is SpanKind.CORE:
        return match.core
    marked = human_places(rule_text, (human or {}).get(question_key(match.question), ()))
    if kind is SpanKind.CLAUSE or not marked:
        return match.clause
    # A person marks the rule and what introduces it; the rule is the part the question is like.
    return max(marked, key=lambda span: (_shared(span, match.clause), -len(span)))


def _shared(one: Span, other: Span) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))


def human_places(rule_text: RuleText, marked: Sequence[str]) -> list[Span]:
    """Where marked texts stand, without bullet signs; one that can't be found is left out."""
    text = rule_text.text
    places = []
    for part in marked:
        # With its sign first: "* Income Support" tells the bullet from other mentions.
        for marking in (part.strip(), part.strip(_SIGNS)):
            if marking and (start := text.find(marking)) >= 0:
                if place := Span(start, start + len(marking)).stripped(text, _SIGNS):
                    places.append(place)
                break
    return places


class _TreeFields(BaseModel):
    questions: dict[str, list[str]]


def read_human_spans(path: Path) -> HumanSpans:
    """Human spans (EXtrA-ShARC): {tree id: {"questions": {question: [texts]}}}."""
    found: Any = load_json(path)
    if not isinstance(found, dict):
        raise BadInput("human spans are a JSON object of trees by their ids", source=str(path))
    spans: dict[str, dict[str, tuple[str, ...]]] = {}
    for tree_id, value in found.items():
        try:
            questions = from_object(_TreeFields, value).questions
        except BadInput as error:
            raise BadInput(f"tree {tree_id}: {error}", source=str(path)) from None
        spans[tree_id] = {question_key(q): tuple(texts) for q, texts in questions.items()}
    return spans
