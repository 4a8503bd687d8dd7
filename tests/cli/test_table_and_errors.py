"""`e3 table`, `e3 errors` and docs/make_results.py."""

import json
import runpy
from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.command_line import Run
from tests.made_runs import make_run, measured

from e3.corpus.rows import Row, dump
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.readers.heuristic.system import HeuristicSystem
from e3.reading.conversation import Conversation, Turn

MAKE_RESULTS = Path(__file__).parents[2] / "docs" / "make_results.py"


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def parsed(markdown: str) -> dict[str, list[list[str]]]:
    """The tables of a Markdown text by their headings."""
    tables: dict[str, list[list[str]]] = {}
    for line in markdown.splitlines():
        if line.startswith("**"):
            rows = tables.setdefault(line.strip("*"), [])
        elif line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return tables


def test_our_rows_stand_below_those_of_the_paper(run: Run, tmp_path: Path) -> None:
    for seed, share in enumerate([0.5, 0.6]):
        make_run(tmp_path / f"e3-{seed}", {"E3": measured(share)}, seed=seed)
    make_run(tmp_path / "other", {"Heuristic": measured(rows=9)}, encoder="", commit="")
    ran = run("table", tmp_path)
    assert ran.code == 0
    assert ran.err == ""
    shown = lines(ran.out)
    paper = shown.index("E3 BERT-base paper 68.0 73.4 66.9 53.7 39.4 -")
    assert shown[paper + 1] == f"E3 small 2{' 55.0 ± 7.1' * 6} abcdef0+"
    assert any(line.startswith("No run of ours has been measured on it: it does") for line in shown)
    assert "Runs measured on 9 other rows" in shown
    assert f"Heuristic none 1{' 50.0' * 6} -" in shown
    assert "E3 small 2,270 55.0 ± 7.1" in shown[shown.index("Accuracy by row type") :]


