from copy import deepcopy
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")

import torch
from tests.tiny import make_encoder
from transformers import AutoModel, MPNetConfig, MPNetModel

from e3.errors import E3Error
from e3.networks.encoder import Encoder

IDS = torch.tensor([[5, 6, 7, 8, 9, 10], [5, 6, 7, 1, 1, 1]])
MASK = torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 0, 0, 0]])


@pytest.fixture
def mpnet(tmp_path: Path) -> str:
    config = MPNetConfig(
        vocab_size=30,
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=40,
    )
    torch.manual_seed(0)
    MPNetModel(config).save_pretrained(tmp_path)  # type: ignore[no-untyped-call]
    return str(tmp_path)


def test_mpnet_is_encoded_as_its_own_library_does(mpnet: str) -> None:
    theirs = AutoModel.from_pretrained(mpnet).eval()
    ours = Encoder.pretrained(mpnet).eval()
    with torch.no_grad():
        expected = theirs(input_ids=IDS, attention_mask=MASK).last_hidden_state
        assert torch.allclose(ours(IDS, torch.zeros_like(IDS), MASK), expected, atol=1e-6)


def test_mpnet_can_be_trained_on_a_width_that_was_read_before(mpnet: str) -> None:
    encoder = Encoder.pretrained(mpnet)
    with torch.inference_mode():
        encoder(IDS, torch.zeros_like(IDS), MASK)
    encoder(IDS, torch.zeros_like(IDS), MASK).square().sum().backward()
    layer = encoder.transformer.encoder.layer[0]
    assert layer.attention.attn.q.weight.grad.abs().sum() > 0
    # One kernel attends, which can't learn what is added to its scores.
    assert encoder.transformer.encoder.relative_attention_bias.weight.grad is None


def test_a_copy_of_mpnet_reads_with_its_own_weights(mpnet: str) -> None:
    encoder = Encoder.pretrained(mpnet)
    copied = deepcopy(encoder).transformer.encoder
    with torch.no_grad():
        encoder.transformer.encoder.relative_attention_bias.weight.zero_()
        assert copied.compute_position_bias(IDS).abs().sum() > 0


def test_segments_reach_encoders_that_know_them(tmp_path: Path) -> None:
    encoder = Encoder.pretrained(str(make_encoder(tmp_path))).eval()
    with torch.no_grad():
        one = encoder(IDS, torch.zeros_like(IDS), MASK)
        other = encoder(IDS, torch.ones_like(IDS), MASK)
    assert encoder.has_segments
    assert not torch.allclose(one, other)


def test_a_name_that_is_no_encoder_says_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(E3Error, match="give a folder with its files, or a hub name"):
        Encoder.pretrained(str(tmp_path / "nothing"))
