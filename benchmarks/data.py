"""How long the data steps take: python benchmarks/data.py [SOURCE] (default: our policies)."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TypeVar

from e3.corpus.matching import match_spans
from e3.corpus.rows import Row
from e3.corpus.sources import read_corpus
from e3.evaluation.metrics import evaluate

T = TypeVar("T")


def timed(what: str, work: Callable[[], T]) -> T:
    """Runs `work` once and prints the seconds it took."""
    started = time.perf_counter()
    result = work()
    print(f"{what:<42}{time.perf_counter() - started:8.2f} s")
    return result


def gold_answers(rows: tuple[Row, ...]) -> dict[str, str]:
    """Every row's own answer as its prediction."""
    return {row.utterance_id: row.answer or "" for row in rows}


def main(source: str) -> None:
    """Times reading, matching and evaluating one source."""
    corpus = timed(f"reading {source}", lambda: read_corpus(source))
    timed(
        f"matching spans in {len(corpus.trees):,} trees",
        lambda: [match_spans(tree.rule_text, tree.questions) for tree in corpus.trees],
    )
    evaluate(corpus.rows[:1], gold_answers(corpus.rows[:1]))  # spaCy loads once
    timed(
        f"evaluating {len(corpus.rows):,} rows with intervals",
        lambda: evaluate(corpus.rows, gold_answers(corpus.rows)),
    )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "policies")
