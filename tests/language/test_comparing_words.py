"""Words that compare, and which way: a value with the sign turned is worse than none."""

import pytest

from e3.language.en.comparisons import compared


@pytest.mark.parametrize(
    ("question", "test"),
    [
        ("Do you earn north of £50,000?", "> 50000"),
        ("Did your costs surpass £300?", "> 300"),
        ("Is your balance topping £1,000?", "> 1000"),
        ("Are there as many as 20 guests?", ">= 20"),
        ("Do you earn as little as £100 a week?", "<= 100"),
        ("Is your fee equal to or less than £300?", "<= 300"),
        ("Is your fee lower than or equal to £300?", "<= 300"),
        ("Do you live within a radius of five miles?", "<= 5"),
        ("Are you within the time limit of 6 weeks?", "<= 6"),
        ("Is your income over the limit of £500 a week?", "> 500"),
        ("Is the fish under the minimum size of 42 cm?", "< 42"),
        ("Is it further away than 5 miles?", "> 5"),
        ("Is the engine more powerful than 50 kW?", "> 50"),
        ("Is the wall 2 metres or beyond?", ">= 2"),
        ("Is it £50 tops?", "<= 50"),
        ("Did you retake one paper at most?", "<= 1"),
        ("Is the order among your first 10 orders?", "<= 10"),
        ("Are you not yet 18?", "< 18"),
        ("Have you yet to turn 18?", "< 18"),
        ("Were you at least 20 and not yet 30?", ">= 20 and < 30"),
        ("Have you attained the age of 18?", ">= 18"),
        ("Have you been warned twice or more?", ">= 2"),
        ("Is this at least your third season?", ">= 3"),
        ("Can you reach the site in 45 minutes or less?", "<= 45"),
        ("Have at least one in ten of the owners signed?", ">= 10"),
    ],
)
def test_words_that_compare(question: str, test: str) -> None:
    found = compared(question)
    assert found is not None
    assert found.test == test


@pytest.mark.parametrize(
    ("question", "test"),
    [
        ("Will you park no closer than 5 metres to the tap?", ">= 5"),
        ("Is the lift no narrower than 80 cm?", ">= 80"),
        ("Is the car newer than ten years?", "< 10"),
        ("Is the car five years or newer?", "<= 5"),
        ("Is the car newer than 2015?", "> 2015"),
        ("Is the car older than 2010?", "< 2010"),
        ("Was the car made in 2010 or older?", "<= 2010"),
        ("Did you ring an hour before or earlier?", ">= 1"),
        ("Was it three years ago or later?", "<= 3"),
        ("Did it happen earlier than three years ago?", "> 3"),
    ],
)
def test_less_time_or_an_earlier_year_turns_the_sign(question: str, test: str) -> None:
    found = compared(question)
    assert found is not None
    assert found.test == test


@pytest.mark.parametrize(
    "question",
    [
        "Have you lived here for ten years or so?",
        "Have you waited ten weeks, more or less?",
        "Is it ten miles or thereabouts?",
        "Is the queue twice as long as 20 metres?",
        "Is the fine at least twice the fare?",
        "Is the slope over 1 in 10?",
        "Is your course one of 24 weeks or more?",
        "Do you bring at least one helper three days a week?",
        "Is the hut 10 miles north of the town?",
        "Is the greenhouse eight feet by six or smaller?",
    ],
)
def test_what_names_no_bound(question: str) -> None:
    assert compared(question) is None
