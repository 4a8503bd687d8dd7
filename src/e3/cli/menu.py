"""What a person chooses from: a policy to try E3 with, and what to ask it."""

from __future__ import annotations

from collections.abc import Sequence

from e3.cli import terminal
from e3.cli.output import echo, table
from e3.harmless import one_line
from e3.policy.policy import Policy
from e3.policy.samples import samples


def choose_policy() -> Policy:
    """The policy that the person takes from a menu; raises PersonLeft where they take none."""
    policies = samples()
    rows = [
        [str(number), policy.title, policy.questions[0].question]
        for number, policy in enumerate(policies, start=1)
    ]
    echo("Policies to try. Your own: e3 chat FILE\n")
    echo(f"{table(rows, right=[0], indent='  ')}\n")
    while True:
        typed = terminal.ask(f"Which one? 1 to {len(policies)}, q quit: ").casefold()
        if typed in terminal.LEAVES:
            raise terminal.PersonLeft
        if typed.isdecimal() and 1 <= int(typed) <= len(policies):
            return policies[int(typed) - 1]
        echo(f"Type a number from 1 to {len(policies)}, or q.")


_AGREES = frozenset("y yes ok".split())
"""What people type where there is but one question to ask."""


def choose_question(questions: Sequence[str]) -> str:
    """What the person asks: one of these, or something else in their own words."""
    if len(questions) > 1:
        rows = [[str(number), one_line(q)] for number, q in enumerate(questions, start=1)]
        echo(f"It answers:\n{table(rows, right=[0], indent='  ')}\n")
    number = "a number, or your own words; " if len(questions) > 1 else ""
    hint = f" ({number}Enter: {one_line(questions[0])})" if questions else ""
    typed = terminal.ask(f"What do you want to know?{hint} ")
    if typed.casefold() in terminal.LEAVES:
        raise terminal.PersonLeft
    if typed.isdecimal() and 1 <= int(typed) <= len(questions):
        return questions[int(typed) - 1]
    if typed.casefold() in _AGREES and len(questions) == 1:
        return questions[0]
    return typed or (questions[0] if questions else "")
