"""SQLite's files: private, wiped, refused in one sentence, and whole whatever happened to them."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import event

from e3.errors import BadInput
from e3.interview.journal import Journal, JournalFailed, sqlite
from e3.interview.journal.database import Database

MARKER = "pineapple-on-a-bicycle"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "interviews.db"


def create(store: Journal, policy: str = "You may.", said: str = "") -> str:
    return store.create(policy=policy, model="m", event={"said": said}).id


def raw_bytes(file: Path) -> bytes:
    """All that is on the disk, read by another process: to close a file undoes our locks on it."""
    paths = file.parent.glob(f"{file.name}*")
    return subprocess.run(["cat", *paths], stdout=subprocess.PIPE, check=True).stdout


def test_the_file_is_made_with_its_folders_and_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "interviews.db"
    with Journal.open(file) as store:
        create(store)
        for path in file.parent.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_a_url_of_sqlite_is_a_file_too(file: Path) -> None:
    with Journal.open(f"sqlite:///{file}") as store:
        id = create(store)
    with Journal.open(str(file)) as store:
        store.load(id)


def setting(database: Database, name: str) -> object:
    return database.read(lambda c: c.exec_driver_sql(f"PRAGMA {name}").scalar())


def test_every_connection_is_settled_for_safety(file: Path) -> None:
    wanted = {"journal_mode": "wal", "synchronous": 2, "secure_delete": 1, "foreign_keys": 1}
    Journal.open(file).close()
    opened = Database.open(file, create=False)
    for name, value in wanted.items():
        assert setting(opened, name) == value, name
    opened.close()


def test_deleted_bytes_are_nowhere(file: Path) -> None:
    with Journal.open(file) as store:
        kept = create(store, said="kept-" * 9)
        id = create(store, policy=f"You may if {MARKER}.", said=MARKER)
        for number in range(1, 20):
            store.append(id, number, {"said": MARKER * 99 * (number % 3)}, model="m")
        assert MARKER.encode() in raw_bytes(file)
        store.delete(id)
        left = raw_bytes(file)
        assert MARKER.encode() not in left
        assert id.encode() not in left
        assert kept.encode() in left


def test_deleted_bytes_are_nowhere_after_pages_were_split(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where `secure_delete` alone leaves copies of some of the rows."""
    random = Random(0)
    with Journal.open(file) as store:
        monkeypatch.setattr(secrets, "token_hex", lambda size: random.randbytes(size).hex())
        ids: dict[str, int] = {}
        for _ in range(12):
            with _one_transaction(store._database):
                for _ in range(60):
                    ids[create(store)] = 1
                for id in random.choices(list(ids), k=200):
                    store.append(id, ids[id], {"said": id * random.randint(1, 60)}, model="m")
                    ids[id] += 1
        gone = random.sample(list(ids), 500)
        with monkeypatch.context() as patch, _one_transaction(store._database):
            patch.setattr(sqlite, "wipe", lambda _: None)
            for id in gone[1:]:
                store.delete(id)
        store.delete(gone[0])
        left = raw_bytes(file)
        found = [id for id in gone if id[:14].encode() in left or id[-14:].encode() in left]
        assert found == []


@contextmanager
def _one_transaction(opened: Database) -> Iterator[None]:
    """Makes many writes one, for speed."""
    engine = opened._engine.execution_options(writes=True)
    with pytest.MonkeyPatch.context() as patch, engine.begin() as connection:
        patch.setattr(opened, "write", lambda work: work(connection))
        yield


