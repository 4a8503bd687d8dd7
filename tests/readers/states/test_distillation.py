from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")

import torch
from tests.tiny import make_encoder

from e3.corpus.rows import Row
from e3.corpus.supervision import Supervision
from e3.errors import BadInput
from e3.networks.encoder import Encoder, input_builder
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.readers.states.distillation import Lessons, lesson_loss
from e3.readers.states.examples import StateSet, make_state_example
from e3.readers.states.network import LossWeights, StateNetwork
from e3.readers.states.system import StateSystem
from e3.readers.states.units import unit_input
from e3.reading.conversation import Conversation, Turn
from e3.text import Span, question_key

CPU = torch.device("cpu")
LAKE = RuleText("You may row on the lake if you swim and own a boat.")
SWIM = "Do you swim?"
RULES = {"t": Supervision((Span(27, 35),), {question_key(SWIM): 0})}


@pytest.fixture(scope="module")
def encoder_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_encoder(tmp_path_factory.mktemp("encoder"))


def system_of(folder: Path, seed: int) -> StateSystem:
    encoder = Encoder.pretrained(str(folder))
    builder = input_builder(str(folder), encoder)
    torch.manual_seed(seed)
    network = StateNetwork(encoder, layers=1, openings=2, dropout=0.0)
    return StateSystem(network, builder, ("do you", "are you"), CPU)


def rows() -> list[Row]:
    turns = (Turn(SWIM, Answer.YES),)
    return [
        Row("1", "t", Conversation(LAKE, "May I row?"), SWIM),
        Row("2", "t", Conversation(LAKE, "May I row?", "I like lakes.", turns), "Yes"),
    ]


def test_a_pupil_comes_to_think_as_its_teachers_do(encoder_folder: Path) -> None:
    teachers = [system_of(encoder_folder, 1), system_of(encoder_folder, 2)]
    pupil = system_of(encoder_folder, 3)
    conversations = [row.conversation for row in rows()]
    made = [make_state_example(row, RULES, {"do you": 0}, pupil.builder) for row in rows()]
    lessons = Lessons(teachers, conversations, [each.inputs for each in made], CPU)
    examples = StateSet(made, CPU)
    picked = examples.inputs.pick(range(2))
    batch, labels = examples.batch(picked)
    taught = lessons.batch(picked)
    for part in (taught.decision, taught.inquiry):
        assert torch.allclose(part.sum(dim=-1), torch.ones(2), atol=2e-3)
    assert torch.allclose(taught.ends.sum(dim=1), torch.ones(2, 2), atol=2e-3)
    inputs = [unit_input(t.builder, c) for t in teachers for c in conversations[:1]]
    one, other = (t.scores([i])[0].decision for t, i in zip(teachers, inputs, strict=True))
    mean = (torch.softmax(torch.tensor(one), -1) + torch.softmax(torch.tensor(other), -1)) / 2
    assert torch.allclose(taught.decision[0], mean, atol=2e-3)

    optimizer = torch.optim.Adam(pupil.network.parameters(), 3e-3)
    pupil.network.train()
    losses = []
    for _ in range(60):
        loss = lesson_loss(pupil.network(batch), taught, labels, LossWeights())
        optimizer.zero_grad()
        torch.autograd.backward(loss)
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0]
    found = torch.softmax(pupil.network(batch).decision, dim=-1)
    assert torch.allclose(found, taught.decision, atol=0.03)


def test_a_teacher_with_other_word_pieces_is_refused(encoder_folder: Path) -> None:
    pupil = system_of(encoder_folder, 3)
    conversations = [row.conversation for row in rows()]
    inputs = [unit_input(pupil.builder, each) for each in reversed(conversations)]
    with pytest.raises(BadInput, match="same word pieces"):
        Lessons([pupil], conversations, inputs, CPU)
