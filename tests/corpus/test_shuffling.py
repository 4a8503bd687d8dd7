"""Rows told in another order say the same."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3.corpus.rows import Row
from e3.corpus.shuffling import reordered, shuffle_history, shuffle_scenario
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Turn

TURNS = tuple(Turn(f"Do you know {name}?", Answer.YES) for name in ("Ann", "Bob", "Cleo", "Dan"))


def row(name: str = "u", scenario: str = "", history: tuple[Turn, ...] = ()) -> Row:
    text = RuleText("You may row if you swim.")
    return Row(name, "t", Conversation(text, "May I row?", scenario, history), "Yes", TURNS[:1])


@given(st.lists(st.integers(0, 3), max_size=6), st.integers())
def test_the_order_is_another_wherever_there_is_another(items: list[int], seed: int) -> None:
    again = reordered(items, Random(seed))
    assert sorted(again) == sorted(items)
    assert (again != items) == (len(set(items)) > 1)


def test_a_history_keeps_its_turns_and_the_row_all_else() -> None:
    given_row = row(history=TURNS, scenario="I row. I swim.")
    made = shuffle_history(given_row, seed=0)
    turns = made.conversation.history
    assert set(turns) == set(TURNS)
    assert turns != TURNS
    assert made.conversation.scenario == "I row. I swim."
    assert (made.answer, made.evidence, made.utterance_id) == ("Yes", TURNS[:1], "u")


def test_a_scenario_keeps_its_sentences() -> None:
    made = shuffle_scenario(row(scenario="I row.  I swim? Yes!\nI like lakes."), seed=0)
    told = made.conversation.scenario
    assert told != "I row. I swim? Yes! I like lakes."
    for sentence in ("I row.", "I swim?", "Yes!", "I like lakes."):
        assert told.count(sentence) == 1


def test_a_sentence_without_an_end_gets_one_before_another() -> None:
    made = shuffle_scenario(row(scenario="I row. I swim"), seed=0)
    assert made.conversation.scenario == "I swim. I row."
    made = shuffle_scenario(row(scenario="I row. I said “I swim.”"), seed=0)
    assert made.conversation.scenario == "I said “I swim.” I row."


@pytest.mark.parametrize("scenario", ["", "I row every day", "I like  lakes, e.g. this one."])
def test_one_turn_and_one_sentence_stay_as_they_are(scenario: str) -> None:
    given_row = row(scenario=scenario, history=TURNS[:1])
    assert shuffle_history(given_row, seed=1) == given_row
    assert shuffle_scenario(given_row, seed=1) == given_row


def test_the_order_depends_on_seed_and_row_alone() -> None:
    given_rows = [row(str(number), history=TURNS) for number in range(30)]
    orders = [shuffle_history(each, seed=3).conversation.history for each in given_rows]
    again = [shuffle_history(each, seed=3).conversation.history for each in given_rows[::-1]]
    assert orders == again[::-1]
    assert len(set(orders)) > 5
    assert orders != [shuffle_history(each, seed=4).conversation.history for each in given_rows]
