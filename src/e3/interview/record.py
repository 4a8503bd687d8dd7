"""Interviews in a store: what is said is written down before anything else happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from e3.interview.events import event_object, event_of
from e3.interview.interview import Interview
from e3.policy.rule_text import RuleText
from e3.reading.systems import ConversationReader

if TYPE_CHECKING:
    from e3.interview.journal import Store


def begin(store: Store, interview: Interview, *, model: str) -> str:
    """Writes down all of an interview that is not kept yet; returns its id."""
    policy = interview.rule_text.text
    first, *others = map(event_object, interview.events)
    id = store.create(policy=policy, model=model, event=first).id
    for number, event in enumerate(others, start=1):
        store.append(id, number, event, model=model)
    return id


def keep(store: Store, id: str, interview: Interview, *, model: str) -> None:
    """Writes down what happened last; raises Conflict if the interview went on elsewhere."""
    number = len(interview.events) - 1
    store.append(id, number, event_object(interview.events[number]), model=model)


def resume(store: Store, id: str, reader: ConversationReader) -> Interview:
    """The interview that was kept, to go on with."""
    stored = store.load(id)
    events = [event_of(recorded.event) for recorded in stored.events]
    return Interview.resume(reader, RuleText(stored.policy), events)
