"""`e3 data shuffle`: a file that the other commands read."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.command_line import Run

from e3.corpus.sources import read_rows

TURNS = [
    {"follow_up_question": f"Do you {verb}?", "follow_up_answer": "Yes"} for verb in ("row", "swim")
]


def row(name: str, **fields: Any) -> dict[str, Any]:
    return {
        "utterance_id": name,
        "snippet": "You may row if you swim.",
        "question": "May I row?",
        "answer": "Yes",
        **fields,
    }


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "rows.json"
    rows = [row("1", history=TURNS), row("2", scenario="I row. I swim."), row("3")]
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def test_turns_sentences_or_both(run: Run, file: Path, tmp_path: Path) -> None:
    given = read_rows(str(file))
    for options, changed in ((["--history"], [0]), (["--scenario"], [1])):
        out = tmp_path / f"{options[0]}.json"
        ran = run("data", "shuffle", file, out, *options)
        assert ran.err == f"1 of 3 rows are told in another order in {out}\n"
        made = read_rows(str(out))
        assert [n for n in range(3) if made[n] != given[n]] == changed
        assert [each.utterance_id for each in made] == ["1", "2", "3"]
    both = tmp_path / "both.json"
    assert "2 of 3" in run("data", "shuffle", file, both, "--history", "--scenario").err
    again = tmp_path / "again.json"
    run("data", "shuffle", file, again, "--history", "--scenario", "--seed", "0")
    assert both.read_bytes() == again.read_bytes()


def test_rows_without_answers(run: Run, file: Path, tmp_path: Path) -> None:
    blind = json.loads(file.read_text())
    for each in blind:
        del each["answer"]
    file.write_text(json.dumps(blind))
    assert run("data", "shuffle", file, tmp_path / "out.json", "--history").code == 0


def test_what_goes_wrong(run: Run, file: Path, tmp_path: Path) -> None:
    ran = run("data", "shuffle", file, tmp_path / "out.json")
    assert (ran.code, "--history, --scenario or both" in ran.err) == (2, True)
    before = file.read_bytes()
    other, same = tmp_path / "sharc.json", tmp_path / "." / ".." / tmp_path.name / file.name
    assert "would be overwritten" in run("data", "shuffle", file, same, "--history").err
    other.write_bytes(before)
    ran = run("data", "shuffle", file, other, "--history")
    assert f"{other}: this is there already and is no file of rows that E3 made" in ran.err
    assert file.read_bytes() == other.read_bytes() == before
