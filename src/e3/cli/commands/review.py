"""`e3 review`: the studio on a file."""

from __future__ import annotations

from pathlib import Path

import click

from e3.cli.commands.serve import check_packages
from e3.cli.journals import open_journal, store_option
from e3.cli.models import MODEL
from e3.cli.output import echo
from e3.cli.texts import is_policy_file
from e3.errors import BadInput

_HOST = "127.0.0.1"


@click.command()
@click.argument("path", metavar="POLICY", type=Path)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    show_default="one that is free",
    help="The port to serve at.",
)
@click.option("--model", metavar="RUN", help=MODEL)
@store_option
def review(*, path: Path, port: int, model: str | None, where: str) -> None:
    """Opens the studio on POLICY, a YAML or JSON file, and writes it back with every change.

    Open the address that it prints: put rules and logic right there, try the policy on example
    people, and mark it as reviewed. Only this machine can reach it. The history of the file is
    kept in the store: what is undone or overwritten is still there when it is opened again.
    Ctrl+C stops it.

    If another program changes the file meanwhile, that is not overwritten: it is said, and the
    change is kept in the store. Comments of a YAML file are lost.

    \b
    e3 draft policy.txt --question "Can I come back in?" -o policy.yaml
    e3 review policy.yaml
    """
    if not is_policy_file(path):
        raise BadInput(
            "a policy is a .yaml or .json file: `e3 draft TEXT -o policy.yaml` makes one of a text",
            source=str(path),
        )
    check_packages()
    from e3.serve.launch import serve  # noqa: PLC0415 - a plain install has no web server
    from e3.serve.settings import Settings  # noqa: PLC0415
    from e3.studio.reviewed_file import ReviewedFile  # noqa: PLC0415
    from e3.studio.studio import Studio  # noqa: PLC0415

    with open_journal(where, create=True) as journal:
        file = ReviewedFile.opened(path, Studio.kept_in(journal.database).drafts)
    serve(
        Settings(model=model, database=where),
        host=_HOST,
        port=port,
        workers=1,
        said=lambda at: echo(f"{path} is at {at}/studio/{file.draft} (Ctrl+C stops it)"),
        saved=file.write,
    )
