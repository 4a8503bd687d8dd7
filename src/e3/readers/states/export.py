"""From a trained system to the files that a reader without torch loads: ONNX, 8-bit weights."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
from torch import Tensor, nn

from e3.files import replacing
from e3.networks.few_bits import settle
from e3.networks.onnx_export import quantize, quiet, without_notes
from e3.networks.packed import InputBatch
from e3.networks.vocabulary import latin_pieces
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.readers.states.decoding import DRAFT_SCORES, SCORES
from e3.readers.states.exported import INPUTS, MODEL_FILE, padded
from e3.readers.states.network import StateNetwork
from e3.readers.states.system import StateSystem
from e3.readers.states.unit_batches import UnitBatch
from e3.readers.states.units import unit_input
from e3.reading.conversation import Conversation, Turn
from e3.reading.model_folder import write_settings


class _Flat(nn.Module):
    """The network with tensors in and tensors out."""

    def __init__(self, network: StateNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(  # noqa: PLR0917 - ONNX knows no other arguments
        self,
        ids: Tensor,
        segments: Tensor,
        mask: Tensor,
        rule_text: Tensor,
        markers: Tensor,
        kinds: Tensor,
    ) -> tuple[Tensor, ...]:
        inputs = InputBatch(ids, segments, mask, rule_text)
        scores = self.network(UnitBatch(inputs, markers, kinds))
        found = [getattr(scores, name) for name in SCORES]
        if scores.draft is not None:
            found += [getattr(scores.draft, name) for name in DRAFT_SCORES]
        return tuple(found)


def export_system(system: StateSystem, folder: Path) -> None:
    """Writes the model with weights of 8 bits, or those it learnt with, and all that goes with it.

    What is read of no text in Latin letters is left out.
    """
    system = _smaller(system)
    with TemporaryDirectory() as beside, quiet():
        whole = Path(beside) / MODEL_FILE
        exported_whole(system, whole)
        with replacing(folder / MODEL_FILE) as model:
            quantize(whole, model)
    system.builder.save(folder)
    write_settings(
        folder,
        system="onnx",
        sha256=sha256((folder / MODEL_FILE).read_bytes()).hexdigest(),
        temperature=system.temperature,
        openings=system.openings,
        **({"drafts": asdict(system.calibration)} if system.drafting else {}),
    )


def _smaller(system: StateSystem) -> StateSystem:
    """A copy with the weights it is read with, and without word pieces that it never reads."""
    network = deepcopy(system.network)
    settle(network.encoder)
    builder, kept = latin_pieces(system.builder)
    words = network.encoder.transformer.get_input_embeddings()
    words.weight = nn.Parameter(words.weight.detach()[kept])
    return replace(system, network=network, builder=builder)


def exported_whole(system: StateSystem, path: Path) -> None:
    """Writes the network as it is, in full precision."""
    with quiet(), _on_the_cpu(system):
        _export(system, path)


def _export(system: StateSystem, path: Path) -> None:
    batch, length, items = (torch.export.Dim(name) for name in ("batch", "length", "items"))
    sizes = [{0: batch, 1: length}] * 4 + [{0: batch, 1: items}] * 2
    torch.onnx.export(
        _Flat(system.network),
        _example(system),
        str(path),
        input_names=list(INPUTS),
        output_names=[*SCORES, *(DRAFT_SCORES if system.drafting else ())],
        dynamic_shapes=dict(zip(INPUTS, sizes, strict=True)),
        dynamo=True,
        external_data=False,
        verbose=False,
    )
    without_notes(path)


def _example(system: StateSystem) -> tuple[Tensor, ...]:
    """Two turns of different sizes: what is the same in an example may be taken for fixed."""
    text = RuleText("You may row if you swim:\n* own a boat")
    turns = (Turn("Do you swim?", Answer.YES),)
    inputs = [
        unit_input(system.builder, conversation)
        for conversation in (
            Conversation(text, "May I row?"),
            Conversation(text, "May I row?", "I own a boat.", turns),
        )
    ]
    arrays = padded(inputs)
    return tuple(torch.from_numpy(np.ascontiguousarray(arrays[name])) for name in INPUTS)


@contextmanager
def _on_the_cpu(system: StateSystem) -> Iterator[None]:
    """The network as it is exported; behind this it reads as before, where it was."""
    config, fast = system.network.encoder.config, torch.backends.mha.get_fastpath_enabled()
    attention = config._attn_implementation
    # Plain attention: what else there is has no counterpart in ONNX, or guards against inputs
    # without a word piece, which takes time at every layer.
    config._attn_implementation = "eager"
    torch.backends.mha.set_fastpath_enabled(value=False)
    system.network.cpu().eval()
    try:
        yield
    finally:
        system.network.to(system.device)
        torch.backends.mha.set_fastpath_enabled(value=fast)
        config._attn_implementation = attention
