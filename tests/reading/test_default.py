"""The model that comes with E3: taken without a name, small, whole."""

import json
import runpy
from hashlib import sha256
from pathlib import Path

import pytest

from e3 import Conversation, Reader, RuleText
from e3.errors import BadInput
from e3.readers.heuristic.system import HeuristicSystem
from e3.reading.model_folder import DEFAULT, model_folder

MOST_BYTES = 75_000_000
FILES = {"README.md", "inputs.json", "metrics.json", "model.json", "model.onnx", "tokenizer.json"}

ROOT = Path(__file__).parents[2]


def test_without_a_name_it_is_the_one_in_e3(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("e3.reading.model_folder.DEFAULT", tmp_path)
    with pytest.raises(BadInput, match="train one with `e3 train` and give its folder"):
        Reader.load()
    HeuristicSystem().save(tmp_path)
    assert isinstance(Reader.load().system, HeuristicSystem)
    assert model_folder() == tmp_path


def test_a_broken_one_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("e3.reading.model_folder.DEFAULT", tmp_path)
    (tmp_path / "model.json").write_text('{"system": "onnx"}')
    with pytest.raises(BadInput, match=r"the model is not whole, it has no inputs\.json") as caught:
        Reader.load()
    assert str(caught.value).startswith(str(tmp_path))


def test_it_has_its_files_and_is_small() -> None:
    paths = list(DEFAULT.iterdir())
    assert {path.name for path in paths} == FILES
    assert sum(path.stat().st_size for path in paths) <= MOST_BYTES


def test_its_weights_are_those_that_were_exported() -> None:
    settings = json.loads((DEFAULT / "model.json").read_bytes())
    assert sha256((DEFAULT / "model.onnx").read_bytes()).hexdigest() == settings["sha256"]


def test_it_decides_and_asks_as_it_did() -> None:
    pin = runpy.run_path(str(ROOT / "tools" / "pin_shipped_model.py"))
    shipped = json.loads((Path(__file__).parent / "shipped.json").read_bytes())
    assert len(shipped) == 12
    for found, wanted in zip(pin["pinned"](), shipped, strict=True):
        assert found == wanted


def test_it_reads() -> None:
    text = RuleText("You can have a card if you live in Ashby.")
    reply = Reader.load().read(Conversation(text, "Can I have a card?"))
    assert sum(reply.probabilities.values()) == pytest.approx(1.0)
    assert reply.confidence == reply.probabilities[reply.decision]
    assert reply.rules
