"""Interviews for a server: each move is read, written down, and only then acknowledged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from e3.errors import BadInput, TooLong
from e3.interview import recording
from e3.interview.facts import testimony_of
from e3.interview.interview import Interview, followed
from e3.interview.journal import Acknowledgement, Conflict, Journal, RequestDigest
from e3.interview.moves import Move
from e3.interview.why import Why
from e3.reading.conversation import Conversation, Reply
from e3.reading.systems import ConversationReader
from e3.serve.settings import MOST_EVENTS


class MoveRefused(BadInput):
    """A move that an interview does not allow where it stands."""


@dataclass(frozen=True)
class KeptInterview:
    """An interview that is kept, where it stands."""

    id: str
    interview: Interview

    @property
    def turn(self) -> int:
        """How many events it has: what is said next belongs to this turn."""
        return len(self.interview.events)

    def why(self) -> Why:
        """Why the question is asked."""
        try:
            return self.interview.why()
        except TooLong:
            raise
        except BadInput as error:
            raise MoveRefused(str(error)) from None


@dataclass(frozen=True)
class Service:
    """What a server does with interviews; every method blocks until it is done.

    A `request` that comes twice is done once.
    """

    reader: ConversationReader
    journal: Journal
    model: str
    """What interviews note as the model that read."""
    forget: Callable[[Conversation | None], object] = lambda _: None
    """Is told what an interview began with that was deleted; None where nobody can say."""

    def seen_by(self, owner: str | None) -> Service:
        """The service for one owner, to whom the interviews of others are not there."""
        return replace(self, journal=self.journal.seen_by(owner))

    def read(self, conversation: Conversation) -> Reply:
        """One turn without an interview."""
        return self.reader.read(conversation)

    def begin(
        self, conversation: Conversation, request: RequestDigest | None = None
    ) -> KeptInterview:
        """A new interview."""
        if request and (before := self.journal.done(request)):
            return self._after(before)
        interview = followed(Interview.start(self.reader, conversation))
        id = recording.begin(self.journal, interview, model=self.model, request=request)
        return KeptInterview(id, interview)

    def look(self, id: str) -> KeptInterview:
        """An interview, where it stands."""
        return KeptInterview(id, recording.resume(self.journal, id, self.reader))

    def move(
        self,
        id: str,
        move: Move,
        *,
        turn: int | None = None,
        request: RequestDigest | None = None,
    ) -> KeptInterview:
        """Makes a move at the turn that the person saw; if none is said, where it stands."""
        if request and (before := self.journal.done(request)):
            return self._after(before)
        kept = recording.load(self.journal, id)
        last = len(kept.events)
        turn = last if turn is None else turn
        if not 1 <= turn <= last:
            raise Conflict(f"there is no turn {turn} yet")
        if turn >= MOST_EVENTS:
            raise MoveRefused(f"an interview takes {MOST_EVENTS:,} turns at most: begin a new one")
        # A turn that was taken before leads to the same event again, or to a conflict.
        interview = kept.resumed(self.reader, turn)
        try:
            moved = followed(move.made(interview))
        except TooLong:
            raise
        except BadInput as error:
            raise MoveRefused(str(error)) from None
        written = recording.keep(
            self.journal, id, moved, model=self.model, since=turn, request=request
        )
        if written.events == len(moved.events):
            return KeptInterview(id, moved)
        return self._after(written)

    def export(self, id: str) -> str:
        """All that is kept of an interview, as JSON."""
        return self.journal.export(id)

    def check_there(self, id: str) -> None:
        """Raises NoSuchInterview where there is none; it may be damaged."""
        self.journal.summary(id)

    def delete(self, id: str) -> None:
        """Deletes an interview for good, and forgets what was read of it."""
        begun = self._begun(id)
        self.journal.delete(id)
        self.forget(begun)

    def _begun(self, id: str) -> Conversation | None:
        """What an interview began with, where it is not too damaged to say."""
        try:
            kept = recording.load(self.journal, id)
            return testimony_of(kept.rule_text, kept.events).start
        except BadInput:
            return None

    def _after(self, written: Acknowledgement) -> KeptInterview:
        kept = recording.load(self.journal, written.interview)
        return KeptInterview(written.interview, kept.resumed(self.reader, written.events))
