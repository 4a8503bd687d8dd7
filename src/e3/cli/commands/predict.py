"""`e3 predict`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial as given
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from e3.cli.earlier import are_explanations, are_predictions, check_earlier
from e3.cli.models import MODEL, load_reader
from e3.cli.output import echo, progress_bar
from e3.cli.partial import Batch, Partial
from e3.cli.ray_option import ray_option
from e3.cli.scored_run import RunToWrite
from e3.cluster import check_ray, cluster
from e3.corpus.predictions import explanation, prediction
from e3.corpus.rows import Row
from e3.corpus.sources import files_of
from e3.corpus.stream import stream_rows
from e3.errors import BadInput
from e3.files import check_outputs, is_file_to_be, write_whole
from e3.reading.conversation import Reply
from e3.reading.reader import Reader, as_read
from e3.reading.systems import BatchReader

_BATCH = 512

Numbered = list[tuple[int, Row]]
"""Rows with their numbers in the input."""


@click.command()
@click.argument("source", metavar="IN")
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--model", metavar="RUN", help=MODEL)
@click.option(
    "--explain",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.jsonl",
    help="Also write why: for every row its decision, probabilities and rules.",
)
@click.option(
    "--batch",
    type=click.IntRange(min=1),
    show_default=f"{_BATCH}, of a language model some more than it is asked at once",
    help="Rows to answer and save at a time.",
)
@click.option(
    "--estimate", is_flag=True, help="Say what a language model would take for it, and stop."
)
@click.option(
    "--run",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Also score the answers, and keep the figures in a new folder for e3 table.",
)
@ray_option
def predict(
    *,
    source: str,
    out: Path,
    model: str | None,
    explain: Path | None,
    batch: int | None,
    estimate: bool,
    run: Path | None,
    ray: str | None,
) -> None:
    """Answer every row of IN with a trained model, and write the answers to OUT.

    IN is a SOURCE as in e3 data --help; its rows need no answers. OUT is a JSON list of objects
    with "utterance_id" and "answer", as e3 evaluate and the official evaluation read it.

    What is done is kept in OUT.partial: when the command is stopped, even killed, the same
    command goes on from there. A file may have any number of rows.

    Only predictions are overwritten, with new ones: any other file that is there is left alone.
    OUT may also be a pipe or a device, such as /dev/stdout.

    With a language model (llm:NAME) several rows are asked for at once, each with examples from
    training data (E3_LLM_EXAMPLES names it) before it; first it is said what that will take.

    With --ray the rows are answered by the machines of a Ray cluster, with the same answers in the
    same order; every machine needs E3 and the model at the same place.

    \b
    e3 predict dev.json predictions.json
    e3 predict policies:evaluation predictions.json --model runs/e3-0 --explain why.jsonl
    e3 predict dev.json predictions.json --model llm:qwen2.5-7b --estimate
    e3 predict dev.json predictions.json --model llm:qwen2.5-7b --run runs/qwen2.5-7b
    e3 predict dev.json predictions.json --ray auto
    """
    if ray is not None:
        check_ray()
    scored = None if run is None else RunToWrite.begin(run, source)
    with _partial_path(out) as path:
        outputs = (out, path) if explain is None else (out, path, explain)
        check_outputs(*outputs, inputs=files_of(source))
        check_earlier(out, are_predictions, what="predictions")
        if explain is not None:
            check_earlier(explain, are_explanations, what="explanations")
        rows = stream_rows(source)
        total, digest = survey(rows, source)
        reader = load_reader(model)
        if (remote := reader.remote) is not None:
            echo(f"That takes {remote.expected(row.conversation for row in rows)}.", err=True)
        elif estimate:
            raise click.UsageError("--estimate is for a language model: --model llm:NAME")
        if remote is not None and ray is not None:
            raise click.UsageError("--ray is not for a language model, which is asked elsewhere")
        if estimate:
            return
        work = {
            "model": reader.model_id,
            "input": f"{source} {digest}",
            "choice of --explain": "no" if explain is None else "yes",
        }
        partial = Partial.begin(path, work)
        with progress_bar(total, "row") as bar:
            settings = {
                "source": source,
                "batch": batch or (_BATCH if remote is None else remote.at_once),
                "explain": explain is not None,
                "progress": bar.update,
            }
            if ray is None:
                answer_rows(rows, reader, partial, **settings)
            else:
                answer_rows_on_ray(rows, reader, partial, model=model, address=ray, **settings)
        _write(partial, out, explain)
        if scored is not None:
            given = (answer["prediction"] for answer in _answered(partial))
            scored.write(reader, {each["utterance_id"]: each["answer"] for each in given})
        partial.path.unlink()
    echo(f"{total:,} rows answered in {out}", err=True)
    if remote is not None:
        echo(f"That took {remote.took()}.", err=True)


@contextmanager
def _partial_path(out: Path) -> Iterator[Path]:
    """Where that is kept which is done: beside OUT, if that is a file."""
    if is_file_to_be(out):
        yield out.with_name(f"{out.name}.partial")
        return
    with TemporaryDirectory(prefix="e3-predict-") as folder:
        yield Path(folder) / "partial"


def _write(partial: Partial, out: Path, explain: Path | None) -> None:
    """All answers, each file whole."""
    if explain is not None:
        write_whole(explain, (_line(a["explanation"]) + "\n" for a in _answered(partial)))
    write_whole(out, _official(partial))


def survey(rows: Iterable[Row], source: str) -> tuple[int, str]:
    """How many rows there are, and a digest of what they say; all that is wrong is found here."""
    seen: set[str] = set()
    digest = hashlib.sha256()
    for number, row in enumerate(rows, start=1):
        if row.utterance_id in seen:
            raise BadInput(
                f"utterance_id {row.utterance_id!r} is there twice", source=source, row=number
            )
        seen.add(row.utterance_id)
        try:
            as_read(row.conversation)
        except BadInput as error:
            raise BadInput(str(error), source=source, row=number) from None
        digest.update(repr((row.utterance_id, row.conversation)).encode())
    return len(seen), digest.hexdigest()


def answer_rows(
    rows: Iterable[Row],
    reader: BatchReader,
    partial: Partial,
    *,
    source: str,
    batch: int,
    explain: bool,
    progress: Callable[[int], object],
) -> None:
    """Answers the rows that `partial` does not hold yet, a batch at a time."""
    answer = given(_answers, reader, source=source, explain=explain)
    left = _left(rows, partial, batch, progress)
    _keep(map(answer, left), partial, progress)


def answer_rows_on_ray(
    rows: Iterable[Row],
    reader: Reader,
    partial: Partial,
    *,
    model: str | None,
    address: str,
    source: str,
    batch: int,
    explain: bool,
    progress: Callable[[int], object],
) -> None:
    """The same on the machines of a Ray cluster, each with the reader's model."""
    # A worker is in another folder.
    where = str(reader.folder.absolute()) if model and reader.folder else model
    make = given(_answering, where, reader.model_id, source=source, explain=explain)
    left = _left(rows, partial, batch, progress)
    with cluster(address) as machines:
        _keep(machines.spread(make, left), partial, progress)


