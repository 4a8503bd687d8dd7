"""Sentences taken apart at their conditions, clauses at "and" and "or"."""

import pytest

from e3.language.en.conditions import Kind, read_sentence
from e3.language.en.coordination import Cut, Joined, cut
from e3.language.en.lists import one_is_enough
from e3.text import Span


def conditions(text: str) -> list[tuple[str, str]]:
    found = read_sentence(text, Span(0, len(text)))
    return [(each.kind.value, each.span.of(text)) for each in found.conditions]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("You can go if you are old.", [("if", "you are old")]),
        ("If you are old, you can go.", [("if", "you are old")]),
        ("You can go, unless you are ill.", [("unless", "you are ill")]),
        ("You can go only if you are old.", [("only if", "you are old")]),
        ("You can go as long as you are old.", [("if", "you are old")]),
        ("You can go if you are old, but not if you are ill.", None),
        ("You can go even if you are ill.", []),
        ("You can go whether or not you are ill.", []),
        ("People who are old can go.", [("who", "are old")]),
        ("You can go to the farm where it was born.", []),
        ("You pay if you were there when he died.", [("if", "you were there when he died")]),
        ("You can go if somebody other than a parent pays.", None),
    ],
)
def test_conditions(text: str, found: list[tuple[str, str]] | None) -> None:
    if found is None:
        assert conditions(text)[0][0] == "if"
    else:
        assert conditions(text) == found


def test_or_before_a_condition() -> None:
    text = "You can go if you are old or if you are ill."
    first, second = read_sentence(text, Span(0, len(text))).conditions
    assert not first.joined_by_or
    assert second.joined_by_or
    assert first.span.of(text) == "you are old"


def test_a_condition_that_runs_into_a_list_is_empty() -> None:
    text = "You can go anywhere except:"
    (only,) = read_sentence(text, Span(0, len(text))).conditions
    assert only.kind is Kind.UNLESS
    assert not only.span


def shown(text: str, found: Cut) -> object:
    if isinstance(found, Joined):
        return ("or" if found.by_or else "and", *(shown(text, part) for part in found.parts))
    return found.of(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("you are over 60 and live in Bristol", ("and", "you are over 60", "live in Bristol")),
        ("you eat bread and butter", "you eat bread and butter"),
        ("you are between 18 and 39", "you are between 18 and 39"),
        ("you have no friend or relative", "you have no friend or relative"),
        ("you or your partner have died", "you or your partner have died"),
        (
            "you are old, you live here, and you have a dog",
            ("and", "you are old", "you live here", "you have a dog"),
        ),
        (
            "you are old and live here, or you have a dog",
            ("or", ("and", "you are old", "live here"), "you have a dog"),
        ),
    ],
)
def test_cuts(text: str, parts: object) -> None:
    assert shown(text, cut(text, Span(0, len(text)))) == parts


@pytest.mark.parametrize(
    ("lead", "things", "after", "one"),
    [
        ("You can go if all of these apply:", ["you are old", "you are tall"], "", False),
        ("You can go if any of these apply:", ["you are old", "you are tall"], "", True),
        ("You can't go if:", ["you are old", "you are tall"], "", True),
        ("You can go if:", ["you are old", "you are tall"], "", False),
        ("You can go if:", ["you are old, or", "you are tall"], "", True),
        ("You can go if:", ["you are old", "you are tall"], "One of these is enough.", True),
        ("You can go for any week in which:", ["you work"], "All must be met.", False),
        ("Your home is heated by:", ["oil", "gas", "wood"], "", True),
        ("Your dog has:", ["a chip", "a passport"], "", False),
    ],
)
def test_one_of_a_list(lead: str, things: list[str], after: str, one: bool) -> None:
    assert one_is_enough(things, lead, lead, after) is one
