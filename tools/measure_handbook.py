"""What a library of the handbook answers: twenty questions that were written before any was asked.

    python tools/measure_handbook.py ../shared/data/handbook/pages handbook.db --encoder ENCODER

`handbook_questions.json` has them, with the page and the clause that each is answered by; some are
answered by none. A question is asked as `e3 library ask` asks it; where it says "which of these?",
the right page is taken if it is among them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from e3.documents.folders import documents_in
from e3.drafting.drafter import find_drafter
from e3.files import parse_json, read_bytes
from e3.library.asking import draft_from
from e3.library.choosing import Chosen, NotInLibrary, choose
from e3.library.encoder import find_encoder
from e3.library.entries import DocumentEntry
from e3.library.library import Library
from e3.library.readings import judge_of
from e3.library.updating import add
from e3.library.word_pieces import word_pieces
from e3.reading.drafts import sifting_of
from e3.reading.reader import Reader, shipped_reader

QUESTIONS = Path(__file__).with_name("handbook_questions.json")


def answered(library: Library, asked: Any, folder: Path, reader: Reader) -> dict[str, Any]:
    """What came of one question."""
    question, story = asked["question"], asked["scenario"]
    right = None if asked["page"] is None else str((folder / asked["page"]).absolute())
    choice = choose(library, question, story, judge=judge_of(reader))
    offered = (choice.document,) if isinstance(choice, Chosen) else choice.documents
    found = {"question": question, "outcome": type(choice).__name__}
    found["right page"] = None if right is None else any(each.source == right for each in offered)
    taken = _taken(choice, offered, right)
    if taken is None or taken.source != right:
        return {**found, "clause read": False, "clause a rule": False}
    drafter = find_drafter(reader=reader)
    sieve = sifting_of(reader)
    drafted = draft_from(library, taken, question, story, drafter=drafter, sieve=sieve)
    clause = _plain(asked["clause"])
    quoted = [_plain(drafted.citation.quoted(rule.span)) for rule in drafted.policy.rules]
    text = _plain(drafted.citation.excerpt.rule_text.text)
    return {
        **found,
        "clause read": clause in text,
        "clause a rule": any(clause in each or each in clause for each in quoted),
        "rules": quoted,
    }


def _taken(
    choice: object, offered: tuple[DocumentEntry, ...], right: str | None
) -> DocumentEntry | None:
    if isinstance(choice, Chosen):
        return choice.document
    if isinstance(choice, NotInLibrary):
        return None
    return next((each for each in offered if each.source == right), None)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def main() -> None:
    """Prints what came of each question as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="the pages")
    parser.add_argument("library", type=Path, help="a file; what is in it is not read again")
    parser.add_argument("--encoder", help="its folder")
    given = parser.parse_args()
    encoder = find_encoder(given.encoder)
    with Library(given.library, count=word_pieces, encoder=encoder, create=True) as library:
        for path in documents_in(given.folder):
            add(library, str(path.absolute()))
        while library.encode_some():
            pass
        reader = shipped_reader()
        asked = parse_json(read_bytes(QUESTIONS), source=str(QUESTIONS))
        print(
            json.dumps([answered(library, each, given.folder, reader) for each in asked], indent=1)
        )


if __name__ == "__main__":
    main()
