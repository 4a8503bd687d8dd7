"""What asking about the right rule gives at best, by what counts as its span (BLEU, no model).

    python tools/measure_spans.py dev.json

Of every row that asks, the rule that its question is matched to is asked about: by its words alone,
as E3 -edit does, and as “Are you …?”. What is missing to 100 is the editor's to win; what is
missing to these figures is lost by extraction, by choosing the rule, or by the decision.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator

import numpy as np

from e3.corpus.corpus import Corpus
from e3.corpus.sources import read_corpus
from e3.corpus.supervision import SpanKind
from e3.evaluation.bleu import bleu, bleu_counts
from e3.evaluation.spacy_tokens import SpacyTokens
from e3.reading.conversation import CONCLUSIONS
from e3.text import question_key

KINDS = (SpanKind.CORE, SpanKind.MATCHED, SpanKind.CLAUSE)
ASKED_AS: dict[str, Callable[[str], str]] = {
    "alone": lambda words: words,
    "are you": lambda words: f"Are you {words}?",
}


def right_rules(corpus: Corpus, kind: SpanKind) -> Iterator[tuple[str, str]]:
    """Of every row that asks: the words of the rule, and the question."""
    supervision = corpus.supervision(kind)
    for row in corpus.rows:
        rules, answer = supervision.get(row.tree_id), row.answer or ""
        asks = answer.casefold() not in CONCLUSIONS
        if asks and rules and (key := question_key(answer)) in rules.rule_of:
            span = rules.rules[rules.rule_of[key]]
            yield span.of(row.conversation.rule_text.text), answer


def best(corpus: Corpus, kind: SpanKind) -> dict[str, dict[str, float]]:
    """BLEU1 and BLEU4, by how it is asked."""
    tokens = SpacyTokens()
    rows = list(right_rules(corpus, kind))
    found = {}
    for name, asked in ASKED_AS.items():
        counts = np.sum(
            [bleu_counts(tokens(asked(words)), tokens(question)) for words, question in rows],
            axis=0,
        )
        found[name] = {f"bleu_{n}": round(100 * float(bleu(counts, n)), 1) for n in (1, 4)}
    return found


def main() -> None:
    """Prints one JSON object a kind of span."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("source")
    corpus = read_corpus(parser.parse_args().source)
    for kind in KINDS:
        print(json.dumps({"spans": kind.value} | best(corpus, kind)))


if __name__ == "__main__":
    main()
