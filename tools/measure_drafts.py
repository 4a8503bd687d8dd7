"""How good drafts and the reading of stories are, on texts that nothing was learnt from.

    python tools/measure_drafts.py --model RUN policies:evaluation pages:evaluation
    python tools/measure_drafts.py --drafter llm:NAME --texts 50 --cache answers pages:evaluation

Prints one JSON object a source. `--cases FILE` writes every draft beside its gold logic, a line
each, to see what goes wrong. `--texts N` takes the first question of N texts, always the same ones,
and no stories: for drafters that are slow, or paid for. A draft that fails counts as none.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, TextIO

from e3.corpus.sources import read_trees
from e3.corpus.tree_policies import policies_of
from e3.drafting.drafter import Drafted, Drafter, TellingDrafter, drafted_by, find_drafter
from e3.errors import E3Error
from e3.evaluation.drafts import Comparison, DraftScores
from e3.evaluation.told import story_figures
from e3.policy.diagram import Diagram
from e3.policy.logic import written
from e3.policy.policy import Policy
from e3.reading.reader import Reader


def _answers(source: str) -> Iterator[tuple[Policy, int]]:
    seen: set[tuple[str, str]] = set()
    for policy in policies_of(read_trees(source)).values():
        for number, asked in enumerate(policy.questions):
            key = (policy.title, asked.question)
            if key not in seen and Diagram.of(asked.yes_when).value is None:
                seen.add(key)
                yield policy, number


def _some(source: str, texts: int) -> Iterator[tuple[Policy, int]]:
    """The first question of some texts, by a digest of their titles."""
    first: dict[str, tuple[Policy, int]] = {}
    for policy, number in _answers(source):
        first.setdefault(policy.title, (policy, number))
    for title in sorted(first, key=lambda title: sha256(title.encode()).digest())[:texts]:
        yield first[title]


def _case(comparison: Comparison) -> dict[str, Any]:
    gold, draft = comparison.gold, comparison.draft
    text = gold.rule_text.text
    return {
        "title": gold.title,
        "question": gold.questions[comparison.question].question,
        "text": text,
        "gold": written(gold.questions[comparison.question].yes_when),
        "gold_rules": {r.id: [r.span.of(text), r.question] for r in gold.rules},
        "draft": [written(each.yes_when) for each in draft.questions],
        "draft_rules": {
            r.id: [r.span.of(text), r.question, r.confidence and r.confidence.rule]
            for r in draft.rules
        },
        "confidence": [each.confidence and asdict(each.confidence) for each in draft.questions],
        **asdict(comparison.score),
    }


def measure(
    source: str, drafter: Drafter, cases: TextIO | None, texts: int | None = None
) -> dict[str, Any]:
    """The figures of a source."""
    scores, turned_away, quotes, dropped, failed = [], 0, 0, 0, 0
    for policy, number in _answers(source) if texts is None else _some(source, texts):
        question = policy.questions[number].question
        try:
            found = drafted_by(drafter, policy.rule_text, [question])
        except E3Error as error:
            print(f"{policy.title}: {error}", file=sys.stderr)
            found, failed = Drafted(replace(policy, rules=(), questions=())), failed + 1
        draft, quotes, dropped = found.policy, quotes + found.quotes, dropped + found.dropped
        comparison = Comparison(policy, number, draft)
        scores.append(comparison.score)
        turned_away += not draft.questions
        if cases:
            cases.write(json.dumps({"source": source, **_case(comparison)}, ensure_ascii=False))
            cases.write("\n")
            cases.flush()
    figures = asdict(DraftScores.of(scores))
    told = {"quotes": quotes, "dropped": dropped, "failed": failed} if quotes or failed else {}
    return {"source": source, "drafter": drafter.name, **figures, "turned_away": turned_away} | told


def main() -> None:
    """Measures what the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("sources", nargs="+")
    parser.add_argument("--model")
    parser.add_argument("--drafter", help="the model's own, else network")
    parser.add_argument("--texts", type=int)
    parser.add_argument("--cache", type=Path, help="a folder for a language model's answers")
    parser.add_argument("--cases", type=Path)
    arguments = parser.parse_args()
    reader = Reader.load(arguments.model)
    drafter = find_drafter(arguments.drafter, reader)
    if arguments.cache and isinstance(drafter, TellingDrafter):
        drafter = drafter.keeping(arguments.cache)
    cases = arguments.cases.open("w", encoding="utf-8") if arguments.cases else None
    for source in arguments.sources:
        found = measure(source, drafter, cases, arguments.texts)
        stories = story_figures(reader, source) if arguments.texts is None else {}
        print(json.dumps({**found, **stories}))


if __name__ == "__main__":
    main()
