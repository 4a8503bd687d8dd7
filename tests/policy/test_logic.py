"""Logic with unknown rules, against trying out every case."""

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given as cases
from hypothesis import settings
from hypothesis import strategies as st

from e3.policy.logic import MAX_RULES, And, Expression, Name, Not, Or, given, matters, names, parse

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


def written(expression: Expression) -> str:
    match expression:
        case Name(id=name):
            return name
        case Not(of=inner):
            return f"not ({written(inner)})"
        case And(parts=parts):
            return " and ".join(f"({written(part)})" for part in parts)
        case Or(parts=parts):
            return " or ".join(f"({written(part)})" for part in parts)


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
    assert matters(expression) == can_change


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


def test_too_many_rules() -> None:
    with pytest.raises(ValueError, match="too large"):
        matters(parse(" and ".join(f"r{n}" for n in range(MAX_RULES + 1))))
