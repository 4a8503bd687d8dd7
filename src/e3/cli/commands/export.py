"""`e3 export`: a trained model as small files that are read without torch."""

from __future__ import annotations

from pathlib import Path

import click

from e3.cli.extras import needs_torch
from e3.cli.output import echo, progress_bar
from e3.corpus.sources import read_rows
from e3.errors import BadInput
from e3.files import visible_names, write_whole
from e3.reading.model_folder import kind_of
from e3.reading.reader import Reader
from e3.training.run_files import RunFiles, read_speed


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--measure",
    metavar="SOURCE",
    help="Read these rows with the exported model and with RUN's, and keep the figures of both.",
)
@click.option(
    "--speed",
    type=click.Path(path_type=Path),
    metavar="FILE.json",
    help="What benchmarks/turn.py --json printed of this model, for the model card.",
)
def export(run: Path, folder: Path, *, measure: str | None, speed: Path | None) -> None:
    """Write the model of RUN to FOLDER as ONNX with weights of 8 bits, with a model card.

    A network that learnt with weights of four bits keeps those.

    The folder is a model like a run: e3 ask, e3 predict and Reader.load() take it, and need no
    torch for it. Of our own readers E3 with states can be exported. README.md says what the
    model was made from and what it is worth; --measure also writes metrics.json.

    \b
    e3 export runs/states-0 my-model --measure dev.json
    e3 predict dev.json answers.json --model my-model
    """
    if (folder / "model.json").exists():
        raise BadInput("there is a model in this folder already", source=str(folder))
    if visible_names(folder):
        raise BadInput("this folder has other files in it: name a new one", source=str(folder))
    rows = None if measure is None else read_rows(measure)
    RunFiles.read(run)  # what the card can't repeat is refused before anything slow begins
    fast = None if speed is None else read_speed(speed)
    needs_torch("Exporting")
    from e3.training.card import CARD_FILE, model_card  # noqa: PLC0415
    from e3.training.measure import measure_export  # noqa: PLC0415

    kind = kind_of(run)
    if kind.export is None:
        raise BadInput(
            f"of our own readers only E3 with states can be exported, and this is {kind.name!r}",
            source=str(run),
        )
    trained = Reader.load(run)
    kind.export(trained.system, folder)
    if rows is not None and measure is not None:
        with progress_bar(2 * len(rows), "row") as bar:
            measure_export(folder, trained, rows, source=measure, progress=bar.update)
    write_whole(folder / CARD_FILE, [model_card(run, folder, speed=fast)])
    size = sum(path.stat().st_size for path in folder.iterdir())
    echo(f"{folder} has {size / 1e6:.1f} MB", err=True)
