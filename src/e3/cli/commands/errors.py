"""`e3 errors`: what kinds of mistakes predictions make."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from e3.cli.output import echo, echo_json, table
from e3.corpus.rows import RowType
from e3.corpus.sources import read_corpus
from e3.errors import BadInput
from e3.evaluation.error_analysis import (
    Case,
    Category,
    ErrorAnalysis,
    RightInquiry,
    WrongDecision,
    analyse,
)
from e3.evaluation.extracted import read_extracted
from e3.evaluation.metrics import read_predictions
from e3.reading.conversation import Turn

_WIDTH = 240

_TYPES = {
    RowType.IRRELEVANT: "irrelevant",
    RowType.NEAR_MISS: "near miss",
    RowType.NO_SCENARIO: "no scenario",
    RowType.EVIDENCE: "evidence",
    RowType.NO_EVIDENCE: "no evidence",
    RowType.UNKNOWN: "unknown",
}
"""The row types, short enough for the head of a column."""

_KINDS: dict[str, tuple[type[Category], str]] = {
    "wrong_decisions": (WrongDecision, "Wrong decisions"),
    "right_inquiries": (RightInquiry, "Inquiries where gold inquires too"),
}
"""By their names in JSON: what is analysed, and its heading."""


@click.command()
@click.argument("gold")
@click.argument("pred", type=click.Path(path_type=Path))
@click.option(
    "--explain",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The extracted rules of each row, as e3 predict --explain writes them (JSON lines):"
    " tells rules that were not extracted from rules that were passed over.",
)
@click.option(
    "--show", type=click.IntRange(min=0), default=0, metavar="N", help="Print N examples of each."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
def errors(gold: str, pred: Path, explain: Path | None, show: int, as_json: bool) -> None:
    """Sorts the mistakes in PRED against GOLD into the categories of the paper's error analysis.

    GOLD and PRED are what e3 evaluate takes. The categories are found from the dialogue tree of
    each row: what its history and its scenario settle, what is still open, and which of the tree's
    questions a predicted one asks about (token F1 of their content words of at least 0.4).

    \b
    Example:
      e3 errors dev.json predictions.json --show 2
      e3 errors dev.json predictions.json --explain explained.jsonl
    """
    corpus = read_corpus(gold)
    predictions = read_predictions(pred)
    extracted = None if explain is None else read_extracted(explain)
    analysis = analyse(corpus, predictions.answers, extracted)
    if not analysis.rows:
        raise BadInput(
            f"none of the {len(predictions.answers):,} predictions belongs to {gold}:"
            " is this the right file?"
        )
    notes = [*predictions.warnings]
    ids = {row.utterance_id for row in corpus.rows}
    if missing := ids - predictions.answers.keys():
        notes.append(
            f"No prediction for {len(missing):,} of {len(ids):,} gold rows: they are left out."
        )
    if extracted is not None and (unexplained := ids - extracted.keys()):
        notes.append(
            f"No extracted rules for {len(unexplained):,} of {len(ids):,} gold rows:"
            " of these, no extraction counts as failed."
        )
    if as_json:
        echo_json({**_object(analysis), "notes": notes})
    else:
        echo(_report(analysis, show))
    for note in notes:
        echo(f"Note: {note}", err=True)


def _report(analysis: ErrorAnalysis, show: int) -> str:
    parts = []
    for kind, heading in _KINDS.values():
        cases = analysis.of(kind)
        share = len(cases) / analysis.rows
        title = f"{heading}: {len(cases):,} of {analysis.rows:,} rows ({share:.1%})"
        parts.append("\n".join([title, *([_table(kind, cases)] if cases else [])]))
    for kind, _ in _KINDS.values():
        for category, cases in _grouped(kind, analysis.of(kind)):
            if shown := cases[:show]:
                parts.append("\n\n".join([f"[{category}]", *map(_example, shown)]))
    return "\n\n".join(parts)


def _table(kind: type[Category], cases: Sequence[Case]) -> str:
    """Counts and shares of the categories, and the counts by row type."""
    types = [type_ for type_ in _TYPES if _count(cases, type_)]
    lines = [["", "rows", "%", *(_TYPES[type_] for type_ in types)]]
    for category, members in _grouped(kind, cases):
        share = f"{100 * len(members) / len(cases):.1f}"
        by_type = (f"{_count(members, type_):,}" for type_ in types)
        lines.append([category, f"{len(members):,}", share, *by_type])
    return table(lines, right=range(1, len(lines[0])))


def _grouped(kind: type[Category], cases: Sequence[Case]) -> Iterator[tuple[Category, list[Case]]]:
    for category in kind:
        yield category, [case for case in cases if case.category is category]


def _count(cases: Iterable[Case], type_: RowType) -> int:
    return sum(case.row.type is type_ for case in cases)


def _example(case: Case) -> str:
    """One case as a person reads it, the long parts shortened."""
    conversation = case.row.conversation
    parts = {
        "row": case.row.utterance_id,
        "rule text": conversation.rule_text.text,
        "question": conversation.question,
        "scenario": conversation.scenario,
        "history": _turns(conversation.history),
        "evidence": _turns(case.row.evidence or ()),
        "gold": case.row.answer or "",
        "predicted": case.predicted,
    }
    lines = [
        [name, textwrap.shorten(part, _WIDTH, placeholder=" …")]
        for name, part in parts.items()
        if part
    ]
    return table(lines, indent="  ")


def _turns(turns: Iterable[Turn]) -> str:
    return "; ".join(f"{turn.question} {turn.answer}" for turn in turns)


def _object(analysis: ErrorAnalysis) -> dict[str, Any]:
    found: dict[str, Any] = {"rows": analysis.rows}
    for name, (kind, _) in _KINDS.items():
        cases = analysis.of(kind)
        found[name] = {
            "rows": len(cases),
            "categories": {
                category: {
                    "rows": len(members),
                    "share": round(len(members) / len(cases), 4) if cases else None,
                    "by_row_type": {
                        type_: count for type_ in RowType if (count := _count(members, type_))
                    },
                    "utterance_ids": [case.row.utterance_id for case in members],
                }
                for category, members in _grouped(kind, cases)
            },
        }
    return found
