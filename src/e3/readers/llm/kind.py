"""A language model as the registry finds it: `llm:NAME`, a name that its server knows."""

from __future__ import annotations

from pathlib import Path

from e3.errors import BadInput
from e3.llm.server import Server
from e3.reading.registry import ReaderKind
from e3.reading.systems import System


def _open(name: str) -> System:
    server = Server.named(name)
    from e3.llm.asking import LanguageModel
    from e3.readers.llm.examples import examples
    from e3.readers.llm.system import LlmSystem

    return LlmSystem(LanguageModel(server), examples)


def _load(folder: Path) -> System:
    raise BadInput("a language model is in no folder: name it, as llm:NAME", source=str(folder))


KIND = ReaderKind("llm", load=_load, open=_open, extra="llm")
