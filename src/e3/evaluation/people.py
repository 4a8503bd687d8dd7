"""Simulated people (user simulation): a dialogue tree, an answer to each question, a story.

They answer what they are asked by the tree's question about the same place in the text; to anything
else they say that they don't know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import product

from e3.corpus.corpus import Corpus
from e3.corpus.scenarios import told_in
from e3.corpus.tree_policies import question_spans
from e3.corpus.trees import Conclusion, DialogueTree
from e3.evaluation.valued import agrees, given_for, values_of
from e3.language.en.likeness import likeness, negated
from e3.policy.answers import Answer
from e3.policy.facts import PolicyFact, Value
from e3.policy.policy import Policy, Story
from e3.text import Span, question_key

SAME_RULE = 0.4
"""The likeness from which on words tell what is asked about where a reader shows no rule."""


@dataclass(frozen=True)
class Topics:
    """The questions of a tree and the spans of the rules that they are about."""

    tree: DialogueTree
    human: Mapping[str, tuple[str, ...]]

    @cached_property
    def spans(self) -> dict[str, Span]:
        """By question as `question_key` writes it."""
        return question_spans(self.tree, self.human)

    def about(self, question: str, rule: Span | None) -> str | None:
        """The question of the tree that asks for the same; None if none does."""
        questions = self.tree.questions
        if rule is None:
            likest = max(questions, key=lambda other: likeness(question, other), default="")
            return likest if likeness(question, likest) >= SAME_RULE else None
        # Where it stands, not its words: these the product goes by, and its mistakes must show.
        near = [span for span in self.spans.values() if _share_half(span, rule)]
        if not near:
            return None
        place = max(near, key=lambda span: (_shared(span, rule), -len(span)))
        here = [other for other in questions if self.spans.get(question_key(other)) == place]
        # One rule may have several questions: of these the words tell which.
        key = question_key(question)
        return max(here, key=lambda other: (question_key(other) == key, likeness(question, other)))


def _share_half(one: Span, other: Span) -> bool:
    """Whether two spans share half of the shorter one."""
    shared = _shared(one, other)
    return shared > 0 and 2 * shared >= min(len(one), len(other))


def _shared(one: Span, other: Span) -> int:
    return min(one.end, other.end) - max(one.start, other.start)


@dataclass(frozen=True)
class Person:
    """Somebody who knows all about themselves, and has told some of it."""

    topics: Topics
    answers: Mapping[str, Answer]
    """To every question of the tree, as `question_key` writes them."""
    story: Story | None = None
    policy: Policy | None = None
    """What their answers are compared by, where the corpus says so."""

    @cached_property
    def values(self) -> Mapping[str, Value] | None:
        """What they can say where a value is asked for, by question; None: nobody is like them."""
        return {} if self.policy is None else values_of(self.policy, self.answers)

    @property
    def tree(self) -> DialogueTree:
        return self.topics.tree

    @property
    def told(self) -> Mapping[str, Answer]:
        """What the story settles."""
        settles = self.story.settles if self.story else {}
        return {key: answer for key, answer in settles.items() if answer is not Answer.UNKNOWN}

    @property
    def conclusion(self) -> Answer | None:
        """The right answer for them."""
        end = self.tree.advance(self.tree.root, self.answers)[1]
        return end.answer if isinstance(end, Conclusion) else None

    @property
    def fewest(self) -> int:
        """How many questions their way through the tree asks that the story leaves open."""
        turns = self.tree.advance(self.tree.root, self.answers)[0]
        return sum(question_key(turn.question) not in self.told for turn in turns)

    def answer(self, question: str, about: str | None) -> Answer:
        """What they say to a question about a question of the tree."""
        if about is None:
            return Answer.UNKNOWN
        answer = self.answers[question_key(about)]
        return answer.opposite if negated(question) != negated(about) else answer

    def has_value(self, about: str | None) -> bool:
        """Whether the corpus says what is compared where a question of the tree is asked."""
        key, rules = question_key(about or ""), self.policy.rules if self.policy else ()
        return any(rule.value and question_key(rule.question) == key for rule in rules)

    def value(self, fact: PolicyFact, about: str | None, today: date) -> Value | Answer:
        """What they say where a fact is asked for, to know of a question of the tree."""
        value = (self.values or {}).get(question_key(about or ""))
        return (value and given_for(fact, value, today)) or Answer.UNKNOWN

    def is_like(self, value: Value, about: str | None, today: date) -> bool:
        """Whether a value agrees with all that they answer to the rules that compare it."""
        return self.policy is not None and agrees(
            self.policy, self.answers, question_key(about or ""), value, today
        )


def people(
    topics: Topics, story: Story | None = None, policy: Policy | None = None
) -> Iterator[Person]:
    """Everybody of whom the story can be true and for whom the tree has an answer."""
    questions = [question_key(question) for question in topics.tree.questions]
    for answers in product((Answer.YES, Answer.NO), repeat=len(questions)):
        person = Person(topics, dict(zip(questions, answers, strict=True)), story, policy)
        agrees = (person.answers.get(key, answer) is answer for key, answer in person.told.items())
        if all(agrees) and person.conclusion is not None:
            yield person


def everybody(corpus: Corpus, *, with_scenario: bool) -> list[Person]:
    """All people of a corpus: without a scenario, or with each story of their tree.

    Stories are those that were written for a tree, or else the scenarios of its rows.
    """
    told = told_in(corpus.rows) if with_scenario else {}
    found: list[Person] = []
    for tree in corpus.trees:
        topics = Topics(tree, corpus.human_spans.get(tree.tree_id, {}))
        written = corpus.scenarios_of(tree).stories or told.get(tree.tree_id, ())
        stories: Sequence[Story | None] = written if with_scenario else [None]
        policy = corpus.policies.get(tree.tree_id)
        found += [person for story in stories for person in people(topics, story, policy)]
    return found
