"""The researcher's view of a turn: the spans and their scores, as in the paper's figures."""

from __future__ import annotations

from dataclasses import dataclass

from e3.reading.conversation import Conversation, Reply, Rule, Turn
from e3.serialise import to_json
from e3.serve.pages.marks import Mark, Paragraph, paragraphs
from e3.serve.pages.views import kind_of
from e3.serve.service import Service


@dataclass(frozen=True, slots=True)
class Bar:
    """A number as it is written, and the share of the width that is drawn for it."""

    name: str
    value: float
    share: float


@dataclass(frozen=True, slots=True)
class SpanView:
    """A rule that the reader found."""

    number: int
    start: int
    end: int
    text: str
    state: str
    kind: str
    asked: bool
    scores: tuple[Bar, ...]
    """r, g and h, where the model has them."""
    by: str | None


@dataclass(frozen=True)
class ReadingView:
    """A turn as the reader was given it, and its reply."""

    decision: str
    confidence: float
    question: str | None
    asked_of_text: str
    scenario: str
    history: tuple[Turn, ...]
    probabilities: tuple[Bar, ...]
    spans: tuple[SpanView, ...]
    text: list[list[Paragraph]]
    json: str

    @property
    def scored(self) -> bool:
        """Whether the model scores its spans."""
        return any(span.scores for span in self.spans)


def reading_view(service: Service, id: str) -> ReadingView:
    """The turn at which an interview stands."""
    conversation = service.look(id).interview.course.read
    reply = service.read(conversation)
    spans = tuple(
        _span(number, rule, conversation, reply) for number, rule in enumerate(reply.rules, start=1)
    )
    marks = [
        Mark(rule.span, "asked" if span.asked else span.kind, span.state, span.number)
        for rule, span in zip(reply.rules, spans, strict=True)
    ]
    return ReadingView(
        decision=reply.decision.value,
        confidence=reply.confidence,
        question=reply.question,
        asked_of_text=conversation.question,
        scenario=conversation.scenario,
        history=conversation.history,
        probabilities=tuple(Bar(d.value, p, p) for d, p in reply.probabilities.items()),
        spans=spans,
        text=paragraphs(conversation.rule_text, marks),
        json=to_json(reply, indent=1),
    )


def _span(number: int, rule: Rule, conversation: Conversation, reply: Reply) -> SpanView:
    return SpanView(
        number=number,
        start=rule.span.start,
        end=rule.span.end,
        text=rule.span.of(conversation.rule_text.text),
        state=rule.state.value,
        kind=kind_of(rule.state),
        asked=reply.asked == number - 1,
        scores=_bars(rule, reply),
        by=_by(rule, conversation),
    )


def _bars(rule: Rule, reply: Reply) -> tuple[Bar, ...]:
    scores = rule.scores
    if scores is None:
        return ()
    # r has no bounds: its bar is drawn between the lowest and the highest of this turn.
    every = [other.scores.inquiry for other in reply.rules if other.scores]
    low, width = min(every), max(every) - min(every)
    return (
        Bar("r", scores.inquiry, (scores.inquiry - low) / width if width else 1.0),
        Bar("g", scores.scenario, scores.scenario),
        Bar("h", scores.history, scores.history),
    )


def _by(rule: Rule, conversation: Conversation) -> str | None:
    support = rule.support
    if support is None:
        return None
    if support.turn is not None:
        return f"turn {support.turn + 1}"
    assert support.scenario is not None
    return f"“{support.scenario.of(conversation.scenario)}”"
