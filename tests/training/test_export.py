import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="needs e3[train]")
pytest.importorskip("onnxruntime", reason="needs e3[train]")

from click.testing import CliRunner  # noqa: E402
from tests.tiny import make_encoder  # noqa: E402

from e3.cli import cli  # noqa: E402
from e3.conversation import Answer, Conversation, RuleText, Turn  # noqa: E402
from e3.errors import BadInput  # noqa: E402
from e3.model.encoder import Encoder, input_builder  # noqa: E402
from e3.model.state_system import StateSystem  # noqa: E402
from e3.model.states import StateNetwork  # noqa: E402
from e3.reader.onnx import OnnxSystem  # noqa: E402
from e3.reader.reader import Reader  # noqa: E402

OPENINGS = ("do you", "are you", "have you")
TEXTS = (
    RuleText("You may row on the lake if you swim:\n* own a boat\n* have been away"),
    RuleText("Residents pay no fee unless they have been away for more than two years."),
)


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("states")
    encoder_folder = make_encoder(tmp_path_factory.mktemp("encoder"))
    torch.manual_seed(3)
    encoder = Encoder.pretrained(str(encoder_folder))
    builder = input_builder(str(encoder_folder), encoder)
    network = StateNetwork(encoder, layers=2, openings=len(OPENINGS), dropout=0.0)
    system = StateSystem(network, builder, OPENINGS, torch.device("cpu"), temperature=0.5)
    system.save(folder)
    return folder


@pytest.fixture(scope="module")
def exported(run: Path, tmp_path_factory) -> Path:
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


def test_an_exported_model_reads_as_the_trained_one_does(run: Path, exported: Path):
    torch_replies = Reader.load(run).read_many(conversations())
    replies = Reader.load(exported).read_many(conversations())
    for ours, theirs in zip(replies, torch_replies, strict=True):
        for decision, probability in ours.probabilities.items():
            # 8-bit weights: near, not equal.
            assert probability == pytest.approx(theirs.probabilities[decision], abs=0.03)


def test_alone_or_among_others_a_turn_gets_the_same_reply(exported: Path):
    reader = Reader.load(exported)
    together = reader.read_many(conversations())
    for conversation, reply in zip(conversations(), together, strict=True):
        alone = reader.read(conversation)
        assert alone.decision == reply.decision
        assert alone.confidence == pytest.approx(reply.confidence, abs=0.05)


def test_it_is_read_without_torch(exported: Path):
    program = (
        "import sys; sys.modules['torch'] = sys.modules['transformers'] = None\n"
        "from e3 import Conversation, Reader, RuleText\n"
        f"reader = Reader.load({str(exported)!r})\n"
        "print(reader.read(Conversation(RuleText('You may row if you swim.'), 'May I row?')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Reply(" in done.stdout


def test_what_can_not_be_exported(run: Path, exported: Path, tmp_path: Path):
    def refused(*words: Path) -> str:
        result = CliRunner().invoke(cli, ["export", *map(str, words)])
        assert isinstance(result.exception, BadInput)
        return str(result.exception)

    assert "already" in refused(run, exported)
    assert "no such folder" in refused(tmp_path / "nowhere", tmp_path / "new")
    assert "only E3 with states" in refused(exported, tmp_path / "new")


def test_the_same_settings_come_back(exported: Path):
    system = OnnxSystem.load(exported)
    assert system.openings == OPENINGS
    assert system.temperature == 0.5
