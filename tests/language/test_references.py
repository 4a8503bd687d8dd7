"""What a text says of its own parts."""

import pytest

from e3.language.en.phrases import Phrases
from e3.language.en.references import (
    defined_by_title,
    defined_in,
    excepts,
    holds_anywhere,
    named_in,
    number_of,
    without_number,
)


@pytest.mark.parametrize(
    ("line", "number", "rest"),
    [
        ("Section 4 – Late applications", "4", "Late applications"),
        ("4.2 You must apply", "4.2", "You must apply"),
        ("B1. Who may join", "B1", "Who may join"),
        ("Part G: Money", "G", "Money"),
        ("**12.** Fees", "12", "Fees"),
        ("You must apply", None, "You must apply"),
        ("I agree to pay", None, "I agree to pay"),
        ("14 days after delivery", None, "14 days after delivery"),
        ("A dog may come in", None, "A dog may come in"),
    ],
)
def test_numbers_of_parts(line: str, number: str | None, rest: str) -> None:
    assert number_of(line) == number
    assert without_number(line) == rest


def test_in_a_title_a_bare_number_is_one_too() -> None:
    assert number_of("4 Late applications") is None
    assert number_of("4 Late applications", title=True) == "4"
    assert without_number("4 Late applications", title=True) == "Late applications"
    assert number_of("28 days to pay", title=True) is None


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ("see section 4", [("4",)]),
        ("subject to clauses 5 and 6.1", [("5",), ("6.1",)]),
        ("under paragraph 12(b)", [("12", "b")]),
        ("neither 3.4 nor B6 applies", [("3.4",), ("B6",)]),
        ("paragraph 4 of Part G", [("4",), ("G",), ("G", "4")]),
        ("it costs £3.40 or 2.5%", []),
        ("take part in the race", []),
    ],
)
def test_parts_that_are_named(sentence: str, named: list[tuple[str, ...]]) -> None:
    assert [each.numbers for each in named_in(sentence)] == named


@pytest.mark.parametrize(
    ("sentence", "term"),
    [
        ("“Household” means the people you live with.", "Household"),
        ("**Home** is the house in your schedule.", "Home"),
        ("*Working day*: Monday to Friday", "Working day"),
        ("Income includes tips.", "Income"),
        ("By a resident we mean somebody who sleeps here.", "resident"),
        ("It means a lot to us.", None),
        ("You can apply by post.", None),
    ],
)
def test_words_whose_meaning_is_said(sentence: str, term: str | None) -> None:
    assert defined_in(sentence) == term


def test_a_title_may_say_what_is_explained() -> None:
    assert defined_by_title("What counts as income") == "income"
    assert defined_by_title("Meaning of household") == "household"
    assert defined_by_title("How to apply") is None


def test_what_excepts() -> None:
    assert holds_anywhere("Nothing in this policy obliges us to pay.")
    assert holds_anywhere("This scheme does not apply to staff.")
    assert not holds_anywhere("Nothing is due for books.")
    assert excepts("Section 4 does not apply to you.")
    assert not excepts("Section 4 lists the rates.")


def test_phrases_are_found_whatever_their_ending() -> None:
    phrases: Phrases[str] = Phrases()
    phrases.add("Late application", "late")
    phrases.add("household", "home")
    sentence = "Two households made late applications."
    assert [(what, span.of(sentence)) for what, span in phrases.found_in(sentence)] == [
        ("home", "households"),
        ("late", "late applications"),
    ]
    assert not list(Phrases[str]().found_in(sentence))
