"""Interviews for a server: each move is read, written down, and only then acknowledged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from e3.errors import BadInput, TooLong
from e3.interview.interview import Interview
from e3.interview.journal import Conflict
from e3.interview.steps import Confirm
from e3.interview.why import Why
from e3.policy.answers import Answer
from e3.reading.conversation import Conversation, Reply
from e3.reading.systems import ConversationReader
from e3.serve.records import Kept, Once, Records, Written
from e3.serve.settings import MOST_EVENTS

Move = Callable[[Interview], Interview]


class NotNow(BadInput):
    """A move that an interview does not allow where it stands."""


@dataclass(frozen=True)
class Standing:
    """An interview that is kept, and where it stands."""

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
            raise NotNow(str(error)) from None


@dataclass(frozen=True)
class At:
    """Which request a move belongs to, so that it is not made twice."""

    turn: int | None = None
    """The turn that the person saw; the one where the interview stands, if none is said."""
    once: Once | None = None


NOW = At()


@dataclass(frozen=True)
class Service:
    """What a server does with interviews; every method blocks until it is done."""

    reader: ConversationReader
    records: Records
    model: str
    """What interviews note as the model that read."""

    def read(self, conversation: Conversation) -> Reply:
        """One turn without an interview."""
        return self.reader.read(conversation)

    def begin(self, conversation: Conversation, once: Once | None = None) -> Standing:
        """A new interview."""
        if once and (before := self.records.done(once)):
            return self._after(before)
        interview = Interview.start(self.reader, conversation)
        new = Kept(conversation.rule_text, interview.events)
        written = self.records.create(new, model=self.model, once=once)
        return Standing(written.interview, interview)

    def look(self, id: str) -> Standing:
        """An interview, where it stands."""
        return Standing(id, self._resumed(self.records.load(id)))

    def answer(self, id: str, answer: Answer, at: At = NOW) -> Standing:
        """Answers the question that is asked."""
        return self._move(id, lambda interview: interview.answer(answer), at)

    def confirm(self, id: str, answers: Sequence[Answer], at: At = NOW) -> Standing:
        """Says of what the story was understood to tell, in its order, what is so."""
        return self._move(id, lambda interview: _confirmed(interview, answers), at)

    def change(self, id: str, fact: int, answer: Answer, at: At = NOW) -> Standing:
        """Changes what was told of a fact, by its place."""
        return self._move(id, lambda interview: interview.change(fact, answer), at)

    def back(self, id: str, at: At = NOW) -> Standing:
        """Goes back to the fact before."""
        return self._move(id, lambda interview: interview.back(), at)

    def export(self, id: str) -> str:
        """All that is kept of an interview, as JSON."""
        return self.records.export(id)

    def delete(self, id: str) -> None:
        """Deletes an interview for good."""
        self.records.delete(id)

    def _move(self, id: str, move: Move, at: At) -> Standing:
        if at.once and (before := self.records.done(at.once)):
            return self._after(before)
        kept = self.records.load(id)
        last = len(kept.events)
        turn = last if at.turn is None else at.turn
        if not 1 <= turn <= last:
            raise Conflict(f"there is no turn {turn} yet")
        if turn >= MOST_EVENTS:
            raise NotNow(f"an interview takes {MOST_EVENTS:,} turns at most: begin a new one")
        # A turn that was taken before leads to the same event again, or to a conflict.
        interview = self._resumed(kept, turn)
        try:
            moved = move(interview)
        except TooLong:
            raise
        except BadInput as error:
            raise NotNow(str(error)) from None
        new = moved.events[turn:]
        written = self.records.append(id, turn, new, model=self.model, once=at.once)
        return Standing(id, moved) if written.events == len(moved.events) else self._after(written)

    def _after(self, written: Written) -> Standing:
        kept = self.records.load(written.interview)
        return Standing(written.interview, self._resumed(kept, written.events))

    def _resumed(self, kept: Kept, turn: int | None = None) -> Interview:
        """The interview as it stood at a turn."""
        return Interview.resume(self.reader, kept.rule_text, kept.events[:turn])


def _confirmed(interview: Interview, answers: Sequence[Answer]) -> Interview:
    step = interview.step
    if not isinstance(step, Confirm):
        raise BadInput("there is nothing to confirm")
    if len(answers) > len(step.facts):
        raise BadInput(f"there is no more to confirm than {len(step.facts)}")
    for fact, answer in zip(step.facts, answers, strict=False):
        now = interview.step
        # What an answer before has settled is not there any more.
        if isinstance(now, Confirm) and now.facts[0] == fact:
            interview = interview.confirm(answer)
    return interview
