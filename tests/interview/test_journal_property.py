"""Whatever is done to a store, in whatever order: what it acknowledged is what it gives back."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    rule,
)

from e3.interview.journal import Conflict, Journal, NoSuchInterview

EVENTS = st.dictionaries(st.sampled_from("ab"), st.integers(0, 3) | st.text(max_size=3))
POLICIES = st.sampled_from(["You may.", "You may not.", "You may if you swim."])


class Interviews(RuleBasedStateMachine):
    """A store beside a dictionary that should say the same."""

    ids = Bundle("ids")

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.file = Path(self.folder.name) / "interviews.db"
        self.store = Journal.open(self.file)
        self.kept: dict[str, tuple[str, list[dict[str, Any]]]] = {}

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @rule(target=ids, policy=POLICIES, event=EVENTS)
    def create(self, policy: str, event: dict[str, Any]) -> str:
        id = self.store.create(policy=policy, model="m", event=event).id
        self.kept[id] = (policy, [event])
        return id

    @rule(id=ids, number=st.integers(-1, 6), event=EVENTS)
    def append(self, id: str, number: int, event: dict[str, Any]) -> None:
        events = self.kept[id][1]
        if number == len(events):
            self.store.append(id, number, event, model="m")
            events.append(event)
        elif 0 <= number < len(events) and events[number] == event:
            again = self.store.append(id, number, event, model="m")
            assert again.time == self.store.load(id).events[number].time
        else:
            with pytest.raises(Conflict):
                self.store.append(id, number, event, model="m")

    @rule(id=ids, event=EVENTS)
    def append_the_next(self, id: str, event: dict[str, Any]) -> None:
        self.append(id, len(self.kept[id][1]), event)

    @rule(id=consumes(ids))
    def delete(self, id: str) -> None:
        self.store.delete(id)
        del self.kept[id]
        with pytest.raises(NoSuchInterview):
            self.store.load(id)

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = Journal.open(self.file)

    @invariant()
    def all_is_there(self) -> None:
        listed = self.store.list(limit=99)
        assert [summary.id for summary in listed] == list(self.kept)[::-1]
        for summary in listed:
            stored = self.store.load(summary.id)
            policy, events = self.kept[summary.id]
            assert (stored.policy, [recorded.event for recorded in stored.events]) == (
                policy,
                events,
            )
            assert (summary.events, summary.last) == (len(events), stored.events[-1].time)
            assert (summary.created, summary.model) == (stored.created, "m")


Interviews.TestCase.settings = settings(max_examples=15, stateful_step_count=25)
TestInterviews = Interviews.TestCase
