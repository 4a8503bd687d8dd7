"""The Pipeline's scenario reader (feature-based entailment): whether a story settles a rule.

It knows surface alone: words that a rule and a sentence of the story share, negation, numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from e3.corpus.rows import Row
from e3.errors import BadInput
from e3.language.en.content_words import stems
from e3.language.en.cues import DENIAL
from e3.language.en.rules import find_rules
from e3.language.en.sentences import sentences
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.asked_rules import answered
from e3.reading.conversation import Conversation
from e3.text import Span

Array = NDArray[np.float64]

ANSWERS = (Answer.UNKNOWN, Answer.YES, Answer.NO)
"""What a scenario can say of a rule; unknown: it does not settle it."""

_NUMBER = re.compile(r"\d[\d,.]*")


@dataclass(frozen=True, slots=True)
class StorySentence:
    """A sentence of a scenario as it is compared."""

    span: Span
    stems: frozenset[str]
    negated: bool


@dataclass(frozen=True)
class ScenarioReader:
    """A trained scenario reader."""

    model: LogisticRegression

    @classmethod
    def train(cls, rows: Sequence[Row]) -> ScenarioReader:
        """Learns from evidence: what no row lists for a scenario is not settled by it."""
        pairs: dict[tuple[RuleText, str], dict[int, Answer]] = {}
        for row in rows:
            rule_text, scenario = row.conversation.rule_text, row.conversation.scenario
            if scenario and row.evidence is not None:
                settled = answered(row.evidence, rule_text.text, find_rules(rule_text))
                pairs.setdefault((rule_text, scenario), {}).update(settled)
        if not any(pairs.values()):
            raise BadInput("no training row says what its scenario settles")
        features = [pair for told in pairs for pair in pair_features(*told)]
        labels = [
            ANSWERS.index(settled.get(place, Answer.UNKNOWN))
            for (rule_text, _), settled in pairs.items()
            for place in range(len(find_rules(rule_text)))
        ]
        return cls(LogisticRegression(max_iter=1000).fit(np.array(features), labels))

    def read(self, conversations: Sequence[Conversation]) -> list[Array]:
        """For every rule of each text, how likely its scenario gives each of `ANSWERS`."""
        told = dict.fromkeys((each.rule_text, each.scenario) for each in conversations)
        features = {key: pair_features(*key) if key[1] else [] for key in told}
        known = self._probabilities([pair for pairs in features.values() for pair in pairs])
        found, at = {}, 0
        for (rule_text, scenario), pairs in features.items():
            # Without a scenario nothing is settled.
            nothing = np.eye(1, len(ANSWERS)).repeat(len(find_rules(rule_text)), axis=0)
            found[rule_text, scenario] = known[at : at + len(pairs)] if pairs else nothing
            at += len(pairs)
        return [found[each.rule_text, each.scenario] for each in conversations]

    def _probabilities(self, pairs: Sequence[Sequence[float]]) -> Array:
        known = np.zeros((len(pairs), len(ANSWERS)))
        if pairs:
            known[:, self.model.classes_] = self.model.predict_proba(np.array(pairs))
        return known


def pair_features(rule_text: RuleText, scenario: str) -> list[list[float]]:
    """The surface of every rule of a text beside a scenario."""
    text, told = rule_text.text, story_sentences(scenario)
    story = frozenset[str]().union(*(sentence.stems for sentence in told))
    topic = share(story, stems(text))
    numbers = set(_NUMBER.findall(scenario))
    rules = [rule.span.of(text) for rule in find_rules(rule_text)]
    words_of = [stems(rule) for rule in rules]
    best = [_best(words, told) for words in words_of]
    features = []
    for place, rule in enumerate(rules):
        words, sentence = words_of[place], best[place]
        found, said = share(words, sentence.stems), share(sentence.stems, words)
        other = max(
            (share(words_of[i], best[i].stems) for i in range(len(rules)) if i != place),
            default=0.0,
        )
        denied, negative = sentence.negated, bool(DENIAL.search(rule))
        asked_numbers = set(_NUMBER.findall(rule))
        features.append(
            [
                share(words, story),
                found,
                said,
                found * said,
                found > 0,
                found >= other and found > 0,
                other,
                found * denied,
                said * denied,
                found * negative,
                found * negative * denied,
                denied,
                negative,
                topic,
                topic * denied,
                topic / len(rules),
                bool(asked_numbers),
                bool(asked_numbers & numbers),
                1 / len(rules),
                len(told) / 10,
            ]
        )
    return features


def story_sentences(scenario: str) -> tuple[StorySentence, ...]:
    """The sentences of a scenario as they are compared."""
    return tuple(
        StorySentence(span, stems(span.of(scenario)), bool(DENIAL.search(span.of(scenario))))
        for span in sentences(scenario, Span(0, len(scenario)))
    )


def nearest_sentence(rule: str, told: Sequence[StorySentence]) -> Span:
    """Where in a scenario a rule is most likely talked about."""
    return _best(stems(rule), told).span


def _best(words: frozenset[str], told: Sequence[StorySentence]) -> StorySentence:
    """The sentence with most words of a rule, the one with fewest others among equals."""
    return max(
        told,
        key=lambda sentence: (len(words & sentence.stems), -len(sentence.stems)),
        default=StorySentence(Span(0, 0), frozenset(), negated=False),
    )


def share(part: frozenset[str], whole: frozenset[str]) -> float:
    """How much of `part` is in `whole`; of nothing, nothing."""
    return len(part & whole) / len(part) if part else 0.0
