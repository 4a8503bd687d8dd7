"""Readers for tests: one that reads perfectly, one that tires, and one that says anything."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from e3.errors import TooLong
from e3.policy.answers import Answer, State
from e3.policy.logic import given, names, parse
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Reply, Rule, RuleScores, Support
from e3.text import Span, question_key

STATES = {Answer.YES: State.MET, Answer.NO: State.NOT_MET}

TEXT = """# Rowing

You may row on the lake if you can swim, and either
* you own a boat, or
* you have hired one from the club."""
SWIM, BOAT, HIRED = "Can you swim?", "Do you own a boat?", "Have you hired a boat from the club?"
RULES = {
    "swim": ("if you can swim", SWIM),
    "boat": ("you own a boat", BOAT),
    "hired": ("you have hired one from the club", HIRED),
}


def span_of(part: str, text: str = TEXT) -> Span:
    return Span(text.index(part), text.index(part) + len(part))


@dataclass
class LogicReader:
    """Knows the rules and the logic of one text; asks what is open in the order of the text."""

    yes_when: str = "swim and (boat or hired)"
    text: str = TEXT
    rules: Mapping[str, tuple[str, str]] = field(default_factory=lambda: RULES)
    phrases: Mapping[str, tuple[str, Answer]] = field(default_factory=dict)
    """What a scenario can say, and the rule and answer that it tells."""
    confidence: float = 0.9
    own_words: bool = False
    """Whether its rules say how they are asked about."""
    heard: list[Conversation] = field(default_factory=list)

    def read(self, conversation: Conversation) -> Reply:
        self.heard.append(conversation)
        if "cheese" in conversation.question:
            return Reply(Decision.IRRELEVANT, 0.8)
        turns = {question_key(turn.question): turn.answer for turn in conversation.history}
        known: dict[str, bool] = {}
        rules = []
        for name, (clause, question) in self.rules.items():
            answer, support = turns.get(question_key(question)), None
            # A fact of the scenario is asked about in other words than ours.
            for number, turn in enumerate(conversation.history):
                if self._asks_for(turn.question, name):
                    answer, support = turn.answer, Support(turn=number)
            for phrase, (told, meaning) in self.phrases.items():
                if told == name and answer is None and phrase in conversation.scenario:
                    at = conversation.scenario.index(phrase)
                    answer = meaning
                    support = Support(scenario=Span(at, at + len(phrase)))
            if answer is not None:
                known[name] = answer is Answer.YES
            state = State.UNKNOWN if answer is None else STATES[answer]
            own = question if self.own_words else None
            rules.append(Rule(span_of(clause, self.text), state, support=support, question=own))
        rest = given(parse(self.yes_when), known)
        if isinstance(rest, bool):
            decision = Decision.YES if rest else Decision.NO
            return Reply(decision, self.confidence, rules=tuple(rules))
        open_rules = names(rest)
        place, name = next((i, n) for i, n in enumerate(self.rules) if n in open_rules)
        question = self.rules[name][1]
        return Reply(Decision.INQUIRE, self.confidence, question, tuple(rules), place)

    def _asks_for(self, question: str, name: str) -> bool:
        key = {"swim": "swim", "boat": "own a boat", "hired": "hired"}.get(name)
        return key is not None and key in question


@dataclass
class ShortReader(LogicReader):
    """Takes no long stories, and no long histories."""

    most_turns: int = 9

    def read(self, conversation: Conversation) -> Reply:
        if len(conversation.scenario) > 200 or len(conversation.history) > self.most_turns:
            raise TooLong(600, 512)
        return super().read(conversation)


@dataclass
class AsSystem:
    """A reader of one conversation as a system, which reads many."""

    reader: LogicReader

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        return [self.reader.read(conversation) for conversation in conversations]


@dataclass
class ChaoticReader:
    """Says anything, but always the same to the same: by a hash of what it is given."""

    seed: int
    with_probabilities: bool = True
    with_rules: bool = True

    def read(self, conversation: Conversation) -> Reply:
        said = (self.seed, conversation.scenario, conversation.history)
        digest = hashlib.sha256(repr(said).encode()).digest()
        chance = random.Random(digest)
        text, scenario = conversation.rule_text.text, conversation.scenario
        rules = tuple(self._rule(chance, text, scenario) for _ in range(chance.randint(1, 5)))
        choices = [*Decision] if not conversation.history else [Decision.YES, Decision.NO]
        decision = chance.choice([*choices, Decision.INQUIRE, Decision.INQUIRE])
        asks = decision is Decision.INQUIRE
        asked = chance.randrange(len(rules)) if asks and self.with_rules else None
        weights = [chance.random() for _ in Decision]
        return Reply(
            decision,
            chance.random(),
            f"Is it {chance.choice('abcdefgh')} {chance.randint(1, 4)}?" if asks else None,
            rules if self.with_rules else (),
            asked,
            dict(zip(Decision, (w / sum(weights) for w in weights), strict=True))
            if self.with_probabilities
            else {},
        )

    def _rule(self, chance: random.Random, text: str, scenario: str) -> Rule:
        start = chance.randrange(len(text) - 1)
        span = Span(start, chance.randint(start + 1, len(text)))
        if scenario and chance.random() < 0.3:
            at = chance.randrange(len(scenario))
            support = Support(scenario=Span(at, chance.randint(at, len(scenario))))
            words = chance.choice([None, "Is it c 3?", "Is it so?"])
            state = chance.choice([State.MET, State.NOT_MET])
            return Rule(span, state, support=support, question=words)
        return Rule(span, scores=RuleScores(chance.random(), 0.0, 0.0))


def asking(question: str = "May I row?", scenario: str = "") -> Conversation:
    return Conversation(RuleText(TEXT), question, scenario)
