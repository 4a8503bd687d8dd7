"""Sentence pairs teach the state of a rule, and nothing else."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")

import torch
from tests.tiny import make_encoder

from e3.errors import BadInput
from e3.networks.encoder import Encoder, input_builder
from e3.policy.answers import State
from e3.readers.states.decoding import STATES
from e3.readers.states.examples import StateSet
from e3.readers.states.network import LossWeights, StateNetwork, state_loss
from e3.readers.states.pairs import Pair, draw_pairs, pair_example, read_pairs

LINES = (
    ("I own a boat.", "I have a boat.", "entailment"),
    ("I own a boat.", "I have no boat.", "contradiction"),
    ("I own a boat.", "I swim.", "neutral"),
    ("I own a boat.", "I like it.", "-"),
    ("I own a boat.", "I swim. I row.", "neutral"),
)
PAIRS = [
    Pair(*LINES[0][:2], State.MET),
    Pair(*LINES[1][:2], State.NOT_MET),
    Pair(*LINES[2][:2], State.UNKNOWN),
]


def written(path: Path, lines: Sequence[tuple[str, str, str]] = LINES) -> Path:
    keys = ("sentence1", "sentence2", "gold_label")
    dicts = ({**dict(zip(keys, line, strict=True)), "pairID": "1"} for line in lines)
    path.write_text("".join(json.dumps(each) + "\n" for each in dicts))
    return path


def test_a_file_in_the_form_of_snli(tmp_path: Path) -> None:
    assert list(read_pairs(written(tmp_path / "nli.jsonl"))) == PAIRS


def test_pairs_are_drawn_from_all_files(tmp_path: Path) -> None:
    files = [str(written(tmp_path / name)) for name in ("a.jsonl", "b.jsonl")]
    assert len(draw_pairs(files, 100, seed=0)) == 6
    drawn = draw_pairs(files, 4, seed=0)
    assert len(drawn) == 4
    assert drawn == draw_pairs(files, 4, seed=0)
    assert draw_pairs([], 4, seed=0) == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "this is not JSON"),
        ('{"sentence1": "a", "sentence2": "b"}', "gold_label: Field required"),
        ('{"sentence1": "a", "sentence2": "b", "gold_label": "maybe"}', "gold_label: "),
    ],
)
def test_a_line_that_is_no_pair(tmp_path: Path, line: str, message: str) -> None:
    path = written(tmp_path / "nli.jsonl", LINES[:1])
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(BadInput) as caught:
        list(read_pairs(path))
    assert "nli.jsonl, row 2: " in str(caught.value)
    assert message in str(caught.value)


def test_a_network_learns_states_from_pairs_alone(tmp_path: Path) -> None:
    folder = str(make_encoder(tmp_path / "encoder"))
    encoder = Encoder.pretrained(folder)
    builder = input_builder(folder, encoder)
    torch.manual_seed(0)
    network = StateNetwork(encoder, layers=1, openings=2, dropout=0.0)
    examples = StateSet([pair_example(pair, builder) for pair in PAIRS], torch.device("cpu"))
    batch, labels = examples.batch(examples.inputs.pick(range(3)))
    assert (batch.inputs.ids >= 0).all()
    optimizer = torch.optim.Adam(network.parameters(), 3e-3)
    for _ in range(60):
        loss = state_loss(network(batch), labels, LossWeights())
        optimizer.zero_grad()
        torch.autograd.backward(loss)
        # Where nothing is said of the decision, nothing is learnt about it.
        assert network.classes.weight.grad is not None
        assert network.classes.weight.grad.abs().max() == 0
        optimizer.step()
    scores = network(batch).states
    wanted = [STATES.index(pair.state) for pair in PAIRS]
    assert scores[:, 2].argmax(dim=-1).tolist() == wanted
