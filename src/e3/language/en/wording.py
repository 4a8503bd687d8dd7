"""The words the product says to a person: one place for all of them (a message catalogue)."""

from __future__ import annotations

from e3.harmless import one_line
from e3.language.en.rules import tidied
from e3.policy.answers import Answer
from e3.text import Span

SAID = {Answer.YES: "yes", Answer.NO: "no", Answer.UNKNOWN: "don't know"}
"""What a person answered."""

NOT_ANSWERED = "This text does not answer that question."
NOT_FINISHED = "The interview is not finished."

IT_GOES_ON, IT_CANT_BE_TOLD = "there is more to ask", "it can't be told"
"""Where an answer leads; see `why`."""

_ANSWERED = {**SAID, Answer.UNKNOWN: "that you don't know"}


def clause_line(clause: str) -> str:
    """A clause in one line, without the punctuation and the "or" that join it to its neighbours."""
    return one_line(tidied(clause, Span(0, len(clause))).of(clause))


def concluded(answer: str, *, sure: bool) -> str:
    """The answer, yes or no."""
    return f"{answer.capitalize()}." if sure else f"Not sure: probably {answer}."


def cannot_tell(*, still_open: bool) -> str:
    """No answer, as something is not known."""
    return f"I can't tell{': these rules are still open' if still_open else ''}."


def by_answer(question: str, answer: Answer) -> str:
    """A rule is known by an answer."""
    return f"You answered {_ANSWERED[answer]} to “{one_line(question)}”"


def by_story(question: str, wrote: str, understood: Answer | None, answer: Answer) -> str:
    """A rule is known by what a person wrote, as they confirmed or corrected it."""
    asked, wrote = f"“{one_line(question)}”", f"“{one_line(wrote)}”"
    if answer is Answer.UNKNOWN:
        return f"You left out what you wrote: {wrote}"
    if answer is understood:
        return f"You wrote {wrote} and confirmed {_ANSWERED[answer]} to {asked}"
    return f"You wrote {wrote} and corrected it to {_ANSWERED[answer]}: {asked}"


def why(clause: str | None, *, if_yes: str, if_no: str) -> str:
    """Why a question is asked."""
    says = f"The text says: “{clause_line(clause)}”. " if clause else ""
    return f"{says}If yes, {if_yes}. If no, {if_no}."


def the_answer_is(answer: str) -> str:
    """Where an answer leads; see `why`."""
    return f"the answer is {answer}"
