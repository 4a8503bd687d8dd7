"""Dialogue trees are rebuilt from rows, whatever their order and their quarrels."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from e3.corpus.rows import Row, RowType
from e3.corpus.sharc import load_json, parse_rows
from e3.corpus.trees import Conclusion, DialogueTree, Inquiry, Node, build_trees, reply_of
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Turn
from e3.text import question_key

YES, NO = Conclusion(Answer.YES), Conclusion(Answer.NO)
SWIM, BOAT, SMALL = "Do you swim?", "Do you own a boat?", "Is it small?"
ROOT = Inquiry(SWIM, Inquiry(BOAT, YES, Inquiry(SMALL, YES, NO)), NO)
TEXT = RuleText("You may row if you swim and own a boat, or rent a small one.")


def tree_of(root: Node, tree_id: str = "t") -> DialogueTree:
    return DialogueTree(tree_id, TEXT, "May I row?", root)


def row(
    answer: str,
    *history: tuple[str, str],
    scenario: str = "",
    evidence: tuple[tuple[str, str], ...] | None = (),
    tree_id: str = "t",
) -> Row:
    def turns(pairs: tuple[tuple[str, str], ...]) -> tuple[Turn, ...]:
        return tuple(Turn(question, Answer(said)) for question, said in pairs)

    return Row(
        utterance_id=f"{history}{scenario}{evidence}{answer}",
        tree_id=tree_id,
        conversation=Conversation(TEXT, "May I row?", scenario, turns(history)),
        answer=answer,
        evidence=None if evidence is None else turns(evidence),
    )


def rows_of(tree: DialogueTree) -> list[Row]:
    return [
        Row(str(number), tree.tree_id, conversation, reply_of(state.node))
        for number, state in enumerate(tree.states)
        for conversation in [Conversation(TEXT, tree.question, "", state.history)]
    ]


def scenario_rows(tree: DialogueTree, rng: random.Random) -> list[Row]:
    """Rows whose scenario settles some questions, and rows whose scenario settles none."""
    settled = [question for question in tree.questions if rng.random() < 0.6]
    known = {question_key(question): rng.choice([Answer.YES, Answer.NO]) for question in settled}
    made = []
    for number, state in enumerate(tree.states):
        conversation = Conversation(TEXT, tree.question, "I tell a story.", state.history)
        plain = Row(f"s{number}", tree.tree_id, conversation, reply_of(state.node), ())
        spared, end = tree.advance(state.node, known)
        made.append(plain)
        if spared and end is not None:
            made.append(
                replace(plain, answer=reply_of(end), evidence=spared, utterance_id=f"e{number}")
            )
    return made


def rebuilt(rows: list[Row]) -> Node:
    (tree,) = build_trees(rows)
    return tree.root


def test_a_tree_is_walked_parents_first_and_yes_first() -> None:
    tree = tree_of(ROOT)
    assert [reply_of(state.node) for state in tree.states] == [
        *(SWIM, BOAT, "Yes", SMALL, "Yes", "No", "No")
    ]
    assert tree.states[4].history == (
        Turn(SWIM, Answer.YES),
        Turn(BOAT, Answer.NO),
        Turn(SMALL, Answer.YES),
    )
    assert tree.questions == (SWIM, BOAT, SMALL)


def test_a_tree_goes_on_by_itself_through_what_is_known() -> None:
    tree = tree_of(ROOT)
    known = {question_key(SWIM): Answer.YES, question_key(SMALL): Answer.NO}
    spared, end = tree.advance(tree.root, known)
    assert spared == (Turn(SWIM, Answer.YES),)
    assert end == ROOT.yes
    spared, end = tree.advance(tree.root, known | {question_key(BOAT): Answer.NO})
    assert spared == (Turn(SWIM, Answer.YES), Turn(BOAT, Answer.NO), Turn(SMALL, Answer.NO))
    assert end == NO
    assert tree.advance(tree.root, {}) == ((), tree.root)


def test_a_walk_stops_where_the_tree_has_a_hole() -> None:
    tree = tree_of(Inquiry(SWIM, YES, None))
    assert tree.advance(tree.root, {question_key(SWIM): Answer.NO}) == (
        (Turn(SWIM, Answer.NO),),
        None,
    )
    assert len(tree.states) == 2


def test_rows_of_a_tree_give_the_tree() -> None:
    (built,) = build_trees(rows_of(tree_of(ROOT)))
    assert built == tree_of(ROOT)


def nodes(depth: int, questions: tuple[str, ...]) -> st.SearchStrategy[Node]:
    """Trees of at most `depth` questions that ask nothing twice on one way."""
    leaf = st.sampled_from([YES, NO])
    if not depth or not questions:
        return leaf

    def below(question: str) -> st.SearchStrategy[Node]:
        children = nodes(depth - 1, tuple(q for q in questions if q != question))
        return st.builds(Inquiry, st.just(question), children, children)

    return leaf | st.sampled_from(questions).flatmap(below)


NODES = nodes(5, tuple(f"Do you own {n} boats?" for n in range(7)))


@given(NODES, st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_any_tree_is_rebuilt_from_its_rows_in_any_order(root: Node, rng: random.Random) -> None:
    tree = tree_of(root)
    rows = rows_of(tree) + scenario_rows(tree, rng)
    rng.shuffle(rows)
    assert rebuilt(rows) == root


@given(st.lists(NODES, min_size=2, max_size=3), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_the_order_of_rows_never_matters(roots: list[Node], rng: random.Random) -> None:
    """Even where rows contradict each other: several trees speak under one id."""
    rows = [row for root in roots for row in rows_of(tree_of(root))]
    rows += scenario_rows(tree_of(roots[0]), rng)
    before = build_trees(rows)
    rng.shuffle(rows)
    assert build_trees(rows) == before


def test_trees_come_in_the_order_of_their_ids() -> None:
    rows = rows_of(tree_of(NO, "b")) + rows_of(tree_of(YES, "a"))
    assert [tree.tree_id for tree in build_trees(rows)] == ["a", "b"]


def test_irrelevant_rows_and_rows_without_answer_say_nothing() -> None:
    assert build_trees([row("Irrelevant"), replace(row("Yes"), answer=None)]) == []


def test_spellings_of_one_question_are_one_node() -> None:
    rows = [
        row(SWIM),
        row("do you swim"),
        row(SWIM, scenario="I tell a story."),
        row("Yes", ("Do you swim ?", "yes")),
        row("No", (SWIM, "no")),
    ]
    assert rebuilt(rows) == Inquiry(SWIM, YES, NO)


def test_the_commonest_reply_wins() -> None:
    swim, no = (SWIM, "yes"), (SWIM, "no")
    rows = [row("Yes", swim), row("No", swim), replace(row("Yes", swim), utterance_id="2")]
    assert rebuilt([*rows, row("No", no)]) == Inquiry(SWIM, YES, NO)


def test_rows_without_a_scenario_win_over_rows_with_one() -> None:
    rows = [row(SWIM), row("No", (SWIM, "no")), row("Yes", (SWIM, "yes"))]
    contrary = [row("No", (SWIM, "yes"), scenario=f"Story {n}.") for n in range(5)]
    assert rebuilt(rows + contrary) == Inquiry(SWIM, YES, NO)


def test_scenarios_without_evidence_fill_what_is_missing() -> None:
    rows = [row(SWIM), row("No", (SWIM, "no"), scenario="A story.")]
    assert rebuilt(rows) == Inquiry(SWIM, None, NO)


def test_scenarios_whose_evidence_is_unknown_are_not_believed() -> None:
    rows = [row(SWIM), row("No", (SWIM, "no"), scenario="A story.", evidence=None)]
    assert rebuilt(rows) == Inquiry(SWIM, None, None)


def test_a_hole_is_filled_from_evidence() -> None:
    swims = ((SWIM, "yes"),)
    rows = [
        row(SWIM),
        row("No", (SWIM, "no")),
        row(BOAT, scenario="I swim.", evidence=swims),
        row("Yes", (BOAT, "yes"), scenario="I swim.", evidence=swims),
        row("No", scenario="I swim but own nothing.", evidence=(*swims, (BOAT, "no"))),
    ]
    assert rebuilt(rows) == Inquiry(SWIM, Inquiry(BOAT, YES, NO), NO)


def test_evidence_does_not_overrule_what_rows_say() -> None:
    rows = [row(SWIM), row("Yes", (SWIM, "yes")), row("No", (SWIM, "no"))]
    contrary = row("No", scenario="I swim.", evidence=((SWIM, "yes"),))
    assert rebuilt([*rows, contrary]) == Inquiry(SWIM, YES, NO)


def test_a_row_that_asks_what_was_answered_ends_somewhere() -> None:
    again = row(SWIM, (SWIM, "yes"))
    with_story = row(SWIM, scenario="I swim.", evidence=((SWIM, "yes"),))
    twice = row("Yes", (SWIM, "yes"), (SWIM, "yes"))
    assert rebuilt([row(SWIM), again, with_story, twice]) == Inquiry(SWIM, None, None)


@pytest.mark.parametrize("reply", ["Yes", "yes", " NO "])
def test_conclusions_in_any_spelling(reply: str) -> None:
    assert rebuilt([row(reply)]) == Conclusion(Answer(reply.strip().lower()))


def test_the_trees_of_the_development_set_are_its_rows(shared: Path) -> None:
    rows = parse_rows(load_json(shared / "data" / "sharc" / "dev.json"), source="dev")
    told = Counter(
        (
            r.tree_id,
            tuple((question_key(t.question), t.answer) for t in r.conversation.history),
            question_key(r.answer or ""),
        )
        for r in rows
        if r.type is RowType.NO_SCENARIO
    )
    walked = Counter(
        (
            tree.tree_id,
            tuple((question_key(t.question), t.answer) for t in state.history),
            question_key(reply_of(state.node)),
        )
        for tree in build_trees(rows)
        for state in tree.states
    )
    assert told.total() == 293
    assert walked == told
