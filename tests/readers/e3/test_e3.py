from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")

import torch
from tests.tiny import make_encoder
from torch import Tensor

from e3.networks.encoder import Encoder, input_builder
from e3.networks.inputs import InputBuilder
from e3.networks.packed import PackedInputs
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.readers.e3.network import E3Network, RuleBatch
from e3.reading.conversation import Conversation, Turn

LAKE = RuleText("You may row on the lake if you swim.")
CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def encoder_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_encoder(tmp_path_factory.mktemp("encoder"))


def network_of(folder: Path, *, entailment: bool = True) -> tuple[E3Network, InputBuilder]:
    torch.manual_seed(0)
    encoder = Encoder.pretrained(str(folder))
    builder = input_builder(str(folder), encoder)
    return E3Network(encoder, entailment=entailment, dropout=0.0).eval(), builder


def conversations() -> list[Conversation]:
    long = Conversation(
        LAKE, "May I row?", "I like lakes and boats.", (Turn("Do you own a boat?", Answer.NO),)
    )
    return [Conversation(LAKE, "May I row?"), long]


def scores(
    network: E3Network, builder: InputBuilder, given: list[Conversation]
) -> tuple[Tensor, Tensor, Tensor]:
    packed = PackedInputs([builder.build(each) for each in given], CPU)
    batch = packed.gather(packed.pick(range(len(packed))))
    encoded = network.encode(batch)
    first = torch.full((len(given), 1), int(packed.columns[0, 2]))
    rules = RuleBatch(first, first + 2, torch.zeros(len(given), 1, 2))
    return (
        network.decision.decide(encoded, batch.mask.bool()),
        network.extraction(encoded)[:, :20],
        network.inquiry_scores(encoded, rules),
    )


def test_padding_changes_nothing(encoder_folder: Path) -> None:
    network, builder = network_of(encoder_folder)
    short, long = conversations()
    with torch.no_grad():
        alone = scores(network, builder, [short])
        beside = scores(network, builder, [short, long])
    for one, other in zip(alone, beside, strict=True):
        width = min(one.shape[1], other.shape[1])
        assert torch.allclose(one[0, :width], other[0, :width], atol=1e-5)


def test_the_order_of_the_batch_changes_nothing(encoder_folder: Path) -> None:
    network, builder = network_of(encoder_folder)
    short, long = conversations()
    with torch.no_grad():
        forwards = scores(network, builder, [short, long])[0]
        backwards = scores(network, builder, [long, short])[0]
    assert torch.allclose(forwards, backwards.flip(0), atol=1e-5)


def test_answers_reach_the_encoder_as_they_were_given(encoder_folder: Path) -> None:
    network, builder = network_of(encoder_folder)
    asked = "Do you own a boat?"
    yes, no = (
        builder.build(Conversation(LAKE, "May I row?", "", (Turn(asked, answer),)))
        for answer in (Answer.YES, Answer.NO)
    )
    pieces = builder.pieces
    assert yes.ids[-2] == pieces("yes").ids[-1]
    assert no.ids[-2] == pieces("no").ids[-1]
    with torch.no_grad():
        decided = scores(
            network,
            builder,
            [Conversation(LAKE, "May I row?", "", (Turn(asked, a),)) for a in Answer][:2],
        )[0]
    assert not torch.allclose(decided[0], decided[1])


def test_gradients_flow_from_each_loss_to_where_it_belongs(encoder_folder: Path) -> None:
    network, builder = network_of(encoder_folder)
    short, long = conversations()
    decided, extracted, inquired = scores(network, builder, [short, long])

    def reached(loss: Tensor) -> set[str]:
        network.zero_grad()
        torch.autograd.backward(loss.sum(), retain_graph=True)
        return {
            name.split(".")[0] + "." + name.split(".")[1]
            for name, parameter in network.named_parameters()
            if parameter.grad is not None and parameter.grad.abs().sum() > 0
        }

    assert {"encoder.transformer", "decision.classes", "decision.attention"} <= reached(decided)
    assert not {"extraction.ends", "decision.inquiry"} & reached(decided)
    assert {"encoder.transformer", "extraction.ends"} <= reached(extracted)
    assert not {"decision.classes", "extraction.attention"} & reached(extracted)
    assert {"extraction.attention", "decision.inquiry"} <= reached(inquired)
    assert not {"decision.classes", "extraction.ends"} & reached(inquired)
