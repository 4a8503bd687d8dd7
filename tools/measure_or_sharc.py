"""OR-ShARC from end to end: the text is found by a library, and the turn read by a reader.

    python -m tools.measure_or_sharc ../shared/data/or-sharc --part test --encoder ENCODER

Each row is asked with its question and scenario of a library of all texts; the reader is given the
text that is found first, and its replies are scored as `e3 evaluate` does. Rows of texts that
ShARC's training set has (seen) and others (unseen) are also scored apart: a reader has learnt from
the seen ones.

With `--read` the reader reads the nearest texts before, with the history of the row, and has its
say in which comes first. With `--answered` it never says that a text does not answer, as all
questions of OR-ShARC are answered by some text: the next likely reply is taken.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, cast

from tools.measure_library import as_document
from tools.remembering import Remembering, RememberingReader

from e3.cli.output import progress_bar
from e3.corpus.predictions import answer_of
from e3.corpus.rows import Row
from e3.corpus.sharc import parse_rows
from e3.evaluation.metrics import evaluate
from e3.files import parse_json, read_bytes
from e3.library.choosing import READ
from e3.library.encoder import PassageEncoder
from e3.library.entries import Original
from e3.library.library import Library
from e3.library.nearest import Nearest
from e3.library.readings import read
from e3.library.word_pieces import word_pieces
from e3.policy.answers import State
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Decision, Reply
from e3.reading.reader import Reader
from e3.reading.systems import BatchReader
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


def with_found_texts(
    texts: Sequence[str],
    rows: Sequence[Row],
    encoder: PassageEncoder | None,
    judge: BatchReader | None = None,
) -> list[Row]:
    """The rows, each with the text that a library finds for it."""
    found: dict[tuple[str, str], Nearest] = {}
    again = []
    with (
        Library(None, count=word_pieces, encoder=encoder, create=True) as library,
        progress_bar(len(rows), " rows") as bar,
    ):
        for text in texts:
            library.put(text, as_document(text), Original(text))
        for row in rows:
            said = row.conversation
            asked = (said.question, said.scenario)
            if asked not in found:
                found[asked] = library.nearest(*asked, most=READ)
            near = found[asked]
            if judge is not None:
                near = read(near, judge, *asked, said.history)
            first = RuleText(near.documents[0].source)
            again.append(replace(row, conversation=replace(said, rule_text=first)))
            bar.update(1)
    return again


def replies_of(reader: Reader, rows: Sequence[Row], *, answered: bool = False) -> dict[str, str]:
    """The replies of a reader, by the ids of rows."""
    with progress_bar(len(rows), " rows") as bar:
        replies = read_in_parts(reader, rows, bar.update)
    if answered:
        replies = [as_answered(each) for each in replies]
    return {row.utterance_id: answer_of(each) for row, each in zip(rows, replies, strict=True)}


def as_answered(reply: Reply) -> Reply:
    """The likeliest reply but that the text does not answer."""
    if reply.decision is not Decision.IRRELEVANT:
        return reply
    asked = next((rule for rule in reply.rules if rule.state is State.UNKNOWN), None)
    question = asked.question if asked is not None else None
    likely = {
        decision: share
        for decision, share in reply.probabilities.items()
        if decision is not Decision.IRRELEVANT and (question or decision is not Decision.INQUIRE)
    }
    best = max(likely, key=lambda decision: likely[decision])
    return Reply(best, likely[best], question if best is Decision.INQUIRE else None)


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


def _drawn(places: Sequence[int], most: int | None) -> list[int]:
    few = most is not None and most < len(places)
    return sorted(Random(0).sample(places, most or 0)) if few else list(places)


def main() -> None:
    """Prints the figures as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--part", default="test", choices=("dev", "test"))
    parser.add_argument("--model", help="the folder of a reader; the one that ships without it")
    parser.add_argument("--encoder", type=Path, help="its folder")
    parser.add_argument("--vectors", type=Path, help="keeps vectors for the next time")
    parser.add_argument("--read", action="store_true", help="the reader reads the nearest texts")
    parser.add_argument("--readings", type=Path, help="keeps readings for the next time")
    parser.add_argument("--answered", action="store_true", help="every question is answered")
    parser.add_argument("--most", type=int, help="rows, drawn by chance, always the same")
    given = parser.parse_args()
    texts, gold, seen = rows_of(given.folder, given.part)
    drawn = _drawn(range(len(gold)), given.most)
    gold, seen = [gold[at] for at in drawn], [seen[at] for at in drawn]
    encoder = None
    if given.encoder is not None:
        encoder = Remembering(PassageEncoder.load(given.encoder), given.vectors)
    reader = Reader.load(given.model)
    judge = RememberingReader(reader, given.readings) if given.read else None
    found = with_found_texts(texts, gold, cast(PassageEncoder | None, encoder), judge)
    for remembering in (encoder, judge):
        if remembering is not None:
            remembering.keep()
    answers = replies_of(reader, found, answered=given.answered)
    parts = {"all": [True] * len(gold), "seen": seen, "unseen": [not each for each in seen]}
    figures = {}
    for name, kept in parts.items():
        of = [place for place, each in enumerate(kept) if each]
        some = [gold[place] for place in of]
        figures[name] = scored(some, [found[place] for place in of], answers)
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
