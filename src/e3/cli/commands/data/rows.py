"""`e3 data rows`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from e3.cli.earlier import are_made_rows, check_earlier
from e3.cli.output import echo, echo_json, table
from e3.corpus.augmentation import augment
from e3.corpus.rows import dump
from e3.files import check_outputs, write_whole
from e3.training.recipe import read_recipe, recipe_files, training_corpora


@click.command()
@click.argument("recipe", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--seed", type=int, help="Another seed than the recipe's.")
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON.")
def rows(recipe: Path, out: Path, seed: int | None, as_json: bool) -> None:
    """Make the training rows of RECIPE and write them to OUT in ShARC's format.

    Every row carries its origin. The same recipe and seed give the same file.

    \b
    e3 data rows recipes/policies.toml rows.json
    """
    settings = read_recipe(recipe)
    check_outputs(out, inputs=[recipe, *recipe_files(settings.data)])
    check_earlier(out, are_made_rows, what="rows that E3 made")
    corpus = training_corpora(settings.data)[0]
    made = augment(corpus, settings.augmentation, seed=settings.seed if seed is None else seed)
    write_whole(out, [dump(made)])
    types = Counter(row.type.value for row in made)
    origins = Counter(row.origin for row in made)
    if as_json:
        echo_json({"rows": len(made), "row_types": types, "origins": origins})
        return
    counts = [*types.most_common(), ("", 0), *origins.most_common()]
    echo(table([[name, f"{n:,}" if n else ""] for name, n in counts], right=[1]))
    echo(f"\n{len(made):,} rows written to {out}")
