"""A reader for many threads: so many read at once, and the others wait."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Semaphore

from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Reply
from e3.reading.drafts import (
    Bearing,
    DraftingSystem,
    FoundDraft,
    SiftingSystem,
    StoryRule,
    Told,
)
from e3.reading.systems import BatchReader


def few_at_once(system: DraftingSystem, most: int) -> FewAtOnce:
    """The same, which also sifts long texts where the system can."""
    if isinstance(system, SiftingSystem):
        return FewSiftingAtOnce(system, most)
    return FewAtOnce(system, most)


class FewAtOnce:
    """Drafts and reads stories as its system does, `most` at the same time.

    More would be no faster together, and would leave no processor to turns that read nothing.
    """

    def __init__(self, system: DraftingSystem, most: int) -> None:
        self._system = system
        self._free = Semaphore(most)

    def draft(self, rule_text: RuleText, question: str) -> FoundDraft:
        """The rules that bear on a question."""
        with self._free:
            return self._system.draft(rule_text, question)

    def tell(self, question: str, story: str, rules: Sequence[StoryRule]) -> list[Told]:
        """What a story says to each rule, in their order."""
        with self._free:
            return self._system.tell(question, story, rules)


class FewSiftingAtOnce(FewAtOnce):
    """Also says what to read of long texts; others take their turn between the passages of one."""

    def __init__(self, system: SiftingSystem, most: int) -> None:
        super().__init__(system, most)
        self._sifting = system

    def bearing(self, rule_text: RuleText, question: str) -> Bearing:
        """What of a text bears on a question."""
        with self._free:
            return self._sifting.bearing(rule_text, question)

    def pieces(self, text: str) -> int:
        """How many word pieces a text has."""
        return self._sifting.pieces(text)

    def room(self, question: str) -> int:
        """How many word pieces and chunks together it can take beside a question."""
        return self._sifting.room(question)


class OneAtOnce:
    """Reads what a library has found as its reader does, for one question at a time."""

    def __init__(self, reader: BatchReader) -> None:
        self._reader = reader
        self._free = Semaphore()

    def read_many(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order."""
        with self._free:
            return self._reader.read_many(conversations)
