"""Damage: whatever is changed, moved or cut in a store is found, said in a sentence, deletable."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError
from tests.interview.test_journal import server, where  # noqa: F401 - fixtures
from tests.patience import PATIENCE
from tests.postgresql import Server

from e3.interview.journal import (
    Audited,
    Damaged,
    Journal,
    JournalFailed,
    NoSuchInterview,
    RequestDigest,
)
from e3.interview.journal.database import Database
from e3.interview.journal.migrations import MIGRATIONS, migrate
from e3.policy.rule_text import RuleText

POLICY = "You may row if:\n* you swim – or\n* own a boat 船"
SAID = "pineapple-on-a-bicycle"
V0_1 = Path(__file__).parents[1] / "v0_1" / "interviews.db"


@pytest.fixture
def store(where: str) -> Iterator[Journal]:  # noqa: F811
    with Journal.open(where) as store:
        yield store


def create(store: Journal, events: int = 4) -> str:
    id = store.create(policy=POLICY, model="m", event={"said": SAID}).id
    for number in range(1, events):
        store.append(id, number, {"said": f"{SAID} {number}"}, model="m")
    return id


def change(where: str, statement: str, **values: Any) -> None:  # noqa: F811
    """Changes rows behind the journal's back."""
    engine = create_engine(where if "://" in where else f"sqlite:///{where}")
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":  # as damage does, which heeds no foreign key
                connection.execute(text("SET session_replication_role = replica"))
            assert connection.execute(text(statement), values).rowcount
    finally:
        engine.dispose()


def damage(store: Journal, id: str) -> str | None:
    (found,) = store.audit(id)
    return found.damage


CHANGES = {
    "its own row, or event 0, or a digest, was changed": [
        'UPDATE e3_events SET event = \'{"said": "no"}\' WHERE interview = :id AND number = 0',
        "UPDATE e3_interviews SET time = '2020-01-01T00:00:00.000000+00:00' WHERE id = :id",
        "UPDATE e3_interviews SET owner = 'me' WHERE id = :id",
        "UPDATE e3_interviews SET adopted = 4 WHERE id = :id",
    ],
    "event 2, or a digest, was changed": [
        "UPDATE e3_events SET event = '{}' WHERE interview = :id AND number = 2",
        "UPDATE e3_events SET event = event || ' ' WHERE interview = :id AND number = 2",
        "UPDATE e3_events SET event = 'no JSON' WHERE interview = :id AND number = 2",
        "UPDATE e3_events SET model = 'n' WHERE interview = :id AND number = 2",
        "UPDATE e3_events SET time = '2020-01-01' WHERE interview = :id AND number = 2",
        "UPDATE e3_events SET time = 'yesterday' WHERE interview = :id AND number = 2",
        "UPDATE e3_events SET digest = 'x' WHERE interview = :id AND number = 2",
        "UPDATE e3_events SET digest = '' WHERE interview = :id AND number = 2",
    ],
    "event 1 is missing": [
        "DELETE FROM e3_events WHERE interview = :id AND number = 1",
        "UPDATE e3_events SET number = 7 WHERE interview = :id AND number = 1",
    ],
    "it had 4 events, and those after event 2 are missing": [
        "DELETE FROM e3_events WHERE interview = :id AND number = 3",
    ],
    "it has 4 events, and its own row counts others": [
        "UPDATE e3_interviews SET events = 3 WHERE id = :id",
    ],
    "the last digest in its own row was changed": [
        "UPDATE e3_interviews SET digest = 'x' WHERE id = :id",
    ],
    "its events are missing": ["DELETE FROM e3_events WHERE interview = :id"],
    "its own row is missing": ["DELETE FROM e3_interviews WHERE id = :id"],
    "the text of its policy is missing": [
        "UPDATE e3_interviews SET policy = 'x' WHERE id = :id",
    ],
    "the text of its policy, or its version, was changed": [
        "UPDATE e3_policies SET text = 'You may.'"
        " WHERE version = (SELECT policy FROM e3_interviews WHERE id = :id)",
    ],
}
EACH = [(one, said) for said, changes in CHANGES.items() for one in changes]


