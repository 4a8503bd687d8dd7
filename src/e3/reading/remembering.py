"""A reader that reads nothing twice (memoisation): an interview leads it through the same turns."""

from __future__ import annotations

from dataclasses import dataclass, field

from e3.reading.conversation import Conversation, Reply
from e3.reading.systems import ConversationReader


@dataclass(frozen=True)
class RememberingReader:
    """A reader and all its replies so far."""

    reader: ConversationReader
    replies: dict[Conversation, Reply] = field(default_factory=dict, repr=False)

    def read(self, conversation: Conversation) -> Reply:
        """The reply to a conversation."""
        if conversation not in self.replies:
            self.replies[conversation] = self.reader.read(conversation)
        return self.replies[conversation]
