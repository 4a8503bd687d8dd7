import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")
pytest.importorskip("onnxruntime", reason="needs e3-reader[train]")

from click.testing import CliRunner
from tests.tiny import OPENINGS, make_encoder, make_run

from e3.cli import cli
from e3.corpus.rows import Row, dump
from e3.errors import BadInput
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.readers.states.export import export_system
from e3.readers.states.exported import OnnxSystem
from e3.readers.states.system import StateSystem
from e3.reading.conversation import Conversation, Turn
from e3.reading.reader import Reader

TEXTS = (
    RuleText("You may row on the lake if you swim:\n* own a boat\n* have been away"),
    RuleText("Residents pay no fee unless they have been away for more than two years."),
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("states")
    return make_run(folder / "run", make_encoder(folder / "encoder"), system="states")


@pytest.fixture(scope="module")
def exported(run: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported") / "model"
    result = CliRunner().invoke(cli, ["export", str(run), str(folder)])
    assert result.exit_code == 0, result.output
    return folder


def conversations() -> list[Conversation]:
    history = (Turn("Do you swim?", Answer.YES), Turn("Do you own a boat?", Answer.NO))
    return [
        Conversation(text, question, scenario, turns)
        for text in TEXTS
        for question in ("May I row?", "Do I pay a fee, please?")
        for scenario in ("", "I like lakes. I work for the council.")
        for turns in ((), history[:1], history)
    ]


@pytest.fixture(scope="module")
def measured(run: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, measured on rows of its own."""
    folder = tmp_path_factory.mktemp("measured")
    rows = [
        Row(str(number), str(number), conversation, answer)
        for number, (conversation, answer) in enumerate(
            zip(conversations(), ["Yes", "No", "Do you swim?", "Irrelevant"] * 6, strict=True)
        )
    ]
    (folder / "rows.json").write_text(dump(rows))
    speed = {
        "cpu": "a CPU",
        "threads": 2,
        "word_pieces": 101.3,
        "padded_to": 300,
        "bert_base_ms": {"mean": 424.0},
        "turn_ms": {"mean": 17.2},
        "times_faster": 24.7,
        "load_s": {"median": 0.42},
        "peak_memory_mb": 150,
    }
    (folder / "speed.json").write_text(json.dumps(speed))
    options = ["--measure", str(folder / "rows.json"), "--speed", str(folder / "speed.json")]
    result = CliRunner().invoke(cli, ["export", str(run), str(folder / "model"), *options])
    assert result.exit_code == 0, result.output
    return folder / "model"


def test_an_exported_model_is_measured_beside_the_trained_one(measured: Path) -> None:
    found = json.loads((measured / "metrics.json").read_text())
    assert found["exported"]["rows"] == found["unquantised"]["rows"] == 24
    assert found["same_decision"] > 0.9
    for name in ("exported", "unquantised"):
        assert set(found[name]["recall"]) == {"yes", "no", "irrelevant", "inquire"}
        assert found[name]["calibration"]["rows"] == 24
    card = (measured / "README.md").read_text()
    assert "on 24 rows of `rows.json`" in card
    assert "|  | this file | before | difference |" in card
    assert "a turn of 101 word pieces takes 17 ms, 24.7 times less" in card


def test_every_export_has_a_card(exported: Path) -> None:
    assert sorted(path.name for path in exported.iterdir()) == [
        "README.md",
        "inputs.json",
        "model.json",
        "model.onnx",
        "tokenizer.json",
    ]
    assert "256 word pieces" in (exported / "README.md").read_text()


def test_an_exported_model_reads_as_the_trained_one_does(run: Path, exported: Path) -> None:
    torch_replies = Reader.load(run).read_many(conversations())
    replies = Reader.load(exported).read_many(conversations())
    for ours, theirs in zip(replies, torch_replies, strict=True):
        for decision, probability in ours.probabilities.items():
            # 8-bit weights: near, not equal.
            assert probability == pytest.approx(theirs.probabilities[decision], abs=0.03)


def test_alone_or_among_others_a_turn_gets_the_same_reply(exported: Path) -> None:
    reader = Reader.load(exported)
    together = reader.read_many(conversations())
    assert together == [reader.read(conversation) for conversation in conversations()]


def test_a_trained_model_reads_on_after_it_was_exported(run: Path, tmp_path: Path) -> None:
    reader = Reader.load(run)
    before = reader.read_many(conversations())
    assert isinstance(reader.system, StateSystem)
    export_system(reader.system, tmp_path / "again")
    assert reader.read_many(conversations()) == before


_BLOCKED = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"torch", "transformers", "accelerate", "onnx", "sklearn"}:
            raise AssertionError(f"{name} is imported")

sys.meta_path.insert(0, Blocker())
from pathlib import Path
import e3.reading.model_folder
from e3 import Conversation, Reader, RuleText
e3.reading.model_folder.DEFAULT = Path(sys.argv[1])
print(Reader.load().read(Conversation(RuleText("You may row if you swim."), "May I row?")))
"""


def test_the_model_in_e3_is_read_without_torch(exported: Path) -> None:
    command = [sys.executable, "-c", _BLOCKED, str(exported)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Reply(")


def test_what_can_not_be_exported(run: Path, exported: Path, tmp_path: Path) -> None:
    def refused(*words: Path) -> str:
        result = CliRunner().invoke(cli, ["export", *map(str, words)])
        assert isinstance(result.exception, BadInput)
        return str(result.exception)

    assert "already" in refused(run, exported)
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "README.md").write_text("mine")
    assert "other files in it: name a new one" in refused(run, tmp_path / "project")
    assert (tmp_path / "project" / "README.md").read_text() == "mine"
    assert "a file is where a folder" in refused(run, tmp_path / "project" / "README.md")
    assert "no such folder" in refused(tmp_path / "nowhere", tmp_path / "new")
    assert "only E3 with states" in refused(exported, tmp_path / "new")
    (tmp_path / "speed.json").write_text("{}")
    assert "turn.py" in refused(run, tmp_path / "new", Path("--speed"), tmp_path / "speed.json")
    assert "no such file" in refused(run, tmp_path / "new", Path("--measure"), tmp_path / "none")
    assert not (tmp_path / "new").exists()


def test_the_same_settings_come_back(exported: Path) -> None:
    system = OnnxSystem.load(exported)
    assert system.openings == OPENINGS
    assert system.temperature == 0.5
