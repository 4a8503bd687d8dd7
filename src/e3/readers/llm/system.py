"""The reader `llm`: each turn is one question to a language model, with examples before it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from threading import Lock
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from e3.corpus.rows import Row
from e3.drafting.llm.drafter import LlmDrafter
from e3.language.en.rules import find_rules
from e3.llm.asking import LanguageModel, NoAnswer, Proved, Task, Unusable, letters_sent
from e3.llm.usage import Usage
from e3.policy.rule_text import RuleText
from e3.readers.llm.prompt import turn_messages
from e3.readers.llm.stories import LlmStories
from e3.reading.asked_rules import rule_about, settled_rules, turns_about
from e3.reading.conversation import Conversation, Decision, Reply

_MOST_TOKENS = 200
_LETTERS_A_TOKEN = 3
_TOKENS_AN_ANSWER = 30


class TurnAnswer(BaseModel):
    """What a language model answers to a turn."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})

    decision: Literal["yes", "no", "irrelevant", "inquire"]
    question: Annotated[str, Field(max_length=500)]


@dataclass
class _Unanswered:
    """Turns that got no answer of the form that was asked for."""

    count: int = 0
    lock: Lock = field(default_factory=Lock)

    def one(self) -> None:
        with self.lock:
            self.count += 1


@dataclass(frozen=True)
class LlmSystem:
    """A language model that reads turns and stories, and drafts."""

    model: LanguageModel
    find_examples: Callable[[], tuple[Row, ...]]
    unanswered: _Unanswered = field(default_factory=_Unanswered, compare=False)

    @cached_property
    def examples(self) -> tuple[Row, ...]:
        """The turns that are shown before a turn; drafts and stories need none."""
        return self.find_examples()

    @property
    def sends_to(self) -> str:
        """The server that all is sent to."""
        return self.model.server.host

    @property
    def digest(self) -> str:
        """Of the prompt with its examples."""
        told = json.dumps(turn_messages(Conversation(RuleText(""), ""), self.examples))
        return sha256(told.encode()).hexdigest()[:12]

    @property
    def at_once(self) -> int:
        """How many turns are saved together: few, as each may have been paid for."""
        return 4 * self.model.server.at_once

    @property
    def drafting(self) -> LlmStories:
        """What reads stories."""
        return LlmStories(self.model)

    @property
    def drafter(self) -> LlmDrafter:
        """What drafts."""
        return LlmDrafter(self.model)

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order, several at the same time."""
        return list(self._pool.map(self._reply, conversations))

    def expected(self, conversations: Iterable[Conversation]) -> str:
        """What reading these will take, by the letters that are sent."""
        expected = Usage()
        for each in conversations:
            read = letters_sent(turn_messages(each, self.examples)) // _LETTERS_A_TOKEN
            expected += Usage(1, read, _TOKENS_AN_ANSWER)
        return expected.estimate(self.model.server.prices)

    def took(self) -> str:
        """What all that was read took, and how many turns were not answered."""
        took = self.model.used.sentence(self.model.server.prices)
        if not self.unanswered.count:
            return took
        return f"{took}; {self.unanswered.count:,} rows got no answer and count as irrelevant"

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.model.server.at_once, thread_name_prefix="e3-llm")

    def _reply(self, conversation: Conversation) -> Reply:
        task = Task(turn_messages(conversation, self.examples), TurnAnswer, _MOST_TOKENS, _proved)
        try:
            said = self.model.ask(task).value
        except NoAnswer:
            self.unanswered.one()
            return Reply(Decision.IRRELEVANT, 0.0)
        decision = Decision(said.decision)
        text = conversation.rule_text.text
        rules = find_rules(conversation.rule_text)
        asked = said.question.strip() if decision is Decision.INQUIRE else None
        by_turn = turns_about(conversation.history, text, rules)
        return Reply(
            decision,
            confidence=1.0,
            question=asked,
            rules=settled_rules(rules, conversation.history, by_turn, {}),
            asked=None if asked is None else rule_about(asked, text, rules),
        )


def _proved(answer: TurnAnswer) -> Proved[TurnAnswer]:
    if answer.decision == "inquire" and not answer.question.strip():
        raise Unusable("Who inquires has a question.")
    return Proved(answer)
