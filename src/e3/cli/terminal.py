"""The terminal in which an interview is held: a screen drawn anew each turn, or a pipe."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator

import click

from e3.cli.figure import cells, wrapped
from e3.conversation import Answer, RuleText
from e3.interview.interview import Interview
from e3.interview.steps import Ask, Confirm, Step
from e3.interview.words import harmless, one_line
from e3.text import Span

_SAID = {Answer.YES: "yes", Answer.NO: "no", Answer.UNKNOWN: "don't know"}
_CONVERSATION = 10
"""Lines of a screen that are kept for the conversation."""
_WHOLE = 200
"""Lines of a policy that are shown before anything is asked; more than that nobody reads there."""


class Left(Exception):
    """The person ended the conversation, or there is nothing more to read from them."""


def ask(prompt: str) -> str:
    """What the person types; raises Left where there is nothing more."""
    say(click.style(prompt, bold=True), end="")
    line = sys.stdin.readline()
    if not is_screen():
        say("")  # what is typed on a screen ends the line itself
    if not line:
        raise Left
    return line.strip()


def say(text: str, *, end: str = "\n") -> None:
    """A text to the person, without colours where they are not wanted."""
    click.echo(text + end, nl=False, color=False if os.environ.get("NO_COLOR") else None)


def is_screen() -> bool:
    """Whether a person sits before it."""
    return sys.stdout.isatty() and sys.stdin.isatty()


def show_policy(rule_text: RuleText) -> None:
    """The policy, before anything is asked."""
    say("\n".join(_lines(rule_text.text, None, _WHOLE)) + "\n")


def show(interview: Interview) -> None:
    """Where an interview stands: on a screen all of it, in a pipe what is new."""
    text, step = interview.told.start.rule_text.text, interview.step
    clause = _clause(step)
    if is_screen():
        click.clear()
        height = shutil.get_terminal_size().lines - _CONVERSATION - len(interview.facts)
        say("\n".join(_lines(text, clause, max(5, height))) + "\n")
        for place, fact in enumerate(interview.facts):
            unused = ", not needed now" if place in interview.unused else ""
            line = f"  {one_line(fact.question)} {_SAID[fact.answer]}{unused}"
            say(click.style(line, dim=True))
        say("")
    elif clause is not None:
        say("\n".join(_lines(text, clause, 0)) + "\n")
    say(_said(interview))


def _clause(step: Step) -> Span | None:
    match step:
        case Ask(rule=rule):
            return rule
        case Confirm(facts=(fact, *_)):
            return fact.rule
        case _:
            return None


def _said(interview: Interview) -> str:
    match interview.step:
        case Ask(question=question, before=before):
            earlier = f" (you said {_SAID[before]})" if before else ""
            return click.style(one_line(question), bold=True) + earlier
        case Confirm(facts=(fact, *_)):
            scenario = interview.told.start.scenario
            wrote = "" if fact.words is None else one_line(fact.words.of(scenario))
            meant = click.style(f"{one_line(fact.question)} {_SAID[fact.answer]}", bold=True)
            return f"You wrote: “{wrote}”\nI take that to mean: {meant}"
        case _:
            return interview.explain().text()


def _lines(text: str, clause: Span | None, height: int) -> Iterator[str]:
    """The text in lines with the clause underlined; of a long text what is around the clause."""
    text = harmless(text)
    lines = list(wrapped(text, shutil.get_terminal_size().columns))
    inside = [at for at, line in enumerate(lines) if clause is not None and clause.overlaps(line)]
    first, last = (inside[0], inside[-1] + 1) if inside else (0, 0)
    first = max(0, min(first - (height - (last - first)) // 2, len(lines) - height, first))
    for line in lines[first : max(last, first + height)]:
        yield from _line(text, line, clause)


def _line(text: str, line: Span, clause: Span | None) -> Iterator[str]:
    if clause is None or not clause.overlaps(line):
        yield line.of(text)
        return
    start, end = max(clause.start, line.start), min(clause.end, line.end)
    inside = text[start:end]
    marked = click.style(inside, underline=True, bold=True)
    yield text[line.start : start] + marked + text[end : line.end]
    before = cells(text[line.start : start])
    yield " " * before + click.style("‾" * cells(inside), fg="cyan", bold=True)