def _left(
    rows: Iterable[Row], partial: Partial, batch: int, progress: Callable[[int], object]
) -> Iterator[Numbered]:
    """Batches of the rows that are not done yet."""
    done = sum(map(len, partial.batches()))
    progress(done)
    left = islice(enumerate(rows, start=1), done, None)
    while some := list(islice(left, batch)):
        yield some


def _keep(answered: Iterable[Batch], partial: Partial, progress: Callable[[int], object]) -> None:
    for batch in answered:
        partial.add(batch)
        progress(len(batch))


def _answering(
    model: str | None, model_id: str, *, source: str, explain: bool
) -> Callable[[Numbered], Batch]:
    """What answers on another machine."""
    reader = Reader.load(model)
    if reader.model_id != model_id:
        raise BadInput(f"the model is {reader.model_id} there, and {model_id} here")
    return given(_answers, reader, source=source, explain=explain)


def _answers(reader: BatchReader, some: Numbered, *, source: str, explain: bool) -> Batch:
    replies = zip(some, _replies(reader, some, source), strict=True)
    return [_both(row, reply, explain=explain) for (_, row), reply in replies]


def _replies(reader: BatchReader, some: Sequence[tuple[int, Row]], source: str) -> list[Reply]:
    try:
        return reader.read_many([row.conversation for _, row in some])
    except BadInput:
        # Something in this batch is too long: one by one they show which.
        for number, row in some:
            try:
                reader.read_many([row.conversation])
            except BadInput as error:
                raise BadInput(str(error), source=source, row=number) from None
        raise


def _both(row: Row, reply: Reply, *, explain: bool) -> dict[str, Any]:
    """A prediction and its explanation, which are saved in one step."""
    why = explanation(row, reply) if explain else None
    return {"prediction": prediction(row, reply), "explanation": why}


def _answered(partial: Partial) -> Iterator[dict[str, Any]]:
    return (answer for batch in partial.batches() for answer in batch)


def _official(partial: Partial) -> Iterator[str]:
    """The official format, a prediction a line."""
    before = "[\n"
    for answer in _answered(partial):
        yield before + _line(answer["prediction"])
        before = ",\n"
    yield "\n]\n"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