@pytest.mark.parametrize(("statement", "said"), EACH)
def test_what_was_changed_is_found_and_named_and_can_be_deleted(
    store: Journal,
    where: str,  # noqa: F811
    statement: str,
    said: str,
) -> None:
    other = store.create(policy="You may not.", model="m", event={"said": "kept"}).id
    id = create(store)
    assert damage(store, id) is None
    change(where, statement, id=id)
    assert damage(store, id) == said
    assert {one.id: one.damage for one in store.audit()} == {other: None, id: said}
    for call in (store.load, store.export):
        with pytest.raises(Damaged, match=f"^interview {id} is damaged: {said}; .* delete it by"):
            call(id)
    listed = {one.id for one in store.list()}
    assert listed == ({other} if said == "its own row is missing" else {other, id})
    assert store.summary(id).id == id
    store.delete(id)
    with pytest.raises(NoSuchInterview):
        store.summary(id)
    assert [one.id for one in store.audit()] == [other]
    if "://" not in where:
        assert SAID.encode() not in Path(where).read_bytes()
        assert POLICY.splitlines()[1].encode() not in Path(where).read_bytes()


def test_events_that_changed_places_are_found(store: Journal, where: str) -> None:  # noqa: F811
    id = create(store)
    for old, new in ((1, 9), (2, 1), (9, 2)):
        change(where, f"UPDATE e3_events SET number = {new} WHERE number = {old}")
    assert damage(store, id) == "event 1, or a digest, was changed"


def test_an_event_of_another_interview_is_found(store: Journal, where: str) -> None:  # noqa: F811
    id, other = create(store), create(store)
    change(where, "DELETE FROM e3_events WHERE interview = :id AND number = 3", id=id)
    moved = "UPDATE e3_events SET interview = :id WHERE interview = :other AND number = 3"
    change(where, moved, id=id, other=other)
    assert damage(store, id) == "event 3, or a digest, was changed"
    assert damage(store, other) == "it had 4 events, and those after event 2 are missing"


def test_a_tail_that_was_cut_is_not_grown_over(store: Journal, where: str) -> None:  # noqa: F811
    """What is written next would hide it."""
    request = RequestDigest.of(owner="", key="1", says=b"")
    id = create(store, 3)
    store.append(id, 3, {"said": "the end"}, model="m", request=request)
    change(where, "DELETE FROM e3_events WHERE interview = :id AND number = 3", id=id)
    for number in (1, 3, 4):
        with pytest.raises(Damaged, match="its last event is not the one that its own row names"):
            store.append(id, number, {"said": "on"}, model="m")
    with pytest.raises(Damaged, match="event 3 is missing"):
        store.done(request)


def test_an_interview_that_goes_on_meanwhile_is_not_called_damaged(store: Journal) -> None:
    """Its own row and its events are read at one moment."""
    id = create(store, 1)

    def write(_: int) -> None:
        for number in range(1, 60):
            store.append(id, number, {"said": "on"}, model="m")

    def read(_: int) -> None:
        while len(store.load(id).events) < 60:
            assert damage(store, id) is None

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(write, 0), *(pool.submit(read, thread) for thread in range(3))]:
            done.result(PATIENCE)


def test_the_last_digest_is_an_anchor(store: Journal) -> None:
    id = create(store)
    first = store.load(id).digest
    (found,) = store.audit()
    assert found == Audited(id, None, 4, 0, first)
    store.append(id, 4, {"said": "more"}, model="m")
    assert store.load(id).digest != first
    assert [entry.digest for entry in store.load(id).events][3] == first
    assert json.loads(store.export(id))["digest"] == store.load(id).digest


def test_an_id_of_no_interview_is_not_checked(store: Journal) -> None:
    with pytest.raises(NoSuchInterview):
        list(store.audit("none"))