def test_without_names_results_and_runs_are_searched(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    empty = run("table")
    assert empty.code == 0
    assert "No run of ours has been measured on it." in lines(empty.out)
    assert "nothing to draw" in run("table", "--plot", "pictures").err
    make_run(tmp_path / "results" / "a" / "b", {"E3": measured(0.1)})
    make_run(tmp_path / "runs" / "c", {"E3": measured(0.2)})
    ran = run("table")
    assert f"E3 small 1{' 20.0' * 6} abcdef0+" in lines(ran.out)
    assert ran.err == (
        "Note: E3 with encoder small and seed 0 is in results/a/b and, later, in runs/c:"
        " the later one counts.\n"
    )


def test_markdown_has_whole_tables(run: Run, tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", {"BERTQA": measured()})
    tables = parsed(run("table", folder, tmp_path, "--markdown").out)
    assert list(tables) == [
        "Table 1. Test set of ShARC",
        "Table 2. Development set of ShARC (2,270 rows)",
        "Published later, development set of ShARC",
        "Accuracy by row type",
        "Recall by decision",
    ]
    for rows in tables.values():
        assert {len(row) for row in rows} == {len(rows[0])}
        assert set("".join(rows[1])) == {"-", ":"}
    assert ["BERTQA", "small", "1", *["50.0"] * 6, "abcdef0+"] in tables[list(tables)[1]]
    assert tables["Recall by decision"][0][3:] == ["yes", "no", "inquire"]


def test_table_json_is_in_fractions(run: Run, tmp_path: Path) -> None:
    found = json.loads(run("table", make_run(tmp_path / "run", {"E3": measured()}), "--json").out)
    (row,) = found["ours"]
    assert (row["system"], row["encoder"], row["seeds"]) == ("E3", "small", [0])
    assert row["bleu_4"] == {"mean": 0.5, "deviation": None}
    assert row["confusion"]["yes"]["no"] == 3
    assert found["published"]["development"][0]["bleu_4"] == 0.537
    assert found["notes"][0].startswith("The paper prints 23.7 as Comb. of BERTQA")


def test_the_pictures_are_pngs(run: Run, tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    make_run(tmp_path / "0", {"E3": measured()})
    make_run(tmp_path / "1", {"E3": measured()}, seed=1)
    ran = run("table", tmp_path, "--plot", pictures)
    assert ran.err == f"Wrote {pictures / 'table.png'}\nWrote {pictures / 'confusion.png'}\n"
    for name in ("table.png", "confusion.png"):
        assert (pictures / name).read_bytes().startswith(b"\x89PNG")


def test_a_missing_run_is_one_sentence(run: Run, tmp_path: Path) -> None:
    ran = run("table", tmp_path / "nowhere")
    assert ran.code == 2
    assert ran.err == f"Error: {tmp_path / 'nowhere'}: there is no such folder\n"


def test_who_has_the_test_set_gets_table_1_by_one_command(
    run: Run, tmp_path: Path, gold: Path
) -> None:
    folder = make_run(tmp_path / "heuristic-0", {"Heuristic": measured()}, encoder="")
    HeuristicSystem().save(folder)
    archive = tmp_path / "sharc1-official.zip"
    with ZipFile(archive, "w") as file:
        file.write(gold, "sharc1-official/json/sharc_test.json")
    ran = run("table", folder, "--test", f"{archive}:test", "--markdown")
    assert ran.code == 0, ran.err
    tables = parsed(ran.out)
    assert "Table 1. Test set of ShARC" in tables
    named = {row[0]: row for row in tables["Table 1. Test set of ShARC"] if row[2] == "1"}
    kept = json.loads((folder / "test.json").read_text())
    micro = kept["systems"]["Heuristic"]["micro_accuracy"]
    assert named["Heuristic"][3] == f"{100 * micro:.1f}"
    assert kept["systems"]["Heuristic"]["rows"] == len(json.loads(gold.read_text()))
    assert not any("other rows" in heading for heading in tables)
    assert "50.0" in next(r for r in tables[list(tables)[1]] if r[:3] == ["Heuristic", "none", "1"])


def test_a_run_is_read_once_for_the_same_test_rows(run: Run, tmp_path: Path, gold: Path) -> None:
    folder = make_run(tmp_path / "heuristic-0", {"Heuristic": measured()}, encoder="")
    HeuristicSystem().save(folder)
    run("table", folder, "--test", gold)
    (folder / "model.json").unlink()
    assert run("table", folder, "--test", gold).code == 0
    changed = json.loads(gold.read_text())[:-1]
    gold.write_text(json.dumps(changed), encoding="utf-8")
    again = run("table", folder, "--test", gold)
    assert again.code == 2
    assert "there is no model in this folder" in again.err


def test_a_test_set_without_answers_measures_nothing(run: Run, tmp_path: Path, gold: Path) -> None:
    folder = make_run(tmp_path / "heuristic-0", {"Heuristic": measured()}, encoder="")
    HeuristicSystem().save(folder)
    rows = json.loads(gold.read_text())
    del rows[0]["answer"]
    gold.write_text(json.dumps(rows), encoding="utf-8")
    ran = run("table", folder, "--test", gold)
    assert ran.code == 2
    assert "answer" in ran.err
    assert not (folder / "test.json").exists()


POLICY = {
    "title": "Rowing",
    "rule_text": "You may row if you can swim and you own a boat.",
    "rules": [
        {
            "id": "swim",
            "span": "you can swim",
            "question": "Can you swim?",
            "yes": [""],
            "no": [""],
        },
        {
            "id": "boat",
            "span": "you own a boat",
            "question": "Got a boat?",
            "yes": [""],
            "no": [""],
        },
    ],
    "questions": [{"question": "May I row?", "yes_when": "swim and boat"}],
}


def test_the_results_page_is_written_between_its_markers(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main = runpy.run_path(str(MAKE_RESULTS))["main"]
    page = tmp_path / "results.md"
    simulated = "<!-- simulate -->old<!-- /simulate -->"
    page.write_text(f"Before\n<!-- table -->old<!-- /table -->\n{simulated}\nAfter\n")
    make_run(tmp_path / "results" / "e3", {"E3": measured()})
    HeuristicSystem().save(tmp_path / "simple")
    policies = tmp_path / "policies.json"
    policies.write_text(json.dumps([POLICY]), encoding="utf-8")
    ran = run("simulate", policies, "--model", tmp_path / "simple", "--json")
    (tmp_path / "results" / "simulate").mkdir()
    (tmp_path / "results" / "simulate" / "simple.json").write_text(ran.out)
    monkeypatch.setitem(main.__globals__, "TARGET", page)
    monkeypatch.setitem(main.__globals__, "RESULTS", tmp_path / "results")
    monkeypatch.setattr("sys.argv", ["make_results.py", "--check"])
    assert main() == 1
    assert "stale" in capsys.readouterr().err
    monkeypatch.setattr("sys.argv", ["make_results.py"])
    assert main() == 0
    written = page.read_text(encoding="utf-8")
    assert written.startswith("Before\n<!-- table -->\n\n**Table 1.")
    assert written.endswith("\n\n<!-- /simulate -->\nAfter\n")
    assert "| E3 | small | 1 |" in written
    assert "| simple | `policies.json` | without scenario | 4 |" in written
    monkeypatch.setattr("sys.argv", ["make_results.py", "--check"])
    assert main() == 0
    page.write_text("no markers", encoding="utf-8")
    with pytest.raises(SystemExit, match="has no <!-- table -->"):
        main()


SWIM, BOAT = "Can you swim?", "Do you own a boat?"
SCENARIO = "I came with my brother. " * 20
ANSWERS = {"a": SWIM, "b": BOAT, "c": "Yes", "d": "No", "e": "Irrelevant"}


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    """The rows of one tree: may row who can swim and owns a boat."""
    swims, owns = Turn(SWIM, Answer.YES), Turn(BOAT, Answer.YES)
    histories = {"b": (swims,), "c": (swims, owns), "d": (Turn(SWIM, Answer.NO),)}
    text = RuleText("You may row if you can swim and you own a boat.")
    rows = [
        Row(
            name,
            "t",
            Conversation(
                text, "May I row?", SCENARIO if name == "d" else "", histories.get(name, ())
            ),
            answer,
        )
        for name, answer in ANSWERS.items()
    ]
    path = tmp_path / "gold.json"
    path.write_text(dump(rows), encoding="utf-8")
    return path


def predictions(tmp_path: Path, answers: dict[str, str]) -> Path:
    path = tmp_path / "predictions.json"
    content = [{"utterance_id": name, "answer": answer} for name, answer in answers.items()]
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_errors_counts_by_category_and_row_type(run: Run, gold: Path, tmp_path: Path) -> None:
    pred = predictions(tmp_path, ANSWERS | {"a": "own a boat", "b": "Yes", "c": SWIM, "d": "Yes"})
    ran = run("errors", gold, pred)
    assert ran.code == 0
    assert ran.err == ""
    shown = lines(ran.out)
    assert shown[:2] == ["Wrong decisions: 3 of 5 rows (60.0%)", "rows % no scenario no evidence"]
    assert "answered with a necessary rule unresolved 1 33.3 1 0" in shown
    assert "all rules resolved by the history, wrong conclusion 1 33.3 0 1" in shown
    assert "redundant inquiry, rule settled by the history 1 33.3 1 0" in shown
    assert "Inquiries where gold inquires too: 1 of 5 rows (20.0%)" in shown
    assert "another open rule, in another order than the annotator 1 100.0 1" in shown


def test_errors_shows_examples_with_long_parts_shortened(
    run: Run, gold: Path, tmp_path: Path
) -> None:
    pred = predictions(tmp_path, ANSWERS | {"c": "No", "d": "Yes"})
    shown = lines(run("errors", gold, pred, "--show", "1").out)
    start = shown.index("[all rules resolved by the history, wrong conclusion]")
    assert shown[start + 2 : start + 8] == [
        "row c",
        "rule text You may row if you can swim and you own a boat.",
        "question May I row?",
        "history Can you swim? yes; Do you own a boat? yes",
        "gold Yes",
        "predicted No",
    ]
    both = run("errors", gold, pred, "--show", "2").out
    (scenario,) = [line for line in both.splitlines() if line.strip().startswith("scenario")]
    assert scenario.endswith(" …")
    assert len(scenario) < len(SCENARIO)


def test_errors_with_explanations_tells_failed_extraction(
    run: Run, gold: Path, tmp_path: Path
) -> None:
    pred = predictions(tmp_path, ANSWERS | {"a": "Yes", "b": "Yes"})
    explained = tmp_path / "why.jsonl"
    explained.write_text('{"utterance_id": "a", "rules": [{"span": [0, 7]}]}\n', encoding="utf-8")
    ran = run("errors", gold, pred, "--explain", explained, "--json")
    found = json.loads(ran.out)
    categories = found["wrong_decisions"]["categories"]
    assert categories["failed extraction of the rule to ask about"]["utterance_ids"] == ["a"]
    assert categories["answered with a necessary rule unresolved"] == {
        "rows": 1,
        "share": 0.5,
        "by_row_type": {"no scenario": 1},
        "utterance_ids": ["b"],
    }
    assert found["right_inquiries"]["categories"]["rule already settled"]["share"] is None
    assert [f"Note: {note}" for note in found["notes"]] == ran.err.splitlines()
    assert found["notes"][0].startswith("No extracted rules for 4 of 5 gold rows")


def test_errors_leaves_rows_without_a_prediction_out(run: Run, gold: Path, tmp_path: Path) -> None:
    ran = run("errors", gold, predictions(tmp_path, {"c": "Yes"}))
    assert lines(ran.out)[0] == "Wrong decisions: 0 of 1 rows (0.0%)"
    assert ran.err == "Note: No prediction for 4 of 5 gold rows: they are left out.\n"


def test_errors_with_the_wrong_file_is_one_sentence(run: Run, gold: Path, tmp_path: Path) -> None:
    ran = run("errors", gold, predictions(tmp_path, {"x": "Yes"}))
    assert ran.code == 2
    assert ran.err == (
        f"Error: none of the 1 predictions belongs to {gold}: is this the right file?\n"
    )
