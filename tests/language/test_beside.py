"""What a question says beside its comparison is left out of it, unless it asks for something."""

import pytest

from e3.language.en.comparisons import compared


@pytest.mark.parametrize(
    ("question", "unit", "test"),
    [
        ("If you rent, do you pay more than £900 a month?", "GBP a month", "> 900"),
        ("When you left, had you worked here for at least ten years?", "years", ">= 10"),
        ("At the time of the crash, were you under 21?", "years", "< 21"),
        ("Do you own more than €900, not counting a bike worth up to €1,500?", "EUR", "> 900"),
        ("Is your income, leaving out a pension of up to £2,000, below £9,000?", "GBP", "< 9000"),
        ("Are you, the driver, 25 or over?", "years", ">= 25"),
    ],
)
def test_what_is_said_beside_a_comparison(question: str, unit: str, test: str) -> None:
    found = compared(question)
    assert found is not None
    assert (found.unit, found.test) == (unit, test)


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("If you rent, do you pay more than £900?", "more than £900"),
        ("Is your income, leaving out a pension of £2,000, below £9,000?", "below £9,000"),
        ("Are you, the driver, 25 or over?", "25 or over"),
    ],
)
def test_the_words_that_compare_keep_their_place(question: str, phrase: str) -> None:
    found = compared(question)
    assert found is not None
    assert found.phrase.of(question) == phrase


@pytest.mark.parametrize(
    "question",
    [
        "If you are over 60, do you work more than 16 hours a week?",
        "If you rent, do you own a car?",
        "Is your income over the limit of £500 a week (£900 for a couple)?",
    ],
)
def test_what_asks_for_something_itself_is_not_left_out(question: str) -> None:
    assert compared(question) is None
