"""The Pipeline of Saeidi et al. (2018), their combined model: parts that are trained apart.

In a fixed order: rules are found by the form of the text; a logistic regression reads the scenario;
a random forest decides; where it decides to ask, the next open rule is rewritten as a question.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import skops.io
from sklearn.ensemble import RandomForestClassifier

from e3.archives import check_archive
from e3.corpus.rows import Row
from e3.errors import BadInput
from e3.files import opened, replacing
from e3.language.en.questions import write_question
from e3.language.en.rules import find_rules
from e3.policy.answers import Answer
from e3.readers.pipeline.features import features
from e3.readers.pipeline.scenario import (
    ANSWERS,
    Array,
    ScenarioReader,
    nearest_sentence,
    story_sentences,
)
from e3.reading.asked_rules import rule_to_ask, settled_rules, turns_about
from e3.reading.conversation import DECISIONS, Conversation, Decision, Reply
from e3.reading.model_folder import telling, write_settings

_MODELS = "weights.skops"
_MOST_BYTES = 1_000_000_000
"""Of the models, unpacked. Those of ShARC have a sixth of that."""
# Everything else in the file must be a type that skops itself trusts.
_TRUSTED = ["sklearn.tree._tree.Tree"]


@dataclass(frozen=True)
class PipelineSystem:
    """The trained Pipeline."""

    scenarios: ScenarioReader
    forest: RandomForestClassifier

    @classmethod
    def train(cls, rows: Sequence[Row], *, seed: int, trees: int = 200) -> PipelineSystem:
        """Trains the scenario reader, then the forest on what it says; the same for a seed."""
        if not rows:
            raise BadInput("there is no row to train on: look at the recipe's data")
        scenarios = ScenarioReader.train(rows)
        conversations = [row.conversation for row in rows]
        forest = RandomForestClassifier(trees, min_samples_leaf=5, random_state=seed)
        forest.fit(
            _matrix(conversations, scenarios.read(conversations)),
            [DECISIONS.index(row.decision) for row in rows],
        )
        return cls(scenarios, forest)

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order."""
        if not conversations:
            return []
        settled = self.scenarios.read(conversations)
        known = np.zeros((len(conversations), len(DECISIONS)))
        known[:, self.forest.classes_] = self.forest.predict_proba(_matrix(conversations, settled))
        return [_reply(*each) for each in zip(conversations, settled, known, strict=True)]

    def save(self, folder: Path) -> None:
        """Writes the system to a folder."""
        models = {"scenarios": self.scenarios.model, "forest": self.forest}
        with replacing(folder / _MODELS) as beside:
            skops.io.dump(models, beside, compression=zipfile.ZIP_DEFLATED)
        write_settings(folder, system="pipeline")

    @classmethod
    def load(cls, folder: Path) -> PipelineSystem:
        """Reads what `save` wrote; a file that holds anything but such models is refused."""
        with opened(folder / _MODELS) as file:
            check_archive(file, most=_MOST_BYTES)
        with telling(folder / _MODELS):
            models = skops.io.load(folder / _MODELS, trusted=_TRUSTED)
            return cls(ScenarioReader(models["scenarios"]), models["forest"])


def _matrix(conversations: Sequence[Conversation], settled: Sequence[Array]) -> Array:
    rows = zip(conversations, settled, strict=True)
    return np.array([list(features(*row).values()) for row in rows], dtype=np.float64)


def _reply(conversation: Conversation, settled: Array, probabilities: Array) -> Reply:
    text, scenario = conversation.rule_text.text, conversation.scenario
    rules = find_rules(conversation.rule_text)
    said = turns_about(conversation.history, text, rules)
    story = story_sentences(scenario)
    likeliest = (ANSWERS[int(each.argmax())] for each in settled)
    told = {
        place: (answer, nearest_sentence(rules[place].span.of(text), story))
        for place, answer in enumerate(likeliest)
        if answer is not Answer.UNKNOWN
    }
    of = dict(zip(DECISIONS, map(float, probabilities), strict=True))
    # Without any rule there is nothing to ask about.
    decision = max((d for d in of if rules or d is not Decision.INQUIRE), key=lambda d: of[d])
    asks = decision is Decision.INQUIRE
    asked = rule_to_ask(len(rules), told.keys() | said.keys(), said) if asks else None
    return Reply(
        decision=decision,
        confidence=of[decision],
        question=None if asked is None else write_question(conversation.rule_text, rules[asked]),
        rules=settled_rules(rules, conversation.history, said, told),
        asked=asked,
        probabilities=of,
    )
