"""Logic with unknown rules, against trying out every case."""

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given as cases
from hypothesis import settings
from hypothesis import strategies as st

from e3.policy.diagram import Diagram, TooTangled
from e3.policy.logic import (
    And,
    Expression,
    Name,
    Not,
    Or,
    given,
    names,
    parse,
    without_denials,
    written,
)

NAMES = "abcde"
EXPRESSIONS: st.SearchStrategy[Expression] = st.recursive(
    st.sampled_from(NAMES).map(Name),
    lambda inner: (
        inner.map(Not)
        | st.lists(inner, min_size=2, max_size=3).map(tuple).map(And)
        | st.lists(inner, min_size=2, max_size=3).map(tuple).map(Or)
    ),
    max_leaves=8,
)
KNOWN = st.dictionaries(st.sampled_from(NAMES), st.booleans())


def truth(expression: Expression | bool, world: dict[str, bool]) -> bool:
    match expression:
        case bool():
            return expression
        case Name(id=name):
            return world[name]
        case Not(of=inner):
            return not truth(inner, world)
        case And(parts=parts):
            return all(truth(part, world) for part in parts)
        case Or(parts=parts):
            return any(truth(part, world) for part in parts)


def worlds() -> Iterator[dict[str, bool]]:
    for values in itertools.product((True, False), repeat=len(NAMES)):
        yield dict(zip(NAMES, values, strict=True))


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("a", Name("a")),
        (" not a ", Not(Name("a"))),
        ("a and b or c", Or((And((Name("a"), Name("b"))), Name("c")))),
        ("a and (b or not c)", And((Name("a"), Or((Name("b"), Not(Name("c"))))))),
        ("a and b and c", And((Name("a"), Name("b"), Name("c")))),
    ],
)
def test_expressions_are_read(text: str, expression: Expression) -> None:
    assert parse(text) == expression


@cases(EXPRESSIONS)
@settings(max_examples=100)
def test_what_was_written_is_read(expression: Expression) -> None:
    assert parse(written(expression)) == expression


@cases(EXPRESSIONS, KNOWN)
@settings(max_examples=150)
def test_what_is_left_has_the_same_truth(expression: Expression, known: dict[str, bool]) -> None:
    rest = given(expression, known)
    for world in worlds():
        assert truth(rest, {**world, **known}) == truth(expression, {**world, **known})
    if not isinstance(rest, bool):
        assert names(rest) <= names(expression) - known.keys()


@cases(EXPRESSIONS)
@settings(max_examples=150)
def test_what_matters_is_what_can_change_the_answer(expression: Expression) -> None:
    can_change = {
        name
        for name in NAMES
        for world in worlds()
        if truth(expression, {**world, name: True}) != truth(expression, {**world, name: False})
    }
    assert Diagram.of(expression).matters == can_change


def test_names() -> None:
    assert names(parse("a and (b or not c) and a")) == {"a", "b", "c"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a and",
        "a b",
        "a & b",
        "a == b",
        "f(a)",
        "True",
        "1",
        "a if b else c",
        "lambda: a",
        "a; b",
        "(a := b)",
        "a\nb",
        "a\x00",
        "ä and",
        "not",
        "'a'",
        "a.b",
        "(" * 5000,
        "not " * 100000 + "a",
        "(" * 150 + "not " * 5000 + "a" + ")" * 150,
    ],
    ids=range(21),
)
def test_what_is_no_logic(text: str) -> None:
    with pytest.raises(ValueError, match="logic"):
        parse(text)


@cases(EXPRESSIONS)
@settings(max_examples=100)
def test_denials_move_to_the_rules(expression: Expression) -> None:
    moved = without_denials(expression)
    assert all(
        truth(moved, world) == truth(expression, world)
        and truth(without_denials(expression, denied=True), world) != truth(expression, world)
        for world in worlds()
    )
    assert "not (" not in written(moved)


@cases(EXPRESSIONS, KNOWN)
@settings(max_examples=150)
def test_a_diagram_knows_what_is_certain(expression: Expression, known: dict[str, bool]) -> None:
    rest = Diagram.of(expression).given(known)
    values = {truth(expression, {**world, **known}) for world in worlds()}
    assert rest.value == (values.pop() if len(values) == 1 else None)
    assert rest.matters == {
        name
        for name in NAMES
        for world in worlds()
        if name not in known
        and truth(expression, {**world, **known, name: True})
        != truth(expression, {**world, **known, name: False})
    }


def test_forty_rules_are_forty_branches() -> None:
    groups = (f"(a{n} or b{n} and not c{n} or d{n})" for n in range(10))
    diagram = Diagram.of(parse(" and ".join(groups)))
    assert len(list(diagram.branches())) == 40
    assert len(diagram.given({"a3": True}).matters) == 36


def test_a_logic_without_end_is_refused() -> None:
    # In this order of the rules the diagram has a branch for every subset of the first half.
    halves = [f"(a{n} and b{n})" for n in range(20)]
    order = " and ".join(f"(a{n} or not a{n})" for n in range(20))
    with pytest.raises(TooTangled, match="simply"):
        Diagram.of(parse(f"{order} and ({' or '.join(halves)})"))
