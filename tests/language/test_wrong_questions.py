"""A question that came out wrong is found, and the rule is asked as it stands."""

import pytest

from e3.language.en.questions import question_about
from e3.language.en.wrong_questions import reads_wrong
from e3.policy.rule_text import RuleText
from e3.text import Span


@pytest.mark.parametrize(
    "question",
    [
        "Does in the 14 days before you move?",
        "Are you behind with your rent; nobody else?",
        "Is it true that you applies but you?",
        "Is it everything else it has to be paid at once?",
        "Is the number 75 or more, the talks shall begin at once?",
        "Do we lend meters that show what your kettle?",
        "Is it a simply want better grade?",
        f"Do you {'very ' * 40}much?",
    ],
)
def test_what_reads_wrong(question: str) -> None:
    assert reads_wrong(question)


@pytest.mark.parametrize(
    "question",
    [
        "Do you live in Ashby?",
        "Is it a vehicle used only on the island?",
        "Is it for each week in which you looked after a child?",
        "Is it true that the child you foster falls ill?",
        "Are those in your care under 5?",
        "Did you lose your papers in a fire, flood or storm?",
    ],
)
def test_what_reads_well(question: str) -> None:
    assert not reads_wrong(question)


def test_the_rule_is_asked_as_it_stands() -> None:
    text = "You can have it if you simply want better grades."
    rule = Span(text.index("simply"), len(text) - 1)
    asked = question_about(RuleText(text), rule)
    assert not reads_wrong(asked)
