"""When two questions are about the same thing."""

import pytest

from e3.interview.facts import same_rule
from e3.language.en.likeness import negated, same_part, same_question
from e3.text import Span


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Do you swim?", "do you swim", True),
        ("Do you meet residency requirements?", "Do you meet the residency requirements?", True),
        ("Do you get Adoption Pay?", "Do you get Maternity Pay?", False),
        ("Have you worked for 20 weeks?", "Have you worked for 30 weeks?", False),
        ("Is it?", "Are you?", False),
        ("泳げますか", "泳げますか？", True),
        ("???", "???", True),
        ("???", "!!!", False),
    ],
)
def test_the_same_question(one: str, other: str, alike: bool) -> None:
    assert same_question(one, other) is alike
    assert same_question(other, one) is alike


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (Span(0, 10), Span(0, 10), True),
        (Span(0, 10), Span(2, 12), True),
        (Span(0, 10), Span(0, 5), True),
        (Span(0, 10), Span(0, 4), False),
        (Span(0, 10), Span(10, 20), False),
        (Span(3, 3), Span(3, 3), False),
        (None, Span(0, 10), False),
        (None, None, False),
    ],
)
def test_the_same_rule(one: Span | None, other: Span | None, alike: bool) -> None:
    assert same_rule(one, other) is alike
    assert same_rule(other, one) is alike


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Can you swim?", "Can you fly?", False),
        ("Can you swim?", "Can you swim or fly?", True),
        ("Can you swim?", "Swimming, is that a thing you do?", True),
        ("Have you got wings?", "Do you sink?", True),
        ("Can you swim to the lake?", "Can you fly to the lake?", False),
        ("Can you swim to the far lake?", "Are you a swimmer who goes to the far lake?", True),
        ("Can you swim to the far lake?", "Can you go to the far lake with the club?", False),
    ],
)
def test_the_same_part_of_a_clause(one: str, other: str, alike: bool) -> None:
    clause = "if you can swim or fly to the far lake of the club"
    assert same_part(one, other, clause) is alike
    assert same_part(other, one, clause) is alike


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("you do not owe a fine", True),
        ("you haven’t moved", True),
        ("without a licence", True),
        ("you are no longer a member", True),
        ("you owe a fine", False),
        ("no more than 12 weeks", False),
        ("no taller than 2 metres", False),
        ("you cannot claim if you live abroad", False),
        ("it will not be paid if you work", False),
        ("a notice from Norway", False),
    ],
)
def test_negative_conditions(text: str, is_so: bool) -> None:
    assert negated(text) is is_so
