"""Scores, ages and days that stories tell, and whose or what they are of."""

from datetime import date

import pytest

from e3.language.en.told_values import told_values

TODAY = date(2026, 11, 18)


def _told(story: str) -> list[tuple[str, str, str]]:
    return [(str(each.amount), each.unit, each.whose) for each in told_values(story, TODAY)]


@pytest.mark.parametrize(
    ("story", "told"),
    [
        ("I have a 3.2 GPA.", [("16/5", "", "you")]),
        ("Credit score 640, is it enough?", [("640", "", "you")]),
        ("My FICO is 701 if that matters.", [("701", "", "you")]),
        ("My eGFR has fallen to 41.", [("41", "", "you")]),
        ("The nurse took it, top number 139.", [("139", "", "you")]),
        ("Passed my test with 46 out of 50.", [("46", "", "you")]),
        ("I take a size 8 shoe.", [("8", "", "you")]),
        ("We're on the fourth floor.", [("4", "", "you")]),
        ("My moped is a 50 cc.", [("50", "cc", "moped")]),
        ("No points on my licence.", [("0", "points", "you")]),
        ("Half my wages goes on rent.", [("50", "%", "you")]),
        ("That's 4 falls since May.", [("4", "falls", "you")]),
        ("The van's got 80k on the clock.", [("80000", "miles", "van")]),
        ("We live 2,5 km from the school.", [("5/2", "km", "you")]),
        ("I paid €1.250 for it.", [("1250", "EUR", "you")]),
    ],
)
def test_scores_and_counts(story: str, told: list[tuple[str, str, str]]) -> None:
    assert _told(story) == told


@pytest.mark.parametrize(
    ("story", "told"),
    [
        ("I'm 70 years young.", [("70", "years", "you")]),
        ("I'm 65 next birthday.", [("64", "years", "you")]),
        ("The oldest is 16 years.", [("16", "years", "oldest")]),
        ("He's nine next week, so still 8.", [("8", "years", "he")]),
        ("My son turned 11 in September last year.", []),
        ("I'm a widow aged 74.", [("74", "years", "you")]),
        ("Gran minds the baby. She's 68.", [("68", "years", "gran")]),
        ("My brother and I have Dad's house. He's 52.", [("52", "years", "brother")]),
    ],
)
def test_ages(story: str, told: list[tuple[str, str, str]]) -> None:
    assert _told(story) == told


@pytest.mark.parametrize(
    ("story", "told"),
    [
        ("We married on Valentine's Day 2019.", [("2019-02-14", "", "you")]),
        ("I started on the first of this month.", [("2026-11-01", "", "you")]),
        ("The hearing is this Friday.", [("2026-11-20", "", "hearing")]),
        ("My passport runs out on 2 June 2027.", [("2027-06-02", "", "passport")]),
        ("They moved it to the 17th of December.", [("2026-12-17", "", "they")]),
        (
            "I fell ill on Halloween and must be back by Christmas Eve.",
            [("2026-10-31", "", "you"), ("2026-12-24", "", "you")],
        ),
        ("I might move out on 1 December.", []),
        ("I'd be away for three months.", []),
        ("Say I earned 50k, what then?", []),
    ],
)
def test_days_and_what_may_never_be(story: str, told: list[tuple[str, str, str]]) -> None:
    assert _told(story) == told


def test_weeks_ago_today_are_a_day() -> None:
    days = [str(t.amount) for t in told_values("I gave blood two weeks ago today.", TODAY)]
    assert days == ["2026-11-04"]


@pytest.mark.parametrize(
    ("story", "whose"),
    [
        ("The lease on my flat has 83 years left.", "lease"),
        ("The neighbour's hedge is 4 metres tall.", "hedge"),
        ("Our flight to Oslo is 3 hours.", "flight"),
        ("The desk itself is 160 cm wide.", "desk"),
        ("I sold my old bike for £80.", "bike"),
        ("My tenant is away and owes me £900.", "tenant"),
        ("Pension is £203 a week.", "you"),
        ("I'm skint, rent is £155 a week.", "you"),
        ("A quarter of the firm belongs to my mother.", "mother"),
        ("They rated my husband as 30% disabled.", "husband"),
        ("It's two hours each way to the office.", "you"),
        ("One tenant has not paid for three months.", "tenant"),
        ("Mother-in-law is in a home, she pays £900 a week.", "mother-in-law"),
        ("My business partner has 51 per cent.", "business partner"),
    ],
)
def test_whose_it_is(story: str, whose: str) -> None:
    assert [each[2] for each in _told(story)] == [whose]
