"""Near misses: what is said of one text beside another that shares its words."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from e3.corpus.augmentation import Augmentation, augment
from e3.corpus.corpus import Corpus
from e3.corpus.making import SOURCES
from e3.corpus.near_texts import NearTexts
from e3.corpus.rows import Row, RowType, dump
from e3.corpus.scenarios import Scenarios
from e3.corpus.sharc import parse_rows
from e3.corpus.sources import read_corpus
from e3.corpus.trees import Conclusion, DialogueTree, Inquiry
from e3.files import parse_json
from e3.language.en.content_words import stems
from e3.policy.answers import Answer
from e3.policy.policy import Story
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Decision, Turn
from e3.text import question_key


def tree(name: str, text: str, question: str, asked: str) -> DialogueTree:
    root = Inquiry(asked, Conclusion(Answer.YES), Conclusion(Answer.NO))
    return DialogueTree(name, RuleText(text), question, root)


SKIPPER = "Do you hold a skipper's certificate?"
BOATS = tree(
    "boats",
    "You may hire a sailing boat on Lake Tamsin if you hold a skipper's certificate.",
    "May I hire a sailing boat?",
    SKIPPER,
)
CANOES = tree(
    "canoes",
    "You may hire a canoe on Lake Tamsin if you are over twelve and can swim.",
    "Are children let out in canoes?",
    "Can you swim?",
)
PARKING = tree(
    "parking",
    "Parking at the pier costs nothing if you have a resident's badge.",
    "Is parking free?",
    "Do you have a badge?",
)
STORY = Story("I passed my skipper's certificate.", {question_key(SKIPPER): Answer.YES})
CORPUS = Corpus(
    "ours",
    rows=(),
    trees=(BOATS, CANOES, PARKING),
    scenarios={"boats": Scenarios(stories=(STORY,))},
)


def made(corpus: Corpus = CORPUS, seed: int = 0) -> list[Row]:
    return list(SOURCES["near miss"](corpus, random.Random(seed)))


def asked_of_boats(corpus: Corpus = CORPUS) -> list[Row]:
    rows = [row for seed in range(20) for row in made(corpus, seed)]
    return [row for row in rows if row.conversation.question == BOATS.question]


def test_a_question_and_its_story_stand_beside_a_text_that_shares_their_words() -> None:
    rows = asked_of_boats()
    assert {row.conversation.rule_text for row in rows} == {CANOES.rule_text}
    assert {row.conversation.scenario for row in rows} == {"", STORY.text}
    for row in rows:
        assert (row.tree_id, row.decision) == ("canoes", Decision.IRRELEVANT)
        assert row.evidence is None
        assert (row.origin, row.type) == ("near miss", RowType.NEAR_MISS)


def test_some_stand_later_in_an_interview_and_agree_with_their_story() -> None:
    histories = {(row.conversation.scenario, row.conversation.history) for row in asked_of_boats()}
    yes, no = (Turn(SKIPPER, answer) for answer in (Answer.YES, Answer.NO))
    assert histories == {
        (STORY.text, ()),
        (STORY.text, (yes,)),
        ("", ()),
        ("", (yes,)),
        ("", (no,)),
    }


@pytest.mark.parametrize(
    "other",
    [
        replace(CANOES, question="May I hire that sailing boat?"),
        replace(CANOES, rule_text=RuleText("On Lake Tamsin you may hire a sailing boat. Hold it!")),
        replace(CANOES, rule_text=BOATS.rule_text),
        replace(CANOES, rule_text=RuleText("A lion was seen in the woods.")),
    ],
    ids=["asked the same", "says the same", "is the same", "has nothing in common"],
)
def test_a_text_is_no_near_miss_that(other: DialogueTree) -> None:
    assert asked_of_boats(replace(CORPUS, trees=(BOATS, other, PARKING))) == []


def test_where_what_is_said_does_not_lead_to_its_text_nothing_is_a_miss() -> None:
    vague = replace(BOATS, question="Is it fine?")
    corpus = replace(CORPUS, trees=(vague, CANOES, PARKING), scenarios={})
    assert not [row for row in made(corpus) if row.conversation.question == vague.question]


def test_near_misses_of_our_policies() -> None:
    corpus = read_corpus("policies:evaluation")
    rows = made(corpus)
    assert len(rows) > 3 * len(corpus.trees)
    assert sum(bool(row.conversation.scenario) for row in rows) > 0.8 * len(rows)
    assert 0.1 < sum(bool(row.conversation.history) for row in rows) / len(rows) < 0.4
    answered = {(tree.rule_text.text, question_key(tree.question)) for tree in corpus.trees}
    for row in rows:
        said = row.conversation
        assert (said.rule_text.text, question_key(said.question)) not in answered
    assert len({row.utterance_id for row in rows}) == len(rows)
    assert made(corpus) == rows != made(corpus, seed=1)


def test_a_recipe_gives_them_a_share_of_their_own() -> None:
    corpus = read_corpus("policies:evaluation")
    wanted = Augmentation(
        sources=("tree", "irrelevant", "near miss"),
        mix={"no scenario": 0.6, "irrelevant question": 0.1, "near miss": 0.3},
        rows=200,
    )
    counts = Counter(row.type.value for row in augment(corpus, wanted, seed=0))
    assert counts == {"no scenario": 120, "irrelevant question": 20, "near miss": 60}


def test_a_file_keeps_what_they_are() -> None:
    again = parse_rows(parse_json(dump(made()).encode(), source="rows"), source="rows")
    assert {row.type for row in again} == {RowType.NEAR_MISS}
    assert {row.evidence for row in again} == {None}


def test_the_nearest_text_has_the_rarer_words() -> None:
    texts = ["a fishing licence", "a fishing boat on a lake", "a boat", "a dog licence"]
    near = NearTexts.of([stems(text) for text in texts])
    assert near.nearest({"fishi": 1, "licen": 1}, 2)[0] == 0
    assert near.nearest({"lake": 1, "boat": 1}, 1) == [1]
    assert near.nearest({"unheard": 1}, 3) == []
    assert NearTexts.of([]).nearest({"boat": 1}, 3) == []


def test_how_much_words_tell() -> None:
    near = NearTexts.of([{"boat", "lake"}, {"boat"}, {"boat"}])
    assert near.part({"boat"}, {"boat", "lake"}) == near.shared(set(), set()) == 1
    assert near.part({"boat", "lake"}, {"boat"}) < 0.5 < near.part({"boat", "lake"}, {"lake"})
    assert near.shared({"boat"}, {"lake"}) == 0
