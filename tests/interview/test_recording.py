"""Interviews in a store: what was said is there, and goes on as if nothing had happened."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.interview.rowing import TEXT, begun
from tests.interview.test_interview_properties import Operation, operations, policies, scenarios
from tests.interview.test_interview_properties import begun as begun_by

from e3 import Answer, Policy, RuleText
from e3.errors import BadInput
from e3.interview import recording
from e3.interview.journal import Conflict, Journal


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "interviews.db") as store:
        yield store


def test_an_interview_goes_on_where_it_was(store: Journal) -> None:
    interview = begun()
    id = recording.begin(store, interview, model="e3-0")
    for answer, model in [(Answer.YES, "e3-0"), (Answer.NO, "e3-1")]:
        interview = interview.answer(answer)
        recording.keep(store, id, interview, model=model)
    resumed = recording.resume(store, id)
    assert (resumed, resumed.step) == (interview, interview.step)
    stored = store.load(id)
    assert (stored.policy, stored.policy_version) == (TEXT, RuleText(TEXT).version)
    assert [recorded.model for recorded in stored.events] == ["e3-0", "e3-0", "e3-1"]


def test_an_interview_can_be_kept_from_any_moment_on(store: Journal) -> None:
    interview = begun().answer(Answer.YES).back()
    id = recording.begin(store, interview, model="e3-0")
    assert recording.resume(store, id) == interview


def test_who_went_on_elsewhere_is_told(store: Journal) -> None:
    interview = begun()
    id = recording.begin(store, interview, model="e3-0")
    recording.keep(store, id, interview.answer(Answer.YES), model="e3-0")
    recording.keep(store, id, interview.answer(Answer.YES), model="e3-0")  # acknowledged again
    with pytest.raises(Conflict):
        recording.keep(store, id, interview.answer(Answer.NO), model="e3-0")
    assert recording.resume(store, id) == interview.answer(Answer.YES)


@settings(max_examples=30)
@given(policies, scenarios, st.lists(operations, min_size=1, max_size=3))
def test_whatever_a_person_does_the_record_is_the_interview(
    policy: Policy, scenario: str, sessions: list[list[Operation]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "interviews.db"
        interview = begun_by(policy, scenario)
        with Journal.open(file) as store:
            id = recording.begin(store, interview, model="m")
        for moves in sessions:
            with Journal.open(file) as store:
                interview = recording.resume(store, id)
                for move in moves:
                    try:
                        moved = move(interview)
                    except BadInput:
                        continue
                    if moved != interview:  # to resume is no event
                        recording.keep(store, id, moved, model="m")
                    interview = moved
                replayed = recording.resume(store, id)
            assert replayed == interview
            assert replayed.explain() == interview.explain()
