"""Which text? Fits how a library chooses a document for a question, and measures it.

    python tools/measure_choosing.py fit --or-sharc ../shared/data/or-sharc --encoder ENCODER
    python tools/measure_choosing.py test --or-sharc ../shared/data/or-sharc --encoder ENCODER

Each question is asked twice: of a library that has its text, and of the same library without it.
`fit` does so on OR-ShARC's development set and on our texts for training, in libraries of 3 to all
texts, and prints the numbers that `e3.library.choosing` has. `test` does so on OR-ShARC's test set
and on our texts for evaluation, in libraries of 30 and of all texts, and counts what comes of it.
Without `--encoder` words alone tell. `--vectors FILE` keeps what the encoder has read.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from tools.measure_library import Asked, as_document, of_policies, or_sharc

from e3.corpus.policies import our_policies, part_of
from e3.library.choosing import (
    BY_MEANING,
    BY_WORDS,
    OFFERED,
    Chosen,
    Relevance,
    Unclear,
    decided,
)
from e3.library.encoder import PassageEncoder
from e3.library.entries import Original
from e3.library.library import Library
from e3.library.nearest import Evidence, Nearest
from e3.library.word_pieces import word_pieces

SIZES = (3, 10, 30, 100, 300, None)
"""Of libraries to fit on; None is all texts."""
WEIGHTS = tuple(field.name for field in fields(Evidence))

Floats = NDArray[np.float64]


class Remembering:
    """An encoder that reads no text twice, of this run or another."""

    def __init__(self, encoder: PassageEncoder, kept: Path | None) -> None:
        self.digest, self._encoder, self._kept = encoder.digest, encoder, kept
        self._known: dict[str, Any] = {}
        if kept is not None and kept.is_file():
            with np.load(kept) as file:
                self._known = dict(zip(file["texts"].tolist(), file["vectors"], strict=True))

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of texts."""
        for text in texts:
            if text not in self._known:
                self._known[text] = self._encoder.encode([text])[0]
        return np.stack([self._known[text] for text in texts])

    def keep(self) -> None:
        """For the next run."""
        if self._kept is not None:
            texts = np.array(list(self._known))
            np.savez(self._kept, texts=texts, vectors=np.stack(list(self._known.values())))


@dataclass(frozen=True)
class Tried:
    """A question that was asked of a library."""

    is_here: bool
    """Whether the library has its text."""
    found: Nearest
    rank: int
    """Of the right text among those found; as many as there are where it is not."""

    @property
    def evidence(self) -> Evidence:
        assert self.found.evidence is not None
        return self.found.evidence


