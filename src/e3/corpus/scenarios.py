"""Scenarios: what people tell of themselves, and which follow-up questions that settles."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, Field

from e3.corpus.rows import Row
from e3.corpus.sharc import load_json
from e3.errors import BadInput
from e3.policy.answers import Answer
from e3.policy.policy import Statements, Story
from e3.serialise import from_object
from e3.text import question_key

STORIES, STATEMENTS = SCENARIO_FILES = ("stories.json", "statements.json")
"""What a folder of scenarios has in it, both or one."""


@dataclass(frozen=True)
class Scenarios:
    """What has been written for one dialogue tree."""

    stories: tuple[Story, ...] = ()
    statements: Mapping[str, Statements] = field(default_factory=dict)
    irrelevant_questions: tuple[str, ...] = ()

    def and_more(self, more: Scenarios, questions: Iterable[str]) -> Scenarios:
        """These and others; their stories may name the tree's questions by `question_name`."""
        named = {question_name(question): question_key(question) for question in questions}
        stories = (
            replace(story, settles={named.get(q, q): a for q, a in story.settles.items()})
            for story in more.stories
        )
        return Scenarios(
            (*self.stories, *stories),
            {**self.statements, **more.statements},
            (*self.irrelevant_questions, *more.irrelevant_questions),
        )


def question_name(question: str) -> str:
    """A name for a question whose words are not ours to publish."""
    return hashlib.sha256(question_key(question).encode()).hexdigest()[:12]


Fields = TypeVar("Fields", bound=BaseModel)

_Answer = Annotated[Answer, BeforeValidator(lambda v: v.lower() if isinstance(v, str) else v)]


class _StoryFields(BaseModel):
    text: str
    settles: dict[str, _Answer]


class _StoriesFields(BaseModel):
    tree_id: str
    scenarios: list[_StoryFields]


class _StatementsFields(BaseModel):
    tree_id: str
    question: str
    yes: list[str] = Field(min_length=1)
    no: list[str] = Field(min_length=1)
    unclear: list[str] = []


def read_scenarios(folder: Path) -> dict[str, Scenarios]:
    """The scenarios by tree id from a folder with stories.json and statements.json, or one."""
    stories: dict[str, list[Story]] = {}
    statements: dict[str, dict[str, Statements]] = {}
    for told in _items(folder / STORIES, _StoriesFields):
        stories.setdefault(told.tree_id, []).extend(
            Story(story.text, {question_key(q): answer for q, answer in story.settles.items()})
            for story in told.scenarios
        )
    for said in _items(folder / STATEMENTS, _StatementsFields):
        statements.setdefault(said.tree_id, {})[question_key(said.question)] = Statements(
            tuple(said.yes), tuple(said.no), tuple(said.unclear)
        )
    if not stories and not statements:
        raise BadInput("there is no stories.json and no statements.json", source=str(folder))
    return {
        tree_id: Scenarios(tuple(stories.get(tree_id, ())), statements.get(tree_id, {}))
        for tree_id in sorted(stories.keys() | statements.keys())
    }


def _items(path: Path, kind: type[Fields]) -> Iterable[Fields]:
    if not path.exists():
        return
    found: Any = load_json(path)
    if not isinstance(found, list):
        raise BadInput("a JSON list is wanted", source=str(path))
    for number, value in enumerate(found, start=1):
        try:
            yield from_object(kind, value)
        except BadInput as error:
            raise BadInput(str(error), source=str(path), row=number) from None


def told_in(rows: Iterable[Row]) -> dict[str, list[Story]]:
    """The scenarios in official rows, each with all that its rows say it settles.

    ShARC lists as evidence only what matters at a turn, so the turns are put together.
    """
    settled: dict[tuple[str, str], dict[str, Answer]] = {}
    for row in sorted(rows, key=lambda row: row.utterance_id):
        if row.evidence:
            turns = settled.setdefault((row.tree_id, row.conversation.scenario), {})
            turns.update((question_key(turn.question), turn.answer) for turn in row.evidence)
    stories: dict[str, list[Story]] = {}
    for (tree_id, text), settles in sorted(settled.items()):
        stories.setdefault(tree_id, []).append(Story(text, settles, "real scenario"))
    return stories
