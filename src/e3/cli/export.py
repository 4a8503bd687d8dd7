"""`e3 export`: a trained model as small files that are read without torch."""

from __future__ import annotations

from pathlib import Path

import click

from e3.cli.extras import needs_torch
from e3.errors import BadInput


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path))
def export(run: Path, folder: Path) -> None:
    """Write the model of RUN to FOLDER as ONNX with 8-bit weights.

    The folder is a model like a run: e3 ask, e3 predict and Reader.load() take it, and need no
    torch for it. Only E3 with states (system = "states") can be exported.

    \b
    e3 export runs/states-0 my-model
    e3 predict dev.json answers.json --model my-model
    """
    if (folder / "model.json").exists():
        raise BadInput("there is a model in this folder already", source=str(folder))
    needs_torch("Exporting")
    from e3.model.state_system import StateSystem  # noqa: PLC0415 - it imports torch
    from e3.reader.reader import Reader  # noqa: PLC0415
    from e3.training.export import export_system  # noqa: PLC0415

    system = Reader.load(run).system
    if not isinstance(system, StateSystem):
        raise BadInput("only E3 with states can be exported", source=str(run))
    export_system(system, folder)
    size = sum(path.stat().st_size for path in folder.iterdir())
    click.echo(f"{folder} has {size / 1e6:.1f} MB", err=True)
