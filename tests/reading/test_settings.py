"""Whatever stands in the files of a model: it is read, or refused in one sentence that names it."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.command_line import Run

from e3 import Conversation, Reader
from e3.errors import E3Error
from e3.serialise import from_object

# scikit-learn says so whenever it is of another version than the file.
pytestmark = pytest.mark.filterwarnings("ignore:Trying to unpickle estimator")

MODELS = Path(__file__).parents[1] / "v0_1"
MISSING = object()
VALUES: tuple[Any, ...] = (
    MISSING,
    None,
    "x",
    True,
    -1,
    0,
    1.5,
    10**6,
    float("inf"),
    float("nan"),
    {},
    ["x"] * 999,
)
FILES = {
    "bertqa": ("config.json", "inputs.json", "tokenizer.json"),
    "e3": ("model.json", "inputs.json", "editor/words.json", "editor/network.json"),
    "exported": ("model.json", "inputs.json", "tokenizer.json"),
    "heuristic": ("model.json",),
    "pipeline": ("model.json",),
    "seq2seq": ("model.json", "words.json"),
    "states": ("model.json", "inputs.json"),
}
SOME = {"config.json": (None, -1, 10**6, float("nan")), "tokenizer.json": (MISSING, {}, 10**6)}
"""Of files that take long to load."""
NEEDS = {"exported": "onnxruntime", "heuristic": "e3", "pipeline": "skops"}


@pytest.fixture
def model(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A model to break."""
    pytest.importorskip(NEEDS.get(request.param, "torch"), reason="needs e3-reader[train]")
    return Path(shutil.copytree(MODELS / request.param, tmp_path / "model"))


def conversations() -> list[Conversation]:
    values = json.loads((MODELS / "conversations.json").read_bytes())
    return [from_object(Conversation, value) for value in values]


def broken(content: Any, values: tuple[Any, ...]) -> Iterator[Any]:
    """The content with each of its fields put wrong in each way; of a tokenizer, some ids too."""
    yield from values[1:]
    for field in list(content if isinstance(content, dict) else range(3)):
        for value in values:
            made = json.loads(json.dumps(content))
            if value is MISSING:
                del made[field]
            else:
                made[field] = value
            yield made
    for word in ("[UNK]", "you", "?") if "added_tokens" in content else ():
        made = json.loads(json.dumps(content))
        made["model"]["vocab"][word] = 10**6
        yield made


@pytest.mark.parametrize(
    ("model", "name"),
    [(model, name) for model, names in FILES.items() for name in names],
    indirect=["model"],
)
def test_a_model_is_read_or_refused_in_one_sentence(model: Path, name: str) -> None:
    asked = conversations()
    for made in broken(json.loads((model / name).read_bytes()), SOME.get(name, VALUES)):
        (model / name).write_text(json.dumps(made))
        try:
            Reader.load(model).read_many(asked)
        except E3Error as error:
            assert str(error).startswith(str(model))
            assert "\n" not in str(error)
            assert len(str(error)) < 400 + len(str(model))


@pytest.mark.parametrize(
    ("model", "name", "wrong", "sentence"),
    [
        ("exported", "model.json", ("temperature", 0), "should be greater than"),
        ("exported", "model.json", ("temperature", float("nan")), "should be a finite number"),
        ("exported", "model.json", ("temperature", "1.0"), "should be a valid number"),
        ("exported", "model.json", ("openings", []), "should have at least 1 item"),
        ("exported", "model.json", ("openings", ["do you"]), "here are 1, and the model knows 3"),
        ("exported", "inputs.json", ("cls", 10**6), "there is no word piece 1000000"),
        ("exported", "inputs.json", ("sep", -1), "should be greater than or equal to 0"),
        ("states", "model.json", ("temperature", -1), "should be greater than"),
        ("states", "model.json", ("layers", True), "should be a valid integer"),
        ("states", "inputs.json", ("max_length", 129), "the encoder reads at most 128"),
        ("states", "config.json", ("num_hidden_layers", 10**9), "no encoder has 1000000000"),
        ("e3", "model.json", ("threshold", 2), "should be less than or equal to 1"),
        ("e3", "model.json", ("editor", "yes"), "should be a valid boolean"),
        ("e3", "editor/network.json", ("word_width", 0), "should be greater than"),
        ("seq2seq", "model.json", ("width", None), "should be a valid integer"),
    ],
    indirect=["model"],
)
def test_the_file_and_the_field_are_named(
    run: Run, model: Path, name: str, wrong: tuple[str, Any], sentence: str
) -> None:
    path, policy, (field, value) = model / name, model / "policy.txt", wrong
    path.write_text(json.dumps({**json.loads(path.read_bytes()), field: value}))
    policy.write_text("You may row if you swim.")
    ran = run("ask", "--model", model, "--policy", policy, "--question", "May I row?")
    assert ran.code == 2
    assert ran.err.startswith(f"Error: {path}: {field}: ")
    assert sentence in ran.err


@pytest.mark.parametrize("model", ["states"], indirect=True)
@pytest.mark.parametrize("field", ["hidden_size", "vocab_size", "intermediate_size"])
def test_a_network_that_its_weights_do_not_fit_is_never_made(model: Path, field: str) -> None:
    path = model / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_bytes()), field: 10**8}))
    with pytest.raises(E3Error, match=r"weights\.safetensors: .* has the shape"):
        Reader.load(model)
