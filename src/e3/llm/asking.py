"""What a language model is asked for: an answer of a form, proved before anybody uses it.

The form is a JSON schema, which most servers hold their models to. What comes without it is
repaired, or asked for again with what is wrong; a few times, and then there is no answer.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, local
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from e3.errors import BadInput, ModelUnreachable
from e3.llm.chatting import Line, Said, written
from e3.llm.json_in_prose import json_in
from e3.llm.kept_answers import KeptAnswers
from e3.llm.server import Server
from e3.llm.usage import Usage
from e3.memory import remembered
from e3.serialise import from_object

A = TypeVar("A", bound=BaseModel)
T = TypeVar("T")

TRIES = 3
"""Times that one thing is asked for."""

Message = Mapping[str, str]


class Unusable(Exception):
    """An answer that nothing can be made of; says what is wrong with it."""


class NoAnswer(ModelUnreachable):
    """A language model that does not answer in the form it was asked for."""


@dataclass(frozen=True)
class Proved(Generic[T]):
    """What was made of an answer."""

    value: T
    complaint: str = ""
    """What is wrong with it, though it can be used; while there are tries it is asked again."""


@dataclass(frozen=True)
class Task(Generic[A, T]):
    """Something to ask for."""

    messages: tuple[Message, ...]
    form: type[A]
    most: int
    """Tokens that an answer may have."""
    prove: Callable[[A], Proved[T]]
    """What an answer is worth; raises Unusable where it is worth nothing."""


@dataclass(frozen=True)
class Asked(Generic[T]):
    """An answer, and what it took."""

    value: T
    usage: Usage


class LanguageModel:
    """A model on a server; for any number of threads. Nothing is asked twice."""

    def __init__(self, server: Server, *, keep: Path | None = None) -> None:
        self.server = server
        self._line = Line(server)
        self._kept = None if keep is None else KeptAnswers(keep)
        self._answered = remembered(self._looked_up)
        self._here = local()
        self._lock = Lock()
        self._used = Usage()

    @property
    def used(self) -> Usage:
        """All that was asked so far."""
        with self._lock:
            return self._used

    def ask(self, task: Task[A, T]) -> Asked[T]:
        """The answer to a task, proved; raises NoAnswer where there is none after some tries."""
        messages, usable = list(task.messages), None
        usage, wrong = Usage(), ""
        for _ in range(TRIES):
            said, took = self._say(messages, task)
            usage += took
            try:
                proved = task.prove(_in_form(said, task.form))
            except Unusable as error:
                wrong = str(error)
            else:
                if not proved.complaint:
                    return Asked(proved.value, usage)
                usable = usable or proved
                wrong = proved.complaint
            messages += [
                {"role": "assistant", "content": said.text},
                {"role": "user", "content": f"{wrong} Answer once more, with the JSON alone."},
            ]
        if usable is not None:
            return Asked(usable.value, usage)
        raise NoAnswer(
            f"the language model {self.server.model} gave no answer that can be used in {TRIES}"
            f" tries ({wrong.rstrip('.')}): take one that follows a JSON schema"
        )

    def _say(self, messages: Sequence[Message], task: Task[A, T]) -> tuple[Said, Usage]:
        """What the model says, and what that took: nothing where it is remembered."""
        self._here.took = Usage()
        body = request(self.server.model, messages, task.form, task.most)
        text, is_cut = json.loads(self._answered(written(body)))
        return Said(text, is_cut), self._here.took

    def _looked_up(self, asked: str) -> str:
        """The answer to a request, both as texts."""
        if self._kept and (kept := self._kept.find(asked)):
            return kept
        begun = time.monotonic()
        said = self._line.ask(json.loads(asked))
        took = Usage(1, said.read, said.written, time.monotonic() - begun)
        self._here.took = took
        with self._lock:
            self._used += took
        answer = json.dumps([said.text, said.is_cut])
        if self._kept:
            self._kept.keep(asked, answer)
        return answer


def request(
    model: str, messages: Sequence[Message], form: type[BaseModel], most: int
) -> dict[str, Any]:
    """A request as it is sent."""
    schema = {"name": form.__name__, "strict": True, "schema": form.model_json_schema()}
    return {
        "model": model,
        "messages": [dict(each) for each in messages],
        "temperature": 0,
        "seed": 0,
        "max_tokens": most,
        "response_format": {"type": "json_schema", "json_schema": schema},
    }


def letters_sent(messages: Sequence[Message]) -> int:
    """How long a chat is."""
    return sum(len(each["content"]) for each in messages)


def _in_form(said: Said, form: type[A]) -> A:
    found = json_in(said.text)
    if found is None:
        cut = "it is cut off" if said.is_cut else "it is no JSON object"
        raise Unusable(f"That answer is of no use: {cut}.")
    try:
        return from_object(form, found)
    except BadInput as error:
        raise Unusable(f"That answer is not of the form: {error}.") from None
