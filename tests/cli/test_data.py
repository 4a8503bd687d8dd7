"""`e3 data`: what it prints, what it writes, and the sentences that go wrong."""

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from tests.command_line import Ran, Run

from e3.cli import cli

SWIM, BOAT = "Do you swim?", "Do you own a boat?"
TEXT = "# Rowing\n\nYou may row if:\n\n* you swim\n* you own a boat\n"


def row(name: str, answer: str, *said: tuple[str, str], **fields: Any) -> dict[str, Any]:
    history = [{"follow_up_question": q, "follow_up_answer": a} for q, a in said]
    return {
        "utterance_id": name,
        "tree_id": "rowing",
        "snippet": TEXT,
        "question": "May I row?",
        "scenario": "",
        "history": history,
        "evidence": [],
        "answer": answer,
        **fields,
    }


SWIMS = [{"follow_up_question": SWIM, "follow_up_answer": "Yes"}]
ROWS = [
    row("1", SWIM),
    row("2", BOAT, (SWIM, "Yes")),
    row("3", "No", (SWIM, "No")),
    row("4", "Yes", (SWIM, "Yes"), (BOAT, "Yes")),
    row("5", BOAT, scenario="I swim.", evidence=SWIMS),
    row("6", "Irrelevant", question="May I fly?"),
    row("7", "Yes", tree_id="rowdy", snippet="Shout.", question="May I shout?"),
]

