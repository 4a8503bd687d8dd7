"""Adds pages that were written for training to the corpus: one page a line, none twice.

    python tools/add_pages.py FILE.json ...

A page whose title falls to the evaluation part is refused: what is written to mend mistakes that
were seen there must not be measured on.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from e3.corpus.policies import part_of
from e3.policy.parsing import parse_policy

_PAGES = Path(__file__).parent.parent / "src/e3/corpus/pages.json"


def main() -> None:
    """Reads, checks, writes."""
    pages: list[dict[str, Any]] = json.loads(_PAGES.read_text(encoding="utf-8"))
    titles = {page["title"] for page in pages}
    added = [page for name in sys.argv[1:] for page in json.loads(Path(name).read_text())]
    for page in added:
        policy = parse_policy({k: v for k, v in page.items() if k != "contrasts"})
        if part_of(policy) == "evaluation" or page["title"] in titles:
            sys.exit(f"{page['title']!r}: another title is needed")
        titles.add(page["title"])
    lines = [json.dumps(page, ensure_ascii=False) for page in [*pages, *added]]
    _PAGES.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
