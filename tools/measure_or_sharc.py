"""OR-ShARC from end to end: the text is found by a library, and the turn read by a reader.

    python tools/measure_or_sharc.py ../shared/data/or-sharc --part test --encoder ENCODER

Each row is asked with its question and scenario of a library of all texts; the reader is given the
text that is found first, and its replies are scored as `e3 evaluate` does. Rows of texts that
ShARC's training set has (seen) and others (unseen) are also scored apart: a reader has learnt from
the seen ones.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any

from tools.measure_library import as_document

from e3.cli.output import progress_bar
from e3.corpus.predictions import answer_of
from e3.corpus.rows import Row
from e3.corpus.sharc import parse_rows
from e3.evaluation.metrics import evaluate
from e3.files import parse_json, read_bytes
from e3.library.encoder import find_encoder
from e3.library.entries import Original
from e3.library.library import Library
from e3.library.word_pieces import word_pieces
from e3.policy.rule_text import RuleText
from e3.reading.reader import Reader
from e3.training.measure import read_in_parts

FIGURES = ("micro_accuracy", "macro_accuracy", "f1_bleu_1", "f1_bleu_4")


def rows_of(folder: Path, part: str) -> tuple[list[str], list[Row], list[bool]]:
    """The texts, the rows with their own text, and which rows are of texts that were seen."""
    texts = parse_json(read_bytes(folder / "snippets.json"), source="snippets.json")
    objects = parse_json(read_bytes(folder / f"{part}.json"), source=f"{part}.json")
    for each in objects:
        each["snippet"] = texts[each.pop("gold_snippet_id")]
    seen = [each.pop("snippet_seen") for each in objects]
    return list(dict.fromkeys(texts.values())), parse_rows(objects, source=part), seen


def with_found_texts(texts: Sequence[str], rows: Sequence[Row], encoder: str | None) -> list[Row]:
    """The rows, each with the text that a library finds for it."""
    found: dict[tuple[str, str], RuleText] = {}
    given = find_encoder(encoder)
    with Library(None, count=word_pieces, encoder=given, create=True) as library:
        for text in texts:
            library.put(text, as_document(text), Original(text))
        for row in rows:
            asked = (row.conversation.question, row.conversation.scenario)
            if asked not in found:
                (first,) = library.search(*asked, most=1).found
                found[asked] = RuleText(first.document.source)
    return [
        replace(row, conversation=replace(row.conversation, rule_text=found[asked]))
        for row in rows
        for asked in [(row.conversation.question, row.conversation.scenario)]
    ]


def read(reader: Reader, rows: Sequence[Row]) -> dict[str, str]:
    """The replies of a reader, by the ids of rows."""
    with progress_bar(len(rows), " rows") as bar:
        replies = read_in_parts(reader, rows, bar.update)
    return {row.utterance_id: answer_of(each) for row, each in zip(rows, replies, strict=True)}


def scored(gold: Sequence[Row], found: Sequence[Row], answers: dict[str, str]) -> dict[str, Any]:
    """What replies are worth, and how often they were to the right text."""
    right = [
        one.conversation.rule_text == other.conversation.rule_text
        for one, other in zip(gold, found, strict=True)
    ]
    figures = evaluate(gold, answers).figures
    return {
        "rows": len(gold),
        "right text": round(100 * fmean(right), 1),
        **{name: round(100 * figures[name], 1) for name in FIGURES},
    }


def main() -> None:
    """Prints the figures as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--part", default="test", choices=("dev", "test"))
    parser.add_argument("--model", help="the folder of a reader; the one that ships without it")
    parser.add_argument("--encoder", help="its folder")
    given = parser.parse_args()
    texts, gold, seen = rows_of(given.folder, given.part)
    found = with_found_texts(texts, gold, given.encoder)
    answers = read(Reader.load(given.model), found)
    parts = {"all": [True] * len(gold), "seen": seen, "unseen": [not each for each in seen]}
    figures = {}
    for name, kept in parts.items():
        of = [place for place, each in enumerate(kept) if each]
        some = [gold[place] for place in of]
        figures[name] = scored(some, [found[place] for place in of], answers)
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