RECIPE = """[data]
train = ["policies:evaluation"]
[augmentation]
rows = 120
[augmentation.mix]
"irrelevant question" = 0.1
"no scenario" = 0.2
"scenario with evidence" = 0.3
"scenario without evidence" = 0.4
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps(ROWS), encoding="utf-8")
    return path


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    path = tmp_path / "recipe.toml"
    path.write_text(RECIPE)
    return path


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def assert_refused(ran: Ran) -> str:
    assert ran.code == 2
    assert ran.out == ""
    (line,) = ran.err.splitlines()
    assert line.startswith("Error: ")
    assert "Traceback" not in line
    assert len(line) < 1000
    return line.removeprefix("Error: ")


def test_stats_in_words(run: Run, file: Path) -> None:
    ran = run("data", "stats", file)
    assert (ran.code, ran.err) == (0, "")
    shown = lines(ran.out)
    assert "rows 7" in shown
    assert "dialogue trees 2" in shown
    assert "rule texts 2" in shown
    assert "follow-up questions 2" in shown
    assert "inquire 3 42.9%" in shown
    assert "irrelevant question 1 14.3%" in shown
    assert "scenario with evidence 1 14.3%" in shown
    assert "1 turn 2 28.6%" in shown
    assert "official 7 100.0%" in shown


def test_stats_in_json(run: Run, file: Path) -> None:
    found = json.loads(run("data", "stats", file, "--json").out)
    assert found["rows"] == 7
    assert found["decisions"] == {"yes": 2, "no": 1, "irrelevant": 1, "inquire": 3}
    assert found["row_types"]["no scenario"] == 5
    assert found["history_turns"] == {"0": 4, "1": 2, "2": 1}
    assert found["words"]["scenario"] == {"texts": 1, "mean": 2.0, "median": 2.0, "longest": 2}
    assert found["words"]["follow-up question"]["longest"] == 5


def test_stats_of_our_policies(run: Run) -> None:
    found = json.loads(run("data", "stats", "policies:evaluation", "--json").out)
    assert found["rule_texts"] == 174


def test_trees_as_a_list(run: Run, file: Path) -> None:
    shown = lines(run("data", "trees", file).out)
    assert shown == [
        "tree asks states question",
        "rowdy 0 1 May I shout?",
        "rowing 2 4 May I row?",
    ]


def test_a_tree_as_a_drawing(run: Run, file: Path) -> None:
    drawing = run("data", "trees", file, "--tree", "rowi").out
    assert drawing.startswith(f"Tree rowing\n\n{TEXT}\n")
    assert drawing.rstrip().splitlines()[-5:] == [
        "Do you swim?",
        "├─ yes → Do you own a boat?",
        "│         ├─ yes → YES",
        "│         └─ no  → (no row says)",
        "└─ no  → NO",
    ]


def test_trees_in_json(run: Run, file: Path) -> None:
    shout, rowing = json.loads(run("data", "trees", file, "--json").out)
    assert shout["root"] == {"conclude": "yes"}
    assert rowing["snippet"] == TEXT
    assert rowing["root"] == {
        "ask": SWIM,
        "yes": {"ask": BOAT, "yes": {"conclude": "yes"}, "no": None},
        "no": {"conclude": "no"},
    }
    (alone,) = json.loads(run("data", "trees", file, "--json", "--tree", "rowing").out)
    assert alone == rowing


@pytest.mark.parametrize("command", ["trees", "spans"])
def test_the_start_of_an_id_must_be_clear(run: Run, file: Path, command: str) -> None:
    message = assert_refused(run("data", command, file, "--tree", "row"))
    assert message == "2 trees start with 'row': rowdy, rowing ...; give more of the id"
    message = assert_refused(run("data", command, file, "--tree", "sail"))
    assert message.startswith("there is no tree 'sail'")


def test_a_whole_id_that_starts_another(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([row("1", "Yes", tree_id="a"), row("2", "No", tree_id="ab")]))
    assert run("data", "trees", path, "--tree", "a").out.rstrip().endswith("YES")


def test_spans_in_words(run: Run, file: Path) -> None:
    shown = run("data", "spans", file, "--tree", "rowing").out.splitlines()
    assert shown == [
        "May I row?  (rowing)",
        "  Do you swim?",
        "      you [swim]",
        "  Do you own a boat?",
        "      you [own a boat]",
    ]


def test_spans_in_json(run: Run, file: Path) -> None:
    _, rowing = json.loads(run("data", "spans", file, "--json").out)
    first = rowing["spans"][0]
    assert first["question"] == SWIM
    assert first["core_text"] == "swim" == TEXT[slice(*first["core"])]
    assert first["clause_text"] == "you swim" == TEXT[slice(*first["clause"])]


def test_spans_beside_those_of_people(run: Run, file: Path, tmp_path: Path) -> None:
    gold = tmp_path / "gold.json"
    marks = {SWIM: ["* you swim"], BOAT: ["You may row"]}
    gold.write_text(json.dumps({"rowing": {"questions": marks}}))
    found = json.loads(run("data", "spans", file, "--gold", gold, "--json").out)
    assert found["questions"] == 2
    assert found["misplaced"] == 0.5
    (wrong,) = found["misplaced_matches"]
    assert wrong["question"] == BOAT
    assert wrong["human"] == ["You may row"]
    shown = lines(run("data", "spans", file, "--gold", gold).out)
    assert shown[0] == "Questions with a human span 2"
    assert shown[3] == "Matches that touch no human span 50.00% (1)"
    assert "human You may row" in shown


def test_spans_of_our_policies_beside_their_own(run: Run) -> None:
    ran = run("data", "spans", "policies:evaluation", "--gold", "own", "--json")
    found = json.loads(ran.out)
    assert found["questions"] > 200
    assert found["clause_f1"] > 0.7


def test_human_spans_that_are_none(run: Run, file: Path) -> None:
    message = assert_refused(run("data", "spans", file, "--gold", file))
    assert message == f"{file}: human spans are a JSON object of trees by their ids"
    assert_refused(run("data", "spans", file, "--gold", "nothing.json"))


def test_rows_are_written_and_can_be_read(run: Run, recipe: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "rows.json"
    ran = run("data", "rows", recipe, out)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == f"120 rows written to {out}"
    assert "scenario without evidence 48" in lines(ran.out)
    found = json.loads(run("data", "stats", out, "--json").out)
    assert found["rows"] == 120
    assert found["row_types"]["scenario without evidence"] == 48
    assert set(found["origins"]) > {"tree", "story"}


def test_rows_are_the_same_twice_and_others_with_another_seed(
    run: Run, recipe: Path, tmp_path: Path
) -> None:
    outs = [tmp_path / f"{number}.json" for number in range(3)]
    for out, seed in zip(outs, ([], [], ["--seed", "1"]), strict=True):
        counts = json.loads(run("data", "rows", recipe, out, "--json", *seed).out)
        assert counts["rows"] == 120
        assert sum(counts["origins"].values()) == sum(counts["row_types"].values()) == 120
    one, two, three = (out.read_bytes() for out in outs)
    assert one == two != three


def test_rows_leave_nothing_but_the_file(run: Run, recipe: Path, tmp_path: Path) -> None:
    before = set(tmp_path.iterdir())
    run("data", "rows", recipe, tmp_path / "rows.json")
    assert set(tmp_path.iterdir()) - before == {tmp_path / "rows.json"}


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_rows_can_be_read_by_others(run: Run, recipe: Path, tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.touch()
    run("data", "rows", recipe, tmp_path / "rows.json")
    mode = stat.S_IMODE((tmp_path / "rows.json").stat().st_mode)
    assert mode == stat.S_IMODE(usual.stat().st_mode)


def test_rows_are_not_written_over_what_they_are_made_of(
    run: Run, file: Path, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    told.mkdir()
    (told / "stories.json").write_text("[]")
    spans = tmp_path / "spans.json"
    recipe = tmp_path / "new.toml"
    recipe.write_text(
        f"[data]\ntrain = [{json.dumps(str(file))}]\nscenarios = [{json.dumps(str(told))}]\n"
        f"human_spans = {json.dumps(str(spans))}\n"
    )
    for out in (recipe, file, told / "stories.json", told / "statements.json", spans):
        before = out.read_bytes() if out.exists() else None
        again = out.parent / ".." / out.parent.name / out.name
        message = assert_refused(run("data", "rows", recipe, again))
        assert message == f"{again}: this would be overwritten: name another file"
        assert before == (out.read_bytes() if out.exists() else None)


def test_rows_replace_rows_that_were_made_and_nothing_else(
    run: Run, recipe: Path, tmp_path: Path
) -> None:
    out = tmp_path / "rows.json"
    for _ in range(2):
        assert run("data", "rows", recipe, out).code == 0
    out.write_bytes(b"PK\x03\x04")
    message = assert_refused(run("data", "rows", recipe, out))
    assert message.endswith("is no file of rows that E3 made: name another file")
    assert out.read_bytes() == b"PK\x03\x04"


def test_where_rows_can_not_be_written(run: Run, recipe: Path, file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    before = set(tmp_path.iterdir())
    assert "this is a folder" in assert_refused(run("data", "rows", recipe, folder))
    assert set(tmp_path.iterdir()) == before, "no half a file stays behind"
    assert "can't be written" in assert_refused(run("data", "rows", recipe, file / "rows.json"))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[data]\ntrain = ['nothing.json']", "nothing.json: there is no such file"),
        ("[data]\ntrain = ['policies:dev']", "the parts train and evaluation"),
        ("[data]\ntrain = ['policies']\nscenarios = ['nowhere']", "nowhere: there is no stories"),
        ("[data]\ntrain = ['policies']\nepochs = 3", "data.epochs: "),
        ("data", "this is not TOML: "),
        (RECIPE + "'scenario, evidence unknown' = 1", "no source gives rows of type"),
    ],
    ids=range(6),
)
def test_recipes_that_go_wrong(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, named: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("recipe.toml").write_text(text)
    assert named in assert_refused(run("data", "rows", "recipe.toml", "rows.json"))
    assert not Path("rows.json").exists()


BAD_FILES: list[tuple[bytes, str]] = [
    (b"", "the file is empty"),
    (b"{}", "a JSON list of rows, this is an object"),
    (b"[]", "the list of rows is empty"),
    (json.dumps([{"utterance_id": "1", "question": "?"}]).encode(), "row 1: snippet: "),
    (json.dumps([row("1", "Yes", (SWIM, "maybe"))]).encode(), "row 1: history[0].follow_up_ans"),
    (b"x" * 10_000_000, "this is not JSON"),
    (b"1" * 10_000_000, ""),
    (json.dumps([row("1", "Yes", snippet="word " * 2_000_000)]).encode(), "row 1: snippet: "),
    (bytes(range(256)) * 40, "not a text file in UTF-8"),
    (b"[" * 200_000, "JSON"),
    (json.dumps(ROWS)[:-9].encode(), "this is not JSON"),
    (b"PK\x03\x04" + b"\0" * 99, "the archive is broken"),
    (b'[{"rule_text": "x"}]', "row 1: title: "),
    (json.dumps([row("1", "Yes", *[(f"{n}?", "Yes") for n in range(2000)])]).encode(), "history"),
]


@pytest.mark.parametrize("command", ["stats", "trees", "spans"])
@pytest.mark.parametrize(("content", "named"), BAD_FILES, ids=range(len(BAD_FILES)))
def test_files_that_go_wrong(
    run: Run, tmp_path: Path, command: str, content: bytes, named: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    message = assert_refused(run("data", command, path))
    assert message.startswith(str(path))
    assert named in message


@pytest.mark.parametrize("command", ["stats", "trees", "spans"])
def test_places_where_there_is_nothing(run: Run, tmp_path: Path, command: str) -> None:
    assert "no such file" in assert_refused(run("data", command, tmp_path / "none.json"))
    assert "no such file" in assert_refused(run("data", command, f"{tmp_path}/none.zip:dev"))
    assert "there is no sharc_train.json" in assert_refused(run("data", command, tmp_path))
    assert_refused(run("data", command, "x" * 300))


def test_an_ambiguous_folder(run: Run, tmp_path: Path) -> None:
    for name in ("train", "dev"):
        (tmp_path / f"sharc_{name}.json").write_text(json.dumps(ROWS))
    message = assert_refused(run("data", "stats", tmp_path))
    assert f"{tmp_path}:train or {tmp_path}:dev" in message
    assert run("data", "stats", f"{tmp_path}:dev").code == 0


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name)


@pytest.mark.parametrize("path", list(commands(cli)), ids=" ".join)
def test_every_command_explains_itself_with_an_example(run: Run, path: tuple[str, ...]) -> None:
    shown = run(*path, "--help")
    assert shown.code == 0
    usage, _, rest = shown.out.partition("\n\n")
    assert usage.startswith(f"Usage: cli {' '.join(path)} ")
    assert len(rest.split("\n\n")[0].split()) >= 5, "a description"
    assert any(line.strip().startswith(f"e3 {' '.join(path)} ") for line in rest.splitlines())
    assert run(*path, "-h").out == shown.out


def test_the_groups_explain_themselves(run: Run) -> None:
    assert "Commands:" in run("--help").out
    assert "SOURCE is" in run("data", "--help").out
