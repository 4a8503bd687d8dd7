"""`e3 predict`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from e3.cli.earlier import are_explanations, are_predictions, check_earlier
from e3.cli.models import MODEL, load_reader
from e3.cli.output import echo, progress_bar
from e3.cli.partial import Partial
from e3.cli.scored_run import RunToWrite
from e3.corpus.predictions import explanation, prediction
from e3.corpus.rows import Row
from e3.corpus.sources import files_of
from e3.corpus.stream import stream_rows
from e3.errors import BadInput
from e3.files import check_outputs, is_file_to_be, write_whole
from e3.reading.conversation import Reply
from e3.reading.reader import as_read
from e3.reading.systems import BatchReader

_BATCH = 512


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
def predict(
    *,
    source: str,
    out: Path,
    model: str | None,
    explain: Path | None,
    batch: int | None,
    estimate: bool,
    run: Path | None,
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

    \b
    e3 predict dev.json predictions.json
    e3 predict policies:evaluation predictions.json --model runs/e3-0 --explain why.jsonl
    e3 predict dev.json predictions.json --model llm:qwen2.5-7b --estimate
    e3 predict dev.json predictions.json --model llm:qwen2.5-7b --run runs/qwen2.5-7b
    """
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
        if estimate:
            return
        work = {
            "model": reader.model_id,
            "input": f"{source} {digest}",
            "choice of --explain": "no" if explain is None else "yes",
        }
        partial = Partial.begin(path, work)
        with progress_bar(total, "row") as bar:
            answer_rows(
                rows,
                reader,
                partial,
                source=source,
                batch=batch or (_BATCH if remote is None else remote.at_once),
                explain=explain is not None,
                progress=bar.update,
            )
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
    done = sum(map(len, partial.batches()))
    progress(done)
    left = islice(enumerate(rows, start=1), done, None)
    while some := list(islice(left, batch)):
        replies = zip(some, _replies(reader, some, source), strict=True)
        partial.add([_both(row, reply, explain=explain) for (_, row), reply in replies])
        progress(len(some))


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
