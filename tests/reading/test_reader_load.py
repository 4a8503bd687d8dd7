"""A reader is loaded from a run folder, and refuses what it can't read in one sentence."""

import json
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from e3 import Answer, Conversation, Decision, Reader, Reply, RuleText, Turn
from e3.errors import BadInput, MissingExtra
from e3.readers.heuristic.system import HeuristicSystem

TEXT = "You may row if:\n\n* you swim\n* you own a boat\n"
CONVERSATION = Conversation(RuleText(TEXT), "May I row?", "I like lakes.")


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    pytest.importorskip("torch", reason="models need torch")
    from tests.tiny import make_encoder, make_run  # noqa: PLC0415 - needs torch

    folder = tmp_path_factory.mktemp("tiny")
    encoder = make_encoder(folder / "encoder")
    return {name: make_run(folder / name, encoder, system=name) for name in ("e3", "bertqa")}


@pytest.fixture
def run(runs: dict[str, Path], tmp_path: Path) -> Path:
    """A run folder to break."""
    return Path(shutil.copytree(runs["e3"], tmp_path / "run"))


class Listening:
    """A system that keeps what it was given."""

    def __init__(self) -> None:
        self.heard: list[Conversation] = []

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        self.heard += conversations
        return [Reply(Decision.YES, 1.0) for _ in conversations]


def refused(model: str | Path | None) -> str:
    with pytest.raises(BadInput) as caught:
        Reader.load(model)
    return str(caught.value)


@pytest.mark.parametrize("system", ["e3", "bertqa"])
def test_every_system_is_loaded_and_reads(runs: dict[str, Path], system: str) -> None:
    reader = Reader.load(str(runs[system]))
    reply = reader.read(CONVERSATION)
    assert sum(reply.probabilities.values()) == pytest.approx(1.0)
    assert reader.read_many([CONVERSATION, CONVERSATION])[1].decision is reply.decision
    assert reader.read_many([]) == []


def test_e3_finds_rules_where_they_stand(runs: dict[str, Path]) -> None:
    reply = Reader.load(runs["e3"]).read(CONVERSATION)
    for bullet in ("swim", "own a boat"):
        assert any(bullet in rule.span.of(TEXT) for rule in reply.rules)
    assert reply.decision is Decision.INQUIRE
    assert reply.question


def test_a_turn_that_is_too_long_is_refused(runs: dict[str, Path]) -> None:
    with pytest.raises(BadInput, match=r"word pieces and the model reads at most 256"):
        Reader.load(runs["e3"]).read(Conversation(RuleText("row the boat " * 200), "May I row?"))


def test_a_model_is_named_by_its_folder_and_by_what_is_in_it(tmp_path: Path) -> None:
    HeuristicSystem().save(tmp_path / "simple")
    reader = Reader.load(tmp_path / "simple")
    name, digest = reader.model_id.split()
    assert (name, len(digest)) == ("simple", 12)
    shutil.copytree(tmp_path / "simple", tmp_path / "copy")
    assert Reader.load(tmp_path / "copy").model_id == f"copy {digest}"
    with (tmp_path / "copy" / "model.json").open("a") as file:
        file.write("\n")
    assert Reader.load(tmp_path / "copy").model_id != f"copy {digest}"
    assert Reader(HeuristicSystem()).model_id == "HeuristicSystem"


def test_what_is_no_run_folder(tmp_path: Path) -> None:
    assert refused(tmp_path / "none") == f"{tmp_path}/none: there is no such folder"
    assert "it has no model.json" in refused(tmp_path)
    (tmp_path / "file").write_text("")
    assert "this is a file" in refused(tmp_path / "file")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "the file is empty"),
        ("{", "this is not JSON"),
        ("[]", "this names no system that E3 knows"),
        ('{"system": "eliza"}', "this names no system that E3 knows"),
        ('{"system": [1]}', "this names no system that E3 knows"),
    ],
)
def test_a_broken_model_json(tmp_path: Path, content: str, sentence: str) -> None:
    (tmp_path / "model.json").write_text(content)
    assert refused(tmp_path).startswith(f"{tmp_path}/model.json: {sentence}")


@pytest.mark.parametrize("name", ["weights.safetensors", "config.json", "editor/words.json"])
def test_a_missing_file_is_named(run: Path, name: str) -> None:
    (run / name).unlink()
    assert refused(run) == f"{run}: the model is not whole, it has no {name}"


@pytest.mark.parametrize("name", ["weights.safetensors", "tokenizer.json", "inputs.json"])
def test_a_broken_file_is_one_sentence(run: Path, name: str) -> None:
    (run / name).write_bytes((run / name).read_bytes()[:20])
    assert refused(run).startswith(f"{run / name}: ")


def test_settings_that_lack_something(run: Path) -> None:
    (run / "model.json").write_text(json.dumps({"system": "e3"}))
    assert refused(run) == f"{run}/model.json: threshold: Field required"


def test_without_torch_it_says_what_to_install(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtra, match="Reading with this model needs torch"):
        Reader.load(run)


Change = Callable[[str], Conversation]


@pytest.mark.parametrize(
    ("made", "what"),
    [
        (lambda text: Conversation(RuleText(text), "May I row?"), "rule text"),
        (lambda text: Conversation(RuleText(TEXT), text), "question"),
        (
            lambda text: Conversation(
                RuleText(TEXT), "May I row?", history=(Turn(text, Answer.YES),)
            ),
            "question of turn 1",
        ),
    ],
)
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is empty"),
        (" \n\t", "is empty"),
        ("You\0", "holds U+0000 at 3, which is no text"),
        ("You \x1b[2J", "holds U+001B at 4, which is no text"),
        ("You \ud800", "holds U+D800 at 4, which is no text"),
    ],
)
def test_what_is_no_text_never_reaches_the_model(
    made: Change, what: str, text: str, sentence: str
) -> None:
    system = Listening()
    with pytest.raises(BadInput) as caught:
        Reader(system).read(made(text))
    assert str(caught.value) == f"the {what} {sentence}"
    assert not system.heard


def test_a_scenario_may_be_empty_but_must_be_text() -> None:
    assert Reader(Listening()).read(Conversation(RuleText(TEXT), "Row?")).decision is Decision.YES
    with pytest.raises(BadInput, match="the scenario holds"):
        Reader(Listening()).read(Conversation(RuleText(TEXT), "Row?", "\0"))


def test_turns_without_an_answer_are_left_out() -> None:
    system = Listening()
    turns = (Turn("Do you swim?", Answer.UNKNOWN), Turn("Do you own a boat?", Answer.NO))
    Reader(system).read(Conversation(RuleText(TEXT), "May I row?", history=turns))
    assert [turn.question for turn in system.heard[0].history] == ["Do you own a boat?"]
