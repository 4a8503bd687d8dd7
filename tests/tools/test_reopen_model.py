"""An exported model as a run again: the same model, and one that can be trained."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")
pytest.importorskip("onnx", reason="needs e3-reader[train]")

import torch
from tests.tiny import OPENINGS, make_encoder
from tools.reopen_model import reopened

from e3.networks.encoder import Encoder, input_builder
from e3.networks.few_bits import in_few_bits
from e3.readers.states.export import export_system
from e3.readers.states.network import StateNetwork
from e3.readers.states.system import StateSystem


def made(encoder: Path, *, few_bits: bool) -> StateSystem:
    """Untrained, and no two weights alike, as in what was trained."""
    torch.manual_seed(3)
    body = Encoder.pretrained(str(encoder))
    builder = input_builder(str(encoder), body)
    network = StateNetwork(
        body,
        layers=2,
        openings=len(OPENINGS),
        dropout=0.0,
        drafts=True,
        width=16,
        few_bits=few_bits,
    )
    for parameter in network.parameters():
        parameter.data += 0.02 * torch.randn_like(parameter)
    return StateSystem(network, builder, OPENINGS, torch.device("cpu"), temperature=0.5)


@pytest.mark.parametrize("few_bits", [False, True])
def test_all_weights_are_found_again(tmp_path: Path, few_bits: bool) -> None:
    encoder = make_encoder(tmp_path / "encoder", positions=512)
    before = made(encoder, few_bits=few_bits)
    export_system(before, tmp_path / "exported")
    after = reopened(tmp_path / "exported", encoder)
    assert after.network.few_bits is few_bits
    assert after.openings == before.openings
    then, now = (dict(system.network.named_parameters()) for system in (before, after))
    assert then.keys() == now.keys()
    for name, weight in then.items():
        if "pooler" in name or "word_embeddings" in name:
            continue  # nothing is read of the one, and of the other what no Latin text has is out
        if few_bits and name.startswith("encoder.") and "parametrizations" in name:
            was, found = in_few_bits(weight), in_few_bits(now[name])
        else:
            was, found = weight, now[name]
        # Eight bits are what the others lost.
        assert torch.allclose(was, found, atol=was.detach().abs().max().item() / 100), name


def test_weights_of_few_bits_lie_anywhere_within_their_step(tmp_path: Path) -> None:
    """In its middle each would have to go half a step before anything is learnt."""
    encoder = make_encoder(tmp_path / "encoder", positions=512)
    export_system(made(encoder, few_bits=True), tmp_path / "exported")
    network = reopened(tmp_path / "exported", encoder).network
    layer = network.encoder.transformer.encoder.layer[0].intermediate.dense
    original = layer.parametrizations.weight.original
    assert not torch.allclose(original, layer.weight, atol=1e-4)
    assert torch.allclose(in_few_bits(original), layer.weight)


def test_a_run_of_it_is_loaded(tmp_path: Path) -> None:
    encoder = make_encoder(tmp_path / "encoder", positions=512)
    export_system(made(encoder, few_bits=True), tmp_path / "exported")
    (tmp_path / "run").mkdir()
    reopened(tmp_path / "exported", encoder).save(tmp_path / "run")
    system = StateSystem.load(tmp_path / "run", torch.device("cpu"), dropout=0.1)
    assert system.drafting is not None
    assert system.network.dropout.p == 0.1
