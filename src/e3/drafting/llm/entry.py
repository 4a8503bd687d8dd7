"""The drafter `llm` as it is found by name: `llm:NAME`."""

from __future__ import annotations

from e3.drafting.drafter import Drafter
from e3.errors import MissingExtra
from e3.llm.server import Server
from e3.reading.systems import ConversationReader


def make(_: ConversationReader | None, given: str = "") -> Drafter:
    """The drafter with a model, by its name at the server that the environment names."""
    server = Server.named(given)
    try:
        from e3.drafting.llm.drafter import LlmDrafter  # noqa: PLC0415 - needs the extra llm
        from e3.llm.asking import LanguageModel  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "httpx", "llm", "A language model") from None
    return LlmDrafter(LanguageModel(server))
