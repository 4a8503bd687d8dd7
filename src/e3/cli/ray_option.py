"""The option by which commands are spread over several machines."""

from __future__ import annotations

import click

ray_option = click.option(
    "--ray",
    is_flag=False,
    flag_value="local",
    metavar="[ADDRESS]",
    help="Spread the work over the Ray cluster at this address (auto: the one that this machine is"
    " of); without an address over workers on this machine. Give it last.",
)
