"""The words the product says to a person: one place for all of them (a message catalogue)."""

from __future__ import annotations

from collections.abc import Sequence

from e3.harmless import one_line
from e3.language.en.rules import tidied
from e3.language.en.said_values import fact_name, value_in_words
from e3.policy.answers import Answer
from e3.policy.facts import Kind, PolicyFact, Value
from e3.text import Span

SAID = {Answer.YES: "yes", Answer.NO: "no", Answer.UNKNOWN: "don't know"}
"""What a person answered."""

NOT_ANSWERED = "This text does not answer that question."
NOT_FINISHED = "The interview is not finished."
UNREAD = "Your story and the text together are longer than I can read: I ask for everything."
NOT_CHECKED = (
    "Nobody has checked this: a program took the rules from the text. Read the text yourself, or"
    " ask somebody who knows it, before you rely on the answer."
)

IT_GOES_ON, IT_CANT_BE_TOLD = "there is more to ask", "it can't be told"
"""Where an answer leads; see `why`."""

_ANSWERED = {**SAID, Answer.UNKNOWN: "that you don't know"}


def clause_line(clause: str) -> str:
    """A clause in one line, without the punctuation and the "or" that join it to its neighbours."""
    return one_line(tidied(clause, Span(0, len(clause))).of(clause))


def concluded(answer: str, *, sure: bool) -> str:
    """The answer, yes or no."""
    return f"{answer.capitalize()}." if sure else f"Not sure: probably {answer}."


def reviewed(by: str, on: str) -> str:
    """Somebody has checked the rules."""
    return f"The rules were checked by {one_line(by)} on {on}."


def rests_on(title: str, *, date: str, address: str, contact: str, version: str) -> list[str]:
    """What an outcome rests on, line by line."""
    of = f", of {one_line(date)}" if date else ""
    lines = [f"It rests on “{one_line(title)}”{of}, version {version[:12]}."]
    if address:
        lines.append(f"The text is from {one_line(address)}.")
    if contact:
        lines.append(f"Whom to ask: {one_line(contact)}.")
    return lines


def it_answers(questions: Sequence[str]) -> str:
    """What a policy does answer."""
    return f"It answers: {' '.join(f'“{one_line(question)}”' for question in questions)}"


def cannot_tell(*, still_open: bool) -> str:
    """No answer, as something is not known."""
    return f"I can't tell{': these rules are still open' if still_open else ''}."


def by_answer(question: str, answer: Answer) -> str:
    """A rule is known by an answer."""
    if answer is Answer.UNKNOWN:
        return f"You don't know: “{one_line(question)}”"
    return f"You answered {_ANSWERED[answer]} to “{one_line(question)}”"


def by_story(question: str, wrote: str, understood: Answer | None, answer: Answer) -> str:
    """A rule is known by what a person wrote, as they confirmed or corrected it."""
    asked, wrote = f"“{one_line(question)}”", f"“{one_line(wrote)}”"
    if answer is Answer.UNKNOWN:
        return f"You left out what you wrote: {wrote}"
    if answer is understood:
        return f"You wrote {wrote} and confirmed {_ANSWERED[answer]} to {asked}"
    return f"You wrote {wrote} and corrected it to {_ANSWERED[answer]}: {asked}"


NOT_EXACT = "That is not exact, so I ask with yes and no instead."


def told_value(fact: str, value: Value) -> str:
    """A value that was told: "Your age: 63 years"."""
    return f"{fact_name(fact)}: {value_in_words(value)}"


def wanted(fact: PolicyFact) -> str:
    """What can be typed where a value is asked for."""
    match fact.kind:
        case Kind.DATE:
            return "a day such as 27 March 1984"
        case Kind.CHOICE:
            return ", ".join(f"{n} {one_line(c)}" for n, c in enumerate(fact.choices, start=1))
        case Kind.MONEY:
            return f"an amount in {one_line(fact.unit)}"
        case Kind.COUNT:
            return "a number"
    return f"a number in {one_line(fact.unit)}" if fact.unit else "a number"


def by_value(question: str, value: Value, wrote: str | None, *, corrected: bool) -> str:
    """A rule is known by a value that a person gave, or confirmed or corrected."""
    asked, said = f"“{one_line(question)}”", value_in_words(value)
    if wrote is None:
        return f"You answered {said} to {asked}"
    by = "corrected it to" if corrected else "confirmed"
    return f"You wrote “{one_line(wrote)}” and {by} {said}: {asked}"


def why(clause: str | None, *, if_yes: str, if_no: str) -> str:
    """Why a question is asked."""
    says = f"The text says: “{clause_line(clause)}”. " if clause else ""
    return f"{says}If yes, {if_yes}. If no, {if_no}."


def why_value(clauses: Sequence[str]) -> str:
    """Why a value is asked for."""
    said = " and ".join(f"“{clause_line(clause)}”" for clause in clauses)
    return f"The text says: {said}. Your answer is compared with that exactly."


def the_answer_is(answer: str) -> str:
    """Where an answer leads; see `why`."""
    return f"the answer is {answer}"
