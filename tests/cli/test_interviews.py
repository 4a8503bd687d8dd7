"""`e3 interviews`: list, show, export and delete what was kept."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from tests.command_line import Run
from tests.interview.rowing import begun

from e3.cli import cli
from e3.interview import recording
from e3.interview.journal import Journal, NoSuchInterview

POLICY = "You may row if:\n* you swim\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "interviews.db"


@pytest.fixture
def id(file: Path) -> str:
    """An interview of two events."""
    with Journal.open(file) as store:
        start = {"kind": "started", "question": "May I\x1b[31m row?", "scenario": "long " * 99}
        id = store.create(policy=POLICY, model="runs/e3-0", event=start).id
        store.append(id, 1, {"answer": "yes", "rule": {"start": 16, "end": 26}}, model="runs/e3-0")
        return id


def test_the_list_is_a_table(run: Run, file: Path, id: str) -> None:
    ran = run("interviews", "list", "--store", file)
    head, line = ran.out.splitlines()
    assert head.split() == ["id", "begun", "last", "event", "events", "policy", "model"]
    assert line.startswith(id)
    assert line.endswith("runs/e3-0")


def test_the_list_as_json_and_in_pages(run: Run, file: Path, id: str) -> None:
    with Journal.open(file) as store:
        newer = store.create(policy=POLICY, model="runs/e3-0", event={})
        older = store.load(id)
    arguments = ("interviews", "list", "--store", file, "--json")
    assert [one["id"] for one in json.loads(run(*arguments).out)] == [newer.id, id]
    assert [one["id"] for one in json.loads(run(*arguments, "--limit", "1").out)] == [newer.id]
    assert json.loads(run(*arguments, "--before", newer.id).out) == [
        {
            "id": id,
            "created": older.created.isoformat(),
            "last": older.events[-1].time.isoformat(),
            "events": 2,
            "policy_version": newer.policy_version,
            "model": "runs/e3-0",
            "damaged": False,
        }
    ]
    ran = run("interviews", "list", "--store", file, "--before", id)
    assert ran.out == "There are no more.\n"


def test_an_empty_store(run: Run, file: Path) -> None:
    Journal.open(file).close()
    assert run("interviews", "list", "--store", file).out == "There are no interviews here.\n"
    assert run("interviews", "list", "--store", file, "--json").out == "[]\n"


def test_show_has_every_event_and_spares_the_terminal(run: Run, file: Path, id: str) -> None:
    out = run("interviews", "show", id, "--store", file).out
    assert f"interview  {id}\n" in out
    assert "You may row if: * you swim (version " in out
    assert 'rule    {"start": 16, "end": 26}\n' in out
    assert "answer  yes\n" in out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) < 330


def test_export_is_what_the_store_exports(run: Run, file: Path, id: str) -> None:
    with Journal.open(file) as store:
        assert run("interviews", "export", id, "--store", file).out == store.export(id) + "\n"


def test_delete_asks_first(run: Run, file: Path, id: str) -> None:
    arguments = ["interviews", "delete", id, "--store", str(file)]
    for said, code in (("n\n", 1), ("", 1), ("y\n", 0)):
        with Journal.open(file) as store:
            store.load(id)
        ran = CliRunner().invoke(cli, arguments, input=said)
        assert ran.exit_code == code
        assert "with 2 events for good? [y/N]" in ran.output
    with Journal.open(file) as store, pytest.raises(NoSuchInterview):
        store.load(id)


def test_delete_with_yes(run: Run, file: Path, id: str) -> None:
    ran = run("interviews", "delete", id, "--store", file, "--yes")
    assert (ran.code, ran.out) == (0, f"Interview {id} is deleted.\n")
    assert id.encode() not in file.read_bytes()
    assert run("interviews", "show", id, "--store", file).code == 2


@pytest.mark.parametrize("command", ["show", "export", "delete"])
def test_an_id_of_no_interview(run: Run, file: Path, id: str, command: str) -> None:
    ran = run("interviews", command, "none", "--store", file)
    assert (ran.code, ran.err) == (2, "Error: there is no interview 'none' here\n")


@pytest.fixture
def damaged(file: Path, id: str) -> str:
    """A second interview, of which a byte is not what it was."""
    with Journal.open(file) as store:
        broken = store.create(policy=POLICY, model="m", event={"said": "pineapple"}).id
    with closing(sqlite3.connect(file)) as connection:
        change = "UPDATE e3_events SET event = replace(event, 'p', 'q') WHERE interview = ?"
        connection.execute(change, (broken,))
        connection.commit()
    return broken


def test_check_says_what_is_sound_and_has_the_last_digest(run: Run, file: Path, id: str) -> None:
    with Journal.open(file) as store:
        digest = store.load(id).digest
    ran = run("interviews", "check", "--store", file)
    assert ran.code == 0
    assert ran.out.splitlines()[1].split() == [id, "2", digest, "sound"]
    ran = run("interviews", "check", id, "--store", file, "--json")
    sound = {"id": id, "damage": None, "events": 2, "adopted": 0, "digest": digest}
    assert (ran.code, json.loads(ran.out)) == (0, [sound])
    ran = run("interviews", "check", "none", "--store", file)
    assert (ran.code, ran.err) == (2, "Error: there is no interview 'none' here\n")


def test_check_finds_what_is_damaged_and_goes_on(
    run: Run, file: Path, id: str, damaged: str
) -> None:
    ran = run("interviews", "check", "--store", file)
    assert ran.code == 1
    assert f"{damaged}       0" in ran.out
    assert "damaged: its own row, or event 0, or a digest, was changed" in ran.out
    assert ran.out.splitlines()[1].endswith("sound")
    found = json.loads(run("interviews", "check", "--store", file, "--json").out)
    assert [one["damage"] is None for one in found] == [True, False]


@pytest.mark.parametrize("command", ["show", "export"])
def test_a_damaged_interview_is_one_sentence(
    run: Run, file: Path, damaged: str, command: str
) -> None:
    ran = run("interviews", command, damaged, "--store", file)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"Error: interview {damaged} is damaged: ")
    assert ran.err.endswith("take it from a backup, or delete it by its id\n")


def test_a_damaged_interview_hides_no_other(run: Run, file: Path, id: str, damaged: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE e3_events SET time = 'x' WHERE interview = ?", (damaged,))
        connection.commit()
    out = run("interviews", "list", "--store", file).out
    assert id in out
    assert damaged in out
    one, other = json.loads(run("interviews", "list", "--store", file, "--json").out)
    assert (one["damaged"], one["last"], other["damaged"]) == (True, None, False)
    ran = run("interviews", "export", "--all", "--store", file)
    assert ran.code == 1
    assert [json.loads(line)["id"] for line in ran.out.splitlines()] == [id]
    assert ran.err.startswith(f"Left out: interview {damaged} is damaged")


def test_a_damaged_interview_is_deleted(run: Run, file: Path, id: str, damaged: str) -> None:
    assert run("interviews", "delete", damaged, "--store", file, "--yes").code == 0
    assert run("interviews", "check", "--store", file).code == 0
    assert b"qineaqqle" not in file.read_bytes()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DELETE FROM e3_events")
        connection.commit()
    arguments = ["interviews", "delete", id, "--store", str(file)]
    ran = CliRunner().invoke(cli, arguments, input="y\n")
    assert f"Delete the damaged interview {id} for good?" in ran.output
    assert run("interviews", "list", "--store", file).out == "There are no interviews here.\n"


def test_export_wants_one_or_all(run: Run, file: Path, id: str) -> None:
    assert run("interviews", "export", "--store", file).code == 2
    assert run("interviews", "export", id, "--all", "--store", file).code == 2


def test_a_store_that_is_not_there_is_not_made(run: Run, file: Path) -> None:
    ran = run("interviews", "list", "--store", file)
    assert (ran.code, ran.err) == (2, f"Error: {file}: there is no such file\n")
    assert not file.exists()


def test_where_a_store_is_if_nobody_says(
    run: Run, file: Path, id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("E3_STORE", str(file))
    assert id in run("interviews", "list").out
    monkeypatch.delenv("E3_STORE")
    monkeypatch.setattr(click, "get_app_dir", lambda _: str(file.parent))
    assert id in run("interviews", "list").out


def test_what_version_0_1_kept(run: Run, tmp_path: Path) -> None:
    store = tmp_path / "interviews.db"
    shutil.copy(Path(__file__).parents[1] / "v0_1" / "interviews.db", store)
    listed = json.loads(run("interviews", "list", "--store", store, "--json").out)
    assert len(listed) > 1
    for one in listed:
        shown = run("interviews", "show", one["id"], "--store", store)
        assert (shown.code, "kind   " in shown.out) == (0, True)
        exported = json.loads(run("interviews", "export", one["id"], "--store", store).out)
        assert len(exported["events"]) == one["events"]
    assert run("interviews", "check", "--store", store).code == 0


def test_what_is_kept_now(run: Run, file: Path) -> None:
    with Journal.open(file) as journal:
        id = recording.begin(journal, begun(scenario="I swim well."), model="m")
    shown = run("interviews", "show", id, "--store", file).out
    assert '"title": "Rowing", "rules": [{"id": "swim"' in shown
    assert "understood" in shown
    assert run("interviews", "check", "--store", file).code == 0
