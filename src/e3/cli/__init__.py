"""The command line: `e3`, one file a command."""

from __future__ import annotations

import sys

import click

from e3.cli.commands.ask import ask
from e3.cli.commands.chat import chat
from e3.cli.commands.data import data
from e3.cli.commands.errors import errors
from e3.cli.commands.evaluate import evaluate
from e3.cli.commands.export import export
from e3.cli.commands.interviews import interviews
from e3.cli.commands.predict import predict
from e3.cli.commands.serve import serve
from e3.cli.commands.simulate import simulate_command
from e3.cli.commands.table import table
from e3.cli.commands.train import train
from e3.errors import E3Error


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="e3")
def cli() -> None:
    """Conversational machine reading: finds the rules in a policy and interviews people by them.

    Nothing leaves this machine, and every command has its own --help.
    """


cli.add_command(ask)
cli.add_command(chat)
cli.add_command(interviews)
cli.add_command(data)
cli.add_command(evaluate)
cli.add_command(errors)
cli.add_command(table)
cli.add_command(predict)
cli.add_command(simulate_command)
cli.add_command(serve)
cli.add_command(train)
cli.add_command(export)


def main() -> None:
    """Runs the command line; what a person can mend is one sentence and exit code 2."""
    try:
        cli()
    except E3Error as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(2)
