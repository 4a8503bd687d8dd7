"""Training rows are drawn in the mix that is asked for, and the same for the same seed."""

import math
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from e3.corpus.augmentation import Augmentation, augment
from e3.corpus.making import SOURCES
from e3.corpus.rows import Row, RowType, dump
from e3.corpus.sources import read_corpus
from e3.errors import BadInput

CORPUS = read_corpus("policies:evaluation")
SMALL = replace(
    CORPUS,
    rows=CORPUS.rows[:50],
    trees=CORPUS.trees[:12],
)
MIX = {
    "irrelevant question": 0.06,
    "no scenario": 0.14,
    "scenario with evidence": 0.4,
    "scenario without evidence": 0.4,
}


def rows(*, seed: int = 0, **fields: Any) -> list[Row]:
    return augment(SMALL, Augmentation(**fields), seed=seed)


def test_without_a_mix_every_row_is_there_once() -> None:
    found = rows()
    ids = [(row.tree_id, row.conversation, row.answer) for row in found]
    assert len(set(ids)) == len(ids)
    origins = {row.origin.removesuffix(", spared") for row in found}
    assert {"tree", "story", "statement", "rewritten question", "irrelevant"} <= origins


def test_the_same_seed_gives_the_same_rows() -> None:
    for wanted in (Augmentation(), Augmentation(mix=MIX, rows=200)):
        first, again, other = (dump(augment(SMALL, wanted, seed=seed)) for seed in (0, 0, 1))
        assert first == again
        assert first != other


@pytest.mark.parametrize("added", SOURCES)
def test_adding_a_source_changes_no_other(added: str) -> None:
    before = rows(sources=tuple(name for name in SOURCES if name != added))
    after = rows(sources=tuple(SOURCES))
    told = [(row.conversation, row.answer) for row in after]
    assert all((row.conversation, row.answer) in told for row in before[::7])


@given(
    st.lists(st.floats(0.01, 5), min_size=4, max_size=4).map(
        lambda shares: dict(zip(MIX, shares, strict=True))
    ),
    st.integers(1, 400),
)
@settings(max_examples=15)
def test_the_mix_is_met(mix: dict[str, float], total: int) -> None:
    counts = Counter(row.type.value for row in rows(mix=mix, rows=total))
    for kind, share in mix.items():
        assert abs(counts[kind] - total * share / sum(mix.values())) <= 0.5


def test_without_a_number_as_many_rows_as_there_are() -> None:
    assert abs(len(rows(mix=MIX)) - len(rows())) <= 2


def test_a_type_with_a_share_of_zero_is_left_out() -> None:
    found = rows(mix={"no scenario": 1, "scenario with evidence": 0}, rows=50)
    assert Counter(row.type for row in found) == {RowType.NO_SCENARIO: 50}


def test_too_few_rows_are_repeated_evenly() -> None:
    there = [row for row in rows() if row.type is RowType.IRRELEVANT]
    total = 2 * len(there) + 1
    found = rows(mix={"irrelevant question": 1}, rows=total)
    counts = Counter((row.tree_id, row.conversation) for row in found)
    assert counts.total() == total
    assert set(counts.values()) == {2, 3}
    assert len({row.utterance_id for row in found}) == total, "each has an id of its own"


def test_a_weight_makes_an_origin_count_more_often() -> None:
    def share(weight: int) -> float:
        found = rows(
            sources=("story", "statement"),
            weights={"story": weight},
            mix={"scenario with evidence": 1},
            rows=100,
        )
        return sum(row.origin == "story" for row in found) / 100

    assert share(20) > share(1) + 0.2


def test_a_share_of_the_histories_is_told_in_another_order() -> None:
    def told_anew(share: float) -> int:
        pairs = zip(rows(), rows(shuffled=share), strict=True)
        changed = 0
        for one, other in pairs:
            turns = one.conversation.history
            again = other.conversation.history
            assert Counter(turns) == Counter(again)
            assert replace(other.conversation, history=turns) == one.conversation
            assert (other.answer, other.evidence) == (one.answer, one.evidence)
            changed += turns != again
        return changed

    several = sum(len(set(row.conversation.history)) > 1 for row in rows())
    assert told_anew(0) == 0
    assert told_anew(1) == several
    assert 0.4 * several < told_anew(0.5) < 0.6 * several


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"sources": ("tale",)}, "augmentation.sources: 'tale' is none of 'given', 'tree', "),
        ({"weights": {"tree": 0}}, "augmentation.weights: a row counts at least once"),
        ({"weights": {"tree": -2}}, "augmentation.weights: a row counts at least once"),
        ({"mix": {"Irrelevant": 1}}, "augmentation.mix: 'Irrelevant' is none of "),
        ({"mix": {"no scenario": -1}}, "augmentation.mix: "),
        ({"mix": {"no scenario": 0}}, "augmentation.mix: "),
        ({"mix": {"no scenario": math.nan}}, "augmentation.mix: "),
        ({"mix": {"no scenario": math.inf}}, "augmentation.mix: "),
        ({"rows": -1}, "augmentation.rows: "),
        ({"shuffled": 1.5}, "augmentation.shuffled: "),
        ({"shuffled": math.nan}, "augmentation.shuffled: "),
    ],
)
def test_settings_that_make_no_sense(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        Augmentation(**fields)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_type_that_no_source_gives() -> None:
    with pytest.raises(BadInput, match="no source gives rows of type 'irrelevant question'"):
        rows(sources=("tree",), mix={"irrelevant question": 1})


def test_a_weight_for_an_origin_that_no_row_has() -> None:
    with pytest.raises(BadInput, match=r"augmentation\.weights: 'tale' is none of "):
        rows(sources=("tree",), weights={"tale": 2})