def tried(
    texts: Sequence[str],
    rows: Sequence[Asked],
    size: int | None,
    encoder: Remembering | None,
    random: Random,
) -> Iterator[Tried]:
    """Each question with its text in a library of some size, and without it."""
    waiting = list(rows)
    while waiting:
        if size is None:
            chosen, asked, waiting = list(texts), waiting, []
        else:
            wanted = list(dict.fromkeys(row.text for row in waiting))[: size // 2 + 1]
            others = random.sample([text for text in texts if text not in wanted], size)
            chosen = [*wanted, *others[: size - len(wanted)]]
            asked = [row for row in waiting if row.text in wanted]
            waiting = [row for row in waiting if row.text not in wanted]
        yield from _in_one(chosen, asked, encoder)


def _in_one(
    texts: Sequence[str], rows: Sequence[Asked], encoder: Remembering | None
) -> Iterator[Tried]:
    with Library(
        None, count=word_pieces, encoder=cast(PassageEncoder | None, encoder), create=True
    ) as library:
        ids = {text: _put(library, text) for text in texts}
        for row in rows:
            yield _tried(library, row, ids[row.text])
        for text in dict.fromkeys(row.text for row in rows):
            library.remove(ids[text])
            yield from (_tried(library, row, None) for row in rows if row.text == text)
            ids[text] = _put(library, text)


def _put(library: Library, text: str) -> int:
    put = library.put(text, as_document(text), Original(text))
    assert put is not None
    return put.id


def _tried(library: Library, row: Asked, id: int | None) -> Tried:
    found = library.nearest(row.question, row.story, most=OFFERED)
    order = [each.id for each in found.documents]
    return Tried(id is not None, found, order.index(id) if id in order else len(order))


def fitted(examples: Sequence[Tried], strictest: Sequence[Sequence[Tried]]) -> Relevance:
    """A logistic function of the evidence (by Newton's method, slightly regularised).

    Its least value is one under which no more than 5 % of the questions lie whose text is there, in
    none of `strictest`.
    """
    told = _table(examples)
    right = np.array([each.is_here and each.rank == 0 for each in examples], dtype=np.float64)
    middle, spread = told.mean(axis=0), told.std(axis=0)
    spread[spread == 0] = np.inf  # of what tells nothing
    inputs = np.column_stack([(told - middle) / spread, np.ones(len(told))])
    weights = np.zeros(inputs.shape[1])
    ridge = np.eye(len(weights))
    ridge[-1, -1] = 1e-6
    for _ in range(50):
        likely = 1 / (1 + np.exp(-inputs @ weights))
        curve = (inputs * (likely * (1 - likely))[:, None]).T @ inputs + ridge
        weights -= np.linalg.solve(curve, inputs.T @ (likely - right) + ridge @ weights)
    plain = weights[:-1] / spread
    constant = float(weights[-1] - plain @ middle)
    relevance = Relevance(**dict(zip(WEIGHTS, plain.tolist(), strict=True)), constant=constant)
    here = [[relevance.of(each.evidence) for each in part if each.is_here] for part in strictest]
    least = min(float(np.quantile(part, 0.05)) for part in here)
    return Relevance(**{**asdict(relevance), "least": least})


def _table(examples: Sequence[Tried]) -> Floats:
    rows = [[getattr(each.evidence, name) for name in WEIGHTS] for each in examples]
    return np.array(rows, dtype=np.float64)


def outcomes(examples: Sequence[Tried], relevance: Relevance) -> dict[str, Any]:
    """What comes of questions, in per cent, where their text is there and where it is not."""
    return {
        "text there": _outcomes([each for each in examples if each.is_here], relevance),
        "text taken away": _outcomes([each for each in examples if not each.is_here], relevance),
        "caught at 5 % false, own threshold": _caught(examples, relevance),
    }


def _outcomes(examples: Sequence[Tried], relevance: Relevance) -> dict[str, Any]:
    choices = [(each, decided(each.found, relevance)) for each in examples]
    taken = [each for each, choice in choices if isinstance(choice, Chosen)]
    unclear = [each for each, choice in choices if isinstance(choice, Unclear)]
    nothing = len(examples) - len(taken) - len(unclear)
    return {
        "questions": len(examples),
        "interview": _share(len(taken), len(examples)),
        "interview by the right text": _share(sum(e.rank == 0 for e in taken), len(examples)),
        "which of these": _share(len(unclear), len(examples)),
        "the right one among them": _share(sum(e.rank < OFFERED for e in unclear), len(examples)),
        "not in this library": _share(nothing, len(examples)),
    }


def _caught(examples: Sequence[Tried], relevance: Relevance) -> float:
    here = [relevance.of(each.evidence) for each in examples if each.is_here]
    away = [relevance.of(each.evidence) for each in examples if not each.is_here]
    return round(100 * fmean(of < np.quantile(here, 0.05) for of in away), 1)


def _share(count: int, of: int) -> float:
    return round(100 * count / of, 1) if of else 0.0


def sources(folder: Path | None, *, for_training: bool) -> dict[str, tuple[list[str], list[Asked]]]:
    """The texts and questions of each source."""
    found = {}
    if folder is not None:
        part = "dev" if for_training else "test"
        texts, rows = or_sharc(folder, part)
        found[f"OR-ShARC {part}"] = (list(texts), rows)
    for corpus in ("policies", "pages"):
        part = "train" if for_training else "evaluation"
        wanted = {p.rule_text.text for p in our_policies(corpus=corpus) if part_of(p) == part}
        texts, rows = of_policies(corpus, titled=False)
        found[f"{corpus}:{part}"] = (list(texts), [row for row in rows if row.text in wanted])
    return found


def main() -> None:
    """Prints the figures as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("fit", "test"))
    parser.add_argument("--or-sharc", type=Path, help="its folder")
    parser.add_argument("--encoder", type=Path, help="its folder")
    parser.add_argument("--vectors", type=Path, help="keeps vectors for the next time")
    parser.add_argument("--most", type=int, default=10**9, help="questions of each source and size")
    given = parser.parse_args()
    encoder = None
    if given.encoder is not None:
        encoder = Remembering(PassageEncoder.load(given.encoder), given.vectors)
    random = Random(0)
    asked: dict[str, dict[int | None, list[Tried]]] = {}
    for name, (texts, rows) in sources(given.or_sharc, for_training=given.what == "fit").items():
        for size in SIZES if given.what == "fit" else (30, None):
            drawn = random.sample(rows, min(given.most, len(rows)))
            found = list(tried(texts, drawn, size, encoder, random))
            asked.setdefault(name, {})[size] = found
    if encoder is not None:
        encoder.keep()
    relevance = BY_WORDS if encoder is None else BY_MEANING
    if given.what == "fit":
        every = [each for by in asked.values() for some in by.values() for each in some]
        relevance = fitted(every, [by[None] for by in asked.values()])
    rounded = {name: round(of, 3) for name, of in asdict(relevance).items()}
    figures = {
        name: {str(size or "all"): outcomes(of, relevance) for size, of in by.items()}
        for name, by in asked.items()
    }
    print(json.dumps({"relevance": rounded, "figures": figures}, indent=1))


if __name__ == "__main__":
    main()
