"""An excerpt: passages of a document put together, and where each place of it is in the whole."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from e3.documents.passages import Passage
from e3.policy.rule_text import RuleText
from e3.text import Span


@dataclass(frozen=True)
class Excerpt:
    """Parts of a text, in its order."""

    rule_text: RuleText
    parts: tuple[tuple[Span, Span], ...]
    """Each part where it stands here, and where in the whole."""

    @classmethod
    def of(cls, text: str, passages: Iterable[Passage]) -> Excerpt:
        """Passages of a text; what two of them share is there once."""
        spans: list[Span] = []
        for span in sorted(span for passage in passages for span in passage.spans):
            # Sentences of one line that follow each other stay in one.
            if spans and not text[spans[-1].end : span.start].strip(" "):
                spans[-1] = Span(spans[-1].start, max(spans[-1].end, span.end))
            else:
                spans.append(span)
        parts: list[tuple[Span, Span]] = []
        said = ""
        for span in spans:
            if said:
                near = text[parts[-1][1].end : span.start]
                said += "\n" if not near.strip() and near.count("\n") == 1 else "\n\n"
            parts.append((Span(len(said), len(said) + len(span)), span))
            said += span.of(text)
        return cls(RuleText(said), tuple(parts))

    @classmethod
    def whole(cls, text: str) -> Excerpt:
        """All of a text."""
        everything = Span(0, len(text))
        return cls(RuleText(text), ((everything, everything),))

    def in_whole(self, span: Span) -> tuple[Span, ...]:
        """Where a span of the excerpt stands in the whole; one for each part that it touches."""
        found = []
        for here, there in self.parts:
            start, end = max(here.start, span.start), min(here.end, span.end)
            if start < end:
                move = there.start - here.start
                found.append(Span(start + move, end + move))
        return tuple(found)
