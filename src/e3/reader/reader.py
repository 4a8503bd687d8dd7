"""The reader: a trained model as one object, conversations in, replies out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, Protocol

from e3.conversation import Answer, Conversation, Reply, Support
from e3.errors import BadInput, MissingExtra
from e3.files import is_folder, is_there, opened, parse_json, read_bytes

DEFAULT = Path(__file__).parent / "default"
"""The folder of the model that comes with E3."""

_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")
_SETTINGS = "model.json"
_NETWORK_FILES = ("config.json", "inputs.json", "tokenizer.json", "weights.safetensors")
_EDITOR_FILES = ("words.json", "network.json", *_NETWORK_FILES)
_SYSTEM_FILES = {
    "e3": _NETWORK_FILES,
    "bertqa": _NETWORK_FILES,
    "states": _NETWORK_FILES,
    "onnx": ("inputs.json", "tokenizer.json", "model.onnx"),
    "seq2seq": ("words.json", "weights.safetensors"),
    "pipeline": ("weights.skops",),
    "heuristic": (),
}


class System(Protocol):
    """A trained system, whatever it is made of."""

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order."""


@dataclass(frozen=True)
class Reader:
    """Reads conversations with a trained system."""

    system: System
    folder: Path | None = None
    """Where it was loaded from."""

    @cached_property
    def model_id(self) -> str:
        """Names the model in records: its folder's name, and a digest of all that is in it."""
        if self.folder is None:
            return type(self.system).__name__
        digest = sha256()
        for name in _wanted_files(self.folder):
            with opened(self.folder / name) as file:
                digest.update(file_digest(file, "sha256").digest())
        return f"{self.folder.resolve().name} {digest.hexdigest()[:12]}"

    @classmethod
    def load(cls, model: str | Path | None = None) -> Reader:
        """The reader with the model that comes with E3, or with the one in a folder.

        The folder is a run, which is read on a GPU if there is one, or what `e3 export` made of it.
        """
        folder = model_folder(model)
        name = _check_folder(folder)
        try:
            return cls(_load(name, folder), folder)
        except ModuleNotFoundError as error:
            package = error.name or "torch"
            raise MissingExtra(package, "train", "Reading with this model") from None
        except Exception as error:  # what the libraries raise for a broken file has no base class
            why = str(error).strip().split("\n")[0][:200]
            raise BadInput(f"the model in it is broken: {why}", source=str(folder)) from None

    def read(self, conversation: Conversation) -> Reply:
        """The reply to a conversation."""
        return self.read_many([conversation])[0]

    def read_many(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order; quicker than one by one."""
        if not conversations:
            return []
        replies = self.system.read([as_read(each) for each in conversations])
        return [_as_given(*each) for each in zip(replies, conversations, strict=True)]


def model_folder(model: str | Path | None = None) -> Path:
    """The folder of a model; without a name, of the one that comes with E3."""
    if model is not None:
        return Path(model)
    if not is_there(DEFAULT / "model.json"):
        raise BadInput("no model comes with this E3: train one with `e3 train` and give its folder")
    return DEFAULT


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


def _load(name: str, folder: Path) -> System:
    """The system of that name; what it is made of is imported for it alone."""
    if name == "heuristic":
        from e3.baselines.heuristic import HeuristicSystem  # noqa: PLC0415

        return HeuristicSystem.load(folder)
    if name == "onnx":
        from e3.reader.onnx import OnnxSystem  # noqa: PLC0415

        return OnnxSystem.load(folder)
    if name == "pipeline":
        from e3.baselines.pipeline.system import PipelineSystem  # noqa: PLC0415

        return PipelineSystem.load(folder)
    import torch  # noqa: PLC0415

    from e3.model.systems import load_system  # noqa: PLC0415

    return load_system(folder, torch.device("cuda" if torch.cuda.is_available() else "cpu"))


def _check_folder(folder: Path) -> str:
    """The system in a run folder; says what is missing before anything slow begins."""
    if not is_there(folder):
        raise BadInput("there is no such folder", source=str(folder))
    if not is_folder(folder):
        raise BadInput("this is a file, the folder of a run is wanted", source=str(folder))
    if not is_there(folder / _SETTINGS):
        raise BadInput("there is no model in this folder, it has no model.json", source=str(folder))
    for name in _wanted_files(folder):
        if not is_there(folder / name):
            raise BadInput(f"the model is not whole, it has no {name}", source=str(folder))
    return str(_settings(folder)["system"])


def _wanted_files(folder: Path) -> list[str]:
    """The files that the model in a folder is made of."""
    settings = _settings(folder)
    editor = _EDITOR_FILES if settings.get("editor") else ()
    of_system = _SYSTEM_FILES[settings["system"]]
    return [_SETTINGS, *of_system, *(f"editor/{name}" for name in editor)]


def _settings(folder: Path) -> dict[str, Any]:
    path = folder / _SETTINGS
    settings = parse_json(read_bytes(path), source=str(path))
    if not isinstance(settings, dict) or settings.get("system") not in [*_SYSTEM_FILES]:
        raise BadInput("this names no system that E3 knows", source=str(path))
    return settings
