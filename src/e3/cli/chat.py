"""`e3 chat`: an interview in the terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from e3.cli import terminal
from e3.cli.ask import _read_text
from e3.cli.terminal import Left
from e3.conversation import Answer, Conversation, RuleText
from e3.errors import BadInput
from e3.files import is_there
from e3.interview.interview import Interview
from e3.interview.steps import Ask, Confirm
from e3.policies.reader import our_policies
from e3.reader.reader import Reader, as_read

Recorded = Callable[[Interview], object]
"""Is told of an interview after each of its events, before anything else is said."""

_ANSWERS = {"y": Answer.YES, "n": Answer.NO, "?": Answer.UNKNOWN}
_WORDS = {
    "yes": "y",
    "no": "n",
    "don't know": "?",
    "dont know": "?",
    "unknown": "?",
    "back": "b",
    "why": "w",
    "quit": "q",
    "exit": "q",
}
_OPPOSITE = {Answer.YES: Answer.NO, Answer.NO: Answer.YES}


@click.command()
@click.argument("policy")
@click.option("--question", metavar="TEXT", help="What you want to know; else it is asked for.")
@click.option("--scenario", metavar="TEXT", help="What you tell of yourself.")
@click.option("--model", metavar="RUN", help="The folder of a trained model.")
def chat(policy: str, question: str | None, scenario: str | None, model: str | None) -> None:
    """An interview: answers a question by a rule text, and asks you what has to be known.

    POLICY is a text file, or the title of one of our policies. Each question shows the clause it
    comes from; answer it with y, n or ? (don't know), go back with b, ask why with w, quit with q.
    What the scenario seems to tell is shown first, for you to confirm or correct.

    \b
    e3 chat policy.txt --model runs/e3-0
    e3 chat "Returning residents" --model runs/e3-0 --question "Can I come back in?"
    """
    rule_text = read_policy(policy)
    # What is wrong with the policy is said before anything is asked.
    as_read(Conversation(rule_text, "?"))
    reader = Reader.load(model)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is no text is no answer, and no more
    try:
        terminal.show_policy(rule_text)
        interview = _begun(reader, rule_text, question, scenario)
        converse(interview, recorded=lambda _: None)
    except Left:
        terminal.say("The interview ends here.")
    except KeyboardInterrupt:
        terminal.say("\nThe interview ends here.")
        raise click.exceptions.Exit(130) from None


def read_policy(name: str) -> RuleText:
    """The rule text of a file, or of our policy with that title."""
    if name == "-":
        raise BadInput("the policy is a file or a title: standard input is for the answers")
    if is_there(Path(name)):
        return RuleText(_read_text(name))
    for policy in our_policies():
        if name.casefold() in (policy.title.casefold(), policy.slug):
            return policy.rule_text
    raise BadInput("there is no such file, and none of our policies has that title", source=name)


def _begun(
    reader: Reader, rule_text: RuleText, question: str | None, told: str | None
) -> Interview:
    """The interview with what the options say; what they don't say is asked for."""
    if question is not None:
        return Interview.start(
            reader, Conversation(rule_text, question.strip(), (told or "").strip())
        )
    while True:
        asked = terminal.ask("What do you want to know? ")
        scenario = (
            terminal.ask("What should be known of you? (or Enter) ") if told is None else told
        )
        try:
            return Interview.start(reader, Conversation(rule_text, asked, scenario.strip()))
        except BadInput as error:
            terminal.say(f"{_sentence(error)}\n")


def converse(interview: Interview, *, recorded: Recorded) -> Interview:
    """Goes on with an interview until it ends; raises Left where the person leaves it."""
    recorded(interview)
    while True:
        terminal.show(interview)
        moved = _move(interview)
        if moved is None:
            return interview
        interview = moved
        recorded(interview)


def _move(interview: Interview) -> Interview | None:
    """What the person does next; None where the interview has ended and they have seen why."""
    step = interview.step
    choices = _choices(interview)
    ended = not isinstance(step, Ask | Confirm)
    if ended and not interview.facts:
        return None
    prompt = ", ".join(f"{letter} {meaning}" for letter, meaning in choices.items())
    while True:
        try:
            said = terminal.ask(f"{prompt}: ").casefold()
        except Left:
            if ended:
                return None
            raise
        command = _WORDS.get(said, said)
        try:
            if command not in choices and not (ended and command == ""):
                terminal.say(f"I don't understand that: type {_either(choices)}.")
            elif command == "b":
                return interview.back()
            elif command == "w":
                terminal.say(interview.why().text())
            elif command in _ANSWERS:
                return _answered(interview, _ANSWERS[command])
            elif ended:
                return None
            else:
                raise Left
        except BadInput as error:
            terminal.say(_sentence(error))


def _choices(interview: Interview) -> dict[str, str]:
    """What can be typed, and what it means."""
    back = {"b": "back"} if interview.facts else {}
    match interview.step:
        case Ask():
            return {"y": "yes", "n": "no", "?": "don't know", **back, "w": "why", "q": "quit"}
        case Confirm():
            return {"y": "right", "n": "wrong", "?": "leave it out", **back, "q": "quit"}
        case _:
            return {**back, "q": "or Enter to end"}


def _either(choices: Iterable[str]) -> str:
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last


def _answered(interview: Interview, answer: Answer) -> Interview:
    if isinstance(step := interview.step, Confirm):
        understood = step.facts[0].answer
        said = {Answer.YES: understood, Answer.NO: _OPPOSITE[understood]}
        return interview.confirm(said.get(answer, Answer.UNKNOWN))
    return interview.answer(answer)


def _sentence(error: BadInput) -> str:
    sentence = str(error)
    return f"{sentence[:1].upper()}{sentence[1:]}."
