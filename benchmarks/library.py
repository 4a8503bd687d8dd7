"""How a library grows: python library.py --passages 10000 --passages 100000

Documents of made words, as often as in English, of fifty passages each. Prints how long it takes to
put them in, how large the file is, and how long a search takes: the first one of a process, which
loads the vectors, and the middle of those after it, by the clock and by the processor, which on a
busy machine says more. Vectors are made up as well: to encode a passage takes the same time in a
library of any size, and `--encoder` measures that by itself. `--pages` are documents that a
question is asked of: how long it takes to find their passages. `--library` names an empty library
in PostgreSQL, for one size.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, cast

import click
import numpy as np
from numpy.typing import NDArray

from e3.cli.output import progress_bar, table
from e3.databases import database_url, is_url
from e3.documents.document import Document, Piece, Place
from e3.library.encoder import PassageEncoder
from e3.library.entries import Original
from e3.library.library import Library
from e3.library.long_texts import excerpt_of
from e3.policy.samples import samples
from e3.text import Span

WORDS = 20_000
"""In the language of the documents."""
PASSAGES = 50
"""Of a document."""
LENGTH = 150
"""Words of a passage, about."""
WIDTH = 384
"""Of a vector, as gte-small has it."""
SEARCHES = 50


class MadeVectors:
    """Stands in for the encoder: a vector by chance."""

    digest = "made"

    def __init__(self) -> None:
        self._chance = np.random.default_rng(0)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A vector of length 1 for each."""
        found = self._chance.standard_normal((len(texts), WIDTH), dtype=np.float32)
        return cast(NDArray[np.float32], found / np.linalg.norm(found, axis=1, keepdims=True))


class MadeWords:
    """Texts of words that are as rare as words are (Zipf)."""

    def __init__(self) -> None:
        self._chance = Random(0)
        letters = "abcdefghijklmnopqrstuvwxyz"
        self._words = ["".join(self._chance.choices(letters, k=7)) for _ in range(WORDS)]
        self._often = [1 / (rank + 10) for rank in range(WORDS)]

    def text(self, count: int) -> str:
        """So many words."""
        return " ".join(self._chance.choices(self._words, self._often, k=count))

    def document(self, number: int) -> Document:
        """A document whose sections are a passage each."""
        sections = [f"# {self.text(3)}\n\n{self.text(LENGTH)}." for _ in range(PASSAGES)]
        text = "\n\n".join(sections)
        return Document(f"Made {number}", "text", text, (Piece(Span(0, len(text)), Place(line=1)),))


@click.command()
@click.option("--passages", "sizes", type=int, multiple=True, default=(1000, 10_000))
@click.option("--pages", type=int, multiple=True, help="Measure a document so long, too.")
@click.option("--encoder", metavar="FOLDER", help="Measure this encoder, too.")
@click.option("--library", metavar="URL", help="Measure in PostgreSQL.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def main(
    sizes: Sequence[int],
    pages: Sequence[int],
    encoder: str | None,
    library: str | None,
    as_json: bool,
) -> None:
    """Measure libraries of these sizes."""
    if library is not None and len(sizes) > 1:
        raise click.UsageError("--library is for one size (--passages)")
    with TemporaryDirectory() as folder:
        places = {size: library or str(Path(folder) / f"{size}.db") for size in sizes}
        found = {"libraries": [measure(size, where) for size, where in places.items()]}
    if pages:
        found["documents"] = [long_document(each) for each in pages]
    if encoder is not None:
        found["encoder"] = [_encoding(PassageEncoder.load(Path(encoder)))]
    if as_json:
        click.echo(json.dumps(found, indent=1))
    else:
        click.echo("\n\n".join(map(_text, found.values())))


def long_document(pages: int) -> dict[str, Any]:
    """How long it takes to find what a question needs of a document."""
    words = MadeWords()
    sections = [f"# {words.text(3)}\n\n{words.text(LENGTH)}." for _ in range(3 * pages)]
    text = "\n\n".join(sections)
    document = Document("Made", "text", text, (Piece(Span(0, len(text)), Place(line=1)),))
    clock, processor = time.perf_counter(), time.process_time()
    excerpt_of(document, [words.text(8)])
    return {
        "pages": pages,
        "characters": len(text),
        "found_s": round(time.perf_counter() - clock, 2),
        "found_cpu_s": round(time.process_time() - processor, 2),
    }


def measure(size: int, where: str) -> dict[str, Any]:
    """The figures of one library."""
    words = MadeWords()
    vectors = cast(PassageEncoder, MadeVectors())
    count = max(1, size // PASSAGES)
    spent = 0.0
    with Library(where, count=_count, encoder=vectors, create=True) as library:
        with progress_bar(count, " documents") as bar:
            for number in range(count):
                document = words.document(number)
                start = time.perf_counter()
                library.put(str(number), document, Original(str(number)))
                spent += time.perf_counter() - start
                bar.update()
        passages = sum(entry.passages for entry in library.documents())
    return {
        "passages": passages,
        "index_s": round(spent, 1),
        "megabytes": round(_bytes(where) / 1e6, 1),
        **_searched(where, words, None, "words"),
        **_searched(where, words, vectors, "words_and_meaning"),
    }


def _bytes(where: str) -> int:
    if not is_url(where):
        return Path(where).stat().st_size
    from sqlalchemy import create_engine, text  # noqa: PLC0415 - for PostgreSQL alone

    engine = create_engine(database_url(where, what="the library"))
    query = (
        "SELECT sum(pg_total_relation_size(oid)) FROM pg_class"
        " WHERE relkind = 'r' AND relnamespace = 'e3_library'::regnamespace"
    )
    with engine.connect() as connection:
        size = connection.execute(text(query)).scalar_one()
    engine.dispose()
    return int(size)


def _searched(
    where: str, words: MadeWords, encoder: PassageEncoder | None, name: str
) -> dict[str, float]:
    taken, spent = [], []
    with Library(where, count=_count, encoder=encoder, create=False) as library:
        for _ in range(SEARCHES + 1):
            question = words.text(8)
            start, processor = time.perf_counter(), time.process_time()
            library.search(question)
            taken.append(1000 * (time.perf_counter() - start))
            spent.append(1000 * (time.process_time() - processor))
    return {
        f"{name}_first_ms": round(taken[0], 1),
        f"{name}_p50_ms": round(median(taken[1:]), 1),
        f"{name}_p50_cpu_ms": round(median(spent[1:]), 1),
    }


def _count(text: str) -> int:
    return len(text.split())


def _encoding(encoder: PassageEncoder) -> dict[str, Any]:
    texts = [sample.rule_text.text for sample in samples()]
    pieces = [len(encoder.builder.pieces(text).ids) for text in texts]
    clock, processor = time.perf_counter(), time.process_time()
    encoder.encode(texts)
    return {
        "texts": len(texts),
        "word_pieces_a_text": round(sum(pieces) / len(texts)),
        "ms_a_text": round(1000 * (time.perf_counter() - clock) / len(texts), 1),
        "cpu_ms_a_text": round(1000 * (time.process_time() - processor) / len(texts), 1),
    }


def _text(found: Sequence[dict[str, Any]]) -> str:
    names = list(found[0])
    rows = [[name.replace("_", " "), *(f"{each[name]:,}" for each in found)] for name in names]
    return table(rows, right=range(1, len(found) + 1))


if __name__ == "__main__":
    main()
