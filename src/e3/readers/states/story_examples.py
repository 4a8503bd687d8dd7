"""Training examples of stories: what each rule of a policy is, once a story has been told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from e3.corpus.corpus import Corpus
from e3.corpus.making import SOURCES
from e3.corpus.scenarios import told_in
from e3.corpus.tree_policies import policies_of
from e3.errors import TooLong
from e3.language.en.likeness import negated
from e3.language.en.questions import question_about
from e3.networks.inputs import InputBuilder
from e3.policy.answers import Answer, State
from e3.policy.policy import Policy, PolicyRule, Statements, Story
from e3.readers.states.decoding import STATES
from e3.readers.states.examples import StateExample
from e3.readers.states.known import NOTHING
from e3.readers.states.story_inputs import StoryInput, rule_item, story_input
from e3.text import Span, question_key

_OWN_QUESTIONS = 0.4
"""The share of rules that are asked about as a drafter would."""
_MOST_TOLD = 4
"""Rules that a story put together of statements tells of."""
_CONTRADICTIONS = 0.04
"""The share of such stories that tell both of one rule."""
_UNKNOWN = STATES.index(State.UNKNOWN)


@dataclass(frozen=True)
class ToldStory:
    """A story, and what it says to the questions of rules."""

    text: str
    settles: Mapping[str, Answer]
    """By the key of the question."""
    words: Mapping[str, Span]
    """Of the story, where it is known which of them tell of a rule."""
    is_whole: bool = True
    """Whether all that is told is known; else what is not listed may be told too."""


@dataclass(frozen=True)
class Tellable:
    """A policy, and all that people tell of themselves to it."""

    policy: Policy
    stories: Sequence[Story]
    statements: Mapping[str, Statements]

    @cached_property
    def _own_questions(self) -> dict[str, str]:
        return {}

    def own_question(self, rule: PolicyRule) -> str:
        """How a drafter asks about a rule."""
        if rule.id not in self._own_questions:
            asked = question_about(self.policy.rule_text, rule.span)
            self._own_questions[rule.id] = asked
        return self._own_questions[rule.id]

    def told(self, random: Random, *, joined: int) -> Iterator[ToldStory]:
        """Every story, and for each rule some that are put together of statements."""
        for story in self.stories:
            yield ToldStory(story.text, story.settles, {}, is_whole=story.origin != "real scenario")
        keys = [key for rule in self.policy.rules if (key := question_key(rule.question))]
        keys = [key for key in keys if key in self.statements]
        for _ in range(joined * len(keys)):
            yield _joined(keys, self.statements, random)


def tellable(policies: Iterable[Policy]) -> list[Tellable]:
    """Policies of ours, with their stories and statements."""
    return [
        Tellable(
            policy,
            policy.stories,
            {question_key(rule.question): rule.statements for rule in policy.rules},
        )
        for policy in policies
    ]


def tellable_trees(corpus: Corpus) -> list[Tellable]:
    """The trees of a corpus that are of no policy of ours, with all that was told to them."""
    # Rows that we made tell nothing that is not among the scenarios already.
    real = told_in(row for row in corpus.rows if row.origin.split(",")[0] not in SOURCES)
    policies = policies_of(corpus)
    found = []
    for tree in corpus.trees:
        if tree.tree_id not in corpus.policies:
            scenarios = corpus.scenarios_of(tree)
            stories = (*scenarios.stories, *real.get(tree.tree_id, ()))
            found.append(Tellable(policies[tree.tree_id], stories, scenarios.statements))
    return found


def _joined(keys: Sequence[str], statements: Mapping[str, Statements], random: Random) -> ToldStory:
    """A story that is put together of statements, and which of them says what."""
    about = random.sample(keys, random.randint(1, min(_MOST_TOLD, len(keys))))
    said: list[tuple[str, Answer, str]] = []
    for key in about:
        answer = random.choice((Answer.YES, Answer.NO))
        said += [(key, answer, text) for text in _one(statements[key].saying(answer), random)]
    others = [key for key in keys if key not in about]
    for key in random.sample(others, min(len(others), random.randint(0, 2))):
        unclear = _one(statements[key].unclear, random)
        said += [(key, Answer.UNKNOWN, text) for text in unclear]
    contradicted = None
    if said and random.random() < _CONTRADICTIONS:
        contradicted, answer, _ = said[0]
        opposite = _one(statements[contradicted].saying(answer.opposite), random)
        said += [(contradicted, Answer.UNKNOWN, text) for text in opposite]
    random.shuffle(said)
    story = ""
    settles: dict[str, Answer] = {}
    words: dict[str, Span] = {}
    for key, answer, text in said:
        start = len(story) + bool(story)
        story = f"{story} {text}".lstrip()
        if answer is not Answer.UNKNOWN and key != contradicted:
            settles[key] = answer
            words[key] = Span(start, len(story))
    return ToldStory(story, settles, words)


def _one(texts: Sequence[str], random: Random) -> list[str]:
    return [random.choice(texts).strip()] if texts else []


@dataclass(frozen=True)
class TaughtStory:
    """A story beside the rules of a policy, and what it says to each."""

    made: StoryInput
    states: tuple[int, ...]
    words: tuple[Span | None, ...]

    @property
    def example(self) -> StateExample:
        """What it teaches: the state of each rule, and which sentence tells of it."""
        return StateExample(
            inputs=self.made.inputs,
            decision=NOTHING,
            states=self.states,
            asked=NOTHING,
            ends=(NOTHING, NOTHING),
            opening=NOTHING,
            telling=tuple(_sentence(self.made.sentences, span) for span in self.words),
        )


def taught_stories(
    told_to: Sequence[Tellable], builder: InputBuilder, *, joined: int, seed: int
) -> list[TaughtStory]:
    """Every story; those that are too long to be read are left out."""
    random = Random(f"{seed} stories")
    found = []
    for each in told_to:
        questions = [asked.question for asked in each.policy.questions]
        for told in each.told(random, joined=joined):
            try:
                found.append(_taught(each, told, random.choice(questions), builder, random))
            except TooLong:
                continue
    return found


def _taught(
    told_to: Tellable, told: ToldStory, question: str, builder: InputBuilder, random: Random
) -> TaughtStory:
    policy = told_to.policy
    rules, states = [], []
    for rule in policy.rules:
        answer = told.settles.get(question_key(rule.question), Answer.UNKNOWN)
        asked = rule.question
        if random.random() < _OWN_QUESTIONS:
            asked = told_to.own_question(rule)
            answer = answer.opposite if negated(asked) != negated(rule.question) else answer
        rules.append(rule_item(asked, rule.span.of(policy.rule_text.text)))
        unknown = _UNKNOWN if told.is_whole else NOTHING
        settled = answer is not Answer.UNKNOWN
        states.append(STATES.index(answer.state) if settled else unknown)
    words = tuple(told.words.get(question_key(rule.question)) for rule in policy.rules)
    return TaughtStory(story_input(builder, question, told.text, rules), tuple(states), words)


def _sentence(sentences: Sequence[Span], words: Span | None) -> int:
    """The item of the sentence that words begin with."""
    if words is None:
        return NOTHING
    return next((1 + n for n, s in enumerate(sentences) if s.overlaps(words)), NOTHING)