def test_interviews_of_before_digests_get_theirs(where: str) -> None:  # noqa: F811
    database = Database.open(where, create=True)
    migrate(database, MIGRATIONS[:2])
    database.close()
    version, time = RuleText(POLICY).version, "2026-07-01T12:00:00.000000+00:00"
    values = {"v": version, "p": POLICY, "t": time}
    change(where, "INSERT INTO e3_policies VALUES (:v, :p, :t)", **values)
    change(where, "INSERT INTO e3_interviews VALUES ('a1', :v, :t)", v=version, t=time)
    columns = "interview, number, event, model, time"
    event = f"INSERT INTO e3_events ({columns}) VALUES ('a1', :n, :e, 'm', :t)"
    for number in range(2):
        change(where, event, n=number, e='{"said": 1}', t=time)
    with Journal.open(where) as store:
        (found,) = store.audit()
        assert found == Audited("a1", None, 2, 2, store.load("a1").digest)
        store.append("a1", 2, {"said": 2}, model="m")
        (found,) = store.audit()
        assert (found.damage, found.events, found.adopted) == (None, 3, 2)
        # A program of an older version that still runs: its events would have no digests.
        with pytest.raises(IntegrityError, match=r"digest|a newer version of E3 uses this store"):
            change(where, event, n=3, e='{"said": 3}', t=time)


def test_a_store_of_version_0_1_is_sound_since_it_was_opened(tmp_path: Path) -> None:
    file = tmp_path / "interviews.db"
    shutil.copy(V0_1, file)
    with Journal.open(file) as store:
        before = list(store.audit())
        assert before
        assert all(one.damage is None and one.adopted == one.events > 0 for one in before)
        id = before[0].id
        assert id is not None
        change(str(file), "UPDATE e3_events SET model = 'n' WHERE interview = :id", id=id)
        assert damage(store, id) == "its own row, or event 0, or a digest, was changed"


def test_what_could_not_be_read_before_digests_is_damaged_still(tmp_path: Path) -> None:
    file = tmp_path / "interviews.db"
    shutil.copy(V0_1, file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE e3_events SET event = '[' WHERE number = 1")
        connection.execute("UPDATE e3_events SET event = CAST(x'7bff7d' AS TEXT) WHERE number = 2")
        connection.execute("UPDATE e3_interviews SET id = CAST(x'61ff' AS TEXT) WHERE rowid = 1")
        connection.commit()
    with Journal.open(file) as store:
        found = [one.damage for one in store.audit()]
        assert None not in found
        assert "event 1 can't be read" in found
        assert "its id was changed" in found


# Of a policy's row only the text is proven, by its version: its time says nothing of an interview.
VALUES = {
    "e3_events": ("interview", "number", "event", "model", "time", "digest"),
    "e3_interviews": ("id", "policy", "time", "events", "adopted", "digest"),
    "e3_policies": ("version", "text"),
}


@pytest.mark.parametrize("seed", range(3))
def test_a_bit_that_flips_anywhere_is_found(tmp_path: Path, seed: int) -> None:
    """Of every value of an interview, also where it makes no text any more."""
    random = Random(seed)
    file = tmp_path / "interviews.db"
    with Journal.open(file) as store:
        ids = [create(store, random.randint(1, 5)) for _ in range(5)]
        for _ in range(100):
            with closing(sqlite3.connect(file, isolation_level=None)) as connection:
                undo = _flip(connection, random)
                found = [one for one in store.audit() if one.damage]
                assert found, undo
                listed = store.list()
                assert len(listed) == len(ids)
                for id in ids:
                    with suppress(Damaged, NoSuchInterview):
                        assert SAID in store.export(id)
                connection.execute(*undo)
        assert not [one for one in store.audit() if one.damage]
        _flip(connection := sqlite3.connect(file, isolation_level=None), random)
        connection.close()
        for one in [one for one in store.audit() if one.damage]:
            assert one.id
            store.delete(one.id)
        assert not [one for one in store.audit() if one.damage]


def _flip(connection: sqlite3.Connection, random: Random) -> tuple[str, tuple[Any, ...]]:
    """Flips a bit of a value; gives the statement that undoes it."""
    connection.text_factory = bytes
    table = random.choice(list(VALUES))
    column = random.choice(VALUES[table])
    (row,) = random.choice(connection.execute(f"SELECT rowid FROM {table}").fetchall())
    (old,) = connection.execute(f"SELECT {column} FROM {table} WHERE rowid = {row}").fetchone()
    if isinstance(old, int):
        new: Any = old ^ 1 << random.randrange(3, 8)
        value = "?"
    else:
        flipped = bytearray(old)
        flipped[random.randrange(len(flipped))] ^= 1 << random.randrange(8)
        new, value = bytes(flipped), "CAST(? AS TEXT)"
    statement = f"UPDATE {table} SET {column} = {value} WHERE rowid = {row}"
    connection.execute(statement, (new,))
    return statement, (old,)


def test_a_bit_that_flips_in_the_file_is_never_given_back_as_kept(tmp_path: Path) -> None:
    """Also in what SQLite keeps for itself: refused, or found, or nothing was changed by it."""
    random = Random(0)
    file, copy = tmp_path / "interviews.db", tmp_path / "copy.db"
    with Journal.open(file) as store:
        ids = [create(store, random.randint(1, 5)) for _ in range(9)]
        wanted = {id: store.export(id) for id in ids}
    whole = file.read_bytes()
    for _ in range(150):
        content = bytearray(whole)
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)
        copy.write_bytes(content)
        differs = False
        try:
            with Journal.open(copy, create=False) as store:
                for id in ids:
                    try:
                        assert store.export(id) == wanted[id]
                    except (Damaged, NoSuchInterview):
                        differs = True
                found = [one for one in store.audit() if one.damage]
        except JournalFailed as error:
            assert SAID not in str(error)
            continue
        assert found or not differs


