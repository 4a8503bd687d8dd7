"""Values that are told by those told before, and those that are told again."""

from datetime import date

import pytest

from e3.language.en.told_values import told_values

TODAY = date(2026, 11, 18)


def _told(story: str) -> list[tuple[str, str, str]]:
    return [(str(each.amount), each.unit, each.whose) for each in told_values(story, TODAY)]


@pytest.mark.parametrize(
    ("story", "told"),
    [
        (
            "I've 2 points on my licence and my husband has nine.",
            [("2", "points", "you"), ("9", "points", "husband")],
        ),
        (
            "I'm on £11.80 an hour and my sister is on 14 at the bakery.",
            [("59/5", "GBP an hour", "you"), ("14", "GBP an hour", "sister")],
        ),
        (
            "I served six years and my dad did twenty.",
            [("6", "years", "you"), ("20", "years", "dad")],
        ),
        (
            "The trailer weighs 500 kg and my van weighs 1,900.",
            [("500", "kg", "trailer"), ("1900", "kg", "van")],
        ),
        (
            "I scored 91 in the exam, my brother 85.",
            [("91", "", "you"), ("85", "", "brother")],
        ),
        (
            "I got 7 points on the reading and 5 on the writing.",
            [("7", "points", "you"), ("5", "points", "you")],
        ),
    ],
)
def test_what_is_left_out_was_told_before(story: str, told: list[tuple[str, str, str]]) -> None:
    assert _told(story) == told


@pytest.mark.parametrize(
    ("story", "told"),
    [
        (
            "My sister is 40 and I'm three years younger.",
            [("40", "years", "sister"), ("37", "years", "you")],
        ),
        (
            "I'm 62, my husband is five years older than me.",
            [("62", "years", "you"), ("67", "years", "husband")],
        ),
        (
            "I'm five foot two and my son is a foot taller.",
            [("62", "inches", "you"), ("74", "inches", "son")],
        ),
        ("My brother is two years older than me.", []),
        (
            "My sister owns 70% of the shop and I own the rest.",
            [("70", "%", "sister"), ("30", "%", "you")],
        ),
        (
            "My case weighs 12 kg and my wife has twice that.",
            [("12", "kg", "case"), ("24", "kg", "wife")],
        ),
        (
            "I pay £300 a month and my flatmate pays the same.",
            [("300", "GBP a month", "you"), ("300", "GBP a month", "flatmate")],
        ),
        (
            "I earn £20,000 and my wife earns more than twice that.",
            [("20000", "GBP", "you")],
        ),
        ("I'm 64 and so is my wife.", [("64", "years", "you"), ("64", "years", "wife")]),
    ],
)
def test_what_is_told_by_another_value(story: str, told: list[tuple[str, str, str]]) -> None:
    assert _told(story) == told


@pytest.mark.parametrize(
    ("story", "told"),
    [
        ("My pay isn't £900 a month, it's £1,100.", [("1100", "GBP a month", "you")]),
        ("The rate was 2.1%, now it's 4.9.", [("49/10", "%", "rate")]),
        ("I was 200 pounds at my heaviest, I'm down to 170.", [("170", "lb", "you")]),
        ("It isn't £900 a month.", []),
    ],
)
def test_what_is_told_anew(story: str, told: list[tuple[str, str, str]]) -> None:
    assert [each[:2] for each in _told(story)] == [each[:2] for each in told]
