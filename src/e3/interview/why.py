"""Why a question is asked: the clause it comes from, and where each answer leads."""

from __future__ import annotations

from dataclasses import dataclass

from e3.interview.steps import Ask, CannotTell, Concluded, Confirm, NotAnswered, Step
from e3.interview.words import clause_line


@dataclass(frozen=True, slots=True)
class Why:
    """What hangs on a question."""

    clause: str | None
    yes: Step
    """What comes after yes."""
    no: Step

    def text(self) -> str:
        """As a few sentences."""
        says = f"The text says: “{clause_line(self.clause)}”. " if self.clause else ""
        return f"{says}If yes, {_leads_to(self.yes)}. If no, {_leads_to(self.no)}."


def _leads_to(step: Step) -> str:
    match step:
        case Concluded(decision=decision):
            return f"the answer is {decision.value}"
        case Ask() | Confirm():
            return "there is more to ask"
        case CannotTell() | NotAnswered():
            return "it can't be told"
