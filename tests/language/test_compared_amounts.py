"""Amounts that questions compare in many forms: parts, ranks, times a week, ages, what is held."""

import pytest

from e3.language.en.comparisons import compared
from e3.language.en.value_questions import value_question


@pytest.mark.parametrize(
    ("question", "kind", "unit", "test"),
    [
        # parts of a unit, and units
        ("Is the plot under a quarter acre?", "number", "acres", "< 0.25"),
        ("Is the walk a half-mile or less?", "distance", "miles", "<= 0.5"),
        ("Is it three-quarters of a mile or more?", "distance", "miles", ">= 0.75"),
        ("Is the estate over 5 square miles?", "number", "square miles", "> 5"),
        ("Does the car emit less than 75 g/km?", "number", "g/km", "< 75"),
        ("Have you paid for two tax years?", "duration", "years", ">= 2"),
        ("Is the bank on a slope of over 12 degrees?", "number", "degrees", "> 12"),
        # what has a number for a name
        ("Are you in Band 6 or up?", "number", "bands", ">= 6"),
        ("Was the storm a category 3 or stronger?", "number", "categories", ">= 3"),
        ("Is the wind force 5 or above?", "number", "force", ">= 5"),
        # how often, how many, what share
        ("Do you swim twice a week or more?", "count", "times a week", ">= 2"),
        ("Does it fail 5 times a year or more?", "count", "times a year", ">= 5"),
        ("Do you work 30 or more hours per week?", "duration", "hours a week", ">= 30"),
        ("Do you have three or more years' experience?", "duration", "years", ">= 3"),
        ("Have you rowed for at least six of the last ten years?", "duration", "years", ">= 6"),
        ("Have you been to three club-nights in six months?", "count", "club-nights", ">= 3"),
        ("Does each row of your list name at least 4 people?", "count", "people", ">= 4"),
        ("Can you show a drop in takings of a fifth?", "percentage", "%", ">= 20"),
        ("Are you part of a chain of more than six?", "count", "", "> 6"),
        ("Is it zero or warmer?", "number", "", ">= 0"),
        ("Do your kidneys filter less than 30 (eGFR)?", "number", "", "< 30"),
        # ages
        ("Is anyone in your home 70 or over?", "number", "years", ">= 70"),
        ("Are you 16 plus?", "number", "years", ">= 16"),
        ("Are you aged 16 to 24 inclusive?", "number", "years", ">= 16 and <= 24"),
        ("Are you in the 16 to 25 age group?", "number", "years", ">= 16 and <= 25"),
        ("Are you 18 years of age or older?", "number", "years", ">= 18"),
        ("Are you above 35 years?", "number", "years", "> 35"),
        ("Is the guarantee longer than two years?", "duration", "years", "> 2"),
        # plain amounts
        ("Have you worked for a year in a yard?", "duration", "years", ">= 1"),
        ("Are three months of fees unpaid?", "duration", "months", ">= 3"),
        ("Have you been waiting 18 weeks?", "duration", "weeks", ">= 18"),
        ("Have you gone the past two years without a fine?", "duration", "years", ">= 2"),
        ("Is the path cleared for 3 metres?", "distance", "metres", ">= 3"),
        ("Is there a gap of 3 metres?", "distance", "metres", ">= 3"),
        ("Can you lift 25 kg?", "weight", "kg", ">= 25"),
        ("Was it a week with less than 12 hours' work?", "duration", "hours", "< 12"),
        ("Is the loan for a term of more than five years?", "duration", "years", "> 5"),
    ],
)
def test_amounts_of_many_forms(question: str, kind: str, unit: str, test: str) -> None:
    found = compared(question)
    assert found is not None
    assert (found.kind.value, found.unit, found.test) == (kind, unit, test)


@pytest.mark.parametrize(
    ("question", "unit", "test"),
    [
        ("Was the drug prescribed for you within the last six weeks?", "weeks", "<= 6"),
        ("Was the gift made in the last seven years before the death?", "years", "<= 7"),
        ("Does the gap fall within the last six tax years?", "years", "<= 6"),
        ("Is it within the first year?", "years", "<= 1"),
        ("Has your club reached its tenth year?", "years", ">= 10"),
        ("Has she celebrated her 60th birthday?", "years", ">= 60"),
        ("Did you remarry before age 60?", "years", "< 60"),
        ("Did you leave school before 16?", "years", "< 16"),
        ("Did you leave care after your 16th birthday?", "years", ">= 16"),
        ("Does treatment start before the person's nineteenth birthday?", "years", "< 19"),
    ],
)
def test_bounds_with_a_name(question: str, unit: str, test: str) -> None:
    found = compared(question)
    assert found is not None
    assert (found.unit, found.test) == (unit, test)


@pytest.mark.parametrize(
    "question",
    [
        "Is the fund in its first year?",
        "Were you fined in the first year?",
        "Is there a limit of 3 points?",
        "Did you start work before 6?",
        "Did you leave school before 3?",
        "Is it before your birthday?",
        "Did you reach grade six by the age of fourteen?",
        "Is your home in band D or lower?",
        "Are you a member of two or more years' standing?",
        "Are you a family with a child under two?",
        "Have you gone to two workshops in six months?",
        "Do you have just one car?",
    ],
)
def test_what_stays_a_question_of_yes_and_no(question: str) -> None:
    assert compared(question) is None


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Is your age between 18 and 35?", "How old are you?"),
        ("Is your child's age under 5?", "How old is your child?"),
        ("Are you 18 years of age or older?", "How old are you?"),
        ("Are you of age 18 or above?", "How old are you?"),
        ("Is the van ten years or older?", "How many years old is the van?"),
        ("Was the van made in 2015 or newer?", "In which year was the van made?"),
        ("Did it happen three years ago or longer?", "When did it happen?"),
        ("Is the ice at least 10 cm thick?", "How many cm thick is the ice?"),
        ("Did you ring an hour before or earlier?", None),
        ("Is the van newer than 2015?", None),
        ("Will the total top £500?", None),
        ("Is anybody at the school under 5?", None),
        ("Is the house on a plot of at least 400 m²?", None),
    ],
)
def test_how_such_values_are_asked_for(question: str, asks: str | None) -> None:
    assert value_question(question) == asks
