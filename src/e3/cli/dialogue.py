"""The dialogue of an interview: what a person can type at each turn, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from e3.cli import terminal
from e3.cli.output import echo
from e3.cli.terminal import PersonLeft
from e3.errors import BadInput
from e3.interview.interview import Interview
from e3.interview.moves import ConfirmFacts, GiveAnswer, GoBack, Move
from e3.interview.steps import Ask, Confirm
from e3.language.en import wording
from e3.language.en.typed_values import is_hedged, typed_value
from e3.policy.answers import Answer
from e3.policy.facts import PolicyFact
from e3.policy.policy import Policy
from e3.reading.systems import ConversationReader

Recorded = Callable[[Interview], object]
"""Is told of an interview after each of its events, before anything else is said."""

_ANSWERS = {"y": Answer.YES, "n": Answer.NO, "?": Answer.UNKNOWN}
_WORDS = {
    "yes": "y",
    "no": "n",
    **dict.fromkeys(
        ("don't know", "dont know", "i don't know", "not sure", "no idea", "unknown"), "?"
    ),
    "back": "b",
    "why": "w",
    **dict.fromkeys(terminal.LEAVES, "q"),
}


def converse(interview: Interview, *, recorded: Recorded) -> None:
    """Goes on with an interview until it ends; raises PersonLeft where the person leaves it."""
    terminal.show(interview, begins=True)
    while (moved := _move(interview)) is not None:
        interview = moved
        recorded(interview)
        terminal.show(interview)


def demonstrate(reader: ConversationReader, policy: Policy) -> None:
    """An interview about a policy in which everything is answered with yes."""
    echo("Nobody can type here, so this shows an interview in which all is answered yes.\n")
    terminal.show_policy(policy.rule_text)
    question = policy.questions[0].question
    told = (s.text for s in policy.stories if set(s.settles.values()) == {Answer.YES})
    scenario = next(told, "")
    echo(f"\nWhat do you want to know? {question}\nWhat should be known of you? {scenario}")
    interview = Interview.begin(policy, question, scenario, reader=reader)
    while isinstance(interview.step, Ask | Confirm):
        terminal.show(interview)
        echo("y")
        fact = interview.step.fact if isinstance(interview.step, Ask) else None
        said = Answer.YES if fact is None else Answer.UNKNOWN
        interview = _said(interview, said).made(interview)
    terminal.show(interview)
    echo("To be asked yourself, run e3 chat in a terminal.")


def as_sentence(error: BadInput) -> str:
    """An error as it is said in a dialogue."""
    sentence = str(error)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _move(interview: Interview) -> Interview | None:
    """What the person does next; None where the interview has ended and they have seen why."""
    step = interview.step
    choices = _choices(interview)
    ended = not isinstance(step, Ask | Confirm)
    if ended and not interview.facts:
        return None
    fact = step.fact if isinstance(step, Ask) else None
    prompt = ", ".join(f"{letter} {meaning}" for letter, meaning in choices.items())
    prompt = prompt if fact is None else f"{wording.wanted(fact)}; {prompt}"
    while True:
        try:
            said = terminal.ask(f"{prompt}: ").casefold()
        except PersonLeft:
            if ended:
                return None
            raise
        command = _WORDS.get(said.replace("’", "'"), said)
        try:
            if command not in choices and said and (moved := _valued(interview, said)):
                return moved
            if command not in choices and not (ended and command == ""):
                echo(f"I don't understand that: type {_either(choices)}.")
            elif command == "b":
                return GoBack().made(interview)
            elif command == "w":
                terminal.say(interview.why().text())
            elif command in _ANSWERS:
                return _said(interview, _ANSWERS[command]).made(interview)
            elif ended:
                return None
            else:
                raise PersonLeft
        except BadInput as error:
            terminal.say(as_sentence(error))


def _choices(interview: Interview) -> dict[str, str]:
    """What can be typed, and what it means."""
    back = {"b": "back"} if interview.facts else {}
    match interview.step:
        case Ask(fact=PolicyFact()):
            return {"?": "don't know or rather not say", **back, "w": "why", "q": "quit"}
        case Ask():
            return {"y": "yes", "n": "no", "?": "don't know", **back, "w": "why", "q": "quit"}
        case Confirm():
            return {"y": "right", "n": "wrong", "?": "leave it out", **back, "q": "quit"}
        case _:
            return {**back, "q": "or Enter to end"}


def _valued(interview: Interview, said: str) -> Interview | None:
    """What the typed value does; None where no value is wanted. What is not exact is none."""
    step, of = interview.step, None
    if isinstance(step, Ask):
        of = step.fact
    elif isinstance(step, Confirm) and step.facts[0].of is not None:
        of = interview.policy.fact(step.facts[0].of)
    if of is None:
        return None
    is_choice = said in (choice.casefold() for choice in of.choices)  # such as "60+"
    hedged = is_hedged(said) and not is_choice
    if hedged:
        terminal.say(wording.NOT_EXACT)
    answer = Answer.UNKNOWN if hedged else typed_value(said, of)
    made = GiveAnswer(answer) if isinstance(step, Ask) else ConfirmFacts((answer,))
    return made.made(interview)


def _either(choices: Iterable[str]) -> str:
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last


def _said(interview: Interview, answer: Answer) -> Move:
    """What an answer means where the interview stands: of what was understood, that it is right."""
    if isinstance(step := interview.step, Confirm):
        fact = step.facts[0]
        if fact.value is not None:
            return ConfirmFacts((fact.value if answer is Answer.YES else Answer.UNKNOWN,))
        understood = fact.answer
        right = {Answer.YES: understood, Answer.NO: understood.opposite}
        return ConfirmFacts((right.get(answer, Answer.UNKNOWN),))
    return GiveAnswer(answer)
