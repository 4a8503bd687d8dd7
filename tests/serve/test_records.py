"""Records: a request is written once, with its event or not at all."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from tests.interview.test_store import server, where  # noqa: F401 - fixtures

from e3.interview.events import Answered, Started
from e3.interview.journal import Conflict, NoSuchInterview
from e3.interview.journal.database import Database
from e3.interview.journal.migrations import MIGRATIONS, migrate
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.serve.records import Kept, KeyReused, Once, Records

TEXT = RuleText("You may row if you can swim.")
START = Started(TEXT.version, "May I row?", "I am 30.")
NEW = Kept(TEXT, (START,))
YES, NO = (Answered("Can you swim?", None, answer) for answer in (Answer.YES, Answer.NO))


def once(key: str, says: str = "a") -> Once:
    return Once.of(owner="me", key=key, says=says.encode())


@pytest.fixture
def records(where: str) -> Iterator[Records]:  # noqa: F811
    records = Records.open(where)
    yield records
    records.close()


def test_events_come_back_as_they_were_written(records: Records) -> None:
    id = records.create(NEW, model="m").interview
    records.append(id, 1, [YES, NO], model="m")
    assert records.load(id) == Kept(NEW.rule_text, (START, YES, NO))


def test_a_request_is_done_once(records: Records) -> None:
    first = records.create(NEW, model="m", once=once("1"))
    assert records.create(NEW, model="m", once=once("1")) == first
    assert records.done(once("1")) == first
    assert records.done(once("2")) is None
    answered = records.append(first.interview, 1, [YES], model="m", once=once("2"))
    assert records.append(first.interview, 2, [YES], model="m", once=once("2")) == answered
    assert len(records.load(first.interview).events) == 2


def test_a_key_is_for_one_request_of_one_owner(records: Records) -> None:
    first = records.create(NEW, model="m", once=once("1"))
    with pytest.raises(KeyReused):
        records.create(NEW, model="m", once=once("1", says="b"))
    other = Once.of(owner="you", key="1", says=b"a")
    assert records.create(NEW, model="m", once=other) != first


def test_what_is_refused_leaves_no_trace(records: Records) -> None:
    id = records.create(NEW, model="m").interview
    records.append(id, 1, [YES], model="m")
    with pytest.raises(Conflict):
        records.append(id, 1, [NO], model="m", once=once("1"))
    with pytest.raises(Conflict):
        records.append(id, 1, [YES, NO, YES, NO][::-1], model="m", once=once("1"))
    assert records.load(id).events == (START, YES)
    assert records.done(once("1")) is None


def test_with_an_interview_go_its_requests(records: Records) -> None:
    id = records.create(NEW, model="m", once=once("1")).interview
    records.delete(id)
    with pytest.raises(NoSuchInterview):
        records.load(id)
    assert records.done(once("1")) is None


def test_a_table_that_a_server_made_before_there_was_a_step_for_it(where: str) -> None:  # noqa: F811
    database = Database.open(where, create=True)
    migrate(database, MIGRATIONS[:1])
    database.write(MIGRATIONS[1])
    database.close()
    for _ in range(2):
        records = Records.open(where)
        assert records.create(NEW, model="m", once=once("1")) == records.done(once("1"))
        records.close()


def test_at_the_same_time_it_is_still_once(where: str) -> None:  # noqa: F811
    start = Barrier(4)

    def opened(_: int) -> Records:
        start.wait()
        return Records.open(where)

    def create(records: Records) -> str:
        start.wait()
        return records.create(NEW, model="m", once=once("1")).interview

    with ThreadPoolExecutor(start.parties) as pool:
        many = list(pool.map(opened, range(start.parties)))
        assert len(set(pool.map(create, many))) == 1
    for records in many:
        records.close()
