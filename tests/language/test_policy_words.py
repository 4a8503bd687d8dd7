"""Comparisons in words that real policies use, and what looks like one and is none."""

import pytest

from e3.language.en.comparisons import compared
from e3.language.en.value_questions import value_question


@pytest.mark.parametrize(
    ("question", "kind", "test"),
    [
        ("Have you clocked up 200 hours as a volunteer?", "duration", ">= 200"),
        ("Have you spent six months on the island?", "duration", ">= 6"),
        ("Have you waited the full 14 days?", "duration", ">= 14"),
        ("Have you got three months left on your visa?", "duration", ">= 3"),
        ("Do you put in ten hours a week on the farm?", "duration", ">= 10"),
        ("Do your payments go back six months?", "duration", ">= 6"),
        ("Do 14 days lie between the two jabs?", "duration", ">= 14"),
        ("Is there a year left on your contract?", "duration", ">= 1"),
        ("Is your due date within the next eleven weeks?", "duration", "<= 11"),
        ("Were you away for more than 450 days over the five years?", "duration", "> 450"),
        ("Has your child not turned 12 yet?", "number", "< 12"),
        ("Are you the age of 62 or above?", "number", ">= 62"),
        ("Are you past your 75th birthday?", "number", ">= 75"),
        ("Are you in the 55-plus age group?", "number", ">= 55"),
        ("Are you past the 36th week of pregnancy?", "number", "> 36"),
        ("Are you into your third year here?", "number", ">= 3"),
        ("Is the quake stronger than magnitude 5?", "number", "> 5"),
        ("Is your average 7 out of 10 or better?", "number", ">= 7"),
        ("Is the car a 2015 model or newer?", "number", ">= 2015"),
        ("Does your firm have a headcount of 250 or more?", "number", ">= 250"),
        ("Does the hall seat over 200?", "number", "> 200"),
        ("Have six neighbours agreed?", "count", ">= 6"),
        ("Are there ten players in the squad?", "count", ">= 10"),
        ("Do your earnings fall short of £12,570?", "money", "< 12570"),
        ("Do you turn over £90,000 a year?", "money", ">= 90000"),
        ("Without overtime, do you earn less than £300 a week?", "money", "< 300"),
        ("Are you paid below the $15-an-hour floor?", "money", "< 15"),
        ("Do you live inside a 10-mile radius of the clinic?", "distance", "<= 10"),
        ("Has the river passed the 3-metre mark?", "distance", "> 3"),
        ("Are the beehives ten metres from any path?", "distance", ">= 10"),
        ("Did Tripdesk have nothing within five miles?", "distance", "> 5"),
        ("Have you lost 10 kg?", "weight", ">= 10"),
        ("Does your notice show at least a 10% rating?", "percentage", ">= 10"),
        ("Is more than 2/3 of the land wooded?", "percentage", "> 66.666667"),
        ("Did two in three members vote for it?", "percentage", ">= 66.666667"),
        ("Have you been to nine out of ten sessions?", "percentage", ">= 90"),
        ("Do you own ½ of the house or more?", "percentage", ">= 50"),
        ("Are you enrolled at least half-time?", "percentage", ">= 50"),
        ("Has over half the term gone by?", "percentage", "> 50"),
        ("Do women make up 40% of your board?", "percentage", ">= 40"),
    ],
)
def test_words_of_policies(question: str, kind: str, test: str) -> None:
    found = compared(question)
    assert found is not None
    assert (found.kind, found.test) == (kind, test)


@pytest.mark.parametrize(
    "question",
    [
        "Are there at least two adults for every ten children?",
        "Do you have about five years of experience?",
        "Has your temperature been over 38 °C for two days?",
        "Are your parents both 70 or older?",
        "Are there empty seats a week before leaving?",
        "Do you live alone on €550 a week or less?",
        "Is the temperature minus 5 or lower?",
        "Was it before noon on 5 May 2020?",
        "Was it after 6 pm on 5 May 2020?",
        "Is it meant chiefly for those under 18?",
        "Did you turn 18 before the course began?",
        "Are you under 38 U.S.C. Chapter 31?",
        "Do you have a letter dated before 1955 stating that you are ill?",
    ],
)
def test_what_a_value_would_not_answer(question: str) -> None:
    assert compared(question) is None


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Is your turnover under the £90,000 threshold?", "How much is your turnover?"),
        ("Is your salary in the £30,000 to £40,000 band?", "How much is your salary?"),
        ("Is your BMI in the range 18.5 to 24.9?", "What is your BMI?"),
        ("Are you paid below the $15-an-hour floor?", "How much are you paid an hour?"),
        ("Was the house sold for anything over £500?", "How much was the house sold for?"),
        ("Are you 24 weeks pregnant or further on?", "How many weeks pregnant are you?"),
        ("Has your child not turned 12 yet?", "How old is your child?"),
        ("Have you hit 60?", "How old are you?"),
        ("Is the bride under 18?", "How old is the bride?"),
        ("Is your degree of disability 50 or higher?", "What is your degree of disability?"),
        ("Is your date of birth before 6 October 1954?", "What is your date of birth?"),
        ("Are there 21 years or fewer left on it?", "How many years are there left on it?"),
        ("Is there a year left on it?", "How many years are there left on it?"),
        ("Have you landed more than two bass today?", "How many bass have you landed today?"),
        (
            "Do you bring three years' trade experience?",
            "How many years’ trade experience do you bring?",
        ),
        ("Did the power cut last a day?", None),
        ("Do you earn more than £500 less than him?", None),
        ("Are you more than ten years younger than the member?", None),
        ("Are you unable to walk more than 50 metres?", None),
        ("Is your commute at least 50 miles longer than before?", None),
        ("Did you ask to cancel inside the 14-day cooling-off period?", None),
        ("Is your turnover expected to pass £85,000 this year?", None),
    ],
)
def test_the_question_is_good_english_or_none(question: str, asked: str | None) -> None:
    assert value_question(question) == asked
