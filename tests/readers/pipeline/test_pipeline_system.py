"""The Pipeline learns from rows, keeps what it learnt, and replies to whatever it is given."""

import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="needs e3-reader[train]")
skops_io = pytest.importorskip("skops.io", reason="needs e3-reader[train]")

from e3.corpus.rows import Row, made_row  # noqa: E402
from e3.errors import BadInput  # noqa: E402
from e3.language.en.rules import find_rules  # noqa: E402
from e3.policy.answers import Answer, State  # noqa: E402
from e3.policy.rule_text import RuleText  # noqa: E402
from e3.readers.pipeline.features import features  # noqa: E402
from e3.readers.pipeline.scenario import ANSWERS, ScenarioReader, pair_features  # noqa: E402
from e3.readers.pipeline.system import PipelineSystem  # noqa: E402
from e3.reading.conversation import Conversation, Decision, Turn  # noqa: E402

LAKE = RuleText(
    "# Rowing\n\nYou may not row on the lake unless both apply:\n\n* you can swim\n* you own a boat"
)
SWIM, NO_SWIM = (Turn("Can you swim?", answer) for answer in (Answer.YES, Answer.NO))
BOAT, NO_BOAT = (Turn("Do you own a boat?", answer) for answer in (Answer.YES, Answer.NO))
STORY = "I swim every day. I own a boat."
UNLIKE = "My cat is black."


def row(
    answer: str,
    *history: Turn,
    question: str = "May I row on the lake?",
    scenario: str = "",
    evidence: tuple[Turn, ...] = (),
) -> Row:
    return made_row(
        tree_id="lake",
        conversation=Conversation(LAKE, question, scenario, history),
        answer=answer,
        evidence=evidence,
        origin="test",
    )


ROWS = [
    row("Can you swim?"),
    row("Do you own a boat?", SWIM),
    row("No", NO_SWIM),
    row("Yes", SWIM, BOAT),
    row("No", SWIM, NO_BOAT),
    row("Irrelevant", question="Is my passport valid?"),
    row("Yes", scenario=STORY, evidence=(SWIM, BOAT)),
    row("No", scenario="I never learned to swim.", evidence=(NO_SWIM,)),
    row("Can you swim?", scenario=UNLIKE),
    row("Do you own a boat?", scenario="I swim every day.", evidence=(SWIM,)),
]
# A leaf of the forest holds five rows.
MANY = ROWS * 10
CONVERSATIONS = [row.conversation for row in ROWS]


@pytest.fixture(scope="module")
def system() -> PipelineSystem:
    return PipelineSystem.train(MANY, seed=0, trees=30)


def test_it_learns_the_rows_it_is_given(system: PipelineSystem) -> None:
    replies = system.read(CONVERSATIONS)
    assert [reply.decision for reply in replies] == [row.decision for row in ROWS]
    asked = [reply.question for reply in replies[:2]]
    assert asked == ["Can you swim?", "Do you own a boat?"]
    assert [reply.asked for reply in replies[:2]] == [0, 1]


def test_probabilities_are_those_of_the_decisions(system: PipelineSystem) -> None:
    for reply in system.read(CONVERSATIONS):
        assert list(reply.probabilities) == list(Decision)
        assert sum(reply.probabilities.values()) == pytest.approx(1.0)
        assert reply.confidence == max(reply.probabilities.values())


def test_rules_have_the_state_that_history_and_scenario_give_them(system: PipelineSystem) -> None:
    texts = [
        LAKE.text[rule.span.start : rule.span.end] for rule in system.read(CONVERSATIONS)[0].rules
    ]
    assert texts == ["you can swim", "you own a boat"]

    def states(conversation: Conversation) -> list[State]:
        return [rule.state for rule in system.read([conversation])[0].rules]

    blank = CONVERSATIONS[0]
    assert states(blank) == [State.UNKNOWN, State.UNKNOWN]
    assert states(replace(blank, history=(NO_SWIM,))) == [State.NOT_MET, State.UNKNOWN]
    assert states(replace(blank, scenario=STORY)) == [State.MET, State.MET]
    # What was answered counts more than what was read.
    assert states(replace(blank, scenario=STORY, history=(NO_SWIM,)))[0] is State.NOT_MET


def test_the_same_seed_gives_the_same_replies(system: PipelineSystem) -> None:
    again = PipelineSystem.train(MANY, seed=0, trees=30)
    assert again.read(CONVERSATIONS) == system.read(CONVERSATIONS)


def test_saved_and_loaded_it_replies_the_same(system: PipelineSystem, tmp_path: Path) -> None:
    system.save(tmp_path / "run")
    assert (tmp_path / "run" / "model.json").read_text() == '{\n "system": "pipeline"\n}\n'
    loaded = PipelineSystem.load(tmp_path / "run")
    assert loaded.read(CONVERSATIONS) == system.read(CONVERSATIONS)


class Foreign:
    """Something that no model file should hold."""


