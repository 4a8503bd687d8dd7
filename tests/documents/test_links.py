"""What hangs together in a document although it stands apart."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3.documents.atoms import Atom, at, atoms, within
from e3.documents.links import Links
from e3.documents.parts import Parts, parts
from e3.policy.rule_text import RuleText
from e3.text import Span

TEXT = """# Ash Hall handbook

## 1 Rooms

1.1 You can have a room if you are a student. See “Late requests” below.

1.2 You can have two rooms if:

* you have a family; or
* you are ill
** for a year

## 2 Words

“Student” means somebody who pays fees here.

## What counts as a family

Two people are one.

## Late requests

Whoever asks after May waits. The desk opens at nine.

## 5 Animals

Section 1 does not apply to dogs.

5.2 Clause 1.2 is for cats too.

## The end

Nothing in this handbook is a promise."""
RULES = RuleText(TEXT)
ATOMS = atoms(RULES)


def said(atom: Atom) -> str:
    return " ".join(atom.span.of(TEXT).split())


def place(words: str) -> int:
    return next(number for number, atom in enumerate(ATOMS) if words in said(atom))


def test_an_atom_needs_its_title_and_what_leads_to_it() -> None:
    assert [said(atom) for atom in ATOMS[:3]] == [
        "1.1 You can have a room if you are a student.",
        "See “Late requests” below.",
        "1.2 You can have two rooms if:",
    ]
    year = ATOMS[place("for a year")]
    assert [span.of(TEXT).strip() for span in year.needs] == [
        "## 1 Rooms",
        "1.2 You can have two rooms if:",
        "* you are ill",
    ]
    assert at(ATOMS, TEXT.index("you are ill")) == place("you are ill")
    assert at(ATOMS, 0) is None
    assert list(within(ATOMS, Span(0, TEXT.index("1.2")))) == [0, 1]


@pytest.mark.parametrize(
    ("sentence", "begins"),
    [
        ("see section 2", ["## 2 Words"]),
        ("clause 1.2 is for cats", ["1.2 You can"]),
        ("neither 1.1 nor 5.2", ["1.1 You can", "5.2 Clause"]),
        ("what counts as a family is said there", ["## What counts"]),
        ("see “Late requests” below", ["## Late requests"]),
        ("late requests are rare", []),  # words of the language
        ("section 9 and 10 % of 4.5", []),
    ],
)
def test_parts_are_found_by_what_they_are_called(sentence: str, begins: list[str]) -> None:
    found = [part.span.of(TEXT) for part in Parts.of(RULES).named_by(sentence)]
    assert len(found) == len(begins)
    assert all(one.startswith(begin) for one, begin in zip(found, begins, strict=True))


def test_a_letter_is_looked_for_in_its_number() -> None:
    text = "## 1 One\n\n(a) first\n\n(b) second\n\n## 2 Two\n\n(a) third\n\n(b) fourth"
    found = [part.span.of(text).strip() for part in Parts.of(RuleText(text)).named_by("rule 2(b)")]
    assert found == ["(b) fourth"]


def test_the_title_of_all_names_no_part() -> None:
    assert "Ash Hall handbook" not in [part.title for part in parts(RULES)]


@pytest.mark.parametrize(
    ("bears", "comes", "at_least"),
    [
        ("1.1 You can have a room", "Section 1 does not apply to dogs", 0.5),
        ("1.2 You can have two rooms", "5.2 Clause 1.2 is for cats", 0.2),
        ("1.1 You can have a room", "“Student” means", 0.4),
        ("you have a family", "Two people are one", 0.4),
        ("Whoever asks after May waits", "The desk opens", 0.2),
    ],
)
def test_what_hangs_together_comes_along(bears: str, comes: str, at_least: float) -> None:
    weights = np.zeros(len(ATOMS))
    weights[place(bears)] = 1.0
    spread = Links.of(RULES, ATOMS).spread(weights, "Can I have one?")
    assert spread[place(comes)] >= at_least
    assert spread[place(bears)] == 1.0
    assert weights.sum() == 1.0  # what is given is not changed


def test_what_is_for_all_of_a_text_and_for_words_of_the_question_comes_along() -> None:
    weights = np.zeros(len(ATOMS))
    weights[place("5.2 Clause")] = 1.0
    spread = Links.of(RULES, ATOMS).spread(weights, "Am I a student?")
    assert spread[place("Nothing in this handbook")] > 0
    assert spread[place("“Student” means")] >= 0.4
    assert spread[place("The desk opens")] == 0


LINES = st.sampled_from(
    ["# T", "## 1 A", "1.1 b", "- c", "  - d", "(a) e", "see section 1", "“X” means y.", "", "x y"]
)


@given(st.lists(LINES, max_size=30))
def test_no_text_breaks_links(lines: list[str]) -> None:
    rule_text = RuleText("\n".join(lines))
    of_text = atoms(rule_text)
    links = Links.of(rule_text, of_text)
    spread = links.spread(np.linspace(0, 1, len(of_text)), "x?")
    assert len(spread) == len(of_text)
    assert all(0 <= weight <= 1 for weight in spread)
    assert all(0 <= span.start < span.end for atom in of_text for span in (atom.span, *atom.needs))
