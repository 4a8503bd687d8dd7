"""Which text? Fits how a library chooses a document for a question, and measures it.

    python -m tools.measure_choosing fit --or-sharc ../shared/data/or-sharc --encoder ENCODER
    python -m tools.measure_choosing test --or-sharc ../shared/data/or-sharc --encoder ENCODER

Each question is asked twice: of a library that has its text, and of the same library without it.
`fit` does so on OR-ShARC's development set and on our texts for training, in libraries of 3 to all
texts, and prints the numbers that `e3.library.choosing` has. `test` does so on OR-ShARC's test set
and on our texts for evaluation, in libraries of 30 and of all texts, and counts what comes of it.
Without `--encoder` words alone tell. `--vectors FILE` keeps what the encoder has read.

With `--model FOLDER` (`shipped`: the one that comes with E3) a reader reads the nearest texts too,
and `--readings FILE` keeps what it made of them. Then `fit` also prints what its word should weigh
in the order, which `e3.library.readings` has. With `--unread recipes/reader.toml` it does so on
questions to texts that a reader of this recipe has not learnt from, those of OR-ShARC's development
set and those of ShARC that the recipe holds out, and leaves what the search says as it was fitted
on all: what a reader makes of texts that it knows, as all of ours for training, is no measure of
what it makes of others.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from tools.measure_library import Asked, as_document, of_policies, or_sharc
from tools.remembering import Remembering, RememberingReader

from e3.corpus.corpus import is_held_out
from e3.corpus.policies import our_policies, part_of
from e3.corpus.scenarios import told_in
from e3.library.choosing import (
    BY_MEANING,
    BY_WORDS,
    OFFERED,
    READ,
    Chosen,
    Relevance,
    Unclear,
    decided,
    relevance_of,
)
from e3.library.encoder import PassageEncoder
from e3.library.entries import Original
from e3.library.library import Library
from e3.library.nearest import Evidence, Nearest
from e3.library.readings import WEIGHT, read
from e3.library.word_pieces import word_pieces
from e3.policy.rule_text import RuleText
from e3.training.recipe import read_recipe, training_corpora

TRIED_WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.4, 2.0)
SIZES = (3, 10, 30, 100, 300, None)
"""Of libraries to fit on; None is all texts."""
WEIGHTS = tuple(field.name for field in fields(Evidence))

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Tried:
    """A question that was asked of a library."""

    right: int | None
    """The document that answers; None where the library does not have it."""
    kind: str
    found: Nearest

    @property
    def is_here(self) -> bool:
        return self.right is not None

    @property
    def rank(self) -> int:
        """Of the right text among those found; as many as there are where it is not."""
        order = [each.id for each in self.found.documents]
        return order.index(self.right) if self.right in order else len(order)

    @property
    def evidence(self) -> Evidence:
        assert self.found.evidence is not None
        return self.found.evidence

    def weighed(self, weight: float) -> Tried:
        """In the order that they have where what the reader says counts so much."""
        read = [each.read for each in self.found.near]
        return replace(self, found=self.found.with_reading(read, weight))


def tried(
    texts: Sequence[str],
    rows: Sequence[Asked],
    size: int | None,
    encoder: Remembering | None,
    random: Random,
    *,
    reader: RememberingReader | None = None,
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
        yield from _in_one(chosen, asked, encoder, reader)


def _in_one(
    texts: Sequence[str],
    rows: Sequence[Asked],
    encoder: Remembering | None,
    reader: RememberingReader | None,
) -> Iterator[Tried]:
    with Library(
        None, count=word_pieces, encoder=cast(PassageEncoder | None, encoder), create=True
    ) as library:
        ids = {text: _put(library, text) for text in texts}
        for row in rows:
            yield _tried(library, row, ids[row.text], reader)
        for text in dict.fromkeys(row.text for row in rows):
            library.remove(ids[text])
            yield from (_tried(library, row, None, reader) for row in rows if row.text == text)
            ids[text] = _put(library, text)


def _put(library: Library, text: str) -> int:
    put = library.put(text, as_document(text), Original(text))
    assert put is not None
    return put.id


def _tried(library: Library, row: Asked, id: int | None, reader: RememberingReader | None) -> Tried:
    found = library.nearest(row.question, row.story, most=READ)
    if reader is not None:
        found = read(found, reader, row.question, row.story)
    return Tried(id, row.kind, found)


def best_weight(parts: Sequence[Sequence[Tried]]) -> tuple[float, dict[str, list[float]]]:
    """What the reader's word should weigh for the right text to come first most often.

    The mean over sources; and what each weight gives in each of them.
    """
    shares = {
        weight: [fmean(e.weighed(weight).rank == 0 for e in of if e.is_here) for of in parts]
        for weight in TRIED_WEIGHTS
    }
    best = max(shares, key=lambda weight: fmean(shares[weight]))
    return best, {str(w): [round(100 * each, 1) for each in of] for w, of in shares.items()}


def fitted(
    examples: Sequence[Tried], strictest: Sequence[Sequence[Tried]], prior: Relevance | None = None
) -> Relevance:
    """A logistic function of the evidence.

    With `prior`, what that one makes of it counts as a whole, beside the margin and what was read:
    where few questions can be asked of a reader that it has not learnt from, they would not do to
    fit all anew. The least value is one under which no more than 5 % of the questions lie whose
    text is there, in none of `strictest`.
    """
    right = np.array([each.is_here and each.rank == 0 for each in examples], dtype=np.float64)
    told = _table(examples)
    if prior is None:
        plain, constant = _logistic(told, right)
    else:
        known = [prior.of(each.evidence) for each in examples]
        added = [WEIGHTS.index(name) for name in ("margin", "read")]
        found, constant = _logistic(np.column_stack([known, told[:, added]]), right)
        plain = found[0] * np.array([getattr(prior, name) for name in WEIGHTS])
        plain[added] += found[1:]
        constant += float(found[0]) * prior.constant
    relevance = Relevance(**dict(zip(WEIGHTS, plain.tolist(), strict=True)), constant=constant)
    here = [[relevance.of(each.evidence) for each in part if each.is_here] for part in strictest]
    least = min(float(np.quantile(part, 0.05)) for part in here)
    return Relevance(**{**asdict(relevance), "least": least})


def _logistic(told: Floats, right: Floats) -> tuple[Floats, float]:
    """Weights and a constant (by Newton's method, slightly regularised)."""
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
    plain: Floats = weights[:-1] / spread
    return plain, float(weights[-1] - plain @ middle)


def _table(examples: Sequence[Tried]) -> Floats:
    rows = [[getattr(each.evidence, name) for name in WEIGHTS] for each in examples]
    return np.array(rows, dtype=np.float64)


def outcomes(examples: Sequence[Tried], relevance: Relevance) -> dict[str, Any]:
    """What comes of questions, in per cent, where their text is there and where it is not."""
    return {
        "text there": _outcomes([each for each in examples if each.is_here], relevance),
        "text taken away": _outcomes([each for each in examples if not each.is_here], relevance),
        "caught at 5 % false, own threshold": _caught(examples, relevance),
        "the right text first": _firsts([each for each in examples if each.is_here]),
    }


def _firsts(examples: Sequence[Tried]) -> dict[str, Any]:
    """How often the right text is the first, by the search alone and where a reader has its say."""
    found = {}
    for kind in sorted({each.kind for each in examples}):
        of_kind = [each for each in examples if each.kind == kind]
        searched = sum(each.weighed(0.0).rank == 0 for each in of_kind)
        found[kind] = {
            "questions": len(of_kind),
            "searched": _share(searched, len(of_kind)),
            "read": _share(sum(each.rank == 0 for each in of_kind), len(of_kind)),
        }
    return found


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


Source = tuple[list[str], list[Asked]]


def sources(folder: Path | None, *, for_training: bool) -> dict[str, Source]:
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


def unread(folder: Path, recipe: Path) -> dict[str, Source]:
    """Questions to texts that a reader of this recipe has not learnt from, to fit on.

    Those of OR-ShARC's development set, and those to ShARC's texts that the recipe holds out, each
    alone and with three of its stories, all in a library of OR-ShARC's texts.
    """
    texts, rows = or_sharc(folder, "dev")
    data = read_recipe(recipe).data
    _, held_out = training_corpora(data)
    told = told_in(held_out.rows)
    of_trees = [
        Asked(tree.question, story, tree.rule_text.text, "with story" if story else "alone")
        for tree in held_out.trees
        for stories in [(*told.get(tree.tree_id, ()), *held_out.scenarios_of(tree).stories)]
        for story in ("", *(each.text for each in stories[:3]))
    ]
    new = [
        row
        for row in rows
        if row.kind == "unseen" or is_held_out(RuleText(row.text), data.held_out)
    ]
    every = list(dict.fromkeys([*texts, *(row.text for row in of_trees)]))
    return {"OR-ShARC dev": (every, new), "held out": (every, of_trees)}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("fit", "test"))
    parser.add_argument("--or-sharc", type=Path, help="its folder")
    parser.add_argument("--encoder", type=Path, help="its folder")
    parser.add_argument("--vectors", type=Path, help="keeps vectors for the next time")
    parser.add_argument("--model", help="the folder of a reader, or shipped")
    parser.add_argument("--readings", type=Path, help="keeps readings for the next time")
    parser.add_argument("--unread", type=Path, metavar="RECIPE", help="fits on what it leaves out")
    parser.add_argument("--weight", type=float, help="of what the reader says, and fit no other")
    parser.add_argument("--sizes", help="of libraries, such as 30,all")
    parser.add_argument("--only", help="sources whose names begin so")
    parser.add_argument("--most", type=int, default=10**9, help="questions of each source and size")
    return parser


