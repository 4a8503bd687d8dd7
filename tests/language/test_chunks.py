"""Chunks: rules that stand side by side are told apart, and nothing is lost between them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3.language.en.chunks import chunks, lists_of
from e3.policy.rule_text import BlockKind, RuleText


def _cores(text: str) -> list[str]:
    rule_text = RuleText(text)
    return [chunk.core(text).of(text) for chunk in chunks(rule_text)]


@pytest.mark.parametrize(
    ("text", "cores"),
    [
        (
            "You can row if you are over 18 and live in Ashby.",
            ["You can row", "you are over 18", "live in Ashby"],
        ),
        (
            "You pay no fee unless you came late or, if it rained, left early.",
            ["You pay no fee", "you came late", "it rained", "left early"],
        ),
        (
            "# Boats\n\nYou need:\n\n- a boat\n- an oar, and",
            ["Boats", "You need", "a boat", "an oar"],
        ),
    ],
)
def test_clauses_are_cut_where_a_rule_may_end(text: str, cores: list[str]) -> None:
    assert _cores(text) == cores


def test_bullets_know_how_deep_they_lie() -> None:
    text = RuleText("You must:\n- own\n  - a boat\n  - an oar\n- swim")
    found = [(chunk.kind, chunk.depth) for chunk in chunks(text)]
    bullet = BlockKind.BULLET
    assert found == [
        (BlockKind.PARAGRAPH, 0),
        *[(bullet, depth) for depth in (1, 2, 2, 1)],
    ]


def test_items_know_their_list() -> None:
    first = "Bring:\n- a coat, or\n- boots\n  - wet\n  - dry\n- a hat"
    text = f"{first}\n\nNever:\n- a dog\n- a cat\n\nOr:\n- a cow"
    found = chunks(RuleText(text))
    lists = [{found[n].core(text).of(text) for n in items} for items in lists_of(RuleText(text))]
    assert sorted(map(sorted, lists)) == [
        ["a cat", "a dog"],
        ["a coat", "a hat", "boots"],
        ["dry", "wet"],
    ]


@given(st.text(alphabet="ab ,.;:()-*#\nand or if unless", max_size=80))
def test_chunks_stand_in_order_and_do_not_overlap(text: str) -> None:
    found = [chunk.span for chunk in chunks(RuleText(text))]
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(span.of(text).strip() for span in found)
