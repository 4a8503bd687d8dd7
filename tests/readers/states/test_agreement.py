"""How sure a draft is as a whole, by the drafts that its scores make likely as well."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

import numpy as np
import pytest

from e3.policy.logic import And, Expression, Name, Not, Or
from e3.readers.states.agreement import LikelyDrafts

_SURE = 20.0


def _agreement(
    logic: Expression,
    *,
    speaks_for: Sequence[float],
    speaks_against: Sequence[float] | None = None,
    joined: float = _SURE,
    lists: Sequence[frozenset[int]] = (),
) -> float:
    """Of a draft whose rules are the chunks a, b, c …; every two are joined alike."""
    count = len(speaks_for)
    against = np.zeros(count) if speaks_against is None else np.array(speaks_against)
    drafts = LikelyDrafts(np.array(speaks_for), against, np.full((count, count), joined), lists)
    rules = {place: Name(ascii_lowercase[place]) for place in range(count)}
    return drafts.agreement(logic, rules)


def test_a_draft_that_nothing_speaks_against_is_sure() -> None:
    found = _agreement(And((Name("a"), Name("b"))), speaks_for=[1.0, 1.0])
    assert found == 1.0


def test_a_side_that_is_as_likely_wrong_serves_half_of_the_people() -> None:
    found = _agreement(Name("a"), speaks_for=[0.5], speaks_against=[0.5])
    assert found == pytest.approx(0.5, abs=0.2)


def test_a_rule_that_may_be_none_costs_less_where_others_turn_most_away() -> None:
    alone = _agreement(And((Name("a"), Name("b"))), speaks_for=[1.0, 0.5])
    one_of_five = _agreement(And(tuple(map(Name, "abcde"))), speaks_for=[1.0, 1.0, 1.0, 1.0, 0.5])
    assert alone < one_of_five < 1.0


def test_an_answer_that_hangs_on_what_may_be_no_rule_is_none() -> None:
    """Of two rules joined by “and”, the first of which is sure: who fails it is served anyway."""
    found = _agreement(And((Name("a"), Name("b"))), speaks_for=[1.0, 1e-9])
    assert found == pytest.approx(0.5, abs=0.1)


def test_whether_and_or_or_joins_two_rules_matters_to_who_meets_one() -> None:
    unsure = _agreement(Or((Name("a"), Name("b"))), speaks_for=[1.0, 1.0], joined=0.0)
    assert unsure == pytest.approx(0.75, abs=0.1)
    sure = _agreement(Or((Name("a"), Name("b"))), speaks_for=[1.0, 1.0], joined=-_SURE)
    assert sure == 1.0


def test_the_items_of_a_list_are_joined_alike_in_every_draw() -> None:
    """Four items by “or” with even odds: half of the draws join them all by “and”."""
    logic = Or(tuple(map(Name, "abcd")))
    together = _agreement(logic, speaks_for=[1.0] * 4, joined=0.0, lists=[frozenset(range(4))])
    # By “and” 2 of 16 people are served alike: who meets all, and who meets none.
    assert together == pytest.approx((1 + 2 / 16) / 2, abs=0.12)


def test_the_same_scores_are_as_sure_every_time() -> None:
    def found() -> float:
        return _agreement(
            And((Name("a"), Not(Name("b")))), speaks_for=[0.8, 0.3], speaks_against=[0.1, 0.5]
        )

    assert found() == found()


def test_a_draft_of_many_rules_is_no_less_sure_for_that() -> None:
    logic = And(tuple(map(Name, ascii_lowercase[:20])))
    assert _agreement(logic, speaks_for=[1.0] * 20) == 1.0


def test_where_no_draft_is_likely_none_agrees() -> None:
    assert _agreement(Name("a"), speaks_for=[0.0]) == 0.0
