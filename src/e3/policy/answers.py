"""What people can say of a rule, and what is then known of it (its truth value)."""

from __future__ import annotations

from enum import StrEnum


class Answer(StrEnum):
    """What a person can say to a follow-up question."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"

    @property
    def opposite(self) -> Answer:
        """The answer to the opposite question; what is not known stays so."""
        return {Answer.YES: Answer.NO, Answer.NO: Answer.YES}.get(self, self)

    @property
    def state(self) -> State:
        """What it says of the rule that was asked about."""
        return {Answer.YES: State.MET, Answer.NO: State.NOT_MET}.get(self, State.UNKNOWN)


class State(StrEnum):
    """What is known of a rule."""

    MET = "met"
    NOT_MET = "not met"
    UNKNOWN = "unknown"
    NOT_NEEDED = "not needed"

    @property
    def answer(self) -> Answer | None:
        """The answer that says so; None where nothing is settled."""
        return {State.MET: Answer.YES, State.NOT_MET: Answer.NO}.get(self)
