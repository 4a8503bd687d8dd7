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
        "Do you meet the first test keeps the award for a year?",
        "Do you rely on you for care has fallen ill?",
        "Do you give all of the care that another person?",
        "Have you died?",
        "Are you four years or less?",
        "Will you send you a form?",
        "Are you your wife?",
        "Is it until 15 July?",
        "Do they milk 150 cows and must have had no fine?",
        "Are up to £500 open to shops?",
        "Are the guests?",
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
        "Have you had a cold in the last week?",
        "Has an expert said the work is needed?",
        "Were you in Wales on the day the flood was declared?",
        "Is something you bought stolen?",
        "Does your marriage revoke an earlier will?",
        "Do you own your home, mortgaged or not?",
        "Do the goods arrive no more than a month before you do?",
        "Do you believe you would be able to pay again if the loan were changed?",
        "Do at least three people share the boat?",
        "Are you ten weeks pregnant?",
    ],
)
def test_what_reads_well(question: str) -> None:
    assert not reads_wrong(question)


def test_the_rule_is_asked_as_it_stands() -> None:
    text = "You can have it if you simply want better grades."
    rule = Span(text.index("simply"), len(text) - 1)
    asked = question_about(RuleText(text), rule)
    assert not reads_wrong(asked)
