"""What a language model takes from a story: only what it can cite, for the person to confirm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from e3.llm.asking import LanguageModel, NoAnswer, Proved, Task
from e3.llm.quoting import quoted
from e3.policy.answers import Answer
from e3.readers.llm.prompt import story_messages
from e3.reading.drafts import StoryRule, Told

_SURE = 0.95
"""Enough for a person to be asked whether it is so; the model can't say how sure it is."""
_NOT_TOLD = Told(Answer.UNKNOWN, _SURE)
_MOST_TOKENS = 2_000


class ToldRule(BaseModel):
    """A rule that a story settles."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})

    rule: int
    quote: Annotated[str, Field(max_length=2_000)]
    answer: Literal["yes", "no"]


class StoryAnswer(BaseModel):
    """What a language model answers when it reads a story."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})

    told: Annotated[list[ToldRule], Field(max_length=200)]


@dataclass(frozen=True)
class LlmStories:
    """Reads stories with a language model."""

    model: LanguageModel

    def tell(self, question: str, story: str, rules: Sequence[StoryRule]) -> list[Told]:
        """What a story says to each rule, in their order."""
        task = Task(
            story_messages(question, story, rules),
            StoryAnswer,
            _MOST_TOKENS,
            lambda answer: Proved(proved(story, len(rules), answer)),
        )
        try:
            return self.model.ask(task).value
        except NoAnswer:  # then the person is asked
            return [_NOT_TOLD] * len(rules)


def proved(story: str, rules: int, answer: StoryAnswer) -> list[Told]:
    """What is cited; a rule that is told both ways is not told."""
    found: dict[int, Told] = {}
    for each in answer.told:
        place = quoted(story, each.quote)
        if place is None or not 1 <= each.rule <= rules:
            continue
        told = Told(Answer(each.answer), _SURE, place.span)
        before = found.setdefault(each.rule - 1, told)
        if before.answer is not told.answer:
            found[each.rule - 1] = _NOT_TOLD
    return [found.get(rule, _NOT_TOLD) for rule in range(rules)]
