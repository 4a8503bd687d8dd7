from collections.abc import Sequence
from dataclasses import replace
from math import log
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")

import torch
from tests.tiny import make_encoder

from e3.corpus.rows import Row
from e3.corpus.supervision import Supervision
from e3.networks.encoder import Encoder, input_builder
from e3.networks.inputs import InputBuilder
from e3.networks.packed import PackedInputs
from e3.policy.answers import Answer, State
from e3.policy.rule_text import RuleText
from e3.readers.states.decoding import NO_RULE, STATES, ReadScores, reply_of
from e3.readers.states.examples import (
    StateExample,
    StateSet,
    common_openings,
    make_state_example,
)
from e3.readers.states.known import NOTHING
from e3.readers.states.network import (
    LossWeights,
    StateLabels,
    StateNetwork,
    StateScores,
    state_loss,
)
from e3.readers.states.system import StateSystem
from e3.readers.states.unit_batches import UnitItems
from e3.readers.states.units import UnitInput, rule_units, unit_input
from e3.reading.conversation import DECISIONS, Conversation, Decision, Turn
from e3.reading.reader import Reader
from e3.text import question_key

CPU = torch.device("cpu")
LAKE = RuleText("You may row on the lake if you swim:\n* own a boat\n* have been away")
SWIM, OWN, AWAY = "Do you swim?", "Do you own a boat?", "Have you been away?"
UNITS = rule_units(LAKE)
RULES = Supervision(
    UNITS[1:], {question_key(SWIM): 0, question_key(OWN): 1, question_key(AWAY): 2}
)  # the tree asks about all but the first unit
MET, NOT_MET, UNKNOWN = range(3)


@pytest.fixture(scope="module")
def encoder_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_encoder(tmp_path_factory.mktemp("encoder"))


def parts(folder: Path) -> tuple[StateNetwork, InputBuilder]:
    torch.manual_seed(0)
    encoder = Encoder.pretrained(str(folder))
    builder = input_builder(str(folder), encoder)
    return StateNetwork(encoder, layers=1, openings=3, dropout=0.0).eval(), builder


def row(
    answer: str,
    history: tuple[Turn, ...] = (),
    evidence: tuple[Turn, ...] | None = (),
    scenario: str = "",
) -> Row:
    return Row("1", "t", Conversation(LAKE, "May I row?", scenario, history), answer, evidence)


def example(builder: InputBuilder, given: Row) -> StateExample:
    return make_state_example(given, {"t": RULES}, {"do you": 0, "have you been": 1}, builder)


def test_units_follow_the_form_of_the_text() -> None:
    assert [unit.of(LAKE.text) for unit in UNITS] == [
        "You may row on the lake",
        "if you swim:",
        "own a boat",
        "have been away",
    ]


def test_history_and_evidence_say_what_each_unit_is(encoder_folder: Path) -> None:
    _, builder = parts(encoder_folder)
    history = (Turn(SWIM, Answer.YES),)
    found = example(builder, row(AWAY, history, (Turn(OWN, Answer.NO),), "My boat is sold."))
    assert found.states == (NO_RULE, MET, NOT_MET, UNKNOWN)
    assert found.asked == 3
    assert found.opening == 1
    place = found.inputs.encoder.positions(UNITS[3])
    assert found.ends == place
    unknown = example(builder, row(AWAY, history, None, "My boat is sold."))
    assert unknown.states == (NO_RULE, MET, NOTHING, NOTHING)
    concluded = example(builder, row("Yes", history))
    assert (concluded.asked, concluded.ends, concluded.opening) == (
        NOTHING,
        (NOTHING, NOTHING),
        NOTHING,
    )
    assert concluded.decision == DECISIONS.index(Decision.YES)


def test_what_a_scenario_tells_counts_also_where_it_no_longer_matters(encoder_folder: Path) -> None:
    _, builder = parts(encoder_folder)
    given = row("Yes", (Turn(SWIM, Answer.YES),), (), "I swim and sold my boat.")
    given = replace(given, told=(Turn(SWIM, Answer.YES), Turn(OWN, Answer.NO)))
    assert example(builder, given).states == (NO_RULE, MET, NOT_MET, UNKNOWN)


