"""Rows made from trees say what ShARC's rows would say."""

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from e3.corpus.corpus import Corpus, merged
from e3.corpus.making import SOURCES, story_rows
from e3.corpus.rows import Row, RowType
from e3.corpus.scenarios import Scenarios, question_name, read_scenarios, told_in
from e3.corpus.sources import read_corpus
from e3.corpus.trees import Conclusion, DialogueTree, Inquiry, Node, reply_of
from e3.errors import BadInput
from e3.policy.answers import Answer
from e3.policy.policy import Statements, Story
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Turn
from e3.text import question_key

YES, NO = Conclusion(Answer.YES), Conclusion(Answer.NO)
SWIM, BOAT, SMALL = "Do you swim?", "Do you own a boat?", "Is it small?"
BOATS = RuleText("You may row if you swim and own a boat, or rent a small one.")
TREE = DialogueTree(
    "boats/1", BOATS, "May I row?", Inquiry(SWIM, Inquiry(BOAT, YES, Inquiry(SMALL, YES, NO)), NO)
)
DOG = "Do you have a dog?"
DOGS = RuleText("You pay the tax if you have a dog.")
DOG_TREE = DialogueTree("dogs/1", DOGS, "Must I pay?", Inquiry(DOG, YES, NO))
SWIMS, SWIMS_NOT = Turn(SWIM, Answer.YES), Turn(SWIM, Answer.NO)
OWNS, OWNS_NOT = Turn(BOAT, Answer.YES), Turn(BOAT, Answer.NO)
SMALL_ONE, LARGE_ONE = Turn(SMALL, Answer.YES), Turn(SMALL, Answer.NO)


def known(*turns: Turn) -> dict[str, Answer]:
    return {question_key(turn.question): turn.answer for turn in turns}


def given_row(name: str, scenario: str, answer: str, *evidence: Turn) -> Row:
    return Row(name, "boats/1", Conversation(BOATS, "May I row?", scenario), answer, evidence)


CORPUS = Corpus(
    "ours",
    rows=(
        given_row("1", "I was born in the water.", BOAT, SWIMS),
        given_row("2", "I like lakes.", SWIM),
    ),
    trees=(TREE, DOG_TREE),
    scenarios={
        "boats/1": Scenarios(
            stories=(Story("My boat sank last week.", known(OWNS_NOT)),),
            statements={
                question_key(SWIM): Statements(
                    ("I swim.",), ("I can't swim.",), ("Water is wet.",)
                ),
                question_key(BOAT): Statements(("The boat is mine.",), ("I have no boat.",)),
            },
        ),
        "dogs/1": Scenarios(
            stories=(Story("Rex barks all night.", known(Turn(DOG, Answer.YES))),),
            irrelevant_questions=("Are cats taxed?", "Who walks the dog?"),
        ),
    },
)


def made(source: str, corpus: Corpus = CORPUS, seed: int = 0) -> list[Row]:
    return list(SOURCES[source](corpus, random.Random(seed)))


def told(row: Row) -> tuple[tuple[Turn, ...], tuple[Turn, ...] | None, str | None]:
    return row.conversation.history, row.evidence, row.answer


def plain(rows: list[Row], origin: str) -> list[Row]:
    return [row for row in rows if row.origin == origin]


def test_a_scenario_spares_what_it_settles_next() -> None:
    rows = list(story_rows(TREE, Story("The boat is not mine.", known(OWNS_NOT))))
    assert [told(row) for row in plain(rows, "story")] == [
        ((), (), SWIM),
        ((SWIMS,), (OWNS_NOT,), SMALL),
        # ShARC asks in the history what the scenario settles too.
        ((SWIMS, OWNS_NOT), (), SMALL),
        ((SWIMS, OWNS_NOT, SMALL_ONE), (), "Yes"),
        ((SWIMS, OWNS_NOT, LARGE_ONE), (), "No"),
        ((SWIMS_NOT,), (), "No"),
    ]


def test_an_interview_leaves_gaps_where_the_scenario_speaks() -> None:
    rows = list(story_rows(TREE, Story("The boat is not mine.", known(OWNS_NOT))))
    assert [told(row) for row in plain(rows, "story, spared")] == [
        ((SWIMS, SMALL_ONE), (OWNS_NOT,), "Yes"),
        ((SWIMS, LARGE_ONE), (OWNS_NOT,), "No"),
    ]


def test_a_row_is_made_once() -> None:
    rows = list(story_rows(TREE, Story("A story.", known(OWNS_NOT, LARGE_ONE))))
    assert len({told(row) for row in rows}) == len(rows)


def test_a_scenario_can_settle_all() -> None:
    rows = list(story_rows(TREE, Story("All is told.", known(SWIMS, OWNS_NOT, SMALL_ONE))))
    assert told(rows[0]) == ((), (SWIMS, OWNS_NOT, SMALL_ONE), "Yes")
    assert all(row.answer == "Yes" for row in rows)


