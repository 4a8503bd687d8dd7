"""`e3 evaluate`: the tables, the JSON, the picture and the sentences that go wrong."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.command_line import Run

from e3.cli import cli
from e3.corpus.rows import Row, decision_of, dump
from e3.errors import BadInput
from e3.evaluation import metrics
from e3.evaluation.spacy_tokens import SpacyTokens
from e3.memory import forget_texts
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation

ANSWERS = {"a": "Yes", "b": "No", "c": "Irrelevant", "d": "Do you own it?"}


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    conversation = Conversation(RuleText("You can if you own it."), "Can I?")
    path = tmp_path / "gold.json"
    rows = [Row(name, f"tree {name}", conversation, answer) for name, answer in ANSWERS.items()]
    path.write_text(dump(rows), encoding="utf-8")
    return path


def predictions(tmp_path: Path, answers: dict[str, str]) -> Path:
    path = tmp_path / "predictions.json"
    content = [{"utterance_id": name, "answer": answer} for name, answer in answers.items()]
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def e3_evaluate(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["evaluate", *map(str, arguments)])


def test_the_tables_show_every_figure_in_percent(gold: Path, tmp_path: Path) -> None:
    result = e3_evaluate(gold, predictions(tmp_path, ANSWERS | {"b": "Yes"}))
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert lines[0] == "4 rows % 95 % interval"
    assert lines[1].startswith("Micro accuracy 75.0 ")
    assert lines[6] == "BLEU-4 100.0 0.0 to 100.0"
    assert "no 0.0 1" in lines
    assert "no scenario 66.7 3" in lines
    assert lines[-3] == "no 1 0 0 0"


def test_notes_go_to_stderr(gold: Path, tmp_path: Path) -> None:
    result = e3_evaluate(gold, predictions(tmp_path, {"a": "Yes", "x": "No"}))
    assert result.exit_code == 0
    assert "Note" not in result.stdout
    missing, foreign = result.stderr.splitlines()
    assert missing.startswith("Note: No prediction for 3 of 4 gold rows (first: b): ")
    assert foreign.startswith("Note: No gold row for 1 of 2 predictions (first: x): ")


def test_json_is_alone_on_stdout_with_every_note(gold: Path, tmp_path: Path) -> None:
    result = e3_evaluate(
        gold, predictions(tmp_path, {"a": "Yes"}), "--json", "--plot", tmp_path / "pictures"
    )
    parsed = json.loads(result.stdout)
    assert parsed["micro_accuracy"] == 0.5
    assert parsed["rows"] == 4
    assert [f"Note: {warning}" for warning in parsed["warnings"]] == result.stderr.splitlines()[1:]


def explained(tmp_path: Path, answers: dict[str, str]) -> Path:
    """Explanations of these answers, each 90 % sure."""
    path = tmp_path / "why.jsonl"
    lines = []
    for name, answer in answers.items():
        decision = decision_of(answer)
        probabilities = {decision.value: 0.9}
        line = {"utterance_id": name, "decision": decision, "probabilities": probabilities}
        lines.append(json.dumps(line) + "\n")
    path.write_text("".join(lines), encoding="utf-8")
    return path


def test_explanations_add_the_calibration(gold: Path, tmp_path: Path) -> None:
    answers = ANSWERS | {"b": "Yes"}
    pred, why = predictions(tmp_path, answers), explained(tmp_path, answers)
    result = e3_evaluate(gold, pred, "--explained", why, "--plot", tmp_path / "pictures")
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert lines[-4:] == [
        "Confidence mean % right % rows",
        "86.7 to 93.3 90.0 75.0 4",
        "all 90.0 75.0 4",
        "Calibration error 15.0 %",
    ]
    assert (tmp_path / "pictures" / "calibration.png").stat().st_size > 0
    parsed = json.loads(e3_evaluate(gold, pred, "--explained", why, "--json").stdout)
    assert parsed["calibration"]["error"] == 0.15
    assert parsed["micro_accuracy"] == 0.75


def test_explanations_of_other_predictions_are_refused(gold: Path, tmp_path: Path) -> None:
    pred, why = predictions(tmp_path, ANSWERS), explained(tmp_path, ANSWERS | {"b": "Yes"})
    result = e3_evaluate(gold, pred, "--explained", why)
    assert isinstance(result.exception, BadInput)
    assert "b is decided differently" in str(result.exception)


def test_a_class_that_gold_does_not_have_has_no_recall(gold: Path, tmp_path: Path) -> None:
    rows = json.loads(gold.read_text(encoding="utf-8"))
    gold.write_text(json.dumps(rows[:2]), encoding="utf-8")
    path = predictions(tmp_path, {"a": "Yes", "b": "No"})
    assert json.loads(e3_evaluate(gold, path, "--json").stdout)["recall"]["inquire"] is None
    assert "inquire - 0" in " ".join(e3_evaluate(gold, path).stdout.split())


def test_plot_makes_the_folder_and_says_where_the_picture_is(gold: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "pictures"
    result = e3_evaluate(gold, predictions(tmp_path, ANSWERS), "--plot", folder)
    assert result.exit_code == 0
    assert result.stderr == f"Wrote {folder / 'confusion.png'}\n"
    assert (folder / "confusion.png").read_bytes().startswith(b"\x89PNG")


def test_the_wrong_file_is_one_sentence(gold: Path, tmp_path: Path) -> None:
    result = e3_evaluate(gold, predictions(tmp_path, {"x": "Yes", "y": "No"}))
    assert isinstance(result.exception, BadInput)
    assert str(result.exception) == (
        f"none of the 2 predictions belongs to {gold}: is this the right file?"
    )
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "there is no such file"),
        ("", "the file is empty"),
        ("[{", "this is not JSON: "),
        ('[{"utterance_id": "a"}]', "row 1: answer: Field required"),
    ],
)
def test_bad_predictions_are_one_sentence(
    gold: Path, tmp_path: Path, content: str | None, sentence: str
) -> None:
    path = tmp_path / "predictions.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    result = e3_evaluate(gold, path)
    assert isinstance(result.exception, BadInput)
    assert str(path) in str(result.exception)
    assert sentence in str(result.exception)
    assert "\n" not in str(result.exception)


def test_gold_that_repeats_an_id_is_one_sentence(gold: Path, tmp_path: Path) -> None:
    rows = json.loads(gold.read_text(encoding="utf-8"))
    gold.write_text(json.dumps([*rows, rows[0]]), encoding="utf-8")
    result = e3_evaluate(gold, predictions(tmp_path, ANSWERS))
    assert isinstance(result.exception, BadInput)
    assert str(result.exception) == f"{gold}, row 5: an earlier row has the same id, a"


def test_help_has_an_example() -> None:
    assert "e3 evaluate dev.json predictions.json" in e3_evaluate("--help").stdout


def test_without_spacy_the_error_says_what_to_install(
    run: Run, gold: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "_tokens", SpacyTokens())
    forget_texts()
    monkeypatch.setitem(sys.modules, "spacy", None)
    ran = run("evaluate", gold, predictions(tmp_path, ANSWERS))
    wanted = "The official evaluation needs spacy, which is not installed: pip install 'e3-reader"
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"Error: {wanted}[evaluate]'\n"
