"""`e3 library`: documents kept, searched and asked."""

from __future__ import annotations

import click

from e3.cli.commands.library.asking import ask
from e3.cli.commands.library.changing import add, remove, update
from e3.cli.commands.library.looking import list_documents, search, show


@click.group()
def library() -> None:
    """A library of documents: PDF, DOCX, HTML, Markdown and text, from files and addresses.

    A question finds its passages in all of them, with their place in the original. Nothing of it
    leaves this machine; only an address that is added is fetched.

    \b
    e3 library add policies/ https://example.com/refunds
    e3 library search "Can I send it back?"
    e3 library ask "Can I send it back?"
    """


for command in (add, update, list_documents, show, remove, search, ask):
    library.add_command(command)
