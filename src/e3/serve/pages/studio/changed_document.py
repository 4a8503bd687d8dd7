"""What a document says otherwise than the draft that is from it, as a page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from e3.policy.policy import Policy
from e3.serve.library_policies import changes_for
from e3.serve.service import Service
from e3.text import Span


@dataclass(frozen=True)
class ChangedLine:
    """A sentence of the draft's text that the document does not have any more."""

    span: Span
    before: str
    now: str | None
    rules: tuple[tuple[int, str], ...]
    """Numbers and ids of those that stand in it."""


@dataclass(frozen=True)
class ChangedDocument:
    """A document that has changed."""

    title: str
    link: str | None
    """None where it was removed."""
    lines: tuple[ChangedLine, ...]
    added: tuple[str, ...]
    elsewhere: int


def changed_document(service: Service, policy: Policy) -> ChangedDocument | None:
    """What to look at; None where nothing is."""
    found = changes_for(service, policy)
    if found is None or not found.matter:
        return None
    numbers = {rule.id: number for number, rule in enumerate(policy.rules, start=1)}
    entry = found.document
    return ChangedDocument(
        title=found.source if entry is None else entry.title,
        link=None if entry is None else f"/library/{entry.id}",
        lines=tuple(
            ChangedLine(
                each.span,
                each.span.of(policy.rule_text.text),
                each.now,
                tuple((numbers[id], id) for id in each.rules),
            )
            for each in found.changed
        ),
        added=found.added,
        elsewhere=found.elsewhere,
    )
