"""`e3 predict`: predictions in the official format, streamed, and resumed after a kill."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import tracemalloc
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.command_line import Run

from e3.cli.commands.predict import answer_rows, survey
from e3.cli.partial import Partial
from e3.corpus.stream import stream_rows
from e3.errors import BadInput
from e3.evaluation.metrics import read_predictions
from e3.reading.conversation import Conversation, Decision, Reply, Rule, RuleScores
from e3.reading.model_folder import model_digest
from e3.text import Span

TEXT = "You may row if:\n\n* you swim\n* you own a boat\n"


def row(name: str, **fields: Any) -> dict[str, Any]:
    return {"utterance_id": name, "snippet": TEXT, "question": "May I row?", **fields}


def rows(count: int) -> list[dict[str, Any]]:
    return [row(f"u{n}", scenario=f"I row since {n}" + " years" * (n % 7)) for n in range(count)]


def written(path: Path, content: Any) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


class Asks:
    """A reader that asks about the first word."""

    def read_many(self, conversations: Sequence[Conversation]) -> list[Reply]:
        rule = Rule(Span(0, 3), scores=RuleScores(0.5, 0.25, 0.0))
        return [
            Reply(Decision.INQUIRE, 1.0, f"{each.question} {each.scenario}", (rule,), 0)
            for each in conversations
        ]


class Stops(Asks):
    """A reader that is killed after some batches."""

    def __init__(self, after: int) -> None:
        self.left = after

    def read_many(self, conversations: Sequence[Conversation]) -> list[Reply]:
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        return super().read_many(conversations)


def answered(file: Path, partial: Path, reader: Asks, *, batch: int = 10) -> list[Any]:
    found = Partial.begin(partial, {"model": "m", "input": "i"})
    answer_rows(
        stream_rows(str(file)),
        reader,
        found,
        source=str(file),
        batch=batch,
        explain=True,
        progress=lambda _: None,
    )
    return [each for some in found.batches() for each in some]


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("torch", reason="models need torch")
    from tests.tiny import make_encoder, make_run  # noqa: PLC0415 - needs torch

    folder = tmp_path_factory.mktemp("tiny")
    return make_run(folder / "run", make_encoder(folder / "encoder"))


def test_predictions_and_explanations(run: Run, model: Path, tmp_path: Path) -> None:
    file, out, why = (tmp_path / name for name in ("rows.json", "made/out.json", "made/why.jsonl"))
    written(file, [*rows(5), row("last", answer="Yes")])
    ran = run("predict", file, out, "--model", model, "--explain", why, "--batch", "4")
    assert ran.code == 0, ran.err
    answers = dict(read_predictions(out).answers)
    assert list(answers) == ["u0", "u1", "u2", "u3", "u4", "last"]
    assert sorted(path.name for path in out.parent.iterdir()) == ["out.json", "why.jsonl"]
    for line in why.read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        decision, question = found["decision"], found["question"]
        assert answers.pop(found["utterance_id"]) == (question or decision.capitalize())
        assert (question is None) == (decision != "inquire")
        assert set(found["probabilities"]) == {"yes", "no", "irrelevant", "inquire"}
        for rule in found["rules"]:
            assert rule["text"] == TEXT[slice(*rule["span"])]
            assert isinstance(rule["r"] + rule["g"] + rule["h"], float)
    assert not answers


def test_without_a_model_it_takes_the_one_in_e3(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("e3.reading.model_folder.DEFAULT", tmp_path)
    file, out = written(tmp_path / "rows.json", rows(3)), tmp_path / "out.json"
    assert "train one with `e3 train`" in run("predict", file, out).err
    (tmp_path / "model.json").write_text('{"system": "heuristic"}')
    ran = run("predict", file, out)
    assert (ran.code, ran.err) == (0, f"3 rows answered in {out}\n")


def test_a_model_is_known_by_its_weights(tmp_path: Path) -> None:
    (tmp_path / "model.json").write_text('{"system": "onnx"}')
    for name in ("model.onnx", "inputs.json", "tokenizer.json"):
        (tmp_path / name).write_bytes(b"")
    seen = {model_digest(tmp_path)}
    for name in ("model.onnx", "tokenizer.json"):
        for size in (1, 2):
            (tmp_path / name).write_bytes(b"w" * size)
            seen.add(model_digest(tmp_path))
    assert len(seen) == 5


def test_sources_of_all_kinds(run: Run, model: Path, tmp_path: Path) -> None:
    (tmp_path / "sharc").mkdir()
    written(tmp_path / "sharc" / "sharc_dev.json", rows(3))
    ran = run("predict", f"{tmp_path}/sharc:dev", tmp_path / "out.json", "--model", model)
    assert ran.code == 0, ran.err
    assert "3 rows answered" in ran.err
    assert len(read_predictions(tmp_path / "out.json").answers) == 3


_KILLED = """
import os, signal
from e3.cli import main
from e3.reading.reader import Reader