def test_bytes_that_a_dead_process_left_are_wiped_when_the_store_is_opened(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Died(BaseException):
        """Stands for kill -9."""

    def die(_: object) -> None:
        raise Died

    with Journal.open(file) as store:
        id = create(store, said=MARKER)
        with monkeypatch.context() as patch, pytest.raises(Died):
            patch.setattr(sqlite, "wipe", die)
            store.delete(id)
        assert MARKER.encode() in raw_bytes(file)
        with Journal.open(file):
            assert MARKER.encode() not in raw_bytes(file)


def test_while_another_reads_the_bytes_stay_and_it_is_said(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.05)
    with Journal.open(file) as store:
        id = create(store, said=MARKER)
        with closing(sqlite3.connect(file, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM e3_events").fetchall()
            with pytest.raises(JournalFailed, match=r"it is deleted, and its bytes go when the st"):
                store.delete(id)
            assert store.list() == ()
            with Journal.open(file) as other:  # can't wipe either, and is of use
                assert other.list() == ()
        assert MARKER.encode() in raw_bytes(file)
    with Journal.open(file):
        assert MARKER.encode() not in raw_bytes(file)


def test_a_log_cut_anywhere_gives_a_beginning(file: Path, tmp_path: Path) -> None:
    """As when the power fails: half-written records are never read."""
    random = Random(1)
    with Journal.open(file) as store:
        id = create(store)
        store.load(id)
        events: list[Any] = [{"said": ""}]
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for number in range(1, 12):
            events.append({"said": f"{number}" * random.choice([1, 100, 9000])})
            store.append(id, number, events[-1], model="m")
        log = raw_bytes(Path(f"{file}-wal"))
        shutil.copy(file, tmp_path / "base")
    lengths = set()
    for cut in [0, len(log), *(random.randrange(len(log)) for _ in range(60))]:
        copy = tmp_path / "copy" / "interviews.db"
        copy.parent.mkdir()
        shutil.copy(tmp_path / "base", copy)
        Path(f"{copy}-wal").write_bytes(log[:cut] + random.randbytes(random.choice([0, 5000])))
        with Journal.open(copy) as store:
            read = [recorded.event for recorded in store.load(id).events]
            store.append(id, len(read), {"said": "again"}, model="m")
        assert read == events[: len(read)]
        lengths.add(len(read))
        shutil.rmtree(copy.parent)
    assert {1, 12} < lengths


def test_who_wipes_leaves_the_mark_of_another_that_deletes_meanwhile(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty_the_log = sqlite._empty_the_log
    with Journal.open(file) as store:
        id, other = create(store), create(store, said=MARKER)

        def meanwhile(connection: sqlite3.Connection) -> None:
            empty_the_log(connection)
            with monkeypatch.context() as patch:
                patch.setattr(sqlite, "wipe", lambda _: None)  # it dies before it does
                store.delete(other)

        with monkeypatch.context() as patch:
            patch.setattr(sqlite, "_empty_the_log", meanwhile)
            store.delete(id)
        assert MARKER.encode() in raw_bytes(file)
        with Journal.open(file):
            assert MARKER.encode() not in raw_bytes(file)


def test_what_is_no_database_is_refused_and_left_alone(file: Path) -> None:
    for content in (b"# A policy\n" * 99, b"no\n", os.urandom(9999)):
        file.write_bytes(content)
        with pytest.raises(JournalFailed, match=f"^{file}: can't be used: file is not a database$"):
            Journal.open(file)
        assert raw_bytes(file) == content


def test_a_database_of_another_program_is_refused_and_left_alone(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    before = raw_bytes(file)
    with pytest.raises(JournalFailed, match=r"this is a database of another program$"):
        Journal.open(file)
    assert raw_bytes(file) == before


def test_a_damaged_database_is_one_sentence(file: Path) -> None:
    with Journal.open(file) as store:
        ids = [create(store, said="x" * 3000) for _ in range(30)]
    content = bytearray(file.read_bytes())
    content[4096:] = bytes(len(content) - 4096)
    file.write_bytes(content)
    with (
        pytest.raises(JournalFailed, match=f"^{file}: can't be used: "),
        Journal.open(file) as store,
    ):
        store.load(ids[0])


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        ("", "would be lost: give a file"),
        (":memory:", "would be lost: give a file"),
        ("sqlite://", "would be lost: give a file"),
        (".", "this is a folder, a file is wanted"),
        ("a\0b", "null"),
        ("x" * 300, "can't be written: File name too long"),
        ("/dev/null/interviews.db", "can't be written: "),
    ],
)
def test_places_that_are_none(
    where: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=sentence) as failed:
        Journal.open(where)
    assert "\n" not in str(failed.value)


def test_a_store_that_has_to_be_there(file: Path) -> None:
    with pytest.raises(BadInput, match=f"^{file}: there is no such file$"):
        Journal.open(file, create=False)
    assert not file.exists()


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root may write everywhere: for once it is someone else."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_folder_that_is_read_only() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "interviews.db"
        with Journal.open(file) as store:
            create(store)
        file.chmod(0o444)
        Path(folder).chmod(0o555)
        with as_nobody():
            with pytest.raises(
                JournalFailed, match=r"new.db: can't be written: Permission denied$"
            ):
                Journal.open(Path(folder) / "new.db")
            with pytest.raises(JournalFailed, match=f"^{file}: can't be used: "):
                Journal.open(file)
        Path(folder).chmod(0o755)


def test_a_full_disk_is_one_sentence_and_loses_nothing(file: Path) -> None:
    pages = [1 << 30]

    def limit(connection: Any) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages[0]}")

    with Journal.open(file) as store:
        id = create(store)
        event.listen(store._database._engine, "begin", limit)
        pages[0] = 1  # as many as there are
        full = f"^{file}: can't be used: database or disk is full$"
        with pytest.raises(JournalFailed, match=full):
            store.append(id, 1, {"said": "x" * 100_000}, model="m")
        with pytest.raises(JournalFailed, match=full):
            create(store, policy="x" * 100_000)
        assert len(store.load(id).events) == 1
        assert len(store.list()) == 1
        pages[0] = 1 << 30
        store.append(id, 1, {"said": "x" * 100_000}, model="m")
        assert len(store.load(id).events) == 2


def test_a_store_that_another_keeps_locked(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.05)
    with Journal.open(file) as store, closing(sqlite3.connect(file, isolation_level=None)) as other:
        id = create(store)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalFailed, match=f"^{file}: can't be used: database is locked$"):
            store.append(id, 1, {}, model="m")
        assert store.list()[0].events == 1  # who reads does not wait
        other.execute("ROLLBACK")
        store.append(id, 1, {}, model="m")
