"""How often a library finds the right text, and what a draft of a long text is worth.

    python -m tools.measure_library texts ../shared/data/or-sharc --part dev --encoder ENCODER
    python -m tools.measure_library texts policies --encoder ENCODER
    python -m tools.measure_library texts policies --library postgresql://e3@/measured
    python -m tools.measure_library long pages:evaluation --times 4 --encoder ENCODER
    python -m tools.measure_library long tools/linked/test.json --times 1

`texts`: each question is asked a library of all texts; recall@1, 5 and 20 of its
text. In OR-ShARC it is asked with its scenario; of our texts alone, and with the first story.
`--titles` gives our texts their titles, as files have names. Without `--encoder` words alone are
searched by. `--library` names an empty library to do it in, instead of memory.

`long`: each page is put between others, so many in all, in a document that is too long to be read
whole. Its questions are asked of the document: drafted over the passages that a search finds, over
what the reader finds to bear on them, and by form over the whole. The page alone, read whole, is
what could be reached. With `--times 1` the texts are long enough themselves.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, TypeVar

from tools.remembering import RememberingReader

from e3.corpus.policies import our_policies
from e3.corpus.sources import read_trees
from e3.corpus.tree_policies import policies_of
from e3.documents.document import Document
from e3.documents.excerpt import Excerpt
from e3.documents.plain_text import read_plain_text
from e3.drafting.drafter import Drafter, find_drafter
from e3.errors import BadInput
from e3.evaluation.drafts import Comparison, DraftScores
from e3.files import parse_json, read_bytes
from e3.library.choosing import READ
from e3.library.encoder import PassageEncoder, find_encoder
from e3.library.entries import Original
from e3.library.library import Library
from e3.library.long_texts import excerpt_of
from e3.library.readings import read
from e3.library.word_pieces import word_pieces
from e3.policy.diagram import Diagram
from e3.policy.logic import names
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.reading.drafts import sifting_of
from e3.reading.reader import Reader
from e3.reading.systems import BatchReader
from e3.text import Span

T = TypeVar("T")

RANKS = (1, 5, 20)


@dataclass(frozen=True)
class Asked:
    """A question, and the text that answers it."""

    question: str
    story: str
    text: str
    kind: str
    """Which rows are counted together."""


Texts = dict[str, str]
"""Texts, and what each is called."""


def or_sharc(folder: Path, part: str) -> tuple[Texts, list[Asked]]:
    """The texts of OR-ShARC, and its rows."""
    path = folder / "snippets.json"
    texts: dict[str, str] = parse_json(read_bytes(path), source=str(path))
    path = folder / f"{part}.json"
    rows = [
        Asked(
            row["question"],
            row["scenario"],
            texts[row["gold_snippet_id"]],
            "seen" if row["snippet_seen"] else "unseen",
        )
        for row in parse_json(read_bytes(path), source=str(path))
    ]
    return dict.fromkeys(texts.values(), ""), rows


def of_policies(corpus: str, *, titled: bool) -> tuple[Texts, list[Asked]]:
    """Our texts, and the questions that they answer."""
    policies = our_policies(corpus=corpus)
    rows = [
        Asked(asked.question, story, policy.rule_text.text, "with story" if story else "alone")
        for policy in policies
        for asked in policy.questions
        for story in ("", *(each.text for each in policy.stories[:1]))
    ]
    return {policy.rule_text.text: policy.title * titled for policy in policies}, rows


def recall(
    texts: Texts,
    rows: Sequence[Asked],
    encoder: PassageEncoder | None,
    *,
    where: str | None = None,
    judge: BatchReader | None = None,
) -> dict[str, Any]:
    """How often the right text is among the first, with what a reader says of the nearest."""
    ranks: dict[str, list[int]] = {}
    with Library(where, count=word_pieces, encoder=encoder, create=True) as library:
        if library.documents():
            raise BadInput("there are documents in this library", source=library.name)
        ids = {}
        for number, (text, title) in enumerate(texts.items()):
            put = library.put(str(number), as_document(text, title), Original(str(number)))
            assert put is not None
            ids[text] = put.id
        for row in rows:
            found = library.search(row.question, row.story, most=3 * max(RANKS)).found
            order = list(dict.fromkeys(each.document.id for each in found))
            if judge is not None:
                near = library.nearest(row.question, row.story, most=READ)
                first = read(near, judge, row.question, row.story).documents
                order = list(dict.fromkeys([*(each.id for each in first), *order]))
            rank = order.index(ids[row.text]) if ids[row.text] in order else len(texts)
            ranks.setdefault("all", []).append(rank)
            ranks.setdefault(row.kind, []).append(rank)
    return {
        "texts": len(texts),
        "searched_by": "words" if encoder is None else "words and meaning",
        "read": judge is not None,
        **{kind: _shares(of) for kind, of in ranks.items() if kind == "all" or len(ranks) > 2},
    }


def _shares(ranks: Sequence[int]) -> dict[str, Any]:
    found = {f"recall@{most}": 100 * fmean(rank < most for rank in ranks) for most in RANKS}
    return {"questions": len(ranks), **{name: round(each, 1) for name, each in found.items()}}


def as_document(text: str, title: str = "") -> Document:
    """A text as a document; without a title only what stands in it is searched."""
    return read_plain_text(text.encode(), title=title, source="")


@dataclass(frozen=True)
class LongPage:
    """A page between others, and its questions."""

    whole: str
    page: Policy
    """Of the page alone."""
    gold: Policy
    """The same of the whole document."""
    question: int


def long_pages(source: str, times: int) -> Iterator[LongPage]:
    """Each page of a source between others of it."""
    pages = list({p.title: p for p in policies_of(read_trees(source)).values()}.values())
    random = Random(0)
    for page in pages:
        others = random.sample([each for each in pages if each is not page], times - 1)
        at = random.randrange(times)
        texts = [each.rule_text.text for each in others]
        before = "".join(f"{text}\n\n" for text in texts[:at])
        whole = before + "\n\n".join([page.rule_text.text, *texts[at:]])
        moved = tuple(replace(rule, span=_moved(rule.span, len(before))) for rule in page.rules)
        gold = replace(page, rule_text=RuleText(whole), rules=moved)
        for number, asked in enumerate(page.questions):
            if Diagram.of(asked.yes_when).value is None:
                yield LongPage(whole, page, gold, number)


def _moved(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)


def in_whole(policy: Policy, excerpt: Excerpt, whole: str) -> Policy:
    """A draft of an excerpt as one of the whole text."""
    rules = tuple(
        replace(rule, span=Span(there[0].start, there[-1].end))
        for rule in policy.rules
        for there in [excerpt.in_whole(rule.span)]
    )
    return replace(policy, rule_text=RuleText(whole), rules=rules)


def long_texts(
    pages: Iterable[LongPage], encoder: PassageEncoder | None, reader: Reader
) -> dict[str, Any]:
    """How good drafts of long documents are."""
    network, form = find_drafter(reader=reader), find_drafter("form", reader)
    sieves = {"passages": None, "sifted": sifting_of(reader)}
    ways: dict[str, list[Comparison]] = defaultdict(list)
    reached: dict[str, list[bool]] = defaultdict(list)
    of_rules: dict[str, list[float]] = defaultdict(list)
    words: list[int] = []
    for page in pages:
        question = page.page.questions[page.question].question
        if page.whole != page.page.rule_text.text:
            alone = _drafted(network, page.page.rule_text, question)
            ways["page alone"].append(Comparison(page.page, page.question, alone))
        needed = names(page.gold.questions[page.question].yes_when)
        rules = [rule.span for rule in page.gold.rules if rule.id in needed]
        for way, sieve in sieves.items():
            document = as_document(page.whole)
            excerpt = excerpt_of(document, [question], encoder=encoder, sieve=sieve)
            found = in_whole(_drafted(network, excerpt.rule_text, question), excerpt, page.whole)
            ways[way].append(Comparison(page.gold, page.question, found))
            spans = [span for _, span in excerpt.parts]
            there = [any(span.covers(rule) for span in spans) for rule in rules]
            reached[way].append(all(there))
            of_rules[way].append(fmean(there))
        by_form = _drafted(form, RuleText(page.whole), question)
        ways["form, whole"].append(Comparison(page.gold, page.question, by_form))
        words.append(len(page.whole.split()))
    return {
        "questions": len(words),
        "words": round(fmean(words)),
        "all rules of the question are read": _percent(reached),
        "of the rules of a question are read": _percent(of_rules),
        **{
            way: {name: round(figure, 3) for name, figure in asdict(scores).items()}
            for way, compared in ways.items()
            for scores in [DraftScores.of(each.score for each in compared)]
        },
    }


def _percent(shares: Mapping[str, Sequence[float]]) -> dict[str, float]:
    return {way: round(100 * fmean(share), 1) for way, share in shares.items()}


def _drafted(drafter: Drafter, rule_text: RuleText, question: str) -> Policy:
    return drafter.draft(rule_text, [question])


def _drawn(rows: list[T], most: int | None) -> list[T]:
    return rows if most is None or most >= len(rows) else Random(0).sample(rows, most)


def main() -> None:
    """Prints the figures as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("texts", "long"))
    parser.add_argument("source")
    parser.add_argument("--part", default="dev", help="of OR-ShARC: dev or test")
    parser.add_argument("--titles", action="store_true", help="our texts have their titles")
    parser.add_argument("--times", type=int, default=4, help="how many pages are one document")
    parser.add_argument("--most", type=int, help="questions, drawn by chance, always the same")
    parser.add_argument("--encoder", help="its folder")
    parser.add_argument("--library", help="a file or a URL: an empty library")
    parser.add_argument("--model", help="texts: a reader reads the nearest; its folder, or shipped")
    parser.add_argument("--readings", type=Path, help="keeps readings for the next time")
    given = parser.parse_args()
    encoder = find_encoder(given.encoder)
    if given.what == "long":
        pages = _drawn(list(long_pages(given.source, given.times)), given.most)
        found = long_texts(pages, encoder, Reader.load())
    else:
        if given.source in ("policies", "pages"):
            texts, rows = of_policies(given.source, titled=given.titles)
        elif (Path(given.source) / "snippets.json").is_file():
            texts, rows = or_sharc(Path(given.source), given.part)
        else:
            raise BadInput("this is neither OR-ShARC nor one of our corpora", source=given.source)
        judge = RememberingReader.load(given.model, given.readings) if given.model else None
        drawn = _drawn(rows, given.most)
        found = recall(texts, drawn, encoder, where=given.library, judge=judge)
        if judge is not None:
            judge.keep()
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
