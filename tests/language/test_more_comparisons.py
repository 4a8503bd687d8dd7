"""Comparisons in other words: times gone without, ranges with one period, walks, what is failed."""

import pytest

from e3.language.en.comparisons import compared


@pytest.mark.parametrize(
    ("question", "kind", "unit", "test"),
    [
        ("Have you worked here six years?", "duration", "years", ">= 6"),
        ("Have you gone 18 months without a claim?", "duration", "months", ">= 18"),
        ("Have you been without heating for three days?", "duration", "days", ">= 3"),
        ("Has she worked without a break for a year or more?", "duration", "years", ">= 1"),
        ("Have you worked 60 hours in a 14-day period?", "duration", "hours", ">= 60"),
        ("Is the course five weeks long at most?", "duration", "weeks", "<= 5"),
        ("Is there a stop within a ten-minute walk?", "duration", "minutes", "<= 10"),
        ("Do you carry more than a two-month supply?", "duration", "months", "> 2"),
        ("Was your baby born before 35 weeks?", "duration", "weeks", "< 35"),
        ("Did they fail to answer within 21 days?", "duration", "days", "> 21"),
        ("Is your child three years old?", "number", "years", "== 3"),
        ("Are you aged 19 through 49?", "number", "years", ">= 19 and <= 49"),
        ("Do you have a GPA of at least 3.0?", "number", "", ">= 3"),
        ("Have your sales passed 40,000?", "money", "", "> 40000"),
        (
            "Does the shop have sales between £5,000 and £9,000 a month?",
            "money",
            "GBP a month",
            ">= 5000 and <= 9000",
        ),
        ("Does that driver earn more than £200?", "money", "GBP", "> 200"),
        ("Do you save £50 a month?", "money", "GBP a month", ">= 50"),
        ("Is the field at least two-thirds planted?", "percentage", "%", ">= 66.666667"),
        ("Do you have the support of 30 members?", "count", "members", ">= 30"),
        ("Do you have the consent of half of the owners?", "percentage", "%", ">= 50"),
        ("Is the shop in a town of fewer than 9,000 people?", "count", "people", "< 9000"),
        ("Is it a shed under 6 square metres?", "number", "square metres", "< 6"),
        ("Will you keep 50 metres from the cliff?", "distance", "metres", ">= 50"),
        ("Is it within 90 metres of a well or a spring?", "distance", "metres", "<= 90"),
    ],
)
def test_what_is_compared_in_other_words(question: str, kind: str, unit: str, test: str) -> None:
    found = compared(question)
    assert found is not None
    assert (found.kind.value, found.unit, found.test) == (kind, unit, test)


@pytest.mark.parametrize(
    "question",
    [
        "Will you arrive between 5 and 8 p.m.?",
        "Is she two years old?",
        "Are you a nurse with a shed of over 6 square metres?",
    ],
)
def test_what_stays_yes_or_no(question: str) -> None:
    assert compared(question) is None
