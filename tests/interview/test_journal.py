"""The store's contract, on SQLite and on a real PostgreSQL server where one is installed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, create_engine, event, text
from tests.postgresql import Server, running_server

from e3.errors import BadInput, MissingExtra
from e3.interview.journal import Conflict, Journal, JournalFailed, NoSuchInterview
from e3.interview.journal.database import Database
from e3.interview.journal.migrations import MIGRATIONS, migrate

POLICY = "You may row if:\r\n* you swim – or\n* own a boat 船\n"
VERSION = sha256(POLICY.encode()).hexdigest()
START = {"question": "May I row?", "scenario": ""}
ANSWER = {"answer": "yes", "rule": 0}

# JSON with whatever people and programs put into strings: control characters, half surrogates.
STRINGS = st.text(st.characters(exclude_categories=()), max_size=20)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | FLOATS | STRINGS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(STRINGS, inner, max_size=3),
    max_leaves=8,
)
EVENTS = st.dictionaries(STRINGS, VALUES, max_size=4)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with running_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "interviews.db")
    server: Server = request.getfixturevalue("server")
    return server.fresh()


@pytest.fixture
def store(where: str) -> Iterator[Journal]:
    with Journal.open(where) as store:
        yield store


def create(store: Journal, policy: str = POLICY, **event: Any) -> str:
    return store.create(policy=policy, model="e3-0", event=event or START).id


def test_what_was_created_and_appended_is_loaded(store: Journal, where: str) -> None:
    before = datetime.now(UTC)
    made = store.create(policy=POLICY, model="e3-0", event=START)
    time = store.append(made.id, 1, ANSWER, model="e3-1").time
    with Journal.open(where) as other:
        loaded = other.load(made.id)
    assert (loaded.policy, loaded.policy_version) == (POLICY, VERSION)
    assert [recorded.model for recorded in loaded.events] == ["e3-0", "e3-1"]
    assert [recorded.event for recorded in loaded.events] == [START, ANSWER]
    assert loaded.events[:1] == made.events
    assert loaded.events[1].time == time
    assert before <= made.created == made.events[0].time <= time <= datetime.now(UTC)
    assert time.utcoffset() == timedelta(0)


def test_ids_are_not_guessed_and_are_safe_as_arguments(store: Journal) -> None:
    ids = {create(store) for _ in range(50)}
    assert len(ids) == 50
    assert all(len(id) == 32 and id.isalnum() for id in ids)


@given(events=st.lists(EVENTS, min_size=1, max_size=4))
@settings(max_examples=60)
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_any_json_is_read_back_equal(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    kind: str,
    events: list[dict[str, Any]],
) -> None:
    store = _one_store(request, tmp_path_factory, kind)
    made = store.create(policy=POLICY, model="e3-0", event=events[0])
    for number, one in enumerate(events[1:], start=1):
        store.append(made.id, number, one, model="m")
    read = [recorded.event for recorded in store.load(made.id).events]
    assert json.dumps(read, sort_keys=True) == json.dumps(events, sort_keys=True)
    exported = store.export(made.id)
    exported.encode()
    assert [one["event"] for one in json.loads(exported)["events"]] == read


_stores: dict[str, Journal] = {}


def _one_store(
    request: pytest.FixtureRequest, folders: pytest.TempPathFactory, kind: str
) -> Journal:
    """One store for all examples."""
    if kind not in _stores:
        if kind == "sqlite":
            _stores[kind] = Journal.open(folders.mktemp("stores") / "interviews.db")
        else:
            _stores[kind] = Journal.open(request.getfixturevalue("server").fresh())
    return _stores[kind]


@pytest.fixture(scope="module", autouse=True)
def _close_stores() -> Iterator[None]:
    yield
    for store in _stores.values():
        store.close()


def test_the_same_event_is_acknowledged_again(store: Journal) -> None:
    id = create(store)
    time = store.append(id, 1, {"a": 1, "b": [2.0, None]}, model="m").time
    store.append(id, 2, ANSWER, model="m")
    assert store.append(id, 1, {"b": [2.0, None], "a": 1}, model="m").time == time
    assert len(store.load(id).events) == 3


@pytest.mark.parametrize(
    "other", [{"a": 2}, {"a": 1.0}, {"a": True}, {"a": "1"}, {"a": 1, "b": None}, {}]
)
def test_another_event_is_a_conflict(store: Journal, other: dict[str, Any]) -> None:
    id = create(store)
    store.append(id, 1, {"a": 1}, model="m")
    with pytest.raises(Conflict, match=r"^event 1 is another one: the interview went on elsewhere"):
        store.append(id, 1, other, model="m")
    assert [recorded.event for recorded in store.load(id).events] == [START, {"a": 1}]


@pytest.mark.parametrize("number", [-1, 2, 10**30])
def test_only_the_next_event_is_written(store: Journal, number: int) -> None:
    id = create(store)
    with pytest.raises(Conflict, match=f"^event {number} can't be written: the next one is 1$"):
        store.append(id, number, ANSWER, model="m")


@pytest.mark.parametrize("id", ["", "a" * 32, "x" * 9999, "é", "\ud800", "a\0b", "'; --", "%"])
def test_an_id_of_no_interview(store: Journal, id: str) -> None:
    create(store)
    for call in (
        store.load,
        store.export,
        store.delete,
        lambda id: store.append(id, 1, ANSWER, model="m"),
    ):
        with pytest.raises(NoSuchInterview, match="there is no interview"):
            call(id)
    with pytest.raises(NoSuchInterview):
        store.list(before=id)


@pytest.mark.parametrize("bad", ["a\0b", "\ud800"])
def test_texts_that_no_database_takes(store: Journal, bad: str) -> None:
    for policy, model in ((bad, "m"), ("You may.", bad)):
        with pytest.raises(BadInput, match="has characters that are no text"):
            store.create(policy=policy, model=model, event=START)
    assert store.list() == ()
    with pytest.raises(BadInput, match="has characters that are no text"):
        store.append(create(store), 1, ANSWER, model=bad)


def test_the_list_is_newest_first_and_in_pages(store: Journal) -> None:
    ids = [create(store) for _ in range(5)]
    time = store.append(ids[1], 1, ANSWER, model="e3-1").time
    found = store.list()
    assert [summary.id for summary in found] == ids[::-1]
    assert [summary.events for summary in found] == [1, 1, 1, 2, 1]
    assert (found[3].last, found[3].policy_version, found[3].model) == (time, VERSION, "e3-1")
    assert found[0].last == found[0].created
    assert store.list(limit=2) == found[:2]
    assert store.list(limit=2, before=found[1].id) == found[2:4]
    assert store.list(before=found[4].id) == ()


def test_the_export_is_all_there_is(store: Journal) -> None:
    id = create(store)
    store.append(id, 1, {"said": "Ja, ich schwimme – 船"}, model="m")
    loaded = store.load(id)
    exported = store.export(id)
    assert "schwimme – 船" in exported
    times = [recorded.time.isoformat(timespec="microseconds") for recorded in loaded.events]
    assert json.loads(exported) == {
        "id": id,
        "created": times[0],
        "owner": None,
        "policy": {"version": VERSION, "text": POLICY},
        "events": [
            {"number": 0, "time": times[0], "model": "e3-0", "event": START},
            {
                "number": 1,
                "time": times[1],
                "model": "m",
                "event": {"said": "Ja, ich schwimme – 船"},
            },
        ],
        "adopted": 0,
        "digest": loaded.digest,
    }


def test_deleted_is_deleted(store: Journal, where: str) -> None:
    gone, kept = create(store), create(store)
    alone = create(store, "You may not.")
    store.append(gone, 1, ANSWER, model="m")
    store.delete(gone)
    with pytest.raises(NoSuchInterview):
        store.load(gone)
    with pytest.raises(NoSuchInterview):
        store.append(gone, 2, ANSWER, model="m")
    assert store.load(kept).policy == POLICY
    assert _policies(where) == {POLICY, "You may not."}
    store.delete(alone)
    assert _policies(where) == {POLICY}
    store.delete(kept)
    assert _policies(where) == set()
    assert store.list() == ()


def _policies(where: str) -> set[str]:
    engine = create_engine(where if "://" in where else f"sqlite:///{where}")
    with engine.connect() as connection:
        found = set(connection.scalars(text("SELECT text FROM e3_policies")))
    engine.dispose()
    return found


def test_no_event_is_updated_in_place(where: str) -> None:
    said: list[str] = []

    def listen(_: object, __: object, statement: str, *___: object) -> None:
        said.append(statement)

    event.listen(Engine, "before_cursor_execute", listen)
    try:
        with Journal.open(where) as store:
            id = create(store)
            store.append(id, 1, ANSWER, model="m")
            store.delete(id)
    finally:
        event.remove(Engine, "before_cursor_execute", listen)
    assert {"INSERT", "DELETE"} < {statement.split()[0] for statement in said}
    changes = [statement for statement in said if statement.startswith("UPDATE")]
    assert changes
    # Only where an interview ends is noted anew.
    assert all(one.startswith("UPDATE e3_interviews SET events=") for one in changes)


def test_threads_share_a_store(store: Journal) -> None:
    """Each number is written by one thread; the others hear of the conflict."""
    id = create(store)

    def answer(thread: int) -> list[int]:
        won = []
        for number in range(1, 16):
            try:
                store.append(id, number, {"by": thread}, model="m")
                won.append(number)
            except Conflict:
                pass
        return won

    with ThreadPoolExecutor(8) as pool:
        won = sorted(number for numbers in pool.map(answer, range(8)) for number in numbers)
    assert won == list(range(1, 16))
    assert len(store.load(id).events) == 16


RACER = """
import sys
from e3.interview.journal import Conflict, Journal
where, id, name = sys.argv[1:]
with Journal.open(where) as store:
    print(flush=True)
    sys.stdin.readline()
    for number in range(1, 41):
        try:
            said = {"by": name if number <= 20 else "both"}
            print(store.append(id, number, said, model="m").time)
        except Conflict:
            print("conflict")
