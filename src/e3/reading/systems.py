"""What readers, and what stands in for them, have in common (protocols)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from e3.reading.conversation import Conversation, Reply


class System(Protocol):
    """A system that reads, whatever it is made of."""

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order."""


class TrainedSystem(System, Protocol):
    """A system that can be kept."""

    def save(self, folder: Path) -> None:
        """Writes the system to a folder, from which a reader loads it."""


@runtime_checkable
class AblatedSystem(Protocol):
    """A system of which something is measured with a part taken away."""

    @property
    def ablations(self) -> Mapping[str, System]:
        """What is left of it, by the words that tables add to its name."""


@runtime_checkable
class RemoteSystem(Protocol):
    """A system that another program reads for, which may be on another machine and paid for."""

    @property
    def sends_to(self) -> str:
        """The server that all is sent to."""

    @property
    def digest(self) -> str:
        """Tells it from another with the same name: of all that it is told before a turn."""

    @property
    def at_once(self) -> int:
        """How many conversations are answered, and should be saved, together."""

    def expected(self, conversations: Iterable[Conversation]) -> str:
        """What reading these will take, in a sentence."""

    def took(self) -> str:
        """What all that was read took, in a sentence."""


class ConversationReader(Protocol):
    """Reads one conversation: a reader, or what stands in for it."""

    def read(self, conversation: Conversation) -> Reply:
        """The reply to a conversation; the same every time."""


class BatchReader(Protocol):
    """Reads many conversations at once: a reader, or what stands in for it."""

    def read_many(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order."""
