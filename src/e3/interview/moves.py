"""The moves of an interview (commands): one definition for the terminal, the API and the pages."""

from __future__ import annotations

from dataclasses import dataclass

from e3.errors import BadInput
from e3.interview.interview import Interview
from e3.interview.steps import Confirm
from e3.policy.amounts import BadValue
from e3.policy.answers import Answer
from e3.policy.facts import Value


@dataclass(frozen=True)
class GiveAnswer:
    """Answers the question that is asked."""

    answer: Answer | Value

    def made(self, interview: Interview) -> Interview:
        return interview.answer(self.answer)


@dataclass(frozen=True)
class ConfirmFacts:
    """Says of what the scenario was understood to tell, in its order, what is so."""

    answers: tuple[Answer | Value, ...]

    def made(self, interview: Interview) -> Interview:
        step = interview.step
        if not isinstance(step, Confirm):
            raise BadInput("there is nothing to confirm")
        if len(self.answers) > len(step.facts):
            raise BadInput(f"there is no more to confirm than {len(step.facts)}")
        for place, (fact, answer) in enumerate(zip(step.facts, self.answers, strict=False)):
            now = interview.step
            # What an answer before has settled is not there any more.
            if isinstance(now, Confirm) and now.facts[0] == fact:
                try:
                    interview = interview.confirm(answer)
                except BadValue as error:
                    raise BadValue(str(error), place) from None
        return interview


@dataclass(frozen=True)
class ChangeAnswer:
    """Changes what was told of a fact, by its place; what was told later stays."""

    fact: int
    answer: Answer | Value

    def made(self, interview: Interview) -> Interview:
        return interview.change(self.fact, self.answer)


@dataclass(frozen=True)
class GoBack:
    """Goes back to the fact before, which is asked again; nothing that was told is lost."""

    def made(self, interview: Interview) -> Interview:
        return interview.back()


Move = GiveAnswer | ConfirmFacts | ChangeAnswer | GoBack