"""


def test_two_processes_append_the_same_number(store: Journal, where: str) -> None:
    id = create(store)
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", RACER, where, id, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("one", "other")
    ]
    for racer in racers:
        assert racer.stdout
        racer.stdout.readline()
    for racer in racers:
        assert racer.stdin
        racer.stdin.write("go\n")
        racer.stdin.flush()
    told = [racer.communicate()[0].splitlines() for racer in racers]
    assert [racer.returncode for racer in racers] == [0, 0]
    events = store.load(id).events[1:]
    assert len(events) == 40
    for number, (recorded, *said) in enumerate(zip(events, *told, strict=True), start=1):
        if number <= 20:  # their events differ: exactly one wins
            assert sorted(said)[1] == "conflict"
            assert said.index("conflict") == (1 if recorded.event["by"] == "one" else 0)
        else:  # they are the same: both are told when it was written
            assert said == [str(recorded.time)] * 2


FORKED = """
import os, sys
from e3.interview.journal import Journal
with Journal.open(sys.argv[1]) as store:
    ids = [store.create(policy="You may.", model="m", event={}).id for _ in range(2)]
    child = os.fork()
    for number in range(1, 51):
        store.append(ids[child == 0], number, {"said": "x" * 5000}, model="m")
    if not child:
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    for id in ids:
        print(len(store.load(id).events))
