"""`e3 data`: looking at data and making it."""

from __future__ import annotations

import click

from e3.cli.commands.data.rows import rows
from e3.cli.commands.data.shuffle import shuffle
from e3.cli.commands.data.spans import spans
from e3.cli.commands.data.stats import stats
from e3.cli.commands.data.trees import trees


@click.group()
def data() -> None:
    """Look at ShARC, at our policies or at your own data, and make rows from them.

    SOURCE is a file in ShARC's format or in that of our policies, a part of ShARC's archive or
    its unpacked folder (sharc1-official.zip:train, sharc1-official.zip:dev), or one of our own
    corpora, or a part of it (policies, policies:train, policies:evaluation; pages, pages:train,
    pages:evaluation).
    """


for command in (stats, trees, spans, rows, shuffle):
    data.add_command(command)
