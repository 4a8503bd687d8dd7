"""Rows made from dialogue trees.

How ShARC makes a row with a scenario, as its development set shows: the history is any path of the
tree that agrees with the scenario; from there the tree goes on by itself through the questions that
the scenario settles, and these are the row's evidence; the reply is where it stops.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from e3.corpus.corpus import Corpus
from e3.corpus.near_misses import near_miss_rows
from e3.corpus.rows import NEAR_MISS, Row, made_row
from e3.corpus.scenarios import told_in
from e3.corpus.trees import Conclusion, DialogueTree, Inquiry, Node, reply_of
from e3.language.en.first_person import state_answer
from e3.policy.answers import Answer
from e3.policy.policy import Statements, Story
from e3.reading.conversation import Conversation, Turn
from e3.text import question_key

Source = Callable[[Corpus, random.Random], Iterator[Row]]


def given_rows(corpus: Corpus, rng: random.Random) -> Iterator[Row]:  # noqa: ARG001
    """The corpus's own rows, each with all that other rows say its scenario tells."""
    told = {
        (tree_id, story.text): _turns(story.settles)
        for tree_id, stories in told_in(corpus.rows).items()
        for story in stories
    }
    for row in corpus.rows:
        found = told.get((row.tree_id, row.conversation.scenario))
        yield row if row.told is not None or found is None else replace(row, told=found)


def tree_rows(corpus: Corpus, rng: random.Random) -> Iterator[Row]:  # noqa: ARG001
    """Every state of every tree, without a scenario."""
    for tree in corpus.trees:
        for state in tree.states:
            yield _row(tree, state.history, reply_of(state.node), origin="tree")


def real_scenario_rows(corpus: Corpus, rng: random.Random) -> Iterator[Row]:  # noqa: ARG001
    """Every state that agrees with a scenario of the rows themselves."""
    stories = told_in(corpus.rows)
    for tree in corpus.trees:
        for story in stories.get(tree.tree_id, ()):
            yield from story_rows(tree, story)


def written_story_rows(corpus: Corpus, rng: random.Random) -> Iterator[Row]:  # noqa: ARG001
    """Every state that agrees with a story written for the tree."""
    for tree in corpus.trees:
        for story in corpus.scenarios_of(tree).stories:
            yield from story_rows(tree, story)


def statement_rows(corpus: Corpus, rng: random.Random) -> Iterator[Row]:
    """Scenarios joined from statements, for every way through a tree."""
    for tree in corpus.trees:
        if statements := corpus.scenarios_of(tree).statements:
            for path in _paths(tree):
                if (story := _joined(tree, path, statements, rng)).text:
                    yield from story_rows(tree, story)


def rewritten_rows(corpus: Corpus, rng: random.Random) -> Iterator[Row]:
    """Scenarios made of follow-up questions put in the first person, for every way through."""
    for tree in corpus.trees:
        for path in _paths(tree):
            settled = rng.sample(path, rng.randint(1, len(path)))
            text = " ".join(state_answer(turn.question, turn.answer) for turn in settled)
            yield from story_rows(tree, Story(text, _known(settled), "rewritten question"))


def unrelated_scenario_rows(corpus: Corpus, rng: random.Random) -> Iterator[Row]:
    """Every state with a scenario that was told about another rule text."""
    told = _scenario_pool(corpus)
    for tree in corpus.trees:
        for state in tree.states:
            if scenario := _from_elsewhere(told, tree.rule_text.text, rng):
                yield _row(
                    tree,
                    state.history,
                    reply_of(state.node),
                    scenario=scenario,
                    origin="unrelated scenario",
                )


def irrelevant_rows(corpus: Corpus, rng: random.Random) -> Iterator[Row]:
    """Questions that the rule text does not answer: two a tree, as in the official set.

    Those that were written for it where there are some, otherwise the questions of other trees.
    """
    asked = [(tree.rule_text.text, tree.question) for tree in corpus.trees]
    answered: dict[str, set[str]] = {}
    for place, own in asked:
        answered.setdefault(place, set()).add(question_key(own))
    for tree in corpus.trees:
        text = tree.rule_text.text
        pool = [(p, q) for p, q in asked if p != text and question_key(q) not in answered[text]]
        questions = list(corpus.scenarios_of(tree).irrelevant_questions)
        while len(questions) < 2 and (
            question := _from_elsewhere(pool, text, rng, not_among=questions)
        ):
            questions.append(question)
        for question in questions:
            yield _row(tree, (), "Irrelevant", question=question, origin="irrelevant")


def irrelevant_scenario_rows(corpus: Corpus, rng: random.Random) -> Iterator[Row]:
    """Irrelevant questions beside a scenario; the official set has none, people will."""
    told = _scenario_pool(corpus)
    for row in irrelevant_rows(corpus, rng):
        text = row.conversation.rule_text.text
        own = [(place, story) for place, story in told if place == text]
        scenario = rng.choice(own)[1] if own else _from_elsewhere(told, text, rng)
        if scenario:
            yield made_row(
                tree_id=row.tree_id,
                conversation=replace(row.conversation, scenario=scenario),
                answer="Irrelevant",
                source_url=row.source_url,
                origin="irrelevant, with a scenario",
            )


def moved_evidence_rows(corpus: Corpus, rng: random.Random) -> Iterator[Row]:  # noqa: ARG001
    """The corpus's own rows with their evidence moved into the history; the reply stays."""
    for row in corpus.rows:
        if row.evidence and row.answer is not None:
            conversation = row.conversation
            yield made_row(
                tree_id=row.tree_id,
                conversation=replace(conversation, history=conversation.history + row.evidence),
                answer=row.answer,
                source_url=row.source_url,
                origin="evidence moved",
            )