read_many, batches = Reader.read_many, 0

def read_three(self, conversations):
    global batches
    batches += 1
    if batches > 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return read_many(self, conversations)

Reader.read_many = read_three
main()
"""
"""`e3`, killed while it reads its fourth batch: a clock could come too late for that."""


def test_a_killed_run_goes_on_to_the_same_result(run: Run, model: Path, tmp_path: Path) -> None:
    file = written(tmp_path / "rows.json", rows(120))
    out, why, partial = (tmp_path / name for name in ("out.json", "why", "out.json.partial"))
    options = ["--model", str(model), "--batch", "4", "--explain"]
    command = [sys.executable, "-c", _KILLED, "predict", str(file), str(out), *options, str(why)]
    killed = subprocess.run(command, stderr=subprocess.DEVNULL, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert partial.read_bytes().count(b"\n") == 4  # what it is about, and three batches
    assert not out.exists()
    assert run("predict", file, out, *options, why).code == 0
    assert not partial.exists()
    whole, whole_why = tmp_path / "whole.json", tmp_path / "whole-why"
    assert run("predict", file, whole, *options, whole_why).code == 0
    assert out.read_bytes() == whole.read_bytes()
    assert why.read_bytes() == whole_why.read_bytes()


@pytest.mark.parametrize("torn", [b"", b'[{"prediction": {"utter', b"[{]\n", b"\0\0\0"])
def test_what_was_done_is_not_done_again(tmp_path: Path, torn: bytes) -> None:
    file, partial = written(tmp_path / "rows.json", rows(45)), tmp_path / "out.partial"
    with pytest.raises(KeyboardInterrupt):
        answered(file, partial, Stops(after=2))
    with partial.open("ab") as end:
        end.write(torn)
    found = answered(file, partial, Stops(after=3))
    assert found == answered(file, tmp_path / "other.partial", Asks())
    assert [each["prediction"]["utterance_id"] for each in found] == [f"u{n}" for n in range(45)]


def test_a_partial_of_other_work_is_refused(run: Run, model: Path, tmp_path: Path) -> None:
    file, out = written(tmp_path / "rows.json", rows(3)), tmp_path / "out.json"
    partial = tmp_path / "out.json.partial"
    work = {"model": "another", "input": "another", "choice of --explain": "no"}
    partial.write_text(json.dumps(work) + "\n")
    ran = run("predict", file, out, "--model", model)
    assert (ran.code, "begun with another model: delete it" in ran.err) == (2, True)
    partial.write_text("a shopping list\n")
    assert "move it away" in run("predict", file, out, "--model", model).err
    assert partial.read_text() == "a shopping list\n"


def test_an_input_that_changed_is_refused(run: Run, model: Path, tmp_path: Path) -> None:
    file, out = written(tmp_path / "rows.json", rows(9)), tmp_path / "out.json"
    shutil.copytree(model, tmp_path / "run")
    broken = rows(9)
    broken[-1]["snippet"] = "row the boat " * 200
    written(file, broken)
    ran = run("predict", file, out, "--model", tmp_path / "run", "--batch", "4")
    assert ran.code == 2
    assert f"{file}, row 9: this turn has" in ran.err
    written(file, rows(8))
    ran = run("predict", file, out, "--model", tmp_path / "run", "--batch", "4")
    assert "begun with another input: delete it" in ran.err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ([row("a"), row("b"), row("a")], "row 3: utterance_id 'a' is there twice"),
        ([row("a"), {"utterance_id": "b", "question": "?"}], "row 2: snippet: Field required"),
        ([row("a"), row("b", snippet="a\0b")], "row 2: the rule text holds U+0000 at 1"),
        ([row("a"), 3], "row 2: should be a JSON object"),
        ([], "the list of rows is empty"),
        ({"rows": []}, "ShARC's format is a JSON list of rows, this is an object"),
        ([row("a"), row("b", more=[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]])], "not a data set"),
    ],
)
def test_what_is_wrong_is_found_before_the_model_is_loaded(
    run: Run, tmp_path: Path, content: Any, sentence: str
) -> None:
    file = written(tmp_path / "rows.json", content)
    ran = run("predict", file, tmp_path / "out.json", "--model", "none")
    assert ran.code == 2
    assert str(file) in ran.err
    assert sentence in ran.err


@pytest.mark.parametrize(
    ("tail", "sentence"),
    [
        (", {", "not JSON: Expecting property name enclosed in double quotes at line 1, column"),
        ("] x", "not JSON: Extra data at line 1, column"),
        (', {"utterance_id": NaN}]', "it has NaN"),
        (', "\xff"]', "this is not a text file in UTF-8"),
    ],
)
def test_broken_json_is_told_as_everywhere(tmp_path: Path, tail: str, sentence: str) -> None:
    file = tmp_path / "rows.json"
    file.write_bytes(json.dumps([row("a")])[:-1].encode() + tail.encode("latin-1"))
    with pytest.raises(BadInput, match=sentence):
        survey(stream_rows(str(file)), str(file))


def test_a_byte_order_mark_is_no_part_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "rows.json"
    file.write_bytes(b"\xef\xbb\xbf \n" + json.dumps(rows(2)).encode())
    assert survey(stream_rows(str(file)), "rows")[0] == 2


def archived(folder: Path) -> Path:
    path = folder / "sharc.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("json/sharc_dev.json", json.dumps(rows(2)))
        archive.writestr("json/sharc_train.json", json.dumps(rows(2)))
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*")}


@pytest.mark.skipif(os.name == "nt", reason="Windows has other links")
@pytest.mark.parametrize("option", ["OUT", "--explain"])
@pytest.mark.parametrize("spelling", ["as it is", "relative", "symlink", "hard link", "linked"])
@pytest.mark.parametrize("kind", ["file", "archive", "folder"])
def test_what_is_read_is_not_written_over(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    kind: str,
    spelling: str,
    option: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sharc").mkdir()
    path = written(tmp_path / "sharc" / "sharc_dev.json", rows(2))
    source = {"file": str(path), "folder": f"{path.parent}:dev", "archive": "sharc.zip:dev"}[kind]
    if kind == "archive":
        path = archived(tmp_path)
    out = {
        "as it is": path,
        "relative": Path("sharc", "..", path.relative_to(tmp_path)),
        "symlink": tmp_path / "link.json",
        "hard link": tmp_path / "hard.json",
        "linked": tmp_path / "folder" / path.name,
    }[spelling]
    (tmp_path / "link.json").symlink_to(path)
    (tmp_path / "hard.json").hardlink_to(path)
    (tmp_path / "folder").symlink_to(path.parent)
    before = contents(tmp_path)
    given = [out] if option == "OUT" else ["out.json", "--explain", out]
    ran = run("predict", source, *given, "--model", "heuristic")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"Error: {out}: this would be overwritten: name another file\n"
    assert contents(tmp_path) == before
    assert (tmp_path / "link.json").is_symlink()


@pytest.mark.parametrize("explain", ["out.json", "./out.json", "out.json.partial", "OUT.json"])
def test_nothing_is_written_twice_to_one_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, explain: str
) -> None:
    monkeypatch.chdir(tmp_path)
    file = written(tmp_path / "rows.json", rows(2))
    ran = run("predict", file, "out.json", "--model", "heuristic", "--explain", explain)
    assert (ran.code, "would be overwritten" in ran.err) == (2, True)
    assert list(contents(tmp_path)) == ["rows.json"]


@pytest.mark.parametrize("option", ["OUT", "--explain"])
@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04 an archive",
        b"a shopping list\n",
        json.dumps(rows(2)).encode(),
        json.dumps([row("a", answer="Yes")]).encode(),
        b'{"system": "e3"}\n',
        b"[",
        b"\xff\xfe",
    ],
)
def test_a_file_of_something_else_is_left_alone(
    run: Run, tmp_path: Path, option: str, content: bytes
) -> None:
    file, other = written(tmp_path / "rows.json", rows(2)), tmp_path / "other"
    other.write_bytes(content)
    given = [other] if option == "OUT" else [tmp_path / "out.json", "--explain", other]
    ran = run("predict", file, *given, "--model", "none")
    what = "predictions" if option == "OUT" else "explanations"
    sentence = f"this is there already and is no file of {what}: name another file"
    assert (ran.code, ran.err) == (2, f"Error: {other}: {sentence}\n")
    assert other.read_bytes() == content


def test_earlier_predictions_are_replaced(run: Run, tmp_path: Path) -> None:
    file, out, why = written(tmp_path / "rows.json", rows(9)), tmp_path / "out", tmp_path / "why"
    out.touch()
    options: list[str | Path] = ["--model", "heuristic", "--explain", why]
    assert run("predict", file, out, *options).code == 0
    written(file, rows(2))
    assert run("predict", file, out, *options).code == 0
    assert len(read_predictions(out).answers) == len(why.read_text().splitlines()) == 2
    out.write_text(json.dumps(json.loads(out.read_text()), indent=1))  # as `e3 train` writes them
    assert run("predict", file, out, *options).code == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has other links")
def test_a_link_stays_a_link_and_a_device_a_device(run: Run, tmp_path: Path) -> None:
    file, link = written(tmp_path / "rows.json", rows(2)), tmp_path / "link"
    link.symlink_to("answers.json")
    assert run("predict", file, link, "--model", "heuristic").code == 0
    assert link.is_symlink()
    assert len(read_predictions(tmp_path / "answers.json").answers) == 2
    # Behind links, so that whoever replaces them replaces no device of this machine.
    null, why = tmp_path / "null", tmp_path / "null2"
    null.symlink_to("/dev/null")
    why.symlink_to("/dev/null")
    ran = run("predict", file, null, "--model", "heuristic", "--explain", why)
    assert (ran.code, ran.err) == (0, f"2 rows answered in {null}\n")
    assert null.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "answers.json",
        "link",
        "null",
        "null2",
        "rows.json",
    ]


@pytest.mark.skipif(not Path("/dev/fd/1").exists(), reason="there are no descriptors by name")
def test_predictions_go_to_standard_output(tmp_path: Path) -> None:
    file, link = written(tmp_path / "rows.json", rows(2)), tmp_path / "stdout"
    link.symlink_to("/dev/stdout")
    command = [sys.executable, "-m", "e3", "predict", str(file), str(link), "--model", "heuristic"]
    ran = subprocess.run(command, capture_output=True, check=True)
    assert [each["utterance_id"] for each in json.loads(ran.stdout)] == ["u0", "u1"]
    assert link.is_symlink()


def test_after_a_full_disk_it_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, out = written(tmp_path / "rows.json", rows(2)), tmp_path / "out.json"
    out.write_text('[{"utterance_id": "u0", "answer": "before"}]')
    before, done = out.read_bytes(), Partial.add

    def add_and_fill(partial: Partial, batch: Any) -> None:
        done(partial, batch)
        monkeypatch.setattr(os, "fsync", full)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Partial, "add", add_and_fill)
    ran = run("predict", file, out, "--model", "heuristic")
    assert ran.err == f"Error: {out}: can't be written: No space left on device\n"
    assert out.read_bytes() == before
    assert sorted(contents(tmp_path)) == ["out.json", "out.json.partial", "rows.json"]
    monkeypatch.undo()
    assert run("predict", file, out, "--model", "heuristic").code == 0
    assert sorted(contents(tmp_path)) == ["out.json", "rows.json"]


def test_a_large_file_streams(tmp_path: Path) -> None:
    count, file = 20_000, tmp_path / "rows.json"
    with file.open("w", encoding="utf-8") as lines:
        for number in range(count):
            lines.write("[\n" if number == 0 else ",\n")
            lines.write(json.dumps(row(f"u{number}", snippet=f"{number} " + "text " * 200)))
        lines.write("\n]\n")
    assert file.stat().st_size > 20e6
    tracemalloc.start()
    try:
        total, _ = survey(stream_rows(str(file)), str(file))
        partial = Partial.begin(tmp_path / "out.partial", {"model": "m"})
        answer_rows(
            stream_rows(str(file)),
            Asks(),
            partial,
            source=str(file),
            batch=100,
            explain=False,
            progress=lambda _: None,
        )
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert total == sum(map(len, partial.batches())) == count
    assert peak < 6e6
