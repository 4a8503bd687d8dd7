"""The reader: a trained model as one object, conversations in, replies out."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

from e3.errors import BadInput, E3Error, MissingExtra
from e3.files import is_there
from e3.full_memory import memory_full, told_if_full
from e3.policy.answers import Answer
from e3.reading.conversation import Conversation, Reply, Support
from e3.reading.model_folder import kind_of, model_digest, model_folder, reason
from e3.reading.registry import ReaderKind, find_reader, reader_names
from e3.reading.systems import RemoteSystem, System
from e3.reading.trial import proved

_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True)
class Reader:
    """Reads conversations with a trained system."""

    system: System
    folder: Path | None = None
    """Where it was loaded from."""
    name: str | None = None
    """What it is called where it has no folder."""

    @property
    def drafting(self) -> object:
        """What of it drafts and reads stories, where it can; see `drafting_of`."""
        return getattr(self.system, "drafting", None)

    @property
    def drafter(self) -> object:
        """What it drafts with, where it has a drafter of its own; see `find_drafter`."""
        return getattr(self.system, "drafter", None)

    @property
    def remote(self) -> RemoteSystem | None:
        """The system, where it sends what it reads to another program."""
        return self.system if isinstance(self.system, RemoteSystem) else None

    @cached_property
    def model_id(self) -> str:
        """Names the model in records: its folder's name, and a digest of all that is in it."""
        if self.folder is None:
            name = self.name or type(self.system).__name__
            return f"{name} {self.remote.digest}" if self.remote else name
        return f"{self.folder.resolve().name} {model_digest(self.folder)[:12]}"

    @classmethod
    def load(cls, model: str | Path | None = None) -> Reader:
        """The reader with the model that comes with E3, with the one in a folder, or by its name.

        The folder is a run, which is read on a GPU if there is one, or what `e3 export` made of it.
        A name is that of an installed reader which needs no folder, such as "heuristic".
        """
        if isinstance(model, str) and not is_there(Path(model)) and (kind := _named(model)):
            of_kind, _, given = model.partition(":")
            if kind.open is None:
                raise BadInput(
                    f"the reader {of_kind!r} has to be trained: give the folder of a run"
                )
            make = kind.open
            return cls(_made(kind, lambda: make(given), source=model), name=model)
        folder = model_folder(model)
        kind = kind_of(folder)
        return cls(_made(kind, lambda: proved(kind.load(folder)), source=str(folder)), folder)

    def read(self, conversation: Conversation) -> Reply:
        """The reply to a conversation."""
        return self.read_many([conversation])[0]

    def read_many(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order; quicker than one by one."""
        if not conversations:
            return []
        read = [as_read(each) for each in conversations]
        with told_if_full():
            replies = self.system.read(read)
        return [_as_given(*each) for each in zip(replies, conversations, strict=True)]


@cache
def shipped_reader() -> Reader:
    """The reader with the model that comes with E3, loaded once."""
    return Reader.load()


def _named(model: str) -> ReaderKind | None:
    name = model.partition(":")[0]
    return find_reader(name) if name in reader_names() else None


def _made(kind: ReaderKind, make: Callable[[], System], *, source: str) -> System:
    try:
        return make()
    except ModuleNotFoundError as error:
        if kind.extra is None:
            why = f"this reader needs {error.name}, which is not installed"
            raise BadInput(why, source=source) from None
        package = error.name or kind.extra
        raise MissingExtra(package, kind.extra, "Reading with this model") from None
    except E3Error:
        raise
    except Exception as error:  # that of a reader which is not ours may be anything
        broken = BadInput(f"the model in it is broken: {reason(error)}", source=source)
        raise memory_full(error) or broken from None


def as_read(conversation: Conversation) -> Conversation:
    """The conversation as models read it; refuses one that holds no text to read.

    Turns whose answer is unknown are left out: E3 as published knows only yes and no.
    """
    _check_text("rule text", conversation.rule_text.text)
    _check_text("question", conversation.question)
    _check_text("scenario", conversation.scenario, may_be_empty=True)
    for number, turn in enumerate(conversation.history, start=1):
        _check_text(f"question of turn {number}", turn.question)
    known = tuple(conversation.history[place] for place in _known(conversation))
    return replace(conversation, history=known)


def _known(conversation: Conversation) -> list[int]:
    """The places of the turns whose answer is known."""
    turns = enumerate(conversation.history)
    return [place for place, turn in turns if turn.answer is not Answer.UNKNOWN]


def _as_given(reply: Reply, conversation: Conversation) -> Reply:
    """The reply with turns counted as in the whole history."""
    places = _known(conversation)
    if len(places) == len(conversation.history):
        return reply
    rules = (
        replace(rule, support=Support(turn=places[rule.support.turn]))
        if rule.support and rule.support.turn is not None
        else rule
        for rule in reply.rules
    )
    return replace(reply, rules=tuple(rules))


def _check_text(what: str, text: str, *, may_be_empty: bool = False) -> None:
    if not may_be_empty and not text.strip():
        raise BadInput(f"the {what} is empty")
    if found := _NO_TEXT.search(text):
        code = f"U+{ord(found.group()):04X}"
        raise BadInput(f"the {what} holds {code} at {found.start()}, which is no text")
