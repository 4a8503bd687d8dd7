"""Questions are matched to rules by shared words."""

import pytest

from e3.language.en.rules import find_rules
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.asked_rules import answered, rule_about, rule_to_ask
from e3.reading.conversation import Turn


def test_a_question_belongs_to_the_rule_it_is_most_like() -> None:
    text = "You can row if you:\n\n* own a boat\n* own a boat house\n* swim"
    rules = find_rules(RuleText(text))
    assert rule_about("Do you own a boat house?", text, rules) == 1
    assert rule_about("Do you own a boat?", text, rules) == 0
    assert rule_about("Are you ill?", text, rules) is None
    turns = [Turn("Do you swim?", Answer.NO), Turn("Are you ill?", Answer.YES)]
    assert answered(turns, text, rules) == {2: Answer.NO}


@pytest.mark.parametrize(
    ("known", "place"),
    [
        ([set()], 0),
        ([{0}], 1),
        ([{1}], 2),  # in the order of the text
        ([{0, 3}], 1),  # behind the last there is none
        ([{0, 1, 2, 3}], 3),
        ([{0, 1, 2, 3}, {0}], 1),
    ],
)
def test_the_rule_to_ask_about(known: list[set[int]], place: int) -> None:
    assert rule_to_ask(4, *known) == place