SOURCES: Mapping[str, Source] = {
    "given": given_rows,
    "tree": tree_rows,
    "real scenario": real_scenario_rows,
    "story": written_story_rows,
    "statement": statement_rows,
    "rewritten question": rewritten_rows,
    "unrelated scenario": unrelated_scenario_rows,
    "irrelevant": irrelevant_rows,
    "irrelevant, with a scenario": irrelevant_scenario_rows,
    "evidence moved": moved_evidence_rows,
    NEAR_MISS: near_miss_rows,
}
"""Where rows come from, by the names that recipes use."""


def story_rows(tree: DialogueTree, story: Story) -> Iterator[Row]:
    """All rows of one tree with one scenario: as ShARC makes them, and as an interview meets them.

    ShARC asks in the history what the scenario settles too; an interview spares the person those
    questions, so that its later histories have gaps.
    """
    settles = {key: answer for key, answer in story.settles.items() if answer is not Answer.UNKNOWN}
    told = _turns(settles)
    for state in tree.states:
        if all(settles.get(question_key(t.question), t.answer) is t.answer for t in state.history):
            spared, end = tree.advance(state.node, settles)
            if end is not None:
                yield _row(
                    tree,
                    state.history,
                    reply_of(end),
                    scenario=story.text,
                    evidence=spared,
                    origin=story.origin,
                    told=told,
                )
    paths = {state.history for state in tree.states}
    for history, spared, node in _interview(tree, tree.root, settles, (), ()):
        # Without a gap it is one of the rows above.
        if history not in paths:
            yield _row(
                tree,
                history,
                reply_of(node),
                scenario=story.text,
                evidence=spared,
                origin=f"{story.origin}, spared",
                told=told,
            )


def _interview(
    tree: DialogueTree,
    node: Node,
    settles: Mapping[str, Answer],
    history: tuple[Turn, ...],
    spared: tuple[Turn, ...],
) -> Iterator[tuple[tuple[Turn, ...], tuple[Turn, ...], Node]]:
    """The states of an interview that never asks what the scenario settles."""
    more, here = tree.advance(node, settles)
    if here is None:
        return
    spared = spared + more
    yield history, spared, here
    if isinstance(here, Inquiry):
        for answer in (Answer.YES, Answer.NO):
            if (child := here.after(answer)) is not None:
                turn = Turn(here.question, answer)
                yield from _interview(tree, child, settles, (*history, turn), spared)


def _joined(
    tree: DialogueTree,
    path: Sequence[Turn],
    statements: Mapping[str, Statements],
    rng: random.Random,
) -> Story:
    """A scenario that settles some questions of a path, and sometimes touches on another."""
    sayings = {
        turn: statements[question_key(turn.question)].saying(turn.answer)
        for turn in rng.sample(path, rng.randint(1, len(path)))
        if question_key(turn.question) in statements
    }
    settled = [turn for turn, texts in sayings.items() if texts]
    said = [rng.choice(sayings[turn]) for turn in settled]
    others = [
        statements[question_key(question)].unclear
        for question in tree.questions
        if question_key(question) not in _known(settled) and question_key(question) in statements
    ]
    if (others := [unclear for unclear in others if unclear]) and rng.random() < 0.3:
        said.append(rng.choice(rng.choice(others)))
    rng.shuffle(said)
    return Story(" ".join(said), _known(settled), "statement")


def _paths(tree: DialogueTree) -> Iterator[Sequence[Turn]]:
    """The ways through a tree that ask at least one question."""
    for state in tree.states:
        if state.history and isinstance(state.node, Conclusion):
            yield state.history


def _turns(settles: Mapping[str, Answer]) -> tuple[Turn, ...]:
    return tuple(Turn(question, answer) for question, answer in settles.items())


def _known(turns: Iterable[Turn]) -> dict[str, Answer]:
    return {question_key(turn.question): turn.answer for turn in turns}


def _scenario_pool(corpus: Corpus) -> list[tuple[str, str]]:
    """Every scenario that someone wrote, with the rule text it is about."""
    told = {
        (row.conversation.rule_text.text, row.conversation.scenario)
        for row in corpus.rows
        if row.evidence
    }
    for tree in corpus.trees:
        told.update(
            (tree.rule_text.text, story.text) for story in corpus.scenarios_of(tree).stories
        )
    return sorted(told)


def _from_elsewhere(
    pool: Sequence[tuple[str, str]],
    text: str,
    rng: random.Random,
    *,
    not_among: Sequence[str] = (),
) -> str | None:
    """One of the pool that belongs to another rule text; None if there is none."""
    for _ in range(20):
        if not pool:
            return None
        place, found = rng.choice(pool)
        if place != text and found not in not_among:
            return found
    others = [found for place, found in pool if place != text and found not in not_among]
    return rng.choice(others) if others else None


def _row(
    tree: DialogueTree,
    history: tuple[Turn, ...],
    answer: str,
    *,
    question: str | None = None,
    scenario: str = "",
    evidence: tuple[Turn, ...] = (),
    origin: str,
    told: tuple[Turn, ...] | None = None,
) -> Row:
    return made_row(
        tree_id=tree.tree_id,
        conversation=Conversation(tree.rule_text, question or tree.question, scenario, history),
        answer=answer,
        evidence=evidence,
        source_url=tree.source_url,
        origin=origin,
        told=told,
    )
