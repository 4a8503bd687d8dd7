"""An exported model as a run again, so that training can go on from what is shipped.

    python tools/reopen_model.py src/e3/reading/default encoders/mpnet runs/shipped

The run's own weights are better, where they were kept. A file holds some weights by their name and
the others by a number, in the order in which the network uses them; a fresh network of the same
shape, exported in the same way, tells which is which.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name

from e3.errors import BadInput
from e3.networks.encoder import Encoder
from e3.networks.few_bits import BITS, BLOCK, in_few_bits, use_few_bits
from e3.networks.inputs import InputBuilder
from e3.policy.samples import samples
from e3.readers.states.export import exported_whole
from e3.readers.states.exported import MODEL_FILE, OnnxSystem, padded
from e3.readers.states.network import StateNetwork
from e3.readers.states.settings import ExportedSettings
from e3.readers.states.system import StateSystem
from e3.readers.states.units import unit_input
from e3.reading.conversation import Conversation
from e3.reading.model_folder import SETTINGS_FILE, read_as

Array = NDArray[Any]

_NUMBERED = re.compile(r"val_(\d+)")
_PREFIX = "network."
_OTHER_NAMES = {
    "encoder.transformer.encoder.lifted_tensor_0": (
        "encoder.transformer.encoder.relative_attention_bias.weight"
    )
}
"""What an older exporter called them."""
_FAR = 0.5
"""What is multiplied with weights of few bits is rounded there and not here."""


def reopened(folder: Path, encoder: Path) -> StateSystem:
    """The system in `folder`, whose encoder has the shape of the one in `encoder`."""
    settings = read_as(ExportedSettings, folder / SETTINGS_FILE)
    builder = InputBuilder.load(folder)
    model = onnx.load(folder / MODEL_FILE)
    named, numbered, few_bits = _held(model)
    body = Encoder.untrained(encoder)
    # On a processor attention that drops weights takes four times as long.
    body.config.hidden_dropout_prob = body.config.attention_probs_dropout_prob = 0.0
    body.transformer.resize_token_embeddings(len(builder.tokenizer.get_vocab()))
    network = StateNetwork(
        body,
        layers=len({name.split(".")[1] for name in named if name.startswith("across.")}),
        openings=len(settings.openings),
        dropout=0.0,
        drafts=settings.drafts is not None,
        width=len(named["across.0.norm1.weight"]),
        few_bits=False,
    )
    system = StateSystem(
        network,
        builder,
        tuple(settings.openings),
        torch.device("cpu"),
        settings.temperature,
        *([settings.drafts] if settings.drafts else ()),
    )
    order = _order(system)
    found = named | dict(zip(order, numbered, strict=True))
    for name, parameter in network.named_parameters():
        if name not in found:
            if "pooler" in name:
                continue  # nothing is read of it
            raise BadInput(f"it has no {name}", source=str(folder / MODEL_FILE))
        weight = found[name]
        if weight.shape != tuple(parameter.shape):
            weight = weight.T
        parameter.data = torch.from_numpy(np.array(weight, dtype=np.float32, order="C"))
    if (far := _off(system, OnnxSystem.load(folder))) > _FAR:
        raise BadInput(f"read again, it says something else ({far:.2f} off)", source=str(folder))
    return _to_train(system) if few_bits else system


def _held(model: Any) -> tuple[dict[str, Array], list[Array], bool]:
    """The weights in a file: those with a name, those with a number in its order, and whether some
    have few bits."""
    held = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}
    found: dict[str, Array] = {}
    few_bits = False
    for node in model.graph.node:
        if node.op_type == "MatMulNBits":
            about = {each.name: each.i for each in node.attribute}
            few_bits |= about["bits"] == BITS
            base = node.input[1].rsplit("_", 1)[0]
            found[base] = _whole(held[node.input[1]], held[node.input[2]], about)
        elif node.op_type in ("MatMul", "Gemm") and node.input[1] in held:
            turned = any(each.name == "transB" and each.i for each in node.attribute)
            weight = held[node.input[1]]
            found[node.input[1]] = weight if turned else weight.T
    for name, array in held.items():
        if name.endswith("_quantized"):
            base = name.removesuffix("_quantized")
            zero = held[f"{base}_zero_point"].astype(np.float32)
            found[base] = (array.astype(np.float32) - zero) * held[f"{base}_scale"]
        elif name.startswith(_PREFIX) and name not in found:
            found[name] = array
    numbers = sorted(
        (int(match[1]), name) for name in found if (match := _NUMBERED.fullmatch(name))
    )
    named = {
        name.removeprefix(_PREFIX): array
        for name, array in found.items()
        if name.startswith(_PREFIX)
    }
    named = {_OTHER_NAMES.get(name, name): array for name, array in named.items()}
    return named, [found[name] for _, name in numbers], few_bits


def _whole(packed: Array, scales: Array, about: dict[str, int]) -> Array:
    """out x in, of weights by blocks."""
    if about["bits"] == BITS:
        parts = np.stack([packed & 0xF, packed >> 4], axis=-1).reshape(*packed.shape[:2], -1)
    else:
        parts = packed
    middle = 2 ** (about["bits"] - 1)
    scales = scales.reshape(*packed.shape[:2], 1).astype(np.float32)
    blocks: Array = (parts.astype(np.float32) - middle) * scales
    whole: Array = blocks.reshape(len(packed), -1)[:, : about["K"]]
    return whole


def _order(system: StateSystem) -> list[str]:
    """The names of what has a number in an exported file, in the order of the numbers."""
    torch.manual_seed(0)
    for parameter in system.network.parameters():
        nn.init.normal_(parameter, std=0.02)
    with TemporaryDirectory() as beside:
        path = Path(beside) / MODEL_FILE
        exported_whole(system, path)
        _, numbered, _ = _held(onnx.load(path))
    names = {
        _digest(parameter.detach().numpy()): name
        for name, parameter in system.network.named_parameters()
    }
    return [names[_digest(each)] for each in numbered]


def _digest(array: Array) -> float:
    """The same of a matrix and of the matrix turned."""
    return round(float(np.abs(array.astype(np.float64)).sum()), 6)


def _off(system: StateSystem, there: OnnxSystem) -> float:
    """How far the states that both see in some texts lie from each other, at most, in log odds."""
    far = 0.0
    for policy in samples()[:3]:
        turn = Conversation(policy.rule_text, policy.questions[0].question)
        inputs = unit_input(system.builder, turn)
        [here] = system.scores([inputs])
        [states] = there.session.run(["states"], padded([inputs]))
        far = max(far, float(np.abs(here.states - states[0]).max()))
    return far


def _to_train(system: StateSystem) -> StateSystem:
    """Weights of few bits anywhere within their step, as training leaves them.

    From its middle a weight would have to go half a step before anything changes.
    """
    torch.manual_seed(0)
    for layer in system.network.encoder.modules():
        if isinstance(layer, nn.Linear):
            layer.weight.data = _spread(layer.weight.data)
    use_few_bits(system.network.encoder)
    system.network.few_bits = True
    return system


def _spread(weight: Tensor) -> Tensor:
    """Other weights that are the same in few bits."""
    weight = in_few_bits(weight)
    out, width = weight.shape
    blocks = F.pad(weight, (0, -width % BLOCK)).view(out, -1, BLOCK)
    most = blocks.abs().amax(dim=-1, keepdim=True)
    step = most / 2 ** (BITS - 1)
    away = (torch.rand_like(blocks) - 0.5) * 0.98 * step
    # The largest gives the step, and nothing may be larger.
    largest = blocks.abs() > most - step / 2
    away = torch.where(largest, torch.zeros_like(away), away)
    found = (blocks + away).view(out, -1)[:, :width].clone()
    assert torch.allclose(in_few_bits(found), weight, atol=1e-6)
    return found


def main() -> None:
    """Writes the run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("exported", type=Path, help="the folder of an exported model")
    parser.add_argument("encoder", type=Path, help="the folder of an encoder of its shape")
    parser.add_argument("run", type=Path, help="the folder to write")
    given = parser.parse_args()
    given.run.mkdir(parents=True, exist_ok=True)
    reopened(given.exported, given.encoder).save(given.run)


if __name__ == "__main__":
    main()