def test_a_file_with_anything_else_in_it_is_refused(system: PipelineSystem, tmp_path: Path) -> None:
    models: dict[str, Any] = {"scenarios": Foreign(), "forest": system.forest}
    skops_io.dump(models, tmp_path / "weights.skops")
    with pytest.raises(BadInput, match="Foreign"):
        PipelineSystem.load(tmp_path)


@pytest.mark.parametrize("text", ["", "...", "Boats", "# Boats", "If:", "* ", LAKE.text])
@pytest.mark.parametrize("scenario", ["", "?", STORY])
@pytest.mark.parametrize("history", [(), (SWIM,), (Turn("", Answer.UNKNOWN),)])
def test_whatever_is_missing_there_is_a_reply(
    system: PipelineSystem, text: str, scenario: str, history: tuple[Turn, ...]
) -> None:
    conversation = Conversation(RuleText(text), "", scenario, history)
    (reply,) = system.read([conversation])
    if not find_rules(RuleText(text)):
        assert reply.decision is not Decision.INQUIRE


def test_a_file_that_would_fill_the_memory_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "weights.skops", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("schema.json", "{}")
    content = (tmp_path / "weights.skops").read_bytes()
    two, much = (2).to_bytes(4, "little"), (2 * 10**9).to_bytes(4, "little")
    at = content.index(b"PK\x01\x02") + 24  # its size, unpacked
    assert content[at : at + 4] == two
    (tmp_path / "weights.skops").write_bytes(content[:at] + much + content[at + 4 :])
    with pytest.raises(BadInput, match="more than 1000 MB unpacked"):
        PipelineSystem.load(tmp_path)


def test_no_conversations_no_replies(system: PipelineSystem) -> None:
    assert system.read([]) == []


def test_rows_to_train_on_are_needed() -> None:
    with pytest.raises(BadInput, match="there is no row to train on"):
        PipelineSystem.train([], seed=0)
    with pytest.raises(BadInput, match="no training row says what its scenario settles"):
        PipelineSystem.train(ROWS[:6], seed=0)


def test_rows_whose_evidence_is_unknown_teach_the_scenario_reader_nothing() -> None:
    unknown = [replace(row, evidence=None) for row in ROWS if row.conversation.scenario]
    one, other = (ScenarioReader.train(rows) for rows in (ROWS, [*ROWS, *unknown]))
    assert np.array_equal(one.read(CONVERSATIONS), other.read(CONVERSATIONS))


def test_the_scenario_reader_tells_what_is_settled(system: PipelineSystem) -> None:
    def likeliest(scenario: str) -> list[Answer]:
        (found,) = system.scenarios.read([Conversation(LAKE, "May I row?", scenario)])
        assert found.sum(axis=1) == pytest.approx(np.ones(2))
        return [ANSWERS[int(each.argmax())] for each in found]

    assert likeliest(STORY) == [Answer.YES, Answer.YES]
    assert likeliest(UNLIKE) == [Answer.UNKNOWN, Answer.UNKNOWN]
    assert likeliest("") == [Answer.UNKNOWN, Answer.UNKNOWN]


def test_surface_of_a_rule_beside_a_scenario() -> None:
    text = "You may row if you are 18 and swim well."
    (pair,) = pair_features(RuleText(text), "I am 18. I do not swim.")
    # Of 18, swim and well, each sentence has one; the first is the shorter of equals.
    whole, best, said = pair[:3]
    assert (whole, best, said) == pytest.approx((2 / 3, 1 / 3, 1.0))
    assert pair_features(RuleText(""), "I swim.") == []


def test_features_of_a_conversation_worked_by_hand() -> None:
    conversation = Conversation(LAKE, "May I row on the sea?", "I have a boat.", (SWIM, NO_BOAT))
    settled = np.array([[0.7, 0.1, 0.2], [0.1, 0.8, 0.1]])
    found = features(conversation, settled)
    expected = {
        "bullets": 2,
        "rules": 2,
        "all in text": 1,  # both
        "all before list": 1,
        "any in text": 0,
        "unless before list": 1,
        "negation outside rules": 1,
        "negated rules": 0,
        "turns": 2,
        "yes answers": 1,
        "no answers": 1,
        "first answer": 1,
        "last answer": -1,
        "rules known": 2,
        "rules open": 0,
        "bullets less turns": 0,
        "last rule is a bullet": 1,
        "rules behind last": 0,
        "negation around last rule": 1,
        "question in text": 0.5,  # row, not sea
        "question in title": 0,
        "scenario": 1,
        "scenario in text": 1,
        "next rule settled yes": 0.8,
        "open rules settled yes": 0,
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected)


def test_every_conversation_has_the_same_features() -> None:
    names = [
        list(features(conversation, np.zeros((len(find_rules(conversation.rule_text)), 3))))
        for conversation in (*CONVERSATIONS, Conversation(RuleText(""), ""))
    ]
    assert all(each == names[0] for each in names)
