"""Dialogue trees: what is asked, where each answer leads, and how it ends.

ShARC's rows were made from such trees; this rebuilds them (the paper, appendix A.2).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from e3.corpus.rows import Row, decision_of
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Decision, Turn
from e3.text import question_key

TreePath = tuple[tuple[str, Answer], ...]
"""Where one stands in a tree: the keys of the questions so far, and their answers."""


@dataclass(frozen=True)
class Conclusion:
    """A leaf: yes or no."""

    answer: Answer


@dataclass(frozen=True)
class Inquiry:
    """An inner node. A branch is None where no row tells how it goes on."""

    question: str
    yes: Node | None
    no: Node | None

    def after(self, answer: Answer) -> Node | None:
        return self.yes if answer is Answer.YES else self.no


Node = Conclusion | Inquiry


@dataclass(frozen=True)
class TreeState:
    """A place in a tree: the turns that lead to it, and the node that stands there."""

    history: tuple[Turn, ...]
    node: Node


def reply_of(node: Node) -> str:
    """The reply at a node, as ShARC writes it: "Yes", "No" or the follow-up question."""
    return node.question if isinstance(node, Inquiry) else node.answer.value.capitalize()


@dataclass(frozen=True)
class DialogueTree:
    """All conversations about one question to one rule text."""

    tree_id: str
    rule_text: RuleText
    question: str
    root: Node
    source_url: str = ""

    @cached_property
    def states(self) -> tuple[TreeState, ...]:
        """The walk over all states, parents before children, yes before no."""
        return tuple(_walk(self.root, ()))

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """Every follow-up question once, in the order of the walk."""
        found: dict[str, str] = {}
        for state in self.states:
            if isinstance(state.node, Inquiry):
                found.setdefault(question_key(state.node.question), state.node.question)
        return tuple(found.values())

    def advance(
        self, node: Node, known: Mapping[str, Answer]
    ) -> tuple[tuple[Turn, ...], Node | None]:
        """Goes on from `node` through questions whose answer is known, by `question_key`.

        Returns the turns that this spared, and the node where it stopped.
        """
        spared: list[Turn] = []
        here: Node | None = node
        while isinstance(here, Inquiry) and question_key(here.question) in known:
            answer = known[question_key(here.question)]
            spared.append(Turn(here.question, answer))
            here = here.after(answer)
        return tuple(spared), here


def _walk(node: Node, history: tuple[Turn, ...]) -> Iterator[TreeState]:
    yield TreeState(history, node)
    if isinstance(node, Inquiry):
        for answer in (Answer.YES, Answer.NO):
            if (child := node.after(answer)) is not None:
                yield from _walk(child, (*history, Turn(node.question, answer)))


def build_trees(rows: Iterable[Row]) -> list[DialogueTree]:
    """The trees of a data set, in the order of their ids; the order of the rows does not matter."""
    grouped: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.answer is not None and row.decision is not Decision.IRRELEVANT:
            grouped[row.tree_id].append(row)
    return [
        tree
        for tree_id, members in sorted(grouped.items())
        if (tree := _build_tree(tree_id, members)) is not None
    ]


def _build_tree(tree_id: str, rows: list[Row]) -> DialogueTree | None:
    replies = _Replies()
    # The surest rows first: a scenario may settle what its evidence does not list.
    replies.learn(row for row in rows if not row.conversation.scenario)
    replies.learn(row for row in rows if row.conversation.scenario and row.evidence == ())
    replies.fill_from_evidence([row for row in rows if row.evidence])
    root = replies.node(())
    if root is None:
        return None
    first = min(rows, key=lambda row: row.utterance_id)
    return DialogueTree(
        tree_id=tree_id,
        rule_text=first.conversation.rule_text,
        question=_commonest(row.conversation.question for row in rows),
        root=root,
        source_url=_commonest(row.source_url for row in rows),
    )


class _Replies:
    """What the rows of one tree say at each path: a vote, because ShARC contradicts itself."""

    def __init__(self) -> None:
        self.replies: dict[TreePath, str] = {}
        self.spellings: dict[str, Counter[str]] = defaultdict(Counter)

    def learn(self, rows: Iterable[Row]) -> None:
        """Adds paths not known yet from rows whose history is a path of the tree."""
        votes: dict[TreePath, Counter[str]] = defaultdict(Counter)
        for row in rows:
            path: TreePath = ()
            for turn in row.conversation.history:
                self._vote(votes, path, turn.question)
                path = (*path, (question_key(turn.question), turn.answer))
            self._vote(votes, path, _gold(row))
        self._count(votes)

    def fill_from_evidence(self, rows: list[Row]) -> None:
        """Adds what only rows with evidence tell: where their walk falls off the known tree."""
        while True:
            votes: dict[TreePath, Counter[str]] = defaultdict(Counter)
            for row in rows:
                turns = (*row.conversation.history, *(row.evidence or ()))
                known = {question_key(turn.question): turn.answer for turn in turns}
                path: TreePath = ()
                while (asked := self.replies.get(path)) in known and len(path) < len(known):
                    assert asked is not None
                    path = (*path, (asked, known[asked]))
                if path not in self.replies and len(path) == len(known):
                    self._vote(votes, path, _gold(row))
            if not votes:
                return
            self._count(votes)

    def _vote(self, votes: dict[TreePath, Counter[str]], path: TreePath, reply: str) -> None:
        key = question_key(reply)
        self.spellings[key][reply] += 1
        if path not in self.replies and key not in dict(path):
            votes[path][key] += 1

    def _count(self, votes: dict[TreePath, Counter[str]]) -> None:
        for path, counter in votes.items():
            self.replies[path] = _most(counter)

    def node(self, path: TreePath) -> Node | None:
        """The subtree below `path`."""
        reply = self.replies.get(path)
        if reply is None:
            return None
        if reply in (Answer.YES, Answer.NO):
            return Conclusion(Answer(reply))
        yes, no = (self.node((*path, (reply, answer))) for answer in (Answer.YES, Answer.NO))
        return Inquiry(_most(self.spellings[reply]), yes, no)


def _gold(row: Row) -> str:
    assert row.answer is not None  # build_trees lets no other row in
    decision = decision_of(row.answer)
    return row.answer if decision is Decision.INQUIRE else decision.value


def _commonest(values: Iterable[str]) -> str:
    return _most(Counter(values))


def _most(counter: Counter[str]) -> str:
    """The commonest value; among equals the first in the alphabet, so that order can't matter."""
    return min(counter, key=lambda value: (-counter[value], value))
