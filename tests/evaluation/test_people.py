"""Simulated people: who they are, and what they say to what they are asked."""

from dataclasses import replace

import pytest

from e3.corpus.corpus import Corpus
from e3.corpus.sources import read_corpus
from e3.corpus.trees import Conclusion, DialogueTree, Inquiry
from e3.evaluation.people import Person, Topics, everybody, people
from e3.policy.answers import Answer
from e3.policy.policy import Story
from e3.policy.rule_text import RuleText
from e3.text import Span, question_key

TEXT = "You may row if you can swim, and either\n* you own a boat, or\n* the lake is small."
SWIM, BOAT, LAKE = "Can you swim?", "Do you own a boat?", "Is the lake small?"
YES, NO = Conclusion(Answer.YES), Conclusion(Answer.NO)
TREE = DialogueTree(
    "t",
    RuleText(TEXT),
    "May I row?",
    Inquiry(SWIM, Inquiry(BOAT, YES, Inquiry(LAKE, YES, NO)), NO),
)
TOPICS = Topics(TREE, {})


def span(part: str) -> Span:
    return Span(TEXT.index(part), TEXT.index(part) + len(part))


def test_everybody_is_there_once() -> None:
    found = list(people(TOPICS))
    assert len(found) == 8
    assert [person.conclusion for person in found].count(Answer.YES) == 3
    assert sorted(person.fewest for person in found) == [1, 1, 1, 1, 2, 2, 3, 3]


def test_a_story_fixes_what_it_settles_and_spares_its_questions() -> None:
    story = Story("I swim.", {question_key(SWIM): Answer.YES, question_key(LAKE): Answer.UNKNOWN})
    found = list(people(TOPICS, story))
    assert len(found) == 4
    assert sorted(person.fewest for person in found) == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("question", "rule", "about"),
    [
        ("Is it so?", "you own a boat", BOAT),
        ("Is it so?", "either\n* you own a boat", BOAT),
        ("Do you own a boat?", "the lake is small", LAKE),  # a wrong question for this rule
        ("Own a boat?", "You may row", None),  # right words, but about no rule
        ("Do you own a boat?", None, BOAT),
        ("Do you like cheese?", None, None),
        ("Do you like cheese?", "You may row", None),
        ("Is it so?", "you can swim, and either\n* you", SWIM),  # the one it shares more with
    ],
)
def test_what_a_question_is_about(question: str, rule: str | None, about: str | None) -> None:
    assert TOPICS.about(question, None if rule is None else span(rule)) == about


def test_of_two_questions_about_one_rule_the_words_tell_which() -> None:
    text = "You may row if you can swim or fly."
    tree = DialogueTree(
        "t",
        RuleText(text),
        "May I?",
        Inquiry("Can you swim?", YES, Inquiry("Can you fly?", YES, NO)),
    )
    assert Topics(tree, {}).about("Are you able to fly?", Span(12, 34)) == "Can you fly?"
    assert Topics(tree, {}).about("Can you fly?", Span(12, 34)) == "Can you fly?"


def test_a_tree_that_asks_nothing_is_about_nothing() -> None:
    silent = Topics(DialogueTree("t", RuleText(TEXT), "May I row?", YES), {})
    assert silent.about(SWIM, None) is None
    assert silent.about(SWIM, span("you can swim")) is None


def test_people_answer_a_negative_question_the_other_way_round() -> None:
    person = Person(TOPICS, dict.fromkeys(map(question_key, TREE.questions), Answer.YES))
    assert person.answer("Do you not swim?", SWIM) is Answer.NO
    assert person.answer("You can swim?", SWIM) is Answer.YES
    assert person.answer("Do you like cheese?", None) is Answer.UNKNOWN


def test_scenarios_are_those_that_were_written_or_else_those_of_the_rows() -> None:
    corpus = read_corpus("policies:evaluation")
    tree = next(tree for tree in corpus.trees if corpus.scenarios_of(tree).stories)
    told = {person.story.text for person in _of(corpus, tree) if person.story}
    assert told <= {story.text for story in corpus.scenarios_of(tree).stories}
    other = next(tree for tree in corpus.trees if not corpus.scenarios_of(tree).stories)
    scenarios = {row.conversation.scenario for row in corpus.rows if row.tree_id == other.tree_id}
    assert {person.story.text for person in _of(corpus, other) if person.story} <= scenarios


def _of(corpus: Corpus, tree: DialogueTree) -> list[Person]:
    return everybody(replace(corpus, trees=(tree,)), with_scenario=True)
