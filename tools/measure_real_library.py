"""Is it here at all? Questions to documents that stand among real ones, and are taken away.

    python tools/measure_real_library.py ../shared/data/handbook/pages ../shared/data/benefits \\
        --library real.db --encoder ENCODER

All documents of the folders and those of `tools/linked` are put into a library. Each question to
one of `tools/linked/test.json` is asked while its document is there, and when it is not.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from e3.documents.folders import documents_in
from e3.files import parse_json, read_bytes
from e3.library.choosing import READ, Chosen, chosen_of
from e3.library.encoder import find_encoder
from e3.library.library import Library
from e3.library.readings import judge_of
from e3.library.updating import add
from e3.library.uploads import put_text
from e3.library.word_pieces import word_pieces
from e3.policy.parsing import parse_policies
from e3.policy.policy import Policy
from e3.reading.reader import Reader, shipped_reader

LINKED = Path(__file__).with_name("linked")


def asked(library: Library, reader: Reader, pages: list[Policy]) -> dict[str, Any]:
    """What comes of all questions to some documents, which are taken away one by one."""
    put = {page.title: put_text(library, page.title, page.rule_text.text).id for page in pages}
    there: Counter[str] = Counter()
    away: Counter[str] = Counter()
    first = 0
    for page in pages:
        for here in (there, away):
            if here is away:
                library.remove(put[page.title])
            for question in page.questions:
                near = library.nearest(question.question, most=READ)
                choice = chosen_of(near, question.question, "", judge=judge_of(reader))
                here[type(choice).__name__] += 1
                nearest = (choice.document,) if isinstance(choice, Chosen) else choice.documents
                first += here is there and nearest[0].id == put[page.title]
        put[page.title] = put_text(library, page.title, page.rule_text.text).id
    return {"there": dict(there), "right one first": first, "taken away": dict(away)}


def main() -> None:
    """Prints the counts as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--library", type=Path, help="a file, which is not read again; else memory")
    parser.add_argument("--encoder", help="its folder")
    given = parser.parse_args()
    encoder = find_encoder(given.encoder)
    with Library(given.library, count=word_pieces, encoder=encoder, create=True) as library:
        for folder in given.folders:
            for path in documents_in(folder):
                add(library, str(path.absolute()))
        while library.encode_some():
            pass
        found = {name: asked(library, shipped_reader(), _pages(name)) for name in ("dev", "test")}
        print(json.dumps({"documents": len(library.documents()), **found}, indent=1))


def _pages(name: str) -> list[Policy]:
    path = LINKED / f"{name}.json"
    return parse_policies(parse_json(read_bytes(path), source=str(path)), source=str(path))


if __name__ == "__main__":
    main()
