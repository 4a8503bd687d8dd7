"""`e3 train`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from e3.cli.extras import needs_torch
from e3.cli.output import echo, progress_bar
from e3.training.recipe import read_recipe


@click.command()
@click.argument("recipe", type=click.Path(path_type=Path))
@click.option("--seed", type=int, help="Another seed than the recipe's.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The run folder. [default: runs/NAME-SEED]",
)
@click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change the recipe, as TOML: --set 'model.encoder = \"bert-base-cased\"'. Repeatable.",
)
def train(recipe: Path, seed: int | None, out: Path | None, changes: tuple[str, ...]) -> None:
    """Train the system that RECIPE describes, and measure it on its development rows.

    A run that was interrupted goes on when the same command is given again, to the same result.
    The run folder gets the model, recipe.json, run.json, metrics.json, predictions.json and the
    learning curves. On several GPUs: accelerate launch -m e3 train RECIPE.

    \b
    e3 train recipes/policies-e3.toml
    e3 train recipes/e3.toml --seed 1
    """
    if seed is not None:
        changes = (*changes, f"seed = {seed}")
    settings = read_recipe(recipe, changes)
    folder = out or Path("runs") / f"{recipe.stem}-{settings.seed}"
    needs_torch("Training")
    from e3.training.run import train_recipe  # noqa: PLC0415 - it imports torch

    bar = _Bar()
    train_recipe(settings, folder, progress=bar.show, say=bar.say)
    bar.say(f"the run is in {folder}")


class _Bar:
    """One progress bar on standard error for each thing that is trained."""

    def __init__(self) -> None:
        self.bar: Any = None

    def show(self, done: int, total: int, summary: str) -> None:
        if self.bar is None:
            self.bar = progress_bar(total, "step", done=done - 1, in_logs=True)
        self.bar.set_postfix_str(summary, refresh=False)
        self.bar.update(done - self.bar.n)
        if done == total:
            self.bar.close()
            self.bar = None

    def say(self, sentence: str) -> None:
        echo(sentence, err=True)
