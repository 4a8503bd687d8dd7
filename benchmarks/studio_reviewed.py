"""Says of each draft in results/studio/reviews.json, which was reviewed, whether it is right now.

    python benchmarks/studio_reviewed.py

A person is an answer to each rule of the reviewed policy. What that says of the page's own rules
is written beside it (`means`), by who reviewed it and after the review; where the text knows only
some of these people, which (`only`). It is right if every person gets the page's own answer.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from e3.corpus.policies import our_policies
from e3.policy.logic import given, names, parse
from e3.policy.policy import Policy

REVIEWS = Path(__file__).parents[1] / "results" / "studio" / "reviews.json"


def reviews() -> Iterator[tuple[Policy, Mapping[str, Any]]]:
    """Each page of the evaluation part that was reviewed, with what came of it."""
    pages = our_policies("evaluation", corpus="pages")
    for review in json.loads(REVIEWS.read_text(encoding="utf-8")):
        yield pages[review["place"]], review


def share_right(page: Policy, review: Mapping[str, Any]) -> float:
    """The share of all people who get the page's own answer."""
    ours, theirs = parse(review["yes_when"]), page.questions[0].yes_when
    means = {id: parse(review["means"][id]) for id in sorted(names(theirs))}
    rules = sorted(names(ours).union(*map(names, means.values())))
    right = []
    for said in itertools.product((True, False), repeat=len(rules)):
        person = dict(zip(rules, said, strict=True))
        if "only" in review and not given(parse(review["only"]), person):
            continue
        known = {id: given(meaning, person) is True for id, meaning in means.items()}
        right.append(given(ours, person) is given(theirs, known))
    return sum(right) / len(right)


def main() -> None:
    """Prints a line for each."""
    for page, review in reviews():
        assert page.title == review["page"]
        figures = [review[name] for name in ("edits", "clicks", "keys", "seconds")]
        print(f"{share_right(page, review):7.1%}", *(f"{each:4}" for each in figures), page.title)


if __name__ == "__main__":
    main()