def test_a_byte_that_is_no_text_is_one_sentence_without_the_text(tmp_path: Path) -> None:
    file = tmp_path / "interviews.db"
    with Journal.open(file) as store:
        id = create(store)
        broken = "UPDATE e3_events SET event = CAST(x'ff' || event AS TEXT) WHERE number = 2"
        change(str(file), broken)
        with pytest.raises(Damaged, match="event 2, or a digest, was changed") as failed:
            store.load(id)
        assert SAID not in str(failed.value)


def test_a_damaged_id_is_written_so_that_it_can_be_deleted(tmp_path: Path) -> None:
    file = tmp_path / "interviews.db"
    with Journal.open(file) as store:
        id = create(store)
        change(str(file), "UPDATE e3_interviews SET id = CAST(x'61ff0025' AS TEXT)")
        found = [one.id for one in store.audit()]
        assert found == ["a%FF%00%25", id]
        assert [one.id for one in store.list()] == found[:1]
        for one in found:
            assert one is not None
            store.delete(one)
        assert list(store.audit()) == []


def test_an_index_that_lost_a_row_is_found(tmp_path: Path) -> None:
    file = tmp_path / "interviews.db"
    with Journal.open(file) as store:
        id = create(store)
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            index = "SELECT rootpage FROM sqlite_master WHERE name = 'e3_interviews_in_order'"
            (page,) = connection.execute(index).fetchone()
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(file.read_bytes())
    size = int.from_bytes(content[16:18])
    content[(page - 1) * size + 3 : (page - 1) * size + 5] = b"\0\0"  # it has no cells
    file.write_bytes(content)
    with Journal.open(file) as store:
        found = [one for one in store.audit() if one.damage]
        assert found
        assert {one.id for one in found} == {None}
        assert store.export(id)


def test_a_byte_on_the_disk_of_a_database_server(server: Server) -> None:  # noqa: F811
    """No text any more: its driver can't even read the row."""
    url = server.fresh()
    with Journal.open(url) as store:
        id, other = create(store), create(store)
        store.append(id, 4, {"said": "mango-in-a-canoe"}, model="m")
    server.stop()
    try:
        files = [path for path in (server.folder / "data" / "base").rglob("*") if path.is_file()]
        hit = [path for path in files if b"mango-in-a-canoe" in path.read_bytes()]
        assert hit
        for path in hit:
            path.write_bytes(path.read_bytes().replace(b"mango-in", b"mango\xffin"))
    finally:
        server.start()
    with Journal.open(url) as store:
        assert store.export(other)
        with pytest.raises(Damaged, match=f"^interview {id} is damaged: it holds what is no text"):
            store.load(id)
        assert len(store.list()) == 2
        assert [one.damage for one in store.audit()] == ["it holds what is no text", None]
        store.delete(id)
        assert [one.id for one in store.audit()] == [other]