def test_a_scenario_that_settles_nothing_changes_nothing() -> None:
    rows = list(story_rows(TREE, Story("I like lakes.", {})))
    assert [told(row) for row in rows] == [
        (state.history, (), reply_of(state.node)) for state in TREE.states
    ]
    assert {row.conversation.scenario for row in rows} == {"I like lakes."}


def test_what_stays_unclear_is_not_settled() -> None:
    rows = list(story_rows(TREE, Story("Hm.", {question_key(SWIM): Answer.UNKNOWN})))
    assert told(rows[0]) == ((), (), SWIM)


def test_where_the_tree_has_a_hole_no_row_is_made() -> None:
    holed = replace(TREE, root=Inquiry(SWIM, None, NO))
    rows = list(story_rows(holed, Story("I swim.", known(SWIMS))))
    assert rows == []


def test_tree_rows_are_the_states() -> None:
    rows = made("tree")
    assert len(rows) == len(TREE.states) + len(DOG_TREE.states)
    assert {row.type for row in rows} == {RowType.NO_SCENARIO}


def test_real_scenarios_put_together_what_their_rows_say() -> None:
    more = given_row("3", "I was born in the water.", SMALL, SWIMS, OWNS_NOT)
    corpus = replace(CORPUS, rows=(*CORPUS.rows, more))
    (story,) = told_in(corpus.rows)["boats/1"]
    assert story == Story("I was born in the water.", known(SWIMS, OWNS_NOT), "real scenario")
    rows = made("real scenario", corpus)
    assert told(rows[0]) == ((), (SWIMS, OWNS_NOT), SMALL)
    assert {row.tree_id for row in rows} == {"boats/1"}


def test_given_rows_are_given() -> None:
    assert [replace(row, told=None) for row in made("given")] == list(CORPUS.rows)


def test_given_rows_know_what_other_rows_say_of_their_scenario() -> None:
    later = given_row("3", "I was born in the water.", SMALL, OWNS_NOT)
    rows = made("given", replace(CORPUS, rows=(*CORPUS.rows, later)))
    (found,) = {row.told for row in rows if row.conversation.scenario == "I was born in the water."}
    assert found is not None
    assert {turn.answer for turn in found} >= {OWNS_NOT.answer}


def test_stories_are_told_to_their_own_tree() -> None:
    assert {(row.tree_id, row.conversation.scenario) for row in made("story")} == {
        ("boats/1", "My boat sank last week."),
        ("dogs/1", "Rex barks all night."),
    }


def test_statements_settle_what_they_state() -> None:
    said = {"I swim.": SWIMS, "I can't swim.": SWIMS_NOT, "The boat is mine.": OWNS}
    said |= {"I have no boat.": OWNS_NOT}
    for seed in range(10):
        for row in made("statement", seed=seed):
            turns = [turn for text, turn in said.items() if text in row.conversation.scenario]
            assert set(row.evidence or ()) <= set(turns)
            assert set(turns).isdisjoint(
                Turn(t.question, Answer.NO if t.answer is Answer.YES else Answer.YES)
                for t in row.conversation.history
            )


def test_statements_sometimes_only_touch_a_question() -> None:
    scenarios = {row.conversation.scenario for n in range(20) for row in made("statement", seed=n)}
    assert any("Water is wet." in scenario for scenario in scenarios)


def test_rewritten_questions_say_the_answer() -> None:
    rows = [row for row in made("rewritten question") if row.tree_id == "dogs/1"]
    evidence = {row.conversation.scenario: row.evidence for row in rows if row.evidence}
    assert evidence == {
        "I have a dog.": (Turn(DOG, Answer.YES),),
        "I do not have a dog.": (Turn(DOG, Answer.NO),),
    }


@pytest.mark.parametrize("seed", range(5))
def test_unrelated_scenarios_come_from_another_text(seed: int) -> None:
    about_boats = {"I was born in the water.", "My boat sank last week."}
    rows = made("unrelated scenario", seed=seed)
    assert len(rows) == len(TREE.states) + len(DOG_TREE.states)
    for row in rows:
        from_boats = row.conversation.scenario in about_boats
        assert from_boats == (row.tree_id == "dogs/1")
        assert row.evidence == ()
        assert row.type is RowType.NO_EVIDENCE


def test_with_one_text_alone_nothing_is_unrelated() -> None:
    alone = replace(CORPUS, trees=(TREE,), scenarios={})
    assert made("unrelated scenario", alone) == []
    assert made("irrelevant", alone) == []
    assert made("irrelevant, with a scenario", alone) == []


def test_irrelevant_questions_are_those_written_for_the_tree_or_another_trees() -> None:
    asked = [(row.tree_id, row.conversation.question, row.answer) for row in made("irrelevant")]
    assert asked == [
        ("boats/1", "Must I pay?", "Irrelevant"),
        ("dogs/1", "Are cats taxed?", "Irrelevant"),
        ("dogs/1", "Who walks the dog?", "Irrelevant"),
    ]


