"""Other words for what people ask of a policy (paraphrases): the answer is the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from e3.files import read_bytes
from e3.policy.fields import Fields, Filled
from e3.serialise import from_json
from e3.text import question_key


@dataclass(frozen=True)
class Rewordings:
    """What else people say for a question."""

    by_question: Mapping[tuple[str, str], tuple[str, ...]]
    """By the title of the policy and the key of the question."""

    def one_of(self, title: str, question: str, random: Random) -> str:
        """The question as it is, or in other words, each as often."""
        others = self.by_question.get((title, question_key(question)), ())
        return random.choice((question, *others))


class _Fields(Fields):
    title: Filled
    question: Filled
    also: list[Filled]


def read_rewordings(path: Path) -> Rewordings:
    """The file: objects with the title of a policy, a question, and other words for it."""
    found = from_json(list[_Fields], read_bytes(path), source=str(path))
    return Rewordings(
        {(each.title, question_key(each.question)): tuple(each.also) for each in found}
    )
