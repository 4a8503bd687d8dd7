"""Why a question is asked: the clause it comes from, and where each answer leads."""

from __future__ import annotations

from dataclasses import dataclass

from e3.interview.steps import Ask, CannotTell, Concluded, Confirm, NotAnswered, Step
from e3.language.en import wording


@dataclass(frozen=True, slots=True)
class Why:
    """What hangs on a question."""

    clauses: tuple[str, ...]
    """Several where one value is asked for that they all compare."""
    yes: Step | None = None
    """What comes after yes; None where a value is asked for."""
    no: Step | None = None

    @property
    def clause(self) -> str | None:
        """The first clause."""
        return self.clauses[0] if self.clauses else None

    def text(self) -> str:
        """As a few sentences."""
        if self.yes is None or self.no is None:
            return wording.why_value(self.clauses)
        return wording.why(self.clause, if_yes=_leads_to(self.yes), if_no=_leads_to(self.no))


def _leads_to(step: Step) -> str:
    match step:
        case Concluded(decision=decision):
            return wording.the_answer_is(decision.value)
        case Ask() | Confirm():
            return wording.IT_GOES_ON
        case CannotTell() | NotAnswered():
            return wording.IT_CANT_BE_TOLD
