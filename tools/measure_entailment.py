"""What the entailment scores g and h could do for E3, and what its network makes of them.

    python tools/measure_entailment.py dev.json
    python tools/measure_entailment.py dev.json --explain explained.jsonl

The first needs no model: how well g tells rules that the scenario settles, and h those that the
history does, from rules that are open; and how often the first rule of the text that neither is
high for is the one to ask about. The second reads what `e3 predict --explain` wrote: about which
rules the network asks, and what it would ask about if g and h weighed more (`--model` of a run
without entailment scores shows what they would add to it).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from e3.corpus.corpus import Corpus
from e3.corpus.rows import Row
from e3.corpus.sources import read_corpus
from e3.corpus.supervision import SpanKind, Supervision
from e3.readers.e3.entailment import entailment_scores
from e3.reading.conversation import Decision
from e3.text import Span, question_key

WEIGHTS = (0.0, 1.0, 2.0, 5.0, 10.0, 20.0)
"""What g or h is subtracted with from the scores of asking."""

CERTAIN = 0.5
"""The least score from which on the rule without a network counts a rule as settled."""


@dataclass(frozen=True)
class Fact:
    """A rule of a row: its scores, and by what it is settled."""

    scenario: float
    history: float
    by: str
    """"history", "scenario" or "nothing"."""


def facts(row: Row, rules: Supervision) -> list[Fact]:
    """Of every rule that a question of the tree asks about."""
    told = {question_key(t.question) for t in row.evidence or ()}
    asked = {question_key(t.question) for t in row.conversation.history}
    scores = entailment_scores(row.conversation, rules.rules)
    found = []
    for question, index in rules.rule_of.items():
        by = "history" if question in asked else "scenario" if question in told else "nothing"
        found.append(Fact(*scores[index], by))
    return found


def auc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """How often one of the first is above one of the second; half where they are equal."""
    if not positive or not negative:
        return float("nan")
    ranks = np.argsort(np.argsort(np.array([*positive, *negative]), kind="stable"))
    values = np.array([*positive, *negative])
    # Equal values share the mean of their ranks.
    mean = {value: ranks[values == value].mean() for value in set(values.tolist())}
    total = sum(mean[value] for value in positive)
    count = len(positive)
    return float((total - count * (count - 1) / 2) / (count * len(negative)))


def wanted_rule(row: Row, rules: Supervision) -> Span | None:
    """The rule that gold asks about."""
    if row.decision is not Decision.INQUIRE or row.answer is None:
        return None
    index = rules.rule_of.get(question_key(row.answer))
    return None if index is None else rules.rules[index]


def without_network(corpus: Corpus, supervision: Mapping[str, Supervision]) -> dict[str, Any]:
    """What overlap alone tells of the rules of the trees."""
    rows = [row for row in corpus.rows if row.tree_id in supervision]
    by_row = [(row, supervision[row.tree_id]) for row in rows]
    every = [fact for row, rules in by_row for fact in facts(row, rules)]
    of = {
        by: [fact for fact in every if fact.by == by] for by in ("history", "scenario", "nothing")
    }
    picks: Counter[str] = Counter()
    for row, rules in by_row:
        if (wanted := wanted_rule(row, rules)) is None:
            continue
        asked = [rules.rules[index] for index in sorted(set(rules.rule_of.values()))]
        scores = entailment_scores(row.conversation, asked)
        picks["inquiries"] += 1
        picks["first rule"] += asked[0] == wanted
        picks["first with a low h"] += _first(asked, [h for _, h in scores]) == wanted
        picks["first with low g and h"] += _first(asked, list(map(max, scores))) == wanted
    return {
        "rules": {by: len(found) for by, found in of.items()},
        "auc of h: settled by the history or open": auc(
            [f.history for f in of["history"]], [f.history for f in of["nothing"]]
        ),
        "auc of g: settled by the scenario or open": auc(
            [f.scenario for f in of["scenario"]], [f.scenario for f in of["nothing"]]
        ),
        "picks": dict(picks),
    }


def _first(rules: Sequence[Span], scores: Sequence[float]) -> Span:
    """The first rule whose score is low; the one with the lowest where none is."""
    low = [rule for rule, score in zip(rules, scores, strict=True) if score < CERTAIN]
    return low[0] if low else rules[int(np.argmin(scores))]


def with_network(
    corpus: Corpus, supervision: Mapping[str, Supervision], explained: Mapping[str, Any]
) -> dict[str, Any]:
    """What a network asks about where gold asks too, and what it would with louder g and h."""
    asked: Counter[str] = Counter()
    right = {name: [0] * len(WEIGHTS) for name in ("g", "h")}
    reachable = 0
    for row in corpus.rows:
        said = explained.get(row.utterance_id)
        rules = supervision.get(row.tree_id)
        if rules is None or said is None or said["decision"] != Decision.INQUIRE:
            continue
        if (wanted := wanted_rule(row, rules)) is None:
            continue
        spans = [Span(*rule["span"]) for rule in said["rules"]]
        scores = np.array([rule["r"] for rule in said["rules"]])
        asked[_what(row, rules, spans[int(scores.argmax())], wanted)] += 1
        reachable += any(span.overlaps(wanted) for span in spans)
        for place, name in enumerate(("g", "h")):
            known = np.array([pair[place] for pair in entailment_scores(row.conversation, spans)])
            for number, weight in enumerate(WEIGHTS):
                best = spans[int((scores - weight * known).argmax())]
                right[name][number] += best.overlaps(wanted)
    return {"asks about": dict(asked), "the rule is among the extracted": reachable, **right}


def _what(row: Row, rules: Supervision, span: Span, wanted: Span) -> str:
    """What a span is of: the rule that gold asks about, another one and what settles it, none."""
    if span == wanted:
        return "the rule to the word"
    if span.overlaps(wanted):
        return "the rule, longer or shorter"
    history = {question_key(t.question) for t in row.conversation.history}
    told = {question_key(t.question) for t in row.evidence or ()}
    touched = {q for q, index in rules.rule_of.items() if rules.rules[index].overlaps(span)}
    if touched & history:
        return "a rule that the history settles"
    if touched & told:
        return "a rule that the scenario settles"
    return "another open rule" if touched else "no rule"


def read_explained(path: Path) -> Iterator[tuple[str, Any]]:
    """The lines of `e3 predict --explain`, by utterance id."""
    for line in path.read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        yield found["utterance_id"], found


def main() -> None:
    """Prints one JSON object."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("gold")
    parser.add_argument("--explain", type=Path)
    parser.add_argument("--spans", type=SpanKind, default=SpanKind.MATCHED)
    given = parser.parse_args()
    corpus = read_corpus(given.gold)
    supervision = corpus.supervision(given.spans)
    found = without_network(corpus, supervision)
    if given.explain:
        explained = dict(read_explained(given.explain))
        found["network"] = {
            "weights": WEIGHTS,
            **with_network(corpus, supervision, explained),
        }
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
