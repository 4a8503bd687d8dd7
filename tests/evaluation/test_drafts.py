"""How drafts are scored."""

import pytest

from e3.evaluation.drafts import Comparison, DraftScores, people
from e3.policy.logic import parse
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.policy.rule_text import RuleText
from e3.text import Span

TEXT = RuleText("You can fly if you are old or tall. You do not pay.")
ASKED = "Can I fly?"


def policy(logic: str | None, **rules: tuple[str, str]) -> Policy:
    def span(words: str) -> Span:
        start = TEXT.text.index(words)
        return Span(start, start + len(words))

    made = tuple(PolicyRule(id, span(words), asked) for id, (words, asked) in rules.items())
    questions = (PolicyQuestion(ASKED, parse(logic)),) if logic else ()
    return Policy("A", "", TEXT, made, questions)


OLD = ("you are old", "Are you old?")
TALL = ("tall", "Are you tall?")
GOLD = policy("a or b", a=OLD, b=TALL)


def test_the_same_logic_is_exact() -> None:
    score = Comparison(GOLD, 0, policy("x or y", x=("are old", "Old?"), y=TALL)).score
    assert (score.right, score.exact, score.found, score.wrong_rules) == (1.0, True, 1.0, 0)
    assert score.polarity == 1.0


def test_who_gets_another_answer_is_counted() -> None:
    score = Comparison(GOLD, 0, policy("x and y", x=OLD, y=TALL)).score
    assert (score.right, score.exact) == (0.5, False)


def test_undecided_is_wrong() -> None:
    wrong = ("You do not pay", "Do you pay?")
    score = Comparison(GOLD, 0, policy("x and z or y", x=OLD, y=TALL, z=wrong)).score
    assert score.wrong_rules == 1
    assert score.right == 0.75  # of those who are old and not tall nothing is known


def test_a_negative_question_turns_the_answer() -> None:
    not_old = ("you are old", "Are you not old?")
    score = Comparison(GOLD, 0, policy("not x or y", x=not_old, y=TALL)).score
    assert score.exact
    assert score.polarity == 1.0


def test_the_wrong_side_is_counted() -> None:
    score = Comparison(GOLD, 0, policy("x or not y", x=OLD, y=TALL)).score
    assert score.polarity == 0.5


def test_a_draft_without_the_question_serves_nobody() -> None:
    score = Comparison(GOLD, 0, policy(None)).score
    assert (score.right, score.exact, score.polarity) == (0.0, False, None)


def test_many_rules_are_sampled() -> None:
    some = people([f"r{number}" for number in range(20)])
    assert len(some) == 256
    assert some == people([f"r{number}" for number in range(20)])


def test_means() -> None:
    one = Comparison(GOLD, 0, policy("x or y", x=OLD, y=TALL)).score
    none = Comparison(GOLD, 0, policy(None)).score
    means = DraftScores.of([one, none])
    assert (means.questions, means.right, means.exact) == (2, 0.5, 0.5)
    assert means.polarity == pytest.approx(1.0)