"""


def test_a_process_that_forks_keeps_its_connections_to_itself(where: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FORKED, where], capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == ("51\n51\n", "")


def test_many_make_the_same_store_at_once(where: str) -> None:
    def make(_: int) -> str:
        with Journal.open(where) as store:
            return create(store)

    with ThreadPoolExecutor(8) as pool:
        ids = set(pool.map(make, range(24)))
    with Journal.open(where) as store:
        assert {summary.id for summary in store.list(limit=99)} == ids
        for id in ids:
            store.delete(id)
    assert _policies(where) == set()


def test_deleting_while_others_write(store: Journal) -> None:
    """Policies that come and go: no interview is ever without its text."""

    def come_and_go(thread: int) -> None:
        for _ in range(8):
            id = create(store)
            store.append(id, 1, ANSWER, model="m")
            assert store.load(id).policy == POLICY
            store.delete(id)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(come_and_go, range(4)))
    assert store.list() == ()


def test_a_migration_keeps_what_is_there(where: str) -> None:
    def add_notes(connection: Any) -> None:
        connection.execute(text("CREATE TABLE e3_notes (note VARCHAR(9))"))
        connection.execute(text("INSERT INTO e3_notes SELECT substr(id, 1, 9) FROM e3_interviews"))

    with Journal.open(where) as store:
        id = create(store)
        store.append(id, 1, ANSWER, model="m")
    database = Database.open(where, create=False)
    migrate(database, (*MIGRATIONS, add_notes))
    migrate(database, (*MIGRATIONS, add_notes))
    note = database.read(lambda connection: connection.scalar(text("SELECT note FROM e3_notes")))
    applied = database.read(
        lambda connection: connection.execute(text("SELECT * FROM e3_migrations")).all()
    )
    assert note == id[:9]
    assert [number for number, _ in applied] == [*range(1, len(MIGRATIONS) + 2)]
    assert all(datetime.fromisoformat(time).utcoffset() == timedelta(0) for _, time in applied)
    assert [recorded.event for recorded in Journal(database).load(id).events] == [START, ANSWER]
    database.close()
    with pytest.raises(BadInput, match=r"kept by a newer version of E3: update this one$"):
        Journal.open(where)


def test_a_migration_that_fails_leaves_no_trace(where: str) -> None:
    def half(connection: Any) -> None:
        connection.execute(text("CREATE TABLE e3_half (note VARCHAR(9))"))
        raise RuntimeError("the lights went out")

    Journal.open(where).close()
    database = Database.open(where, create=False)
    with pytest.raises(RuntimeError):
        migrate(database, (*MIGRATIONS, half))
    with pytest.raises(JournalFailed):
        database.read(lambda connection: connection.execute(text("SELECT * FROM e3_half")))
    database.close()
    with Journal.open(where) as store:
        create(store)


def test_a_server_that_was_away_is_found_again(server: Server) -> None:
    with Journal.open(server.fresh()) as store:
        id = create(store)
        server.stop()
        server.start()
        store.append(id, 1, ANSWER, model="m")
        server.stop()
        try:
            with pytest.raises(
                JournalFailed, match=r"^postgresql\+psycopg://e3@/postgres"
            ) as failed:
                store.append(id, 2, ANSWER, model="m")
            assert "\n" not in str(failed.value)
        finally:
            server.start()
        store.append(id, 2, ANSWER, model="m")
        assert len(store.load(id).events) == 3


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        ("postgresql://e3:secret@127.0.0.1:1/x", r"^postgresql.*://e3:\*\*\*@.* can't be used: "),
        ("nonsense://x", "^the store's URL begins with 'nonsense', which is no database$"),
        ("mysql+nonsense://x", "^the store's URL begins with 'mysql.nonsense', which is no data"),
        ("postgresql://e3:secret@x:port/y", "^the store is neither a file nor the URL of a data"),
        ("://secret", "^the store is neither a file nor the URL of a database$"),
    ],
)
def test_urls_that_lead_nowhere(where: str, sentence: str) -> None:
    pytest.importorskip("psycopg", reason="the driver of PostgreSQL is not installed")
    with pytest.raises(BadInput, match=sentence) as failed:
        Journal.open(where)
    assert "secret" not in str(failed.value)
    assert "\n" not in str(failed.value)


def test_a_driver_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra, match=r"needs psycopg.*pip install 'e3-reader\[postgres\]'$"):
        Journal.open("postgresql://x")
