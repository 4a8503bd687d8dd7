"""The command line: `e3`, one file a command."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from e3.cli.output import echo
from e3.errors import E3Error
from e3.full_memory import told_if_full
from e3.harmless import one_line
from e3.provenance import VERSION

COMMANDS = {
    "ask": "One turn: answer a question by a policy, or ask what has to be known.",
    "chat": "An interview in the terminal.",
    "draft": "Make a draft policy of a text: its rules and their logic.",
    "library": "Keep, search and ask documents: PDF, DOCX, HTML, Markdown, text.",
    "check": "Say what is wrong with policies, and mark them as reviewed.",
    "review": "Put a policy right in the browser, and write it back.",
    "serve": "Interviews in the browser, and for programs.",
    "interviews": "List, show, export and delete the interviews that were kept.",
    "predict": "Answer every row of a file in ShARC's format.",
    "evaluate": "Score predictions as ShARC's official evaluation does.",
    "errors": "Sort the mistakes of predictions into kinds.",
    "simulate": "Hold whole interviews with simulated people.",
    "table": "The paper's tables, with our own rows.",
    "train": "Train the system that a recipe describes.",
    "export": "Write a trained model as small files that are read without torch.",
    "data": "Look at ShARC, at our policies or at your own data, and make rows.",
}
"""In the order of `e3 --help`; each is the object of its name in the file of its name."""


class _Commands(click.Group):
    """Commands that are imported when they are run: help should not wait for numpy."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"e3.cli.commands.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(VERSION, prog_name="e3")
def cli() -> None:
    """Conversational machine reading: finds the rules in a policy and interviews people by them.

    Your texts stay on this machine, unless you name a language model's server (llm:NAME). Every
    command has its own --help.
    """


def main() -> None:
    """Runs the command line; what a person can mend is one sentence and exit code 2."""
    try:
        with told_if_full():
            cli()
    except E3Error as error:
        echo(f"Error: {one_line(str(error))}", err=True)
        sys.exit(2)
