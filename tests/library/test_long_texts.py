"""A long document is read in the passages that a question needs; rules lead back to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.documents.making import Made, original_words, words_of, write_pdf

from e3.documents.document import Document
from e3.documents.formats import read_document
from e3.documents.plain_text import read_plain_text
from e3.library.asking import draft_from
from e3.library.library import Library
from e3.library.long_texts import excerpt_of, fits
from e3.library.updating import add
from e3.library.word_pieces import word_pieces
from e3.policy.logic import Name
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.policy.rule_text import BlockKind, RuleText
from e3.reading.drafts import sifting_of
from e3.reading.reader import shipped_reader
from e3.text import Span

FILLING = "The committee meets each month and writes down what it has talked about. "
HOTEL = "We pay for a hotel if you are away for a night."
CLAUSE = "you are away for a night"
QUESTION = "Do you pay for my hotel?"


def long(sections: int) -> str:
    parts = [f"# Part {number}\n\n{FILLING * 20}" for number in range(sections)]
    parts.insert(sections // 2, f"# Hotels\n\n{HOTEL} {FILLING * 3}")
    return "\n\n".join(parts)


def as_document(text: str) -> Document:
    return read_plain_text(text.encode(), title="Guide", source="")


def test_a_short_text_is_read_whole() -> None:
    excerpt = excerpt_of(as_document(HOTEL), [QUESTION])
    assert (excerpt.rule_text.text, excerpt.in_whole(Span(3, 6))) == (HOTEL, (Span(3, 6),))


@pytest.mark.parametrize("sections", [4, 700])
def test_of_a_long_text_what_the_question_needs(sections: int) -> None:
    """Of 700 sections as of 4: that is 300 pages."""
    text = long(sections)
    excerpt = excerpt_of(as_document(text), [QUESTION])
    said = excerpt.rule_text.text
    assert HOTEL in said
    assert said.index("# Hotels") <= said.index(HOTEL)
    assert fits(excerpt.rule_text, QUESTION)
    (there,) = excerpt.in_whole(Span(said.index(CLAUSE), said.index(CLAUSE) + len(CLAUSE)))
    assert there.of(text) == CLAUSE


@pytest.mark.parametrize("questions", [[QUESTION], [QUESTION, "May I sleep at a hotel?"]])
def test_the_reader_that_ships_says_what_bears_on_questions(questions: list[str]) -> None:
    text = long(8)
    sieve = sifting_of(shipped_reader())
    assert sieve is not None
    excerpt = excerpt_of(as_document(text), questions, sieve=sieve)
    assert HOTEL in excerpt.rule_text.text
    assert all(fits(excerpt.rule_text, question) for question in questions)
    for here, there in excerpt.parts:
        assert here.of(excerpt.rule_text.text) == there.of(text)


@dataclass(frozen=True)
class ClauseDrafter:
    """Finds one clause."""

    name: str = "clause"

    def draft(self, rule_text: RuleText, questions: Sequence[str]) -> Policy:
        start = " ".join(rule_text.text.split("\n")).index(CLAUSE)
        rule = PolicyRule("r1", Span(start, start + len(CLAUSE)), "Are you away?")
        asked = tuple(PolicyQuestion(question, Name("r1")) for question in questions)
        return Policy("Drafted", "", rule_text, (rule,), asked)


def test_a_rule_leads_to_page_and_box(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2", reason="needs e3-reader[documents]")
    pytest.importorskip("fpdf", reason="needs e3-reader[test]")
    path = tmp_path / "guide.pdf"
    blocks = []
    for title, said in (("Parts", FILLING * 60), ("Hotels", HOTEL), ("Others", FILLING * 60)):
        blocks.append(Made(BlockKind.TITLE, (title,)))
        blocks.append(Made(BlockKind.PARAGRAPH, tuple(said.split())))
    write_pdf(path, blocks)
    with Library(tmp_path / "library.db", count=word_pieces, encoder=None, create=True) as library:
        entry = add(library, str(path)).document
        assert entry is not None
        drafted = draft_from(library, entry, QUESTION, drafter=ClauseDrafter())
    assert drafted.policy.origin.address == str(path)
    (rule,) = drafted.policy.rules
    assert drafted.citation.quoted(rule.span).split() == CLAUSE.split()
    places = drafted.citation.places(rule.span)
    assert original_words(path, places) == words_of(CLAUSE)
    assert {place.page for place in places} == {2}
    assert read_document(path).pages(Span(0, 10)) == (1,)
