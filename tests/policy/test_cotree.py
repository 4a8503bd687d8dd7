"""The nearest cotree gives back every formula whose pairs it is shown, and one for any others."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from e3.policy.cotree import nearest_cotree
from e3.policy.diagram import Diagram
from e3.policy.logic import And, Expression, Name, Not, Or, names, occurrences
from e3.policy.pairs import pairs_of


def _read_once(draw: st.DrawFn, ids: list[str], depth: int) -> Expression:
    if len(ids) == 1:
        leaf = Name(ids[0])
        return Not(leaf) if draw(st.booleans()) else leaf
    cut = draw(st.integers(1, len(ids) - 1))
    parts = (_read_once(draw, ids[:cut], depth + 1), _read_once(draw, ids[cut:], depth + 1))
    return And(parts) if draw(st.booleans()) else Or(parts)


@st.composite
def _formulas(draw: st.DrawFn, most: int) -> Expression:
    count = draw(st.integers(1, most))
    ids = draw(st.permutations([f"r{n}" for n in range(count)]))
    return _read_once(draw, list(ids), 0)


def _rebuilt(logic: Expression) -> Expression:
    ids = sorted(names(logic), key=lambda name: int(name[1:]))
    found = pairs_of(logic)
    leaves = [Name(id) if found.speaks_for[id] else Not(Name(id)) for id in ids]
    weights = [[0.0] * len(ids) for _ in ids]
    for one, other in combinations(range(len(ids)), 2):
        low, high = sorted((ids[one], ids[other]))
        weights[one][other] = weights[other][one] = 1.0 if found.together[low, high] else -1.0
    return nearest_cotree(leaves, weights)


@given(_formulas(8))
def test_a_formula_comes_back_from_its_pairs(logic: Expression) -> None:
    again = _rebuilt(logic)
    both = Or((And((logic, Not(again))), And((Not(logic), again))))
    assert Diagram.of(both).value is False


@given(st.integers(1, 14), st.randoms(use_true_random=False))
def test_any_weights_give_a_formula_with_every_rule_once(count: int, random: object) -> None:
    weights = [[0.0] * count for _ in range(count)]
    for one, other in combinations(range(count), 2):
        weights[one][other] = weights[other][one] = random.uniform(-1, 1)  # type: ignore[attr-defined]
    leaves = [Name(f"r{n}") for n in range(count)]
    found = nearest_cotree(leaves, weights)
    assert sorted(occurrences(found)) == sorted(leaf.id for leaf in leaves)


def test_one_pair_that_does_not_fit_gives_way() -> None:
    """a and b, b and c, but a or c: no formula has these, and the weakest is dropped."""
    weights = [[0.0, 2.0, -0.5], [2.0, 0.0, 2.0], [-0.5, 2.0, 0.0]]
    found = nearest_cotree([Name("a"), Name("b"), Name("c")], weights)
    assert isinstance(found, And)
    assert set(found.parts) in (
        {Name("a"), Name("b"), Name("c")},
        {Name("b"), Or((Name("a"), Name("c")))},
    )


def test_parts_stand_in_the_order_of_the_rules() -> None:
    a, b, c, d = (Name(name) for name in "abcd")
    weights = [[0.0, 1.0, 1.0, -1.0], [1.0, 0.0, 1.0, -1.0], [1.0, 1.0, 0.0, -1.0], [-1.0] * 4]
    assert nearest_cotree([a, b, c, d], weights) == Or((And((a, b, c)), d))


def test_pairs_are_read_off_a_logic_in_which_a_rule_stands_twice() -> None:
    a, b, c = Name("a"), Name("b"), Name("c")
    found = pairs_of(Or((And((a, b)), And((a, c)))))
    assert found.speaks_for == {"a": True, "b": True, "c": True}
    assert found.together == {("a", "b"): True, ("a", "c"): True, ("b", "c"): False}


def test_a_rule_that_makes_no_difference_has_no_part() -> None:
    a, b = Name("a"), Name("b")
    assert pairs_of(Or((And((a, b)), And((a, Not(b)))))).speaks_for == {"a": True}
