"""What a network learns of drafts and stories, and what it makes of texts it has not read."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from e3.corpus.corpus import Corpus
from e3.corpus.learnable import Learnable, learnable
from e3.corpus.rewordings import Rewordings, read_rewordings
from e3.corpus.variation import short_ones, varied
from e3.drafting.network import policy_of_draft
from e3.drafting.plain import plain, straight
from e3.errors import TooLong
from e3.evaluation.drafts import Comparison, DraftScore, DraftScores
from e3.networks.in_processes import made_of
from e3.networks.inputs import InputBuilder
from e3.policy.answers import State
from e3.policy.policy import Policy
from e3.readers.states.decoding import STATES
from e3.readers.states.draft_decoding import Calibration
from e3.readers.states.draft_examples import draft_example
from e3.readers.states.examples import StateExample
from e3.readers.states.known import NOTHING
from e3.readers.states.recipe import StatesRecipe
from e3.readers.states.story_examples import TaughtStory, taught_stories, tellable, tellable_trees
from e3.readers.states.system import StateSystem
from e3.reading.drafts import FoundDraft
from e3.training.recipe import Recipe
from e3.training.temperature import fit_logistic, fit_temperature

_BOUNDS = (0.5, 0.3, 0.4)
"""None above a half: a few more people would be served rightly, and a rule that is likelier than
not would be left out, which who reviews a draft misses more easily than one too many."""
_HELD_OUT = 0.05
"""The share of our own texts that is left out, to choose and to calibrate by."""


@dataclass(frozen=True)
class DraftLessons:
    """Answers and stories to learn from, and some that are held out."""

    answers: tuple[Learnable, ...]
    held_out: tuple[Learnable, ...]
    rewordings: Rewordings

    @classmethod
    def of(cls, recipe: Recipe) -> DraftLessons:
        """What the sources of a recipe have."""
        model: StatesRecipe = recipe.model
        every = learnable(
            model.drafts,
            human_spans=Path(spans) if (spans := recipe.data.human_spans) else None,
            contrasts=Path(model.contrasts) if model.contrasts else None,
            held_out=recipe.data.held_out,
        )
        if not model.contrasts:
            every = [each for each in every if each.origin != "contrast"]
        kept = [each for each in every if not _is_held_out(each.policy)]
        # Contrasts are to learn from: nobody asks about such a text.
        own = [each for each in every if each.origin != "contrast"]
        beside = [each for each in own if _is_held_out(each.policy)]
        reworded = read_rewordings(Path(model.rewordings)) if model.rewordings else Rewordings({})
        return cls(tuple(kept), tuple(beside), reworded)

    def examples(
        self, corpus: Corpus, builder: InputBuilder, model: StatesRecipe, seed: int
    ) -> list[StateExample]:
        """Every draft as often as the recipe says, each time put otherwise, and every story."""
        random = Random(f"{seed} drafts")
        others = short_ones(_own(self.answers))
        put: list[Learnable] = []
        for copy in range(model.copies):
            for each in self.answers:
                if copy and each.yes_when is None:
                    continue  # there are more questions than enough that are not answered
                if copy and model.varied:
                    policy = varied(each.policy, each.question, random, others)
                    asked = self.rewordings.one_of(each.policy.title, each.question, random)
                    put.append(replace(each, policy=policy, question=asked))
                else:
                    put.append(each)
        made = made_of(lambda each: _example(each, builder), put)
        found = [example for example in made if example]
        told_to = [*tellable(_own(self.answers)), *tellable_trees(corpus)]
        stories = taught_stories(told_to, builder, joined=model.joined, seed=seed)
        return [*found, *(story.example for story in stories)]

    def held_out_stories(self, builder: InputBuilder) -> list[TaughtStory]:
        """Stories to texts that nothing is learnt from."""
        return taught_stories(tellable(_own(self.held_out)), builder, joined=1, seed=0)


def _own(answers: Sequence[Learnable]) -> list[Policy]:
    """Every policy once, without trees, which have their stories elsewhere, and contrasts."""
    kept = (each.policy for each in answers if each.origin in ("policy", "page"))
    return list({policy.title: policy for policy in kept}.values())


def _example(answer: Learnable, builder: InputBuilder) -> StateExample | None:
    """What an answer teaches; None where its text is too long to be read."""
    try:
        return draft_example(_plain(answer), builder)
    except TooLong:
        return None


def _plain(answer: Learnable) -> Learnable:
    """As a drafter reads it: in plain signs."""
    policy = answer.policy
    read = plain(policy.rule_text)
    rules = tuple(replace(rule, span=read.now(rule.span)) for rule in policy.rules)
    said = replace(policy, rule_text=read.text, rules=rules)
    return replace(answer, policy=said, question=straight(answer.question))


def _is_held_out(policy: Policy) -> bool:
    """By the title, which a contrast shares with its policy."""
    digest = hashlib.sha1(policy.title.encode(), usedforsecurity=False).digest()
    return int.from_bytes(digest[:4]) / 2**32 < _HELD_OUT


def draft_figures(system: StateSystem, answers: Sequence[Learnable]) -> dict[str, float]:
    """How good drafts of texts are that have an answer."""
    scores = [score for _, score in _scored(system, answers)]
    if not scores:
        return {}
    means = DraftScores.of(scores)
    return {
        "drafts right": round(means.right, 4),
        "drafts exact": round(means.exact, 4),
        "rules found": round(means.found, 4),
        "wrong rules": round(means.wrong_rules, 4),
    }


def story_figures(system: StateSystem, stories: Sequence[TaughtStory]) -> dict[str, float]:
    """How often what a story tells is taken from it, and how often what is taken is right."""
    if not stories:
        return {}
    found, wanted = _story_scores(system, stories)
    guessed = found.argmax(axis=-1)
    unknown = STATES.index(State.UNKNOWN)
    told, taken = wanted != unknown, guessed != unknown
    right = (guessed == wanted) & told
    return {
        "stories": round(float((guessed == wanted).mean()), 4),
        "told found": round(float(right.sum() / max(1, told.sum())), 4),
        "taken right": round(float(right.sum() / max(1, taken.sum())), 4),
    }


def _scored(
    system: StateSystem, answers: Sequence[Learnable]
) -> list[tuple[FoundDraft, DraftScore]]:
    asked = [
        each for each in answers if each.yes_when is not None and _example(each, system.builder)
    ]
    plainly = [_plain(each) for each in asked]
    drafts = system.draft_many([(each.policy.rule_text, each.question) for each in plainly])
    scored = []
    for each, read, found in zip(asked, plainly, drafts, strict=True):
        answered = replace(found, answered=1.0)
        draft = policy_of_draft(read.policy.rule_text, {each.question: answered})
        number = [asked.question for asked in each.policy.questions].index(each.question)
        scored.append((found, Comparison(read.policy, number, draft).score))
    return scored


def calibrated(system: StateSystem, lessons: DraftLessons) -> StateSystem:
    """The system with what the held-out texts and stories ask for."""
    made = [(each, _example(each, system.builder)) for each in lessons.held_out]
    fitting = [each for each, example in made if example]
    examples = [example for _, example in made if example]
    if not fitting:
        return system
    readings = system.draft_readings([example.inputs for example in examples])
    tags = np.concatenate([reading.tags for reading in readings])
    pairs = [
        (reading.pairs[one, other], together)
        for reading, example in zip(readings, examples, strict=True)
        for one, other, together in example.pairs
    ]
    found = Calibration(
        tags=fit_temperature(tags, np.concatenate([example.tags for example in examples])),
        pairs=_pair_temperature(pairs),
        answered=fit_temperature(
            np.stack([reading.decision for reading in readings]),
            np.array([example.decision for example in examples]),
        ),
        told=fit_temperature(*_story_scores(system, lessons.held_out_stories(system.builder))),
        right=(0.0, 1.0),
    )
    found = _best_bound(system, found, fitting)
    system = replace(system, calibration=found)
    scored = _scored(system, fitting)
    likely = np.array([draft.right for draft, _ in scored])
    whole = np.log(np.clip(likely, 1e-12, 1 - 1e-12)) - np.log1p(-np.clip(likely, 1e-12, 1 - 1e-12))
    right = fit_logistic(whole, np.array([score.right for _, score in scored]))
    return replace(system, calibration=replace(found, right=right))


def _best_bound(
    system: StateSystem, found: Calibration, answers: Sequence[Learnable]
) -> Calibration:
    """With the bound from which on a chunk is a rule that gives most people the right answer."""
    tried = [replace(found, rule_from=bound) for bound in _BOUNDS]

    def right(calibration: Calibration) -> float:
        scored = _scored(replace(system, calibration=calibration), answers)
        return float(np.mean([score.right for _, score in scored])) if scored else 0.0

    return max(tried, key=right)


def _pair_temperature(pairs: Sequence[tuple[float, int]]) -> float:
    if not pairs:
        return 1.0
    scores = np.array([[0.0, score] for score, _ in pairs])
    return fit_temperature(scores, np.array([together for _, together in pairs]))


def _story_scores(
    system: StateSystem, stories: Sequence[TaughtStory]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """The scores of every rule beside every story, and what is so."""
    scores, states = [], []
    readings = system.story_readings([each.made for each in stories])
    for each, reading in zip(stories, readings, strict=True):
        for place, state in enumerate(each.states):
            if state != NOTHING:
                scores.append(reading.states[each.made.first_rule + place, : len(STATES)])
                states.append(state)
    return np.stack(scores), np.array(states)
