"""The heuristic decides by counts alone and asks about the first rule that is still open."""

import json
from pathlib import Path

import pytest

from e3.policy.answers import Answer, State
from e3.policy.rule_text import RuleText
from e3.readers.heuristic.system import HeuristicSystem, decide
from e3.reading.conversation import Conversation, Decision, Reply, Support, Turn
from e3.reading.reader import Reader

LIST = RuleText(
    "You may row on the lake if you:\n\n"
    "* can swim\n* own a boat\n* are over 18\n* have paid the fee\n* live in the town"
)
PROSE = RuleText("You may row on the lake if you can swim.")
SWIM = Turn("Can you swim?", Answer.YES)
BOAT = Turn("Do you own a boat?", Answer.NO)
AGE = Turn("Are you over 18?", Answer.YES)


def read(
    rule_text: RuleText, question: str = "May I row?", scenario: str = "", *history: Turn
) -> Reply:
    return HeuristicSystem().read([Conversation(rule_text, question, scenario, history)])[0]


@pytest.mark.parametrize(
    ("question", "decision"),
    [
        ("Is my passport valid?", Decision.IRRELEVANT),
        ("May I row a barge by night?", Decision.IRRELEVANT),  # one word of three
        ("May I row a barge?", Decision.INQUIRE),  # one of two
        ("May I?", Decision.INQUIRE),  # words of grammar alone say nothing
    ],
)
def test_a_first_question_with_few_words_of_the_text_is_irrelevant(
    question: str, decision: Decision
) -> None:
    assert read(PROSE, question).decision is decision


@pytest.mark.parametrize(
    ("scenario", "history"), [("I like lakes.", ()), ("", (SWIM,))], ids=["scenario", "history"]
)
def test_where_more_has_been_said_the_question_is_relevant(
    scenario: str, history: tuple[Turn, ...]
) -> None:
    conversation = Conversation(PROSE, "Is my passport valid?", scenario, history)
    assert decide(conversation) is not Decision.IRRELEVANT


@pytest.mark.parametrize(
    ("rule_text", "history", "decision"),
    [
        (PROSE, (), Decision.INQUIRE),
        (PROSE, (SWIM,), Decision.YES),
        (PROSE, (SWIM, BOAT), Decision.NO),
        (LIST, (SWIM,), Decision.INQUIRE),
        (LIST, (SWIM, BOAT), Decision.INQUIRE),
        (LIST, (SWIM, BOAT, AGE), Decision.YES),
        (PROSE, (Turn("Can you swim?", Answer.UNKNOWN),), Decision.INQUIRE),
    ],
)
def test_it_asks_until_half_of_the_bullets_are_asked_about(
    rule_text: RuleText, history: tuple[Turn, ...], decision: Decision
) -> None:
    assert read(rule_text, "May I row?", "", *history).decision is decision


def test_it_asks_about_the_next_bullet() -> None:
    reply = read(LIST, "May I row?", "", SWIM, BOAT)
    assert reply.question == "Are you over 18?"
    assert reply.asked == 2
    states = [State.MET, State.NOT_MET, State.UNKNOWN, State.UNKNOWN, State.UNKNOWN]
    assert [rule.state for rule in reply.rules] == states


def test_where_all_is_asked_it_asks_the_last_again() -> None:
    reply = read(PROSE, "May I row?", "", Turn("Can you swim?", Answer.UNKNOWN))
    assert reply.question == "Can you swim?"


def test_without_rules_there_is_nothing_to_ask() -> None:
    for scenario in ("", "I can swim."):
        assert read(RuleText(""), "May I?", scenario).decision is Decision.IRRELEVANT


def test_saved_and_loaded(tmp_path: Path) -> None:
    HeuristicSystem().save(tmp_path / "run")
    assert json.loads((tmp_path / "run" / "model.json").read_text()) == {"system": "heuristic"}
    assert Reader.load(tmp_path / "run").system == HeuristicSystem()


def test_a_reader_counts_turns_as_they_were_given(tmp_path: Path) -> None:
    """Turns that were answered "don't know" are not shown to the system, but they are there."""
    HeuristicSystem().save(tmp_path)
    text = RuleText("You can row if you:\n* swim well\n* own a boat\n* are 18")
    history = (
        Turn("Do you swim well?", Answer.UNKNOWN),
        Turn("Do you own a boat?", Answer.YES),
    )
    reply = Reader.load(tmp_path).read(Conversation(text, "Can I row?", history=history))
    swims, owns, grown = reply.rules
    assert (owns.state, owns.support) == (State.MET, Support(turn=1))
    assert swims.state is grown.state is State.UNKNOWN
    assert swims.support is grown.support is None
