"""Near misses (hard negatives): what is asked and told of one text, beside another that is near.

A search finds such texts, and a reader has to say that they do not answer. Not every text that is
near is a miss that anybody could tell: where what is said does not lead to its own text either, or
where the other has nearly all that leads there, or answers nearly the same question, no row is
made.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from e3.corpus.corpus import Corpus
from e3.corpus.near_texts import NearTexts, Words
from e3.corpus.rows import NEAR_MISS, Row, made_row
from e3.corpus.trees import DialogueTree
from e3.language.en.content_words import stems
from e3.policy.answers import Answer
from e3.policy.policy import Story
from e3.reading.conversation import Conversation, Decision, Turn
from e3.text import question_key

_NEAR = 10
"""Texts among which a miss is drawn, and among which the own text has to be."""
_MOST_STORIES = 7
"""Of one tree; one row more is without a story."""
_WITH_HISTORY = 0.3
"""The share of rows that stand later in an interview."""
_SAME_QUESTION = 0.5
"""Two questions that share more of their words than this ask nearly the same."""
_LEADS = 0.75
"""Of the words that lead to the own text, a text that has more than this is led to as well."""
_SAME_TEXT = 0.75
"""A text that has more than this of another's words says nearly the same."""

_Histories = Sequence[tuple[Turn, ...]]


def near_miss_rows(corpus: Corpus, rng: random.Random) -> Iterator[Row]:
    """Questions, most with a scenario and some with a history, to a text near their own.

    What the scenario settles in that text is not known.
    """
    texts = _Texts.of(corpus)
    given = _given_stories(corpus)
    for tree in corpus.trees:
        stories = dict(given.get(tree.tree_id, {}))
        for story in corpus.scenarios_of(tree).stories:
            stories.setdefault(story.text, _agreeing(tree, story))
        drawn = rng.sample(sorted(stories), min(_MOST_STORIES, len(stories)))
        for scenario in (*drawn, ""):
            histories = stories.get(scenario) or [state.history for state in tree.states]
            later = [history for history in histories if history]
            history = rng.choice(later) if later and rng.random() < _WITH_HISTORY else ()
            if miss := texts.miss(tree, scenario, rng):
                yield made_row(
                    tree_id=miss.tree_id,
                    conversation=Conversation(miss.rule_text, tree.question, scenario, history),
                    answer="Irrelevant",
                    evidence=None,
                    source_url=miss.source_url,
                    origin=NEAR_MISS,
                )


@dataclass(frozen=True)
class _Texts:
    """The texts of a corpus, and what is asked of each."""

    texts: Sequence[str]
    trees: Mapping[str, Sequence[DialogueTree]]
    """By text, in the order of the corpus."""
    words: Mapping[str, Words]
    """Of texts and questions."""
    near: NearTexts
    neighbours: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """By text and question, where they were looked for already."""

    @classmethod
    def of(cls, corpus: Corpus) -> _Texts:
        """With all that is looked up again and again."""
        trees: dict[str, list[DialogueTree]] = {}
        for tree in corpus.trees:
            trees.setdefault(tree.rule_text.text, []).append(tree)
        words = {text: stems(text) for text in trees}
        near = NearTexts.of(list(words.values()))
        asked = {tree.question: stems(tree.question) for tree in corpus.trees}
        return cls(list(trees), trees, {**words, **asked}, near)

    def miss(self, tree: DialogueTree, scenario: str, rng: random.Random) -> DialogueTree | None:
        """A tree of a text that may be found for what is said and is the wrong one, drawn.

        One near to what is said, or to the text that it is said of, which are harder to tell.
        """
        said = dict.fromkeys(stems(scenario), 1) | dict.fromkeys(self.words[tree.question], 2)
        found = self._found(said)
        if tree.rule_text.text not in found:
            return None
        leads = said.keys() & self.words[tree.rule_text.text]
        for text in _drawn(rng.choice((found, self._beside(tree))), rng):
            if not self._is_like(tree, leads, text):
                return self.trees[text][0]
        return None

    def _found(self, said: Mapping[str, int]) -> list[str]:
        return [self.texts[place] for place in self.near.nearest(said, _NEAR + 1)]

    def _beside(self, tree: DialogueTree) -> list[str]:
        at = (tree.rule_text.text, tree.question)
        if at not in self.neighbours:
            said = dict.fromkeys(self.words[at[0]], 1) | dict.fromkeys(self.words[at[1]], 2)
            self.neighbours[at] = self._found(said)
        return self.neighbours[at]

    def _is_like(self, tree: DialogueTree, leads: Words, text: str) -> bool:
        """Whether it is the own text, or nobody could tell that it is the wrong one."""
        near, own, words = self.near, self.words[tree.rule_text.text], self.words[text]
        asked = self.words[tree.question]
        return (
            near.part(leads, words) > _LEADS
            or max(near.part(own, words), near.part(words, own)) > _SAME_TEXT
            or any(
                near.shared(asked, self.words[other.question]) > _SAME_QUESTION
                for other in self.trees[text]
            )
        )


def _drawn(texts: Sequence[str], rng: random.Random) -> list[str]:
    """In an order by chance in which the nearest are first most often, as in a search.

    Each is drawn as one over its place (weighted sampling without replacement).
    """
    drawn = [(rng.random() ** place, text) for place, text in enumerate(texts, start=1)]
    return [text for _, text in sorted(drawn, key=lambda each: -each[0])]


def _given_stories(corpus: Corpus) -> dict[str, dict[str, _Histories]]:
    """By tree: the scenarios of its rows, with their histories."""
    found: dict[str, dict[str, dict[tuple[Turn, ...], None]]] = defaultdict(
        lambda: defaultdict(dict)
    )
    for row in corpus.rows:
        said = row.conversation
        if said.scenario and row.answer is not None and row.decision is not Decision.IRRELEVANT:
            found[row.tree_id][said.scenario][said.history] = None
    return {
        tree_id: {scenario: list(histories) for scenario, histories in stories.items()}
        for tree_id, stories in found.items()
    }


def _agreeing(tree: DialogueTree, story: Story) -> _Histories:
    """The histories of a tree that do not contradict a story."""
    told = {key: answer for key, answer in story.settles.items() if answer is not Answer.UNKNOWN}
    return [
        state.history
        for state in tree.states
        if all(told.get(question_key(t.question), t.answer) is t.answer for t in state.history)
    ]
