"""`e3 data shuffle`."""

from __future__ import annotations

from pathlib import Path

import click

from e3.cli.earlier import are_made_rows, check_earlier
from e3.cli.output import echo
from e3.corpus.rows import dump
from e3.corpus.shuffling import shuffle_history, shuffle_scenario
from e3.corpus.sources import files_of, read_rows
from e3.files import check_outputs, write_whole


@click.command()
@click.argument("source")
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--history", is_flag=True, help="Shuffle the turns of each history.")
@click.option("--scenario", is_flag=True, help="Shuffle the sentences of each scenario.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed, other orders.")
def shuffle(source: str, out: Path, *, history: bool, scenario: bool, seed: int) -> None:
    """Write the rows of SOURCE to OUT with histories or scenarios in another order.

    The right replies stay the same, so OUT shows whether a system reads or counts on an order. A
    history of one turn and a scenario of one sentence stay as they are; so do ids and answers.

    \b
    e3 data shuffle dev.json shuffled.json --history
    e3 predict shuffled.json predictions.json
    e3 evaluate shuffled.json predictions.json
    """
    if not history and not scenario:
        raise click.UsageError("say what to shuffle: --history, --scenario or both")
    check_outputs(out, inputs=files_of(source))
    check_earlier(out, are_made_rows, what="rows that E3 made")
    rows = read_rows(source, gold=False)
    made = rows
    if history:
        made = [shuffle_history(row, seed=seed) for row in made]
    if scenario:
        made = [shuffle_scenario(row, seed=seed) for row in made]
    changed = sum(one != other for one, other in zip(rows, made, strict=True))
    write_whole(out, [dump(made)])
    echo(f"{changed:,} of {len(rows):,} rows are told in another order in {out}", err=True)
