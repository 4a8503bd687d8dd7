"""How good drafts and the reading of stories are, on texts that nothing was learnt from.

    python tools/measure_drafts.py --model RUN policies:evaluation pages:evaluation

Prints one JSON object a source. `--cases FILE` writes every draft beside its gold logic, a line
each, to see what goes wrong.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from e3.corpus.sources import read_trees
from e3.corpus.tree_policies import policies_of
from e3.drafting.drafter import Drafter, find_drafter
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


def measure(source: str, drafter: Drafter, cases: TextIO | None) -> dict[str, Any]:
    """The figures of a source."""
    scores, turned_away = [], 0
    for policy, number in _answers(source):
        draft = drafter.draft(policy.rule_text, [policy.questions[number].question])
        comparison = Comparison(policy, number, draft)
        scores.append(comparison.score)
        turned_away += not draft.questions
        if cases:
            cases.write(json.dumps({"source": source, **_case(comparison)}, ensure_ascii=False))
            cases.write("\n")
    found = asdict(DraftScores.of(scores))
    return {"source": source, "drafter": drafter.name, **found, "turned_away": turned_away}


def main() -> None:
    """Measures what the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("sources", nargs="+")
    parser.add_argument("--model")
    parser.add_argument("--drafter", default="network")
    parser.add_argument("--cases", type=Path)
    arguments = parser.parse_args()
    reader = Reader.load(arguments.model)
    drafter = find_drafter(arguments.drafter, reader)
    cases = arguments.cases.open("w", encoding="utf-8") if arguments.cases else None
    for source in arguments.sources:
        found = measure(source, drafter, cases)
        print(json.dumps({**found, **story_figures(reader, source)}))


if __name__ == "__main__":
    main()
