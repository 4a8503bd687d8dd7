"""The menu of policies to try E3 with."""

from __future__ import annotations

from e3.cli import terminal
from e3.cli.output import echo, table
from e3.policy.policy import Policy
from e3.policy.samples import samples


def choose() -> Policy:
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
