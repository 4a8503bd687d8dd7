import math

import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")

import torch
from torch import nn

from e3.readers.e3.editor_network import END, START, Decoder


def decoder_of(words: int = 5, width: int = 4) -> Decoder:
    torch.manual_seed(0)
    return Decoder(width, nn.Embedding(words, 3), dropout=0.0)


def test_a_step_follows_the_equations() -> None:
    decoder = decoder_of()
    encoded = torch.randn(1, 3, 4)
    state = (torch.randn(1, 4), torch.randn(1, 4))
    mask = torch.tensor([[True, True, False]])
    found, (hidden, memory) = decoder.step(torch.tensor([2]), state, encoded, mask)

    zeta = torch.softmax(encoded[0, :2] @ state[0][0], dim=0)
    attended = zeta @ encoded[0, :2]
    word = decoder.words.weight[2]
    expected_hidden, expected_memory = decoder.cell(torch.cat([word, attended])[None], state)
    out = decoder.output(torch.cat([expected_hidden[0], attended]))
    assert torch.allclose(hidden, expected_hidden, atol=1e-6)
    assert torch.allclose(memory, expected_memory, atol=1e-6)
    assert torch.allclose(decoder.score(found)[0], decoder.words.weight @ out, atol=1e-5)


def test_the_output_layer_is_the_embedding_matrix() -> None:
    decoder = decoder_of()
    assert not [name for name, p in decoder.named_parameters() if p.shape == (5, 4)]
    encoded, mask = torch.randn(1, 3, 4), torch.ones(1, 3, dtype=torch.bool)
    decoder(encoded, mask, torch.tensor([[END]])).backward()
    assert decoder.words.weight.grad is not None
    assert decoder.words.weight.grad.abs().sum() > 0


def test_the_loss_sums_over_words_and_padding_adds_nothing() -> None:
    decoder = decoder_of()
    encoded, mask = torch.randn(1, 3, 4), torch.ones(1, 3, dtype=torch.bool)
    short = decoder(encoded, mask, torch.tensor([[3, END]]))
    padded = decoder(encoded, mask, torch.tensor([[3, END, -1, -1]]))
    assert padded.item() == pytest.approx(short.item())
    word, state = decoder.begin(encoded)
    first, state = decoder.step(word, state, encoded, mask)
    second, _ = decoder.step(torch.tensor([3]), state, encoded, mask)
    said = torch.log_softmax(decoder.score(torch.cat([first, second])), -1)
    expected = -said[0, 3] - said[1, END]
    assert short.item() == pytest.approx(expected.item(), abs=1e-5)


def test_greedy_decoding_never_says_a_special_word() -> None:
    decoder = decoder_of()
    decoder.words.weight.data[START] = 100.0
    said = decoder.greedy(torch.randn(8, 3, 4), torch.ones(8, 3, dtype=torch.bool), 6)
    assert said.shape == (8, 6)
    assert START not in said.flatten().tolist()
    assert math.isfinite(said.float().sum().item())