def test_an_item_is_read_from_its_marker_to_the_next(encoder_folder: Path) -> None:
    network, builder = parts(encoder_folder)
    network.pooling.weight.data.zero_()  # every piece counts alike
    inputs = unit_input(builder, Conversation(LAKE, "May I row?"))
    packed = PackedInputs([inputs.encoder], CPU)
    batch = UnitItems([inputs], CPU).batch(packed, packed.pick(range(1)))
    encoded = torch.randn(1, batch.inputs.ids.shape[1], network.encoder.width)
    found = network._represent(encoded, batch)[0]
    ends = [*inputs.markers[1:], len(inputs.encoder.ids)]
    for item, start, end in zip(found, inputs.markers, ends, strict=True):
        assert torch.allclose(item, encoded[0, start:end].mean(dim=0), atol=1e-5)


def test_the_commonest_openings() -> None:
    rows = [row(SWIM), row(OWN), row(AWAY), row(AWAY), row("Yes")]
    assert common_openings(rows, {"t": RULES}, 1) == ("do you",)


def scores_of(network: StateNetwork, inputs: Sequence[UnitInput]) -> StateScores:
    packed = PackedInputs([each.encoder for each in inputs], CPU)
    items = UnitItems(inputs, CPU)
    with torch.inference_mode():
        scores: StateScores = network(items.batch(packed, packed.pick(range(len(inputs)))))
    return scores


def test_padding_changes_nothing(encoder_folder: Path) -> None:
    network, builder = parts(encoder_folder)
    short = unit_input(builder, Conversation(LAKE, "May I row?"))
    turns = (Turn(SWIM, Answer.YES), Turn(OWN, Answer.NO))
    long = unit_input(builder, Conversation(LAKE, "May I row, please?", "I like lakes.", turns))
    alone, both = scores_of(network, [short]), scores_of(network, [short, long])
    items, pieces = len(short.markers), len(short.encoder.ids)
    assert torch.allclose(alone.decision, both.decision[:1], atol=1e-5)
    assert torch.allclose(alone.states, both.states[:1, :items], atol=1e-5)
    assert torch.allclose(alone.inquiry[:, :items], both.inquiry[:1, :items], atol=1e-5)
    assert torch.allclose(alone.ends[:, :pieces], both.ends[:1, :pieces], atol=1e-5)
    units = both.inquiry[0] > torch.finfo(torch.float32).min
    assert units.tolist() == [False, False, True, True, True, True, False, False]


def test_the_loss_of_a_hand_worked_batch() -> None:
    def spread(right: float, count: int, place: int) -> list[float]:
        return [log(right if i == place else (1 - right) / (count - 1)) for i in range(count)]

    scores = StateScores(
        decision=torch.tensor([spread(0.5, 4, 0), spread(0.25, 4, 1)]),
        states=torch.tensor([[spread(0.8, 4, 2), spread(0.1, 4, 3)], [[0.0] * 4] * 2]),
        inquiry=torch.tensor([[log(0.9), log(0.1)], [0.0, 0.0]]),
        ends=torch.tensor([[[log(0.5), log(0.5)], [log(0.5), log(0.5)]], [[0.0, 0.0]] * 2]),
        openings=torch.tensor([[[log(0.2), log(0.8)], [0.0, 0.0]], [[0.0, 0.0]] * 2]),
    )
    labels = StateLabels(
        decision=torch.tensor([0, 1]),
        states=torch.tensor([[2, NOTHING], [NOTHING, NOTHING]]),
        asked=torch.tensor([0, NOTHING]),
        first=torch.tensor([0, NOTHING]),
        last=torch.tensor([1, NOTHING]),
        opening=torch.tensor([1, NOTHING]),
    )
    wanted = -(log(0.5) + log(0.25)) / 2 - 2 * log(0.8) - 3 * log(0.9) - 4 * 2 * log(0.5)
    wanted -= 5 * log(0.8)
    found = state_loss(scores, labels, LossWeights(2.0, 3.0, 4.0, 5.0))
    assert float(found) == pytest.approx(wanted, abs=1e-5)


