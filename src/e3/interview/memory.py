"""A reader that reads nothing twice: an interview leads it through the same turns again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from e3.conversation import Conversation, Reply


class Reads(Protocol):
    """A reader, or what stands in for it."""

    def read(self, conversation: Conversation) -> Reply:
        """The reply to a conversation; the same every time."""


@dataclass(frozen=True)
class Remembering:
    """A reader and all its replies so far."""

    reader: Reads
    replies: dict[Conversation, Reply] = field(default_factory=dict, repr=False)

    def read(self, conversation: Conversation) -> Reply:
        """The reply to a conversation."""
        if conversation not in self.replies:
            self.replies[conversation] = self.reader.read(conversation)
        return self.replies[conversation]
