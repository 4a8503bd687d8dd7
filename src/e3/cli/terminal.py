"""The terminal in which an interview is held: a screen drawn anew each turn, or a pipe."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from textwrap import wrap

import click

from e3.cli.figure import cells, wrapped
from e3.cli.output import echo, echo_coloured
from e3.harmless import harmless, one_line
from e3.interview.interview import Interview
from e3.interview.steps import Ask, Confirm, Step
from e3.language.en.said_values import value_in_words
from e3.language.en.wording import NOT_CHECKED, SAID, told_value
from e3.policy.rule_text import RuleText
from e3.text import Span

with suppress(ImportError):  # not on every system: without it lines are typed, not edited
    import readline  # noqa: F401

_COLUMN = re.compile(r" *(?:\S+(?: \S+)?  +)?")
"""What stands before the last column of a line."""
_LEAST = 5
"""Lines of a policy that a screen has room for, however much there is below them."""
_TYPED = 3
"""Lines of a screen for what is typed: the prompt may be wider than the screen."""
_WHOLE = 200
"""Lines of a policy that are shown before anything is asked; more than that nobody reads there."""


LEAVES = ("q", "quit", "exit")
"""What ends a conversation."""


class PersonLeft(Exception):
    """The person ended the conversation, or there is nothing more to read from them."""


def ask(prompt: str) -> str:
    """What the person types; raises PersonLeft where there is nothing more."""
    echo_coloured(click.style(prompt.rstrip(), bold=True), end="")
    if is_screen():
        try:
            # With what stands before it the editor of the line knows not to erase the prompt.
            return input(" ").strip()
        except EOFError:
            raise PersonLeft from None
    echo("", end=" ")
    line = sys.stdin.readline()
    echo(one_line(line))  # what comes through a pipe is nowhere to be seen
    if not line:
        raise PersonLeft
    return line.strip()


def somebody_types() -> bool:
    """Whether what is read comes from a person."""
    return sys.stdin.isatty()


def is_screen() -> bool:
    """Whether a person sits before it."""
    return sys.stdout.isatty() and somebody_types()


def say(text: str) -> None:
    """A few sentences, on a screen cut into lines that fit it."""
    echo("\n".join(_fitted(text)) if is_screen() else text)


def show_policy(rule_text: RuleText) -> None:
    """The policy, before anything is asked."""
    echo("\n".join(_lines(rule_text.text, None, _WHOLE)))


def show(interview: Interview, *, begins: bool = False) -> None:
    """Where an interview stands: on a screen all of it, in a pipe what is new."""
    text, clause = interview.rule_text.text, _clause(interview.step)
    warning = _warning(interview) if begins else ""
    if is_screen():
        width, height = shutil.get_terminal_size()
        below = ["", click.style("─" * width, dim=True)]
        below += [click.style(line, fg="yellow") for line in _fitted(warning) if line]
        below += _so_far(interview)
        below += _fitted(_said(interview))
        above = _lines(text, clause, max(_LEAST, height - len(below) - _TYPED))
        click.clear()
        echo_coloured("\n".join([*above, *below]))
        return
    if warning:
        echo(f"\n{warning}")
    if clause is not None:
        echo_coloured("\n" + "\n".join(_lines(text, clause, 0)))
    echo_coloured(f"\n{_said(interview)}")


def _warning(interview: Interview) -> str:
    """That nobody has checked the rules; at the end the explanation says it."""
    goes_on = isinstance(interview.step, Ask | Confirm)
    return NOT_CHECKED if goes_on and interview.policy.is_draft else ""


def _so_far(interview: Interview) -> Iterator[str]:
    """What was asked and answered; at the end the explanation has it."""
    if not isinstance(interview.step, Ask | Confirm):
        return
    yield from _fitted(one_line(interview.opening.question))
    for place, fact in enumerate(interview.facts):
        unused = ", not needed now" if place in interview.unused else ""
        said = SAID[fact.answer] if fact.value is None else value_in_words(fact.value)
        line = f"  {one_line(fact.question)} {said}{unused}"
        yield from (click.style(part, dim=True) for part in _fitted(line))
    yield ""


def _fitted(text: str) -> Iterator[str]:
    """The lines of a text, cut between words where they are wider than the screen."""
    width = shutil.get_terminal_size().columns
    for line in text.split("\n"):
        if cells(click.unstyle(line)) <= width:
            yield line
        else:
            column = _COLUMN.match(line)
            indent = " " * (len(column.group()) if column else 0)
            yield from wrap(line, width, subsequent_indent=indent)


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
        case Ask(question=question, before=before, value_before=value):
            said = value_in_words(value) if value else SAID[before] if before else ""
            earlier = f" (you said {said})" if said else ""
            return click.style(one_line(question), bold=True) + earlier
        case Confirm(facts=(fact, *_)):
            scenario = interview.opening.scenario
            wrote = "" if fact.words is None else one_line(fact.words.of(scenario))
            taken = f"{one_line(fact.question)} {SAID[fact.answer]}"
            if fact.of is not None and fact.value is not None:
                taken = told_value(fact.of, fact.value)
            meant = click.style(taken, bold=True)
            return f"You wrote: “{wrote}”\nI take that to mean: {meant}"
        case _:
            return interview.explain().text()


def _lines(text: str, clause: Span | None, height: int) -> Iterator[str]:
    """The text in lines with the clause underlined; of a long text what is around the clause."""
    text = harmless(text)
    lines = list(wrapped(text, shutil.get_terminal_size().columns))
    inside = [at for at, line in enumerate(lines) if clause is not None and clause.overlaps(line)]
    first, last = (inside[0], inside[-1] + 1) if inside else (0, 0)
    height -= last - first  # every line of the clause has another below it
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
