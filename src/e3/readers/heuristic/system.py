"""The heuristic of Verma et al. (2020): ShARC's patterns, and no reading.

A first question is irrelevant if less than half of its words stand in the rule text. Otherwise ask
as long as less than half of the bullets have been asked about. Then repeat the last answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from e3.language.en.content_words import content_words
from e3.language.en.questions import write_question
from e3.language.en.rules import find_rules
from e3.policy.answers import Answer
from e3.reading.asked_rules import rule_to_ask, settled_rules, turns_about
from e3.reading.conversation import Conversation, Decision, Reply
from e3.reading.model_folder import write_settings
from e3.text import words

_CONCLUSIONS = {Answer.YES: Decision.YES, Answer.NO: Decision.NO}


@dataclass(frozen=True)
class HeuristicSystem:
    """The heuristic; it is sure of everything."""

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order."""
        return [_reply(conversation) for conversation in conversations]

    def save(self, folder: Path) -> None:
        """Writes the system to a folder: its name, as there is nothing else to it."""
        write_settings(folder, system="heuristic")


def decide(conversation: Conversation) -> Decision:
    """The decision, from counts alone."""
    history = conversation.history
    if not conversation.scenario and not history and not _on_topic(conversation):
        return Decision.IRRELEVANT
    if not history or 2 * len(history) < len(conversation.rule_text.bullets):
        return Decision.INQUIRE
    return _CONCLUSIONS.get(history[-1].answer, Decision.INQUIRE)


def _on_topic(conversation: Conversation) -> bool:
    asked = content_words(conversation.question)
    there = {word.text for word in words(conversation.rule_text.text)}
    return 2 * sum(word in there for word in asked) >= len(asked)


def _reply(conversation: Conversation) -> Reply:
    text = conversation.rule_text.text
    rules = find_rules(conversation.rule_text)
    asked_in = turns_about(conversation.history, text, rules)
    decision = decide(conversation)
    asked = None
    if decision is Decision.INQUIRE:
        if rules:
            asked = rule_to_ask(len(rules), asked_in)
        else:  # there is nothing to ask about
            decision = Decision.IRRELEVANT
    return Reply(
        decision=decision,
        confidence=1.0,
        question=None if asked is None else write_question(conversation.rule_text, rules[asked]),
        rules=settled_rules(rules, conversation.history, asked_in, {}),
        asked=asked,
    )