@pytest.mark.parametrize("seed", range(5))
def test_what_a_text_answers_is_never_irrelevant_to_it(seed: int) -> None:
    """Two texts are often asked in the same words."""
    other = replace(DOG_TREE, question="May I row ?")
    third = replace(DOG_TREE, tree_id="dogs/2", question="Is it dear?")
    corpus = replace(CORPUS, trees=(TREE, other, third), scenarios={})
    own = {tree.tree_id: question_key(tree.question) for tree in corpus.trees}
    rows = made("irrelevant", corpus, seed=seed)
    assert rows
    assert all(question_key(row.conversation.question) != own[row.tree_id] for row in rows)


def test_irrelevant_questions_beside_a_scenario() -> None:
    rows = made("irrelevant, with a scenario")
    assert len(rows) == len(made("irrelevant"))
    for row in rows:
        assert row.conversation.scenario
        assert row.decision is Decision.IRRELEVANT
        assert row.evidence == ()


def test_evidence_moves_into_the_history() -> None:
    (row,) = made("evidence moved")
    assert told(row) == ((SWIMS,), (), BOAT)
    assert row.conversation.scenario == "I was born in the water."


@pytest.mark.parametrize("source", [s for s in SOURCES if s not in ("given", "near miss")])
def test_every_made_row_says_where_it_comes_from(source: str) -> None:
    rows = made(source)
    assert rows
    assert all(row.origin.removesuffix(", spared") == source for row in rows)
    assert all(len(row.utterance_id) == 40 for row in rows)
    assert all(row.conversation.rule_text in (BOATS, DOGS) for row in rows)


def test_scenarios_are_read(tmp_path: Path) -> None:
    stories = [
        {
            "tree_id": "boats/1",
            "scenarios": [{"text": "I swim.", "settles": {"do you swim": "Yes"}}],
        }
    ]
    said = [{"tree_id": "dogs/1", "question": DOG, "yes": ["Rex!"], "no": ["No pets."]}]
    (tmp_path / "stories.json").write_text(json.dumps(stories))
    (tmp_path / "statements.json").write_text(json.dumps(said))
    found = read_scenarios(tmp_path)
    assert found == {
        "boats/1": Scenarios((Story("I swim.", known(SWIMS)),)),
        "dogs/1": Scenarios(statements={question_key(DOG): Statements(("Rex!",), ("No pets.",))}),
    }
    before, after = (c.scenarios_of(TREE) for c in (CORPUS, CORPUS.with_scenarios(found)))
    assert after.stories == (*before.stories, *found["boats/1"].stories)
    assert after.statements == before.statements


def test_a_story_may_name_a_question_without_its_words() -> None:
    story = Story("I swim.", {question_name(SWIM): Answer.YES})
    found = CORPUS.with_scenarios({"boats/1": Scenarios((story,))}).scenarios_of(TREE)
    assert found.stories[-1].settles == {question_key(SWIM): Answer.YES}
    assert question_name(SWIM) == question_name(SWIM.upper()) != question_name(DOG)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("other.json", "[]", ": there is no stories.json and no statements.json"),
        ("stories.json", "{}", "stories.json: a JSON list is wanted"),
        ("stories.json", '[{"tree_id": "t"}]', "stories.json, row 1: scenarios: Field required"),
        (
            "stories.json",
            '[{"tree_id": "t", "scenarios": [{"text": "x", "settles": {"q": "maybe"}}]}]',
            "stories.json, row 1: scenarios[0].settles.q: ",
        ),
        ("statements.json", "[3]", "statements.json, row 1: "),
        (
            "statements.json",
            '[{"tree_id": "t", "question": "q", "yes": [], "no": ["No."]}]',
            "statements.json, row 1: yes: ",
        ),
    ],
)
def test_scenarios_that_are_none(tmp_path: Path, name: str, content: str, message: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(BadInput) as caught:
        read_scenarios(tmp_path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_corpora_are_joined() -> None:
    one = replace(CORPUS, trees=(TREE,), name="boats")
    other = replace(CORPUS, trees=(DOG_TREE,), rows=(), name="dogs")
    both = merged([one, other])
    assert both.name == "boats + dogs"
    assert both.trees == CORPUS.trees
    assert both.rows == CORPUS.rows


def replayed(node: Node | None, answers: Mapping[str, Answer]) -> str:
    while isinstance(node, Inquiry) and question_key(node.question) in answers:
        node = node.after(answers[question_key(node.question)])
    assert node is not None
    return reply_of(node)


def test_history_and_evidence_lead_to_the_answer_in_all_our_policies() -> None:
    corpus = read_corpus("policies:evaluation")
    trees = {tree.tree_id: tree for tree in corpus.trees}
    checked = 0
    for source in SOURCES:
        for row in made(source, corpus):
            if row.decision is not Decision.IRRELEVANT:
                turns = (*row.conversation.history, *(row.evidence or ()))
                answers = known(*turns)
                assert len(answers) == len(turns), "nothing is asked or told twice"
                assert replayed(trees[row.tree_id].root, answers) == row.answer
                checked += bool(row.evidence)
    assert checked > 1000
