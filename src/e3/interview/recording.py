"""Interviews in a journal (persistence): what is said is written down before all else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from e3.interview.events import Event, event_object, event_of
from e3.interview.interview import Interview
from e3.policy.rule_text import RuleText

if TYPE_CHECKING:
    # SQLAlchemy is slow to load
    from e3.interview.journal import Acknowledgement, Journal, RequestDigest
    from e3.interview.journal.journal import Beside


@dataclass(frozen=True)
class Recording:
    """What is kept of an interview."""

    rule_text: RuleText
    events: tuple[Event, ...]

    def resumed(self, turn: int | None = None) -> Interview:
        """The interview, to go on with: where it stands, or as it stood at a turn."""
        return Interview.resume(self.rule_text, self.events[:turn])


def begin(
    journal: Journal,
    interview: Interview,
    *,
    model: str,
    request: RequestDigest | None = None,
    beside: Beside | None = None,
) -> str:
    """Writes down all of an interview that is not kept yet; returns its id."""
    policy = interview.rule_text.text
    first, *others = map(event_object, interview.events)
    id = journal.create(policy=policy, model=model, event=first, request=request, beside=beside).id
    if others:
        journal.append(id, 1, *others, model=model)
    return id


def keep(
    journal: Journal,
    id: str,
    interview: Interview,
    *,
    model: str,
    since: int = -1,
    request: RequestDigest | None = None,
    beside: Beside | None = None,
) -> Acknowledgement:
    """Writes down what happened last, or since an event; Conflict if it went on elsewhere."""
    first = range(len(interview.events))[since]
    new = map(event_object, interview.events[first:])
    return journal.append(id, first, *new, model=model, request=request, beside=beside)


def load(journal: Journal, id: str) -> Recording:
    """What is kept of an interview."""
    stored = journal.load(id)
    events = (event_of(entry.event) for entry in stored.events)
    return Recording(RuleText(stored.policy), tuple(events))


def resume(journal: Journal, id: str) -> Interview:
    """The interview that was kept, to go on with."""
    return load(journal, id).resumed()