def main() -> None:
    """Prints the figures as JSON."""
    given = _parser().parse_args()
    encoder = None
    if given.encoder is not None:
        encoder = Remembering(PassageEncoder.load(given.encoder), given.vectors)
    reader = None
    if given.model is not None:
        reader = RememberingReader.load(given.model, given.readings)
    random = Random(0)
    asked: dict[str, dict[int | None, list[Tried]]] = {}
    to_fit = given.what == "fit"
    sizes: tuple[int | None, ...] = SIZES if to_fit else (30, None)
    if given.sizes:
        sizes = tuple(None if of == "all" else int(of) for of in given.sizes.split(","))
    found_in = (
        unread(given.or_sharc, given.unread)
        if given.unread is not None
        else sources(given.or_sharc, for_training=to_fit)
    )
    for name, (texts, rows) in found_in.items():
        if given.only is not None and not name.startswith(given.only):
            continue
        for size in sizes:
            drawn = random.sample(rows, min(given.most, len(rows)))
            found = list(tried(texts, drawn, size, encoder, random, reader=reader))
            asked.setdefault(name, {})[size] = found
            for kept in (encoder, reader):
                if kept is not None:
                    kept.keep()
    weights: dict[str, Any] = {}
    weight = WEIGHT if given.weight is None else given.weight
    if reader is not None:
        if to_fit:
            best, tried_weights = best_weight([by[None] for by in asked.values()])
            weight = best if given.weight is None else weight
            weights = {"weight": weight, "recall@1 by weight": tried_weights}
        asked = {
            name: {size: [each.weighed(weight) for each in of] for size, of in by.items()}
            for name, by in asked.items()
        }
    every = [each for by in asked.values() for some in by.values() for each in some]
    relevance = relevance_of(every[0].found)
    if to_fit:
        prior = None
        if given.unread is not None:
            prior = BY_MEANING if every[0].found.by_meaning else BY_WORDS
        relevance = fitted(every, [by[None] for by in asked.values()], prior)
    rounded = {name: round(of, 3) for name, of in asdict(relevance).items()}
    figures = {
        name: {str(size or "all"): outcomes(of, relevance) for size, of in by.items()}
        for name, by in asked.items()
    }
    print(json.dumps({**weights, "relevance": rounded, "figures": figures}, indent=1))


if __name__ == "__main__":
    main()
