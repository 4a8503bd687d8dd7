"""Full memory is told as such: it is no fault of the model."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

from e3 import Conversation, Reader, Reply, RuleText
from e3.cli import main
from e3.errors import MemoryFull
from e3.full_memory import memory_full

MODELS = Path(__file__).parent / "v0_1"
ASKED = Conversation(RuleText("You may row if you swim."), "May I row?")
MUCH = 10**15


class OutOfMemoryError(RuntimeError):
    """As torch names it."""


def on_the_gpu() -> NoReturn:
    raise OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")


def while_a_graph_is_recorded() -> NoReturn:
    try:
        on_the_gpu()
    finally:
        raise RuntimeError("CUDA error: operation failed due to a previous error during capture")


def in_cublas() -> NoReturn:
    raise RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate`")


def in_python() -> None:
    bytearray(MUCH)


def in_numpy() -> None:
    np.zeros(MUCH)


def in_torch() -> None:
    pytest.importorskip("torch").empty(MUCH)


def in_onnxruntime() -> None:
    onnx = pytest.importorskip("onnx")
    onnxruntime = pytest.importorskip("onnxruntime")
    make, kinds = onnx.helper, onnx.TensorProto
    graph = make.make_graph(
        [make.make_node("ConstantOfShape", ["size"], ["out"])],
        "much",
        [make.make_tensor_value_info("size", kinds.INT64, [1])],
        [make.make_tensor_value_info("out", kinds.FLOAT, None)],
    )
    opset = [make.make_opsetid("", 13)]
    model = make.make_model(graph, opset_imports=opset, ir_version=8).SerializeToString()
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    session.run(None, {"size": np.array([MUCH])})


Fills = Callable[[], None]
FULL: dict[Fills, str] = {
    on_the_gpu: "the GPU's memory is full: ",
    while_a_graph_is_recorded: "the GPU's memory is full: ",
    in_cublas: "the GPU's memory is full: ",
    in_python: "this machine's memory is full: ",
    in_numpy: "this machine's memory is full: ",
    in_torch: "this machine's memory is full: ",
    in_onnxruntime: "this machine's memory is full: ",
}


class Filling:
    """A system that fills the memory."""

    def __init__(self, fill: Fills) -> None:
        self.fill = fill

    def read(self, _: Sequence[Conversation]) -> list[Reply]:
        self.fill()
        return []


@pytest.mark.parametrize(("fill", "sentence"), FULL.items())
def test_reading_says_that_the_memory_is_full(fill: Fills, sentence: str) -> None:
    with pytest.raises(MemoryFull) as caught:
        Reader(Filling(fill)).read(ASKED)
    assert str(caught.value).startswith(sentence)
    assert ("CUDA_VISIBLE_DEVICES=-1" in str(caught.value)) == ("GPU" in sentence)


@pytest.mark.parametrize("fill", [on_the_gpu, in_python])
@pytest.mark.parametrize(
    ("system", "place"),
    [
        ("states", "e3.readers.states.system.load_network"),
        ("states", "e3.networks.encoder.AutoModel.from_config"),
        ("exported", "onnxruntime.InferenceSession"),
    ],
)
def test_loading_says_that_the_memory_is_full(
    monkeypatch: pytest.MonkeyPatch, fill: Fills, system: str, place: str
) -> None:
    pytest.importorskip("torch", reason="models need torch")

    def full(*_: Any, **__: Any) -> None:
        fill()

    monkeypatch.setattr(place, full)
    with pytest.raises(MemoryFull) as caught:
        Reader.load(MODELS / system)
    assert str(caught.value).startswith(FULL[fill])


def test_training_says_that_the_memory_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="training needs torch")
    from e3.training import run  # noqa: PLC0415 - needs torch
    from e3.training.recipe import read_recipe  # noqa: PLC0415

    monkeypatch.setattr(run._Run, "train", lambda _: on_the_gpu())
    recipe = tmp_path / "recipe.toml"
    recipe.write_text('[data]\ntrain = ["p"]\ndev = "p"\n[model]\nsystem = "heuristic"\n')
    with pytest.raises(MemoryFull, match=r"training\.batch_size"):
        run.train_recipe(
            read_recipe(recipe), tmp_path / "run", progress=lambda *_: None, say=lambda _: None
        )


def test_a_command_ends_with_the_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("e3.cli.cli", in_python)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("Error: this machine's memory is full: ")


def test_other_errors_stay_what_they_are() -> None:
    assert memory_full(RuntimeError("CUDA error: an illegal memory access")) is None
    with pytest.raises(ZeroDivisionError):
        Reader(Filling(lambda: 1 // 0)).read(ASKED)  # type: ignore[arg-type]