def test_it_over_fits_a_few_rows_and_reads_the_same_after_a_save(
    encoder_folder: Path, tmp_path: Path
) -> None:
    network, builder = parts(encoder_folder)
    told = "My boat is sold."
    rows = [
        row(SWIM),
        row(OWN, (Turn(SWIM, Answer.YES),)),
        row(AWAY, (Turn(SWIM, Answer.YES), Turn(OWN, Answer.NO))),
        row("No", (Turn(SWIM, Answer.NO),)),
        row(AWAY, (Turn(SWIM, Answer.YES),), (Turn(OWN, Answer.NO),), told),
        row("Yes", (Turn(SWIM, Answer.YES), Turn(OWN, Answer.YES))),
    ]
    examples = StateSet([example(builder, each) for each in rows], CPU)
    batch, labels = examples.batch(examples.inputs.pick(range(len(rows))))
    optimizer = torch.optim.Adam(network.parameters(), 3e-3)
    network.train()
    for _ in range(60):
        loss = state_loss(network(batch), labels, LossWeights())
        optimizer.zero_grad()
        torch.autograd.backward(loss)
        optimizer.step()
    system = StateSystem(network, builder, ("do you", "have you been", "are you"), CPU)
    system.save(tmp_path)
    conversations = [each.conversation for each in rows]
    replies = system.read(conversations)
    assert [reply.decision for reply in replies] == [each.decision for each in rows]
    assert replies[0].question == "Do you swim?"
    assert "own a boat?" in (replies[1].question or "")
    assert [rule.state for rule in replies[4].rules] == [STATES[s] for s in (0, 1, 2)]
    boat = replies[4].rules[1]
    assert boat.support is not None
    assert boat.support.scenario is not None
    assert boat.support.scenario.of(told) == told
    swim = replies[4].rules[0].support
    assert swim is not None
    assert swim.turn == 0
    # Every rule can be asked about, not only the one that is.
    asked = replies[0].asked
    assert asked is not None
    assert replies[0].rules[asked].question == replies[0].question
    assert all((rule.question or "").endswith("?") for reply in replies for rule in reply.rules)
    # What is open when all is decided was not needed.
    assert [rule.state for rule in replies[3].rules] == [
        State.NOT_MET,
        State.NOT_NEEDED,
        State.NOT_NEEDED,
    ]
    assert Reader.load(tmp_path).read_many(conversations) == replies


def test_a_text_without_words_is_never_asked_about(encoder_folder: Path) -> None:
    network, builder = parts(encoder_folder)
    system = StateSystem(network, builder, ("do you", "have you been", "are you"), CPU)
    reply = system.read([Conversation(RuleText("***"), "May I row?")])[0]
    assert reply.decision is not Decision.INQUIRE
    assert reply.rules == ()


def test_a_learnt_question_is_about_more_than_one_piece_of_a_unit(encoder_folder: Path) -> None:
    _, builder = parts(encoder_folder)
    text = RuleText("lake swim boat")  # no grammar knows whom to ask about this
    conversation = Conversation(text, "May I row?")
    inputs = unit_input(builder, conversation)
    positions, items = len(inputs.encoder.ids), len(inputs.markers)
    ends = np.full((positions, 2), -9.0, dtype=np.float32)
    place = inputs.encoder.positions(inputs.units[0])
    assert place is not None
    first, last = place
    ends[last] = 5.0  # it would start and end with the last piece
    ends[first + 1, 0] = 1.0
    scores = ReadScores(
        decision=np.array([float(d is Decision.INQUIRE) for d in DECISIONS], dtype=np.float32),
        states=np.zeros((items, len(STATES) + 1), dtype=np.float32),
        inquiry=np.zeros(items, dtype=np.float32),
        ends=ends,
        openings=np.zeros((positions, 1), dtype=np.float32),
    )
    reply = reply_of(conversation, inputs, scores, openings=("do you like a",), temperature=1.0)
    assert last - first > 1
    assert reply.question == "Do you like a swim boat?"
