"""How well stories are read (entailment): what is taken from them, against what they tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from e3.corpus.corpus import Corpus
from e3.corpus.scenarios import told_in
from e3.corpus.sources import read_corpus
from e3.corpus.tree_policies import policies_of
from e3.errors import TooLong
from e3.evaluation.calibration import calibration_of
from e3.policy.answers import Answer
from e3.policy.policy import Policy, Story
from e3.reading.drafts import StoryRule, Told, stories_of
from e3.text import question_key


@dataclass(frozen=True, slots=True)
class ToldRule:
    """What a story was taken to say to a rule, and what it says; None where that is not known."""

    found: Told
    wanted: Answer | None
    has_number: bool


def told_rules(reader: object, corpus: Corpus) -> Iterator[ToldRule]:
    """Every story of a corpus beside every rule of its policy, each once."""
    system = stories_of(reader)
    if system is None:
        return
    real = told_in(corpus.rows)
    seen: set[tuple[str, str]] = set()
    policies = policies_of(corpus)
    for tree in corpus.trees:
        policy = policies[tree.tree_id]
        for story in corpus.scenarios_of(tree).stories or real.get(tree.tree_id, ()):
            if (policy.title, story.text) in seen:
                continue
            seen.add((policy.title, story.text))
            try:
                found = system.tell(tree.question, story.text, _rules(policy))
            except TooLong:
                continue
            yield from _beside(policy, story, found)


def _rules(policy: Policy) -> list[StoryRule]:
    text = policy.rule_text.text
    return [StoryRule(rule.question, rule.span.of(text)) for rule in policy.rules]


def _beside(policy: Policy, story: Story, found: Sequence[Told]) -> Iterator[ToldRule]:
    for rule, told in zip(policy.rules, found, strict=True):
        # Official rows say only what mattered at a turn: more may be told.
        nothing = None if story.origin == "real scenario" else Answer.UNKNOWN
        wanted = story.settles.get(question_key(rule.question), nothing)
        said = rule.span.of(policy.rule_text.text)
        yield ToldRule(told, wanted, any(letter.isdigit() for letter in said))


def story_figures(reader: object, source: str, sure: float = 0.9) -> dict[str, float]:
    """The share of what is told that is found, of what is taken that is right, and calibration."""
    every = [each for each in told_rules(reader, read_corpus(source)) if each.wanted is not None]
    if not every:
        return {}
    told = [each for each in every if each.wanted is not Answer.UNKNOWN]
    taken = [each for each in every if each.found.answer is not Answer.UNKNOWN]
    certain = [each for each in taken if each.found.sure >= sure]
    return {
        "told_found": _share(told),
        "taken_right": _share(taken),
        "sure_taken": round(len(certain) / max(1, len(told)), 4),
        "sure_right": _share(certain),
        "sure_right_numbers": _share([each for each in certain if each.has_number]),
        "told_ece": calibration_of(
            [each.found.sure for each in every],
            [each.found.answer is each.wanted for each in every],
        ).error,
    }


def _share(each: Sequence[ToldRule]) -> float:
    right = sum(one.found.answer is one.wanted for one in each)
    return round(right / len(each), 4) if each else 0.0
