"""A policy made of a dialogue tree gives everybody the answer that the tree does."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3.corpus.policies import our_policies, without_rows
from e3.corpus.tree_policies import policies_of, policy_of
from e3.corpus.trees import Conclusion, DialogueTree, Inquiry, Node
from e3.policy.answers import Answer, State
from e3.policy.diagram import Diagram
from e3.policy.logic import written
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.text import question_key

YES, NO = Conclusion(Answer.YES), Conclusion(Answer.NO)
TEXT = "You may row if\n* you can swim\n* you own a boat\n* you do not smoke\n* you are a member"
QUESTIONS = ["Do you smoke?", "Can you swim?", "Are you a member?", "Do you own a boat?"]


def tree_of(root: Node) -> DialogueTree:
    return DialogueTree("t", RuleText(TEXT), "May I row?", root)


def value(policy: Policy, known: dict[str, Answer]) -> bool | None:
    ids = {rule.id: known[question_key(rule.question)] is Answer.YES for rule in policy.rules}
    return Diagram.of(policy.questions[0].yes_when).given(ids).value


def nodes(left: list[str]) -> st.SearchStrategy[Node]:
    ends = st.sampled_from([YES, NO])
    if not left:
        return ends
    asks = st.sampled_from(left).flatmap(
        lambda question: st.builds(
            Inquiry,
            st.just(question),
            nodes([other for other in left if other != question]),
            nodes([other for other in left if other != question]),
        )
    )
    return ends | asks


@given(nodes(QUESTIONS))
def test_everybody_gets_the_answer_of_the_tree(root: Node) -> None:
    tree = tree_of(root)
    policy = policy_of(tree, {})
    keys = [question_key(question) for question in tree.questions]
    for answers in product((Answer.YES, Answer.NO), repeat=len(keys)):
        known = dict(zip(keys, answers, strict=True))
        end = tree.advance(tree.root, known)[1]
        assert isinstance(end, Conclusion)
        assert value(policy, known) is (end.answer is Answer.YES)


@pytest.mark.parametrize(
    ("root", "logic"),
    [
        (Inquiry("Can you swim?", Inquiry("Do you own a boat?", YES, NO), NO), "r1 and r2"),
        (Inquiry("Can you swim?", YES, Inquiry("Do you own a boat?", YES, NO)), "r1 or r2"),
        (Inquiry("Do you smoke?", NO, YES), "not r1"),
        (Inquiry("Can you swim?", YES, None), "r1"),  # no row tells of those who can't
    ],
)
def test_the_logic_is_as_short_as_the_tree(root: Node, logic: str) -> None:
    assert written(policy_of(tree_of(root), {}).questions[0].yes_when) == logic


def test_rules_stand_where_their_questions_come_from_in_the_order_of_the_text() -> None:
    root = Inquiry("Do you smoke?", NO, Inquiry("Can you swim?", YES, NO))
    rules = policy_of(tree_of(root), {}).rules
    assert [rule.span.of(TEXT) for rule in rules] == ["you can swim", "you do not smoke"]
    assert [rule.yes_means for rule in rules] == [State.MET, State.NOT_MET]


def test_our_policies_are_followed_as_they_were_written() -> None:
    ours = our_policies("evaluation")[:2]
    corpus = without_rows("two", ours)
    assert all(policy in ours for policy in policies_of(corpus).values())
    made = policies_of(replace(corpus, policies={}))
    assert made.keys() == {tree.tree_id for tree in corpus.trees}
    assert not any(policy in ours for policy in made.values())


TWO_IN_ONE = (
    "If you are employed, you stop paying when you reach 66."
    " You keep the card if you are in a couple and one of you is over 70."
)


@pytest.mark.parametrize(
    "marked",
    [
        (),
        (
            "If you are employed, you stop paying when you reach 66.",
            "You keep the card if you are in a couple and one of you is over 70.",
        ),
    ],
)
def test_each_question_is_about_the_words_it_is_like(marked: tuple[str, ...]) -> None:
    """Also where a person has marked the whole sentence for each."""
    root = Inquiry(
        "Are you employed?",
        Inquiry("Have you reached 66?", YES, NO),
        Inquiry(
            "Are you in a couple?",
            Inquiry("Is one of you over 70?", YES, NO),
            NO,
        ),
    )
    tree = DialogueTree("t", RuleText(TWO_IN_ONE), "Is that so?", root)
    human = {question_key(question): marked for question in tree.questions} if marked else {}
    rules = policy_of(tree, human).rules
    assert [(rule.question, rule.span.of(TWO_IN_ONE)) for rule in rules] == [
        ("Are you employed?", "If you are employed"),
        ("Have you reached 66?", "when you reach 66"),
        ("Are you in a couple?", "if you are in a couple"),
        ("Is one of you over 70?", "and one of you is over 70"),
    ]
