"""A request is written once, with its event or not at all."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, TypedDict

import pytest
from tests.interview.test_journal import server, where  # noqa: F401 - fixtures

from e3.interview import recording
from e3.interview.events import Answered, Started, event_object, event_of
from e3.interview.journal import (
    Acknowledgement,
    Conflict,
    Journal,
    KeyReused,
    NoSuchInterview,
    RequestDigest,
)
from e3.interview.journal.database import Database
from e3.interview.journal.migrations import MIGRATIONS, migrate
from e3.interview.recording import Recording
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText

TEXT = RuleText("You may row if you can swim.")
START = Started(TEXT.version, "May I row?", "I am 30.")


class New(TypedDict):
    """What an interview is created with."""

    policy: str
    model: str
    event: Mapping[str, Any]


NEW: New = {"policy": TEXT.text, "model": "m", "event": event_object(START)}
YES, NO = (
    event_object(Answered("Can you swim?", None, answer)) for answer in (Answer.YES, Answer.NO)
)


def once(key: str, says: str = "a") -> RequestDigest:
    return RequestDigest.of(owner="me", key=key, says=says.encode())


@pytest.fixture
def journal(where: str) -> Iterator[Journal]:  # noqa: F811
    journal = Journal.open(where)
    yield journal
    journal.close()


def test_events_come_back_as_they_were_written(journal: Journal) -> None:
    id = journal.create(**NEW).id
    journal.append(id, 1, YES, NO, model="m")
    assert recording.load(journal, id) == Recording(TEXT, (START, *map(event_of, (YES, NO))))


def test_a_request_is_done_once(journal: Journal) -> None:
    first = journal.create(**NEW, request=once("1"))
    assert journal.create(**NEW, request=once("1")) == first
    assert journal.done(once("1")) == Acknowledgement(first.id, 1, first.created)
    assert journal.done(once("2")) is None
    answered = journal.append(first.id, 1, YES, model="m", request=once("2"))
    assert journal.append(first.id, 2, YES, model="m", request=once("2")) == answered
    assert len(journal.load(first.id).events) == 2


def test_a_key_is_for_one_request_of_one_owner(journal: Journal) -> None:
    first = journal.create(**NEW, request=once("1"))
    with pytest.raises(KeyReused):
        journal.create(**NEW, request=once("1", says="b"))
    other = RequestDigest.of(owner="you", key="1", says=b"a")
    assert journal.create(**NEW, request=other) != first


def test_what_is_refused_leaves_no_trace(journal: Journal) -> None:
    id = journal.create(**NEW).id
    journal.append(id, 1, YES, model="m")
    with pytest.raises(Conflict):
        journal.append(id, 1, NO, model="m", request=once("1"))
    with pytest.raises(Conflict):
        journal.append(id, 1, NO, YES, NO, YES, model="m", request=once("1"))
    assert [entry.event for entry in journal.load(id).events] == [NEW["event"], YES]
    assert journal.done(once("1")) is None


def test_with_an_interview_go_its_requests(journal: Journal) -> None:
    id = journal.create(**NEW, request=once("1")).id
    journal.delete(id)
    with pytest.raises(NoSuchInterview):
        journal.load(id)
    assert journal.done(once("1")) is None


def test_a_table_that_a_server_made_before_there_was_a_step_for_it(where: str) -> None:  # noqa: F811
    database = Database.open(where, create=True)
    migrate(database, MIGRATIONS[:1])
    database.write(MIGRATIONS[1])
    database.close()
    for _ in range(2):
        journal = Journal.open(where)
        made, done = journal.create(**NEW, request=once("1")), journal.done(once("1"))
        assert done == Acknowledgement(made.id, 1, made.created)
        journal.close()


def test_at_the_same_time_it_is_still_once(where: str) -> None:  # noqa: F811
    start = Barrier(4)

    def opened(_: int) -> Journal:
        start.wait()
        return Journal.open(where)

    def create(journal: Journal) -> str:
        start.wait()
        return journal.create(**NEW, request=once("1")).id

    with ThreadPoolExecutor(start.parties) as pool:
        many = list(pool.map(opened, range(start.parties)))
        assert len(set(pool.map(create, many))) == 1
    for journal in many:
        journal.close()
